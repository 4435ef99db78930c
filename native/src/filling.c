/* Filling places of all in turn: whose turn it is, which are free, and what each leads to. */

#include "machine.h"

#define NOWHERE (-1)

/* ------------------------------------------------------------------ which are free */

/* By "you", or by anybody, where a place is for one. */
static int is_taken(Run *run, const word *step, word place) {
    word placed = step[PLACING_PLACED];
    if (!step[PLACING_FOR_ONE])
        return lies_in(run, placed + actor(run), place);
    for (word seat = 0; seat < run->players; seat++)
        if (lies_in(run, placed + seat, place))
            return 1;
    return 0;
}

static int has_left(Run *run, const word *step) {
    word placed = shared_by(run, step[PLACING_PLACED] + actor(run), step[PLACING_COUNTED]);
    return placed < *own(run, step[PLACING_GOODS], step[PLACING_WIDTH]);
}

/* Does its piece lie open, and is it of any use? */
static int is_free(Run *run, const word *step, const word *place) {
    if (is_taken(run, step, place[OPEN_PLACE_PLACE]))
        return 0;
    word board = place[OPEN_PLACE_BOARD];
    if (board != NOWHERE && !copies_of(run, board, place[OPEN_PLACE_PIECE]))
        return 0;
    return holds(run, part_in(run, place, OPEN_PLACE_FRUITFUL));
}

static int is_any_free(Run *run, const word *step) {
    const word *places = list(run, step, PLACING_PLACES);
    for (word number = 1; number <= places[0] && !run->fault; number++)
        if (is_free(run, step, part_at(run, places[number])))
            return 1;
    return 0;
}

/* ------------------------------------------------------------------ placing */

void list_open_places(Run *run, const word *step, Options *found) {
    const word *places = list(run, step, PLACING_PLACES);
    word many = has_left(run, step) ? places[0] : 0;
    for (word number = 1; number <= many; number++) {
        const word *place = part_at(run, places[number]);
        if (is_free(run, step, place))
            list_option(run, found, step, 1, place[OPEN_PLACE_PLACE], 0);
    }
    if (step[PLACING_MAY_IDLE])
        list_option(run, found, step, 0, 0, 0);
}

static const word *place_of_number(Run *run, const word *step, word wanted) {
    const word *places = list(run, step, PLACING_PLACES);
    for (word number = 1; number <= places[0]; number++)
        if (part_at(run, places[number])[OPEN_PLACE_PLACE] == wanted)
            return part_at(run, places[number]);
    fail(run, UNKNOWN_PART);
    return NULL;
}

word choose_open_place(Run *run, const word *step, const Option *option) {
    word player = actor(run), number = operand(option, 0);
    if (!option->count) {
        *top(run, 1) |= bit(run, player);
        return step[PLACING_DONE];
    }
    const word *place = place_of_number(run, step, number);
    if (!place)
        return 0;
    put_in(run, step[PLACING_PLACED] + player, number);
    TELL(run, step[PLACING_SOURCE], player, number);
    return place[OPEN_PLACE_ENTRY];
}

/* ------------------------------------------------------------------ turns */

/* So many seats further in a direction. */
static word seat_from(Run *run, word seat, word direction, word number) {
    word players = run->players;
    word found = plus(run, seat, product(run, direction, number)) % players;
    return found < 0 ? found + players : found;
}

/* All come back, or as many as there are too few goods. */
static word begin_placing(Run *run, const word *step) {
    word players = run->players, before = step[BEGIN_PLACING_ONE_EACH] ? -1 : 0;
    for (word seat = 0; seat < players; seat++) {
        word placed = step[BEGIN_PLACING_PLACED] + seat;
        word goods = *cell(run, step[BEGIN_PLACING_GOODS] + seat * step[BEGIN_PLACING_WIDTH]);
        int is_over = shared_by(run, placed, step[BEGIN_PLACING_COUNTED]) > goods;
        if (step[BEGIN_PLACING_COME_BACK] || is_over)
            part_with(run, placed, step[BEGIN_PLACING_MASK]);
    }
    push(run, run->cells[ACTOR_CELL]);
    push(run, 0);
    put(run, ACTOR_CELL,
        seat_from(run, run->cells[START_CELL], step[BEGIN_PLACING_DIRECTION], before));
    return step[BEGIN_PLACING_FOLLOW];
}

/* It is the turn of "you" now; where it was before, nothing is told. */
static word take_turn(Run *run, const word *step, word before) {
    word seat = actor(run);
    put(run, step[NEXT_PLACING_TURN], seat + 1);
    if (before != seat + 1)
        TELL(run, step[NEXT_PLACING_SOURCE], seat);
    return ~step[NEXT_PLACING_QUESTION];
}

/* The first who can place something, after "you", or from "you" on. */
static word next_placing(Run *run, const word *step) {
    const word *placing = step_at(run, step[NEXT_PLACING_QUESTION]);
    word you = actor(run), players = run->players, before, first;
    word again = *cell(run, step[NEXT_PLACING_AGAIN]), done = *top(run, 1);
    if (placing[0] != OP_PLACING)
        return fail(run, UNKNOWN_PART);
    first = step[NEXT_PLACING_ONE_EACH] && !again;
    before = step[NEXT_PLACING_ONE_EACH] || again ? 0 : *cell(run, step[NEXT_PLACING_TURN]);
    put(run, step[NEXT_PLACING_AGAIN], 0);
    for (word number = first; number < players + first && !run->fault; number++) {
        word seat = seat_from(run, you, step[NEXT_PLACING_DIRECTION], number);
        put(run, ACTOR_CELL, seat);
        if (!(done & bit(run, seat)) && has_left(run, placing) && is_any_free(run, placing))
            return take_turn(run, step, before);
    }
    put(run, step[NEXT_PLACING_TURN], 0);
    pop(run);
    put(run, ACTOR_CELL, pop(run));
    return step[NEXT_PLACING_FOLLOW];
}

word filling_step(Run *run, const word *step) {
    return step[0] == OP_BEGIN_PLACING ? begin_placing(run, step) : next_placing(run, step);
}
