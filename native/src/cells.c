/* Cells that are wider than a word, random numbers, and the log. */

#include <stdlib.h>

#include "machine.h"

/* ------------------------------------------------------------------ wide cells */

/* The words of a cell, and how many bits they have; what has none of its own is one word. */
static inline uint64_t *words_of(Run *run, word index, word *bits) {
    const Image *image = run->image;
    if ((uint64_t)index < (uint64_t)image->cells && image->wide[index].words) {
        *bits = (word)image->wide[index].words * 64;
        return (uint64_t *)run->wide + image->wide[index].begin;
    }
    *bits = 62;
    return (uint64_t *)cell(run, index);
}

word bits_at(Run *run, word index, word shift, int width) {
    word bits;
    const uint64_t *words = words_of(run, index, &bits);
    if (shift < 0 || shift + width > bits)
        return fail(run, NO_CELL);
    uint64_t found = words[shift / 64] >> shift % 64;
    if (shift % 64 + width > 64)
        found |= words[shift / 64 + 1] << (64 - shift % 64);
    return (word)(found & (((uint64_t)1 << width) - 1));
}

void put_bits(Run *run, word index, word shift, int width, word value) {
    word bits;
    uint64_t *words = words_of(run, index, &bits), mask = ((uint64_t)1 << width) - 1;
    if (shift < 0 || shift + width > bits || value < 0 || (uint64_t)value > mask) {
        fail(run, TOO_LARGE);
        return;
    }
    uint64_t *at = words + shift / 64;
    int within = (int)(shift % 64);
    at[0] = (at[0] & ~(mask << within)) | (uint64_t)value << within;
    if (within + width > 64)
        at[1] = (at[1] & ~(mask >> (64 - within))) | (uint64_t)value >> (64 - within);
}

word copies_of(Run *run, word index, word piece) {
    return bits_at(run, index, product(run, COPIES, piece), COPIES);
}

void add_copies(Run *run, word index, word piece, word copies) {
    word sum = plus(run, copies_of(run, index, piece), copies);
    put_bits(run, index, product(run, COPIES, piece), COPIES, sum);
}

word last_up(Run *run, word order, word turned) {
    return turned > 0 ? bits_at(run, order, product(run, WIDTH, turned - 1), WIDTH) : -1;
}

/* ------------------------------------------------------------------ chance */

static uint64_t following(uint64_t *state) {
    *state += GOLDEN;
    uint64_t mixed = (*state ^ *state >> 30) * MIXED_FIRST;
    mixed = (mixed ^ mixed >> 27) * MIXED_SECOND;
    return mixed ^ mixed >> 31;
}

/* Every number from 0 to bound - 1 equally likely: what is left over at the end is drawn again. */
word below(uint64_t *state, word bound) {
    uint64_t limit = (uint64_t)bound;
    for (;;) {
        uint64_t number = following(state);
        /* Nearly every number is below both, and then there is one division less. */
        if (number <= UINT64_MAX - limit || number <= UINT64_MAX - (UINT64_MAX % limit + 1) % limit)
            return (word)(number % limit);
    }
}

word by_chance(Run *run, word bound) {
    if (bound < 1)
        return fail(run, TOO_LARGE);
    return below((uint64_t *)run->wide, bound);
}

/* ------------------------------------------------------------------ the log */

static int grows(Run *run, size_t more) {
    Log *log = run->log;
    if (log->count + more <= log->capacity)
        return 1;
    size_t capacity = (log->count + more) * 2 + 64;
    word *entries = realloc(log->entries, capacity * sizeof(word));
    if (!entries) {
        fail(run, NO_MEMORY);
        return 0;
    }
    log->entries = entries;
    log->capacity = capacity;
    return 1;
}

void begin_record(Run *run) {
    if (!run->log || !grows(run, 1))
        return;
    run->log->begun = run->log->count;
    run->log->entries[run->log->count++] = 0;
}

void add_record(Run *run, word number) {
    if (!run->log || !grows(run, 1))
        return;
    run->log->entries[run->log->count++] = number;
    run->log->entries[run->log->begun]++;
}

void tell(Run *run, int count, const word *numbers) {
    if (!grows(run, (size_t)count + 1))
        return;
    word *entry = run->log->entries + run->log->count;
    *entry++ = count;
    for (int number = 0; number < count; number++)
        *entry++ = numbers[number];
    run->log->count += (size_t)count + 1;
}
