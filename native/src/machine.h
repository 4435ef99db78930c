/* What the modules of the machine share: words, images, runs, and the only ways to cells.

   An image is a checked block (image.c), shared by everybody and never changed. A run is one game
   in play: its cells, and where the records of what happens go. Whatever a run meets that cannot be
   in a game (a cell beyond the last, a number too large, a list too long) sets its fault, and then
   it goes on harmlessly until it is looked at: the cells are thrown away, and Python, which is the
   reference, carries out that choice instead. */

#ifndef MACHINE_H
#define MACHINE_H

#include <stddef.h>
#include <stdint.h>

#include "vocabulary.h"

typedef int64_t word;

/* Numbers in cells are smaller, and no less than as much below nothing: the sum of any two of them is a
   word still. */
#define LARGEST ((word)1 << 62)
/* So many cells has a table at most, and so many words do those have that need more than one. */
#define MOST_CELLS 2048
#define MOST_WORDS 512
/* So many words of unfinished business fit behind the cells of a table. */
#define MOST_FRAMES 256
/* So many options are listed at most; the base game has 60 now and then. */
#define MOST_OPTIONS 2048
/* So many steps and acts follow from one choice at most. */
#ifndef FUEL
#define FUEL 1000000
#endif
/* So long is a block at most: an option says with so many bits where its source is. */
#define SOURCE_BITS 26
/* So deep lie parts within parts, and so often is something begun within what is not over. */
#define DEEPEST 60
#define MOST_NESTED 100

enum {
    SOUND = 0,
    NO_CELL,      /* a cell that is not there */
    TOO_LARGE,    /* a number that does not fit, or that Python lists and the block does not */
    TOO_MANY,     /* options, unfinished business or steps */
    UNKNOWN_PART, /* nothing that the machine knows, where it stands */
    NO_MEMORY,
};

/* Where the words of a cell begin that may need more than one, and how many there are; or none.
   Those of a set have their first word in the cell, and so many `more`. */
typedef struct {
    int32_t begin;
    int32_t words;
    int32_t more;
} Wide;

typedef struct {
    word *block;
    const word *steps;
    const word *duties;
    const word *program;
    word *tables;   /* what is worked out of some parts, and where, by the places of these */
    int32_t *ready;
    Wide *wide; /* for each cell: its own words, if it has any */
    word size;
    int32_t players;
    int32_t cells;
    int32_t words; /* how many words of their own cells have, in all */
    int32_t step_count;
    int has_ground; /* a map is played on */
} Image;

/* What may be chosen: the record of the offer or step that made it, and its operands. A few of them
   have a number each; what has more has a byte for each. Most of what is written while games are
   played is options: each is two words. */
#define FEW_OPERANDS 3
#define MOST_OPERANDS (4 * FEW_OPERANDS)
typedef struct {
    unsigned source : 26;
    unsigned count : 4;
    unsigned anytime : 1;
    unsigned needed : 1;
    int32_t operands[FEW_OPERANDS];
} Option;

typedef struct {
    int count;
    Option entries[MOST_OPTIONS];
} Options;

/* Records one after the other, each behind its length. */
typedef struct {
    word *entries;
    size_t count;
    size_t capacity;
    size_t begun; /* where the length of the last record is */
} Log;

typedef struct {
    const Image *image;
    const word *block; /* that of the image, and more that is often asked for */
    const word *steps;
    const word *tables;
    const int32_t *ready;
    word step_count;
    word players;
    word table_cells; /* behind them lies what is unfinished */
    word depth;       /* how many cells are in use */
    word *wide;  /* the words of cells that may need more than one, random numbers first */
    word *cells; /* all other cells, and behind them what is unfinished */
    Log *log;    /* NULL: nobody reads it */
    Options *aside; /* for a look at options that nobody is shown */
    struct Landscape *landscape; /* what was found last of how tiles lie; NULL: there is no map */
    int32_t fuel;
    int nested;
    int fault;
    word nowhere; /* what stands for a cell that is not there */
} Run;

/* In memory for the words of cells, and for the cells behind them. */
static inline Run run_in(const Image *image, word *memory) {
    return (Run){.image = image,
                 .block = image->block,
                 .steps = image->steps,
                 .tables = image->tables,
                 .ready = image->ready,
                 .step_count = image->step_count,
                 .players = image->players,
                 .table_cells = image->cells,
                 .wide = memory,
                 .cells = memory + image->words,
                 .fuel = FUEL};
}

/* ------------------------------------------------------------------ faults */

/* What games do not come to: its code lies elsewhere, and no register is kept for it. */
#ifdef __GNUC__
#define SELDOM __attribute__((cold, noinline))
/* What games come to again and again: no call is worth it. */
#define OFTEN __attribute__((always_inline)) inline
/* What keeps registers: those that call it at their end need not. */
#define APART __attribute__((noinline))
#else
#define APART
#define SELDOM
#define OFTEN inline
#endif

/* Nothing is left to go on with then. */
SELDOM word fail(Run *run, int fault);

/* One more step or act; no more of them after a fault. */
static inline int goes_on(Run *run) {
    if (--run->fuel >= 0)
        return 1;
    fail(run, TOO_MANY);
    return 0;
}

