/* Displays: where their pieces lie, how free spaces are filled, and what a space costs more. */

#include "machine.h"

#define MOST_LYING 1024
#define FREE (-1)

/* For each space the piece on it, or FREE; what finds no space lies behind them. */
typedef struct {
    word pieces[MOST_LYING];
    word count;
} Lying;

static void lay(Run *run, Lying *lying, word piece) {
    if (lying->count < MOST_LYING)
        lying->pieces[lying->count++] = piece;
    else
        fail(run, TOO_MANY);
}

/* How many copies of each piece there are that no space has yet. */
static void count_copies(Run *run, const word *spaces, word *left) {
    const word *pieces = list(run, spaces, SPACES_PIECES);
    for (word number = 1; number <= pieces[0]; number++) {
        if (pieces[number] >= MOST_LYING)
            fail(run, TOO_LARGE);
        else
            left[pieces[number]] = copies_of(run, spaces[SPACES_PLACE], pieces[number]);
    }
}

/* The next of the pieces that no space has; FREE: there is none. */
static word next_left(Run *run, const word *spaces, word *left) {
    const word *pieces = list(run, spaces, SPACES_PIECES);
    for (word number = 1; number <= pieces[0] && !run->fault; number++)
        if (left[pieces[number]] > 0) {
            left[pieces[number]]--;
            return pieces[number];
        }
    return FREE;
}

/* What was put there last, if it still lies there; what came by other ways is on the first free ones. */
static void find_lying(Run *run, const word *spaces, Lying *lying) {
    word left[MOST_LYING] = {0}, size = spaces[SPACES_SIZE], piece;
    lying->count = 0;
    count_copies(run, spaces, left);
    for (word space = 0; space < size && !run->fault; space++) {
        piece = bits_at(run, spaces[SPACES_ROW], WIDTH * space, WIDTH) - 1;
        int is_there = piece >= 0 && left[piece] > 0;
        left[is_there ? piece : 0] -= is_there;
        if (is_there || !spaces[SPACES_SLIDES])
            lay(run, lying, is_there ? piece : FREE);
    }
    for (word space = 0; space < lying->count; space++)
        if (lying->pieces[space] == FREE)
            lying->pieces[space] = next_left(run, spaces, left);
    while ((piece = next_left(run, spaces, left)) != FREE && goes_on(run))
        lay(run, lying, piece);
    while (lying->count < size && !run->fault)
        lay(run, lying, FREE);
}

static word space_of(const Lying *lying, word piece) {
    for (word space = 0; space < lying->count; space++)
        if (lying->pieces[space] == piece)
            return space;
    return -1;
}

static void put_row(Run *run, const word *spaces, const Lying *lying) {
    for (word space = 0; space < spaces[SPACES_SIZE] && space < lying->count; space++)
        put_bits(run, spaces[SPACES_ROW], WIDTH * space, WIDTH, lying->pieces[space] + 1);
}

/* ------------------------------------------------------------------ filling it */

/* One of the copies in the place they come from, each as likely; FREE: there is none. */
static word drawn(Run *run, const word *part, const word *pieces) {
    word there = 0, start = part[FILL_START];
    for (word number = 1; number <= pieces[0]; number++)
        there += copies_of(run, start, pieces[number]);
    if (!there || run->fault)
        return FREE;
    word left = by_chance(run, there);
    for (word number = 1; number <= pieces[0]; number++) {
        left -= copies_of(run, start, pieces[number]);
        if (left < 0)
            return pieces[number];
    }
    return fail(run, NO_CELL) - 1;
}

void fill_display(Run *run, const word *part) {
    const word *spaces = part_in(run, part, FILL_SPACES), *pieces = list(run, spaces, SPACES_PIECES);
    Lying lying;
    find_lying(run, spaces, &lying);
    for (word space = 0; space < lying.count && goes_on(run); space++) {
        word piece = lying.pieces[space] == FREE ? drawn(run, part, pieces) : FREE;
        if (piece == FREE)
            continue;
        lying.pieces[space] = piece;
        add_copies(run, part[FILL_START], piece, -1);
        add_copies(run, spaces[SPACES_PLACE], piece, 1);
        TELL(run, part[FILL_SOURCE], run->cells[ACTOR_CELL], piece, 1);
    }
    put_row(run, spaces, &lying);
}

/* ------------------------------------------------------------------ what lies there costs more */

static word fee_of(Run *run, const word *fees, word piece) {
    const word *spaces = part_in(run, fees, FEES_SPACES), *listed = list(run, spaces, SPACES_FEES);
    Lying lying;
    find_lying(run, spaces, &lying);
    word space = space_of(&lying, piece);
    if (space < 0 || !listed[0])
        return 0;
    return listed[1 + (space < listed[0] ? space : listed[0] - 1)];
}

const word *with_fee(Run *run, const word *fees, word piece, const word *goods, word *paid) {
    word fee = fee_of(run, fees, piece), length = goods[0];
    if (!fee)
        return goods;
    if (length >= MOST_PRICED) {
        fail(run, TOO_MANY);
        return goods;
    }
    for (word slot = 0; slot <= 2 * length; slot++)
        paid[slot] = goods[slot];
    for (word number = 0; number < length; number++)
        if (paid[1 + 2 * number] == fees[FEES_MONEY]) {
            paid[2 + 2 * number] += fee;
            return paid;
        }
    paid[1 + 2 * length] = fees[FEES_MONEY];
    paid[2 + 2 * length] = fee;
    paid[0]++;
    return paid;
}

/* The first space with a piece becomes free. */
void leave_display(Run *run, const word *fees, word piece) {
    const word *spaces = part_in(run, fees, FEES_SPACES);
    Lying lying;
    find_lying(run, spaces, &lying);
    word space = space_of(&lying, piece);
    if (space < 0) {
        fail(run, NO_CELL);
        return;
    }
    lying.pieces[space] = FREE;
    put_row(run, spaces, &lying);
}
