/* Rounds, parts of the course, and everybody in turn, in secret or not. */

#include <string.h>

#include "machine.h"

/* ------------------------------------------------------------------ secrets */

/* What everybody sees and may change lies below all unfinished business as it was before. */
static void begin_secret(Run *run, const word *secret) {
    const word *kept = list(run, secret, SECRET_KEPT);
    const Image *image = run->image;
    word length = kept[0], business = run->depth - image->cells;
    if (secret[SECRET_FIRST] != image->cells || business + length > MOST_FRAMES) {
        fail(run, TOO_MANY);
        return;
    }
    word *first = run->cells + image->cells;
    memmove(first + length, first, (size_t)business * sizeof(word));
    for (word number = 0; number < length; number++)
        first[number] = *cell(run, kept[1 + number]);
    run->depth += length;
    TELL(run, secret[SECRET_SOURCES], run->cells[ACTOR_CELL]);
}

void end_secret(Run *run, const word *secret) {
    word length = list(run, secret, SECRET_KEPT)[0], business = run->depth - run->table_cells;
    if (secret[SECRET_FIRST] != run->table_cells || business < length) {
        fail(run, TOO_MANY);
        return;
    }
    word *first = run->cells + run->table_cells;
    memmove(first, first + length, (size_t)(business - length) * sizeof(word));
    run->depth -= length;
    TELL(run, secret[SECRET_SOURCES + 1], run->cells[ACTOR_CELL]);
}

/* ------------------------------------------------------------------ everybody in turn */

static word next_of(Run *run, const word *step, word left) {
    if (step[EACH_NEXT_ORDERED])
        return left ? ((left - 1) & ((1 << SEAT_BITS) - 1)) % run->players : -1;
    if (left < 0 || left >= bit(run, step[EACH_NEXT_PLAYERS]))
        return fail(run, NO_CELL) - 1;
    return first_free(run, run->cells[START_CELL], left, 1);
}

word each_next(Run *run, const word *step) {
    word left = *top(run, 1), player = next_of(run, step, left);
    if (player < 0) {
        pop(run);
        put(run, ACTOR_CELL, pop(run));
        if (step[EACH_NEXT_HIDES])
            end_secret(run, ref(run, step, EACH_NEXT_HIDES));
        return step[EACH_NEXT_FOLLOW];
    }
    put(run, ACTOR_CELL, player);
    *top(run, 1) = step[EACH_NEXT_ORDERED] ? left >> SEAT_BITS : left & ~bit(run, player);
    return step[EACH_NEXT_BODY];
}

/* The same, where each of them takes a turn, and perhaps another one. */
static word turn_next(Run *run, const word *step) {
    if (*cell(run, step[TURN_NEXT_AGAIN])) {
        word seat = *cell(run, step[TURN_NEXT_TURN]) - 1, left = *top(run, 1);
        if (left < 0 || left > LARGEST >> (SEAT_BITS + 1))
            return fail(run, TOO_LARGE);
        *top(run, 1) =
            step[TURN_NEXT_ORDERED] ? left << SEAT_BITS | (seat + 1) : left | bit(run, seat);
        put(run, step[TURN_NEXT_AGAIN], 0);
    }
    word next = each_next(run, step);
    int goes_to_body = next == step[TURN_NEXT_BODY];
    put(run, step[TURN_NEXT_TURN], goes_to_body ? run->cells[ACTOR_CELL] + 1 : 0);
    if (goes_to_body)
        TELL(run, step[TURN_NEXT_SOURCE], run->cells[ACTOR_CELL]);
    return next;
}

/* Each entry is a test of who owns what acts, the act, and whether it acts whoever is the cause. */
static void each_owner(Run *run, const word *part) {
    const word *acts = list(run, part, EACH_OWNER_ACTS);
    word cause = run->cells[ACTOR_CELL], players = part[EACH_OWNER_PLAYERS];
    for (word seat = 0; seat < players && goes_on(run); seat++) {
        word owner = seat_after(run->cells[START_CELL], seat, players);
        put(run, ACTOR_CELL, owner);
        for (word number = 0; number < acts[0] && goes_on(run); number++) {
            const word *entry = acts + 1 + 3 * number;
            if ((entry[2] || owner == cause) && holds(run, part_at(run, entry[0])))
                act(run, part_at(run, entry[1]));
        }
    }
    put(run, ACTOR_CELL, cause);
}

void turns_act(Run *run, const word *part) {
    if (part[0] == OP_HIDE)
        begin_secret(run, part_in(run, part, HIDE_SECRET));
    else
        each_owner(run, part);
}

/* ------------------------------------------------------------------ rounds and parts */

static word round_begin(Run *run, const word *step) {
    word number = add(run, ROUND_CELL, 1);
    TELL(run, step[ROUND_BEGIN_SOURCE], run->cells[ACTOR_CELL], number);
    return step[number <= step[ROUND_BEGIN_ROUNDS] ? ROUND_BEGIN_BODY : ROUND_BEGIN_FINAL];
}

static word round_until(Run *run, const word *step) {
    word number = run->cells[ROUND_CELL] + 1, last = *cell(run, step[ROUND_UNTIL_END]);
    int is_final = number > (last ? last : step[ROUND_UNTIL_ROUNDS]);
    put(run, ROUND_CELL, is_final ? step[ROUND_UNTIL_ROUNDS] + 1 : number);
    if (is_final)
        put(run, step[ROUND_UNTIL_END], number - 1);
    TELL(run, step[ROUND_UNTIL_SOURCE], run->cells[ACTOR_CELL], number, is_final);
    return step[is_final ? ROUND_UNTIL_FINAL : ROUND_UNTIL_BODY];
}