/* ------------------------------------------------------------------ cells */

/* What stands for a cell that is not there. */
SELDOM word *no_cell(Run *run);

/* Every table has the registers: of those, where they are named, a compiler sees that they are there. */
static inline word *cell(Run *run, word index) {
#ifdef __GNUC__
    if (__builtin_constant_p(index) && index >= 0 && index < REGISTERS_CELL)
        return run->cells + index;
#endif
    return (uint64_t)index < (uint64_t)run->depth ? run->cells + index : no_cell(run);
}

/* Some cells one after the other, which are looked at often: none of them, where one is not there. */
static inline const word *span(Run *run, word first, word *length) {
    if (first < 0 || *length < 0 || first > run->depth - *length)
        *length = fail(run, NO_CELL);
    return run->cells + first;
}

/* Its two highest bits are alike in every number that is small enough. */
static inline int is_large(word value) {
    return (word)((uint64_t)value ^ (uint64_t)value << 1) < 0;
}

static inline void put(Run *run, word index, word value) {
    if (is_large(value))
        fail(run, TOO_LARGE);
    else
        *cell(run, index) = value;
}

/* Neither is large, and so their sum goes round to nothing that is. */
static inline word plus(Run *run, word one, word other) {
    word sum = (word)((uint64_t)one + (uint64_t)other);
    return is_large(sum) ? fail(run, TOO_LARGE) : sum;
}

/* What lies in a cell afterwards. */
static inline word add(Run *run, word index, word number) {
    word *found = cell(run, index);
    return *found = plus(run, *found, number);
}

static inline word product(Run *run, word one, word other) {
    const word half = (word)1 << 31;
    if (one >= half || one <= -half || other >= half || other <= -half)
        return fail(run, TOO_LARGE);
    return one * other;
}

/* As in Python, rounded towards what is less. */
static inline word quotient(Run *run, word number, word by) {
    if (by <= 0)
        return fail(run, TOO_LARGE);
    if (by == 1)
        return number;
    if ((uint64_t)number < (uint64_t)by)
        return 0;
    return number >= 0 ? number / by : -((-number + by - 1) / by);
}

static inline word bit(Run *run, word number) {
    if ((uint64_t)number > 62)
        return fail(run, TOO_LARGE);
    return (word)1 << number;
}

/* In pairs, in fours, in bytes, and all bytes together: without the help of a processor, which not
   all have, this is faster than what compilers call instead. */
static inline int bit_count(word bits) {
    uint64_t left = (uint64_t)bits;
    left -= left >> 1 & 0x5555555555555555;
    left = (left & 0x3333333333333333) + (left >> 2 & 0x3333333333333333);
    left = (left + (left >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (int)(left * 0x0101010101010101 >> 56);
}

/* The seat of "you". */
static inline word actor(Run *run) {
    word seat = run->cells[ACTOR_CELL];
    if ((uint64_t)seat < (uint64_t)run->players)
        return seat;
    return fail(run, NO_CELL);
}

/* A cell of "you": those of the players lie a stride apart. */
static inline word *own(Run *run, word first, word stride) {
    return cell(run, first + actor(run) * stride);
}

#include "chance.h"
#include "sets.h"
#include "wide.h"

/* ------------------------------------------------------------------ unfinished business */

static inline void push(Run *run, word value) {
    if (run->depth >= run->table_cells + MOST_FRAMES)
        fail(run, TOO_MANY);
    else if (is_large(value))
        fail(run, TOO_LARGE);
    else
        run->cells[run->depth++] = value;
}

/* So far from the top, which is 1. */
static inline word *top(Run *run, word place) {
    word index = run->depth - place;
    return index >= run->table_cells ? run->cells + index : no_cell(run);
}

static inline word pop(Run *run) {
    word value = *top(run, 1);
    if (!run->fault)
        run->depth--;
    return value;
}

/* ------------------------------------------------------------------ parts and lists */

static inline const word *part_at(const Run *run, word place) {
    return run->block + place;
}

/* A part that another always refers to. */
static inline const word *part_in(const Run *run, const word *part, int slot) {
    return run->block + part[slot];
}

/* A part that another may refer to; NULL where there is none. */
static inline const word *ref(const Run *run, const word *part, int slot) {
    return part[slot] ? run->block + part[slot] : NULL;
}

/* Its length, and behind it the entries. */
static inline const word *list(const Run *run, const word *part, int slot) {
    return run->block + part[slot];
}

static inline const word *step_at(Run *run, word number) {
    if ((uint64_t)number < (uint64_t)run->step_count)
        return part_at(run, run->steps[number]);
    fail(run, NO_CELL);
    return part_at(run, run->steps[0]);
}

static inline word place_of(const Run *run, const word *part) {
    return (word)(part - run->block);
}

#include "ready.h"

/* ------------------------------------------------------------------ records */

void begin_record(Run *run);
void add_record(Run *run, word number);
void tell(Run *run, int count, const word *numbers);
#define TELL(run, ...)                                                                             \
    do {                                                                                           \
        if ((run)->log)                                                                            \
            tell(run, sizeof((word[]){__VA_ARGS__}) / sizeof(word), (word[]){__VA_ARGS__});        \
    } while (0)

#include "families.h"

#endif
