/* What is worked out of some parts once, when an image is made, so that games need not look for it.

   Tables are words, like those of a block. Which entries of a list are to be looked at they say by
   bits, 62 in a word. */

#ifndef READY_H
#define READY_H

static inline const word *table_at(const Run *run, word place) {
    return run->tables + place;
}

/* The table of a part of a class that has one. */
static inline const word *table_of(const Run *run, const word *part) {
    return table_at(run, run->ready[part - run->block]);
}

/* The ways to pay what is on a price list lie in groups of up to 62, a bit each: in the order of the
   list, and those of a group are for pieces whose bits are in the same word of a set. A group has the
   place of the next (0: it is the last), which word that is, the bits of all, the places of two lists,
   what ways need (of which good, how much, their bits) and which rights (one of some pieces, 0, their
   bits), and that of the ways: what is bought, the number of the way, and its payment. */
enum { GROUP_NEXT, GROUP_WORD, GROUP_ALL, GROUP_NEEDS, GROUP_RIGHTS, GROUP_WAYS, GROUP_SIZE };
#define ENTRY 3

/* Of entries that go with pieces or places, for each 62 of them: the bits of those that go with piece or
   place 0, and all that follow, and last of those that must be looked at in any case. Yields and slots
   have two such tables: whose they are, and behind it which place fills them. */
#define TABLE_SLOTS (SET_BITS + 1)

static inline word tables_of(word entries) {
    return (entries + SET_BITS - 1) / SET_BITS;
}

/* Of the entries from 62 times a number on those that go with one of a first word of pieces or places. */
static inline word entries_with(const word *table, word number, word members) {
    const word *by_member = table + TABLE_SLOTS * number;
    word entries = by_member[SET_BITS];
    for (; members > 0; members &= members - 1)
        entries |= by_member[lowest(members)];
    return entries;
}

/* Those that must be looked at in any case. */
static inline word other_entries(const word *table, word number) {
    return table[TABLE_SLOTS * number + SET_BITS];
}

/* A step with a routine for some pieces has a list of them, for piece 0 and all that follow; one that may
   be bid in has a list of how many amounts are no more than 0 and all that follows. */
#define NO_ROUTINE (-2)

/* False, where there is no memory, or too much of it would be needed. */
int make_ready(Image *image);

#endif
