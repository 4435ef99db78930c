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
   place of the next (0: it is the last), which word that is, the places of two lists, what ways need (of
   which good, how much, their bits) and which rights (one of some pieces, 0, their bits), that of the table
   of which ways go with which piece, and that of the ways: what is bought, the number of the way, and its
   payment. Behind the length of the lists is how many goods there are up to the last that is needed. */
enum { GROUP_NEXT, GROUP_WORD, GROUP_NEEDS, GROUP_RIGHTS, GROUP_PIECES, GROUP_WAYS, GROUP_SIZE };
#define ENTRY 3
#define NEEDS 2 /* here begin the entries of the lists */

/* Of entries that go with pieces or places: how many fours of these there are, and for each 62 entries the
   bits of those of which only a look at them tells, of those that go with any, these among them, and for
   each four of pieces or places of those that go with each of the sixteen sets of them. Yields and slots
   have two such tables: where the second is, that of whose they are, and that of which place fills them. */
enum { UNSURE, WITH_ANY, BY_FOUR };
#define FOUR 4
#define SETS_OF_FOUR 16

static inline const word *second_table(const Run *run, const word *table) {
    return table_at(run, table[0]);
}

/* What the table says of the entries from 62 times a number on. */
static inline const word *entries_from(const word *table, word number) {
    return table + 1 + (BY_FOUR + SETS_OF_FOUR * table[0]) * number;
}

/* Those of them that may go with one of a first word of pieces or places: as many looks, whatever it is. */
static inline word entries_with(const word *entries, word fours, word members) {
    const word *by_four = entries + BY_FOUR;
    word found = entries[WITH_ANY];
    for (; fours > 0; fours--, by_four += SETS_OF_FOUR, members >>= FOUR)
        found |= by_four[members & (SETS_OF_FOUR - 1)];
    return found;
}

/* What is due goes with the number of goods in a row, and with the place of the first substitute for it; 0:
   there is none. */
enum { READY_ROW, READY_ONLY };

/* A step with a routine for some pieces has a list of them, for piece 0 and all that follow, each with the
   step that comes after it; one that may be bid in has a list of how many amounts are no more than 0 and all
   that follows. */
#define NO_ROUTINE (-2)

/* False, where there is no memory, or too much of it would be needed. */
int make_ready(Image *image);

#endif