static word enter(Run *run, const word *step) {
    put(run, PART_CELL, step[ENTER_PART]);
    put(run, ACTOR_CELL, run->cells[START_CELL]);
    TELL(run, step[ENTER_SOURCE], run->cells[START_CELL], step[ENTER_PART]);
    return step[ENTER_FOLLOW];
}

static word enter_in_rounds(Run *run, const word *step) {
    const word *rounds = list(run, step, ENTER_IN_ROUNDS_ROUNDS);
    for (word number = 1; number <= rounds[0]; number++)
        if (rounds[number] == run->cells[ROUND_CELL])
            return enter(run, step);
    return step[ENTER_IN_ROUNDS_AFTER];
}

static word set_start_to(Run *run, const word *step) {
    word before = run->cells[ACTOR_CELL];
    word new = count(run, part_in(run, step, SET_START_TO_SEAT), actor(run));
    put(run, ACTOR_CELL, new);
    if (new != run->cells[START_CELL] && holds(run, part_in(run, step, SET_START_TO_TEST))) {
        put(run, START_CELL, new);
        TELL(run, step[SET_START_TO_SOURCE], new);
    }
    put(run, ACTOR_CELL, before);
    return step[SET_START_TO_FOLLOW];
}

/* All unfinished business is over, and no more rounds come but the final one. */
static word end_now(Run *run, const word *step) {
    const word *over = list(run, step, END_NOW_OVER);
    if (step[END_NOW_FIRST] != run->table_cells)
        return fail(run, NO_CELL);
    run->depth = run->table_cells;
    for (word number = 1; number <= over[0]; number++)
        put(run, over[number], 0);
    if (run->cells[ROUND_CELL] <= step[END_NOW_ROUNDS]) {
        word last = run->cells[ROUND_CELL] > 1 ? run->cells[ROUND_CELL] : 1;
        put(run, ROUND_CELL, last);
        put(run, step[END_NOW_END], last);
        TELL(run, step[END_NOW_SOURCE], run->cells[ACTOR_CELL], last);
    }
    return step[END_NOW_FOLLOW];
}

word turns_step(Run *run, const word *step) {
    switch (step[0]) {
    case OP_END_NOW:
        return end_now(run, step);
    case OP_ROUND_BEGIN:
        return round_begin(run, step);
    case OP_ROUND_UNTIL:
        return round_until(run, step);
    case OP_ENTER:
        return enter(run, step);
    case OP_ENTER_IN_ROUNDS:
        return enter_in_rounds(run, step);
    case OP_TURN_NEXT:
        return turn_next(run, step);
    default:
        return set_start_to(run, step);
    }
}

/* ------------------------------------------------------------------ amounts */

/* The bits of the players of whom a test holds. */
static word whoever(Run *run, const word *part) {
    const word *test = part_in(run, part, WHOEVER_TEST);
    word you = run->cells[ACTOR_CELL], bits = 0;
    for (word player = 0; player < part[WHOEVER_PLAYERS] && !run->fault; player++) {
        put(run, ACTOR_CELL, player);
        if (holds(run, test))
            bits |= bit(run, player);
    }
    put(run, ACTOR_CELL, you);
    return bits;
}

/* Seats, each plus one, the next in the lowest bits. */
static word in_order(const word *seats, word players) {
    word order = 0;
    for (word number = players - 1; number >= 0; number--)
        order = order << SEAT_BITS | (seats[number] + 1);
    return order;
}

/* From the start player on, or backwards; what counts more comes before, or what counts less. Who is
   equal stays in that order. */
static word ordered(Run *run, const word *part) {
    const word *counter = ref(run, part, ORDERED_COUNTER);
    word seats[16], counted[16], players = part[ORDERED_PLAYERS];
    if (players < 1 || players > run->players)
        return fail(run, TOO_MANY);
    for (word number = 0; number < players && !run->fault; number++) {
        word step = part[ORDERED_REVERSE] ? players - 1 - number : number;
        word seat = seat_after(run->cells[START_CELL], step, players), place = number;
        word value = counter ? count(run, counter, seat) : 0;
        value = part[ORDERED_MOST] ? -value : value;
        for (; place > 0 && counted[place - 1] > value; place--) {
            counted[place] = counted[place - 1];
            seats[place] = seats[place - 1];
        }
        counted[place] = value;
        seats[place] = seat;
    }
    return run->fault ? 0 : in_order(seats, players);
}

/* All but one, clockwise from them. */
static word others(Run *run, const word *part, word player) {
    word seats[16], players = part[OTHERS_PLAYERS];
    if (players < 1 || players > run->players)
        return fail(run, TOO_MANY);
    for (word number = 1; number < players; number++)
        seats[number - 1] = seat_after(player, number, players);
    return in_order(seats, players - 1);
}

word turns_count(Run *run, const word *part, word player) {
    switch (part[0]) {
    case OP_ORDERED:
        return ordered(run, part);
    case OP_FIRST_OF:
        return (ordered(run, part_in(run, part, FIRST_OF_ORDER)) & ((1 << SEAT_BITS) - 1)) - 1;
    case OP_OTHERS:
        return others(run, part, player);
    case OP_WHOEVER:
        return whoever(run, part);
    case OP_NEXT_SEAT:
        return seat_after(player, part[NEXT_SEAT_DIRECTION], run->players);
    case OP_FROM_START:
        return seat_after(player, -run->cells[START_CELL], run->players);
    default:
        return fail(run, UNKNOWN_PART);
    }
}
