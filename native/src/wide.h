/* Bits in cells that may be wider than a word: copies of pieces, and the order of stacks. */

#ifndef WIDE_H
#define WIDE_H

/* The words of a cell, and how many bits they have; what has none of its own is one word. */
typedef struct {
    uint64_t *words;
    word count;
} Bits;

static inline Bits bits_of(Run *run, word index) {
    const Image *image = run->image;
    if ((uint64_t)index < (uint64_t)image->cells && image->wide[index].words)
        return (Bits){(uint64_t *)run->wide + image->wide[index].begin,
                      (word)image->wide[index].words * 64};
    return (Bits){(uint64_t *)cell(run, index), 62};
}

/* So many of them, fewer than a word has, from one on. */
static inline word bits_from(Run *run, Bits bits, word shift, int width) {
    if ((uint64_t)shift > (uint64_t)(bits.count - width))
        return fail(run, NO_CELL);
    const uint64_t *words = bits.words + (uint64_t)shift / 64;
    int within = (int)((uint64_t)shift % 64);
    uint64_t found = words[0] >> within;
    if (within + width > 64)
        found |= words[1] << (64 - within);
    return (word)(found & (((uint64_t)1 << width) - 1));
}

static inline word bits_at(Run *run, word index, word shift, int width) {
    return bits_from(run, bits_of(run, index), shift, width);
}

void put_bits(Run *run, word index, word shift, int width, word value);

/* Numbers of pieces are small: they are those of a block, or of a few bits. */
static inline word copies_among(Run *run, Bits bits, word piece) {
    return bits_from(run, bits, (word)((uint64_t)COPIES * (uint64_t)piece), COPIES);
}

static inline word copies_of(Run *run, word index, word piece) {
    return copies_among(run, bits_of(run, index), piece);
}

void add_copies(Run *run, word index, word piece, word copies);

/* The piece that was turned up last; -1: none was. */
static inline word last_up(Run *run, word order, word turned) {
    if (turned <= 0)
        return -1;
    return bits_at(run, order, (word)((uint64_t)WIDTH * (uint64_t)(turned - 1)), WIDTH);
}

#endif
