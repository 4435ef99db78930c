/* What is worked out of some parts once, when an image is made, so that games need not look for it.

   Tables are words, like those of a block. Which entries of a list are to be looked at they say by
   bits, 62 in a word. */

#ifndef READY_H
#define READY_H

static inline const word *table_at(const Run *run, word place) {
    return run->image->tables + place;
}

/* The table of a part of a class that has one. */
static inline const word *table_of(const Run *run, const word *part) {
    return table_at(run, run->image->ready[part - run->block]);
}

/* The ways to pay what is on a price list lie in groups of up to 62, a bit each: in the order of the
   list, and those of a group are for pieces whose bits are in the same word of a set. A group has the
   place of the next (0: it is the last), which word that is, the bits of all, the places of two lists,
   what ways need (of which good, how much, their bits) and which rights (one of some pieces, 0, their
   bits), and that of the ways: what is bought, the number of the way, and its payment. */
enum { GROUP_NEXT, GROUP_WORD, GROUP_ALL, GROUP_NEEDS, GROUP_RIGHTS, GROUP_WAYS, GROUP_SIZE };
#define ENTRY 3

/* Of a list whose entries belong to whoever owns one of some pieces, for each 62 entries: the bits of
   those that belong to a piece, by the number of it, and last of those that may belong to others. */
#define OWNERS_SLOTS (SET_BITS + 1)

/* Which entries, from 62 times a number on, may belong to whoever owns this first word of pieces? */
static inline word owned_entries(const word *owners, word number, word owned) {
    const word *by_piece = owners + OWNERS_SLOTS * number;
    word entries = by_piece[SET_BITS];
    for (; owned > 0; owned &= owned - 1)
        entries |= by_piece[lowest(owned) % SET_BITS];
    return entries;
}

/* A step with a routine for some pieces has a list of them, for piece 0 and all that follow; one that may
   be bid in has a list of how many amounts are no more than 0 and all that follows. */
#define NO_ROUTINE (-2)

/* False, where there is no memory, or too much of it would be needed. */
int make_ready(Image *image);

#endif
