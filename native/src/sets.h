/* Sets of pieces and of places, one bit each, in words of 62.

   A cell that holds a set has its first 62 bits, and those behind them in words of its own. A set in a
   part is a word, or, where it needs more, the negative place of a list of words. */

#ifndef SETS_H
#define SETS_H

/* So many bits of a set lie in a word. */
#define SET_BITS 62
/* So many words have all pieces that a table may have: 1024. */
#define SET_WORDS 17

/* The number of the lowest bit that is set; there is one. */
static inline word lowest(word bits) {
#ifdef __GNUC__
    return __builtin_ctzll((unsigned long long)bits);
#else
    return bit_count((bits & -bits) - 1);
#endif
}

/* The number of the highest bit that is set; there is one. */
static inline word highest(word bits) {
#ifdef __GNUC__
    return 63 - __builtin_clzll((unsigned long long)bits);
#else
    word number = 0;
    while (bits >> number >> 1)
        number++;
    return number;
#endif
}

/* A set that is worked out. */
typedef struct {
    word words[SET_WORDS];
} Set;

static inline int holds_member(const Set *set, word member) {
    return (uint64_t)member < SET_BITS * SET_WORDS &&
           (set->words[member / SET_BITS] >> member % SET_BITS & 1) != 0;
}

static inline void add_member(Set *set, word member) {
    if ((uint64_t)member < SET_BITS * SET_WORDS)
        set->words[member / SET_BITS] |= (word)1 << member % SET_BITS;
}

/* The word of a cell with the bit of a member that is not below nothing. */
word *word_with(Run *run, word index, word member);
int meets_long(Run *run, word index, word set);
int includes_long(Run *run, word index, word set);
word shared_long(Run *run, word index, word set);
void join_long(Run *run, word index, word set, int is_in);

/* How many words a set in a part has. */
static inline word words_of_set(Run *run, word set) {
    return set >= 0 ? 1 : run->block[-set];
}

/* One of the words of a set in a part; 0 where it has no more. */
static inline word part_of_set(Run *run, word set, word number) {
    if (set >= 0)
        return number ? 0 : set;
    const word *words = run->block - set;
    return number < words[0] ? words[1 + number] : 0;
}

static inline int in_set(Run *run, word set, word member) {
    return member >= 0 &&
           (part_of_set(run, set, member / SET_BITS) >> member % SET_BITS & 1) != 0;
}

/* Is it in a cell whose first word is at hand? */
static inline int lies_in_word(Run *run, word index, word first, word member) {
    if ((uint64_t)member < SET_BITS)
        return (first >> member & 1) != 0;
    return (*word_with(run, index, member) >> (uint64_t)member % SET_BITS & 1) != 0;
}

static inline int lies_in(Run *run, word index, word member) {
    return lies_in_word(run, index, *cell(run, index), member);
}

static inline void put_in(Run *run, word index, word member) {
    if ((uint64_t)member < SET_BITS)
        *cell(run, index) |= (word)1 << member;
    else
        *word_with(run, index, member) |= (word)1 << (uint64_t)member % SET_BITS;
}

static inline void take_out(Run *run, word index, word member) {
    *word_with(run, index, member) &= ~((word)1 << (uint64_t)member % SET_BITS);
}

/* Has a cell any of a set? */
static inline int meets(Run *run, word index, word set) {
    return set >= 0 ? (*cell(run, index) & set) != 0 : meets_long(run, index, set);
}

/* The same where its first word is at hand. */
static inline int meets_word(Run *run, word index, word first, word set) {
    return set >= 0 ? (first & set) != 0 : meets_long(run, index, set);
}

static inline int includes_word(Run *run, word index, word first, word set) {
    return set >= 0 ? (first & set) == set : includes_long(run, index, set);
}

/* Has it all of it? */
static inline int includes(Run *run, word index, word set) {
    return set >= 0 ? (*cell(run, index) & set) == set : includes_long(run, index, set);
}

/* How many of it? */
static inline word shared_by(Run *run, word index, word set) {
    return set >= 0 ? bit_count(*cell(run, index) & set) : shared_long(run, index, set);
}

/* All of it is in the cell afterwards, or none. */
static inline void join(Run *run, word index, word set) {
    if (set >= 0)
        *cell(run, index) |= set;
    else
        join_long(run, index, set, 1);
}

static inline void part_with(Run *run, word index, word set) {
    if (set >= 0)
        *cell(run, index) &= ~set;
    else
        join_long(run, index, set, 0);
}

/* The largest member of a set; 0 of none. */
word last_in(Run *run, word set);

/* The set in a cell, and that of a part. */
Set set_in(Run *run, word index);
Set set_of(Run *run, word set);
/* More of it; what both have; what the other has not. */
void join_set(Set *set, const Set *other);
void keep_shared(Set *set, const Set *other);
void leave_out(Set *set, const Set *other);
word size_of_set(const Set *set);
/* The smallest member from one on; -1: there is none. */
word member_from(const Set *set, word first);

#endif
