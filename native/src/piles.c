/* What lies on the table: stacks, lots, places of pieces, markers, and who begins. */

#include "machine.h"

#define MOST_PIECES 1024

static int is_in(const word *values, word wanted) {
    for (word number = 1; number <= values[0]; number++)
        if (values[number] == wanted)
            return 1;
    return 0;
}

/* ------------------------------------------------------------------ acts */

/* Each move is a piece, where it lies, and where it comes to (-1: out of the game). */
static void move_all(Run *run, const word *part) {
    const word *moves = list(run, part, MOVE_ALL_MOVES);
    word from = -1;
    Bits there = {NULL, 0};
    for (word number = 0; number < moves[0]; number++) {
        const word *move = moves + 1 + 3 * number;
        if (move[1] != from)
            there = bits_of(run, from = move[1]);
        word copies = copies_among(run, there, move[0]);
        if (!copies)
            continue;
        if (part[MOVE_ALL_MOST] && copies > part[MOVE_ALL_MOST + 1])
            copies = part[MOVE_ALL_MOST + 1];
        add_copies(run, move[1], move[0], -copies);
        if (move[2] >= 0)
            add_copies(run, move[2], move[0], copies);
        TELL(run, part[MOVE_ALL_SOURCE], run->cells[ACTOR_CELL], move[0], copies);
    }
}

static void move_marker(Run *run, const word *part) {
    word index = part[MOVE_MARKER_CELL] + actor(run) * part[MOVE_MARKER_STRIDE];
    word before = *cell(run, index), last = part[MOVE_MARKER_LAST];
    word position = plus(run, before, part[MOVE_MARKER_STEP]);
    position = position < 0 ? 0 : position;
    position = position > last ? last : position;
    if (position == before)
        return;
    put(run, index, position);
    TELL(run, part[MOVE_MARKER_SOURCE], run->cells[ACTOR_CELL], position);
}

static void move_around(Run *run, const word *part) {
    word index = part[MOVE_AROUND_CELL] + actor(run) * part[MOVE_AROUND_STRIDE];
    word last = part[MOVE_AROUND_LAST], here = *cell(run, index);
    if (last <= 0 || here < 0 || here > last) {
        fail(run, NO_CELL);
        return;
    }
    if (part[MOVE_AROUND_STEP] <= 0 && !here)
        here = 1;
    here = (here + part[MOVE_AROUND_STEP] - 1 + last) % last + 1;
    put(run, index, here);
    TELL(run, part[MOVE_AROUND_SOURCE], run->cells[ACTOR_CELL], here);
}

static void end_after(Run *run, const word *part) {
    word *round = cell(run, ROUND_CELL), *end = cell(run, part[END_AFTER_END]);
    word last = (*round > 1 ? *round : 1) + part[END_AFTER_MORE];
    last = last < part[END_AFTER_ROUNDS] ? last : part[END_AFTER_ROUNDS];
    if (*round > part[END_AFTER_ROUNDS] || (*end && last >= *end))
        return;
    *end = last;
    TELL(run, part[END_AFTER_SOURCE], run->cells[ACTOR_CELL], last);
}

void piles_act(Run *run, const word *part) {
    switch (part[0]) {
    case OP_MOVE_ALL:
        move_all(run, part);
        break;
    case OP_TAKE:
        take_piece(run, part);
        break;
    case OP_MOVE_MARKER:
        move_marker(run, part);
        break;
    case OP_MOVE_AROUND:
        move_around(run, part);
        break;
    case OP_END_AFTER:
        end_after(run, part);
        break;
    default:
        fail(run, UNKNOWN_PART);
    }
}

/* ------------------------------------------------------------------ conditions */

/* The piece that was turned up last on the lot being resolved; -1: none. Each lot is two cells. */
word on_lot(Run *run, const word *lots) {
    word lot = run->cells[LOT_CELL];
    if (lot < 0 || lot >= lots[0])
        return fail(run, NO_CELL) - 1;
    return last_up(run, lots[1 + 2 * lot], *cell(run, lots[2 + 2 * lot]));
}

static int lies_up(Run *run, const word *part) {
    word turned = *cell(run, part[LIES_UP_TURNED]);
    return run->cells[ROUND_CELL] <= part[LIES_UP_ROUNDS] && turned > 0 &&
           last_up(run, part[LIES_UP_ORDER], turned) == part[LIES_UP_PIECE];
}

/* Its test, if the piece that lies up on one of the lots is listed: pairs in order of the pieces. */
static int contains(Run *run, const word *part) {
    const word *lots = list(run, part, CONTAINS_LOTS), *found = list(run, part, CONTAINS_FOUND);
    word first = 0, end = lots[0];
    if (part[CONTAINS_REGISTER] >= 0) {
        first = *cell(run, part[CONTAINS_REGISTER]);
        end = first + 1;
    }
    if (first < 0 || end > lots[0])
        return (int)fail(run, NO_CELL);
    for (word lot = first; lot < end; lot++) {
        word turned = *cell(run, lots[2 + 2 * lot]);
        if (!turned || run->cells[ROUND_CELL] > part[CONTAINS_ROUNDS])
            continue;
        word piece = last_up(run, lots[1 + 2 * lot], turned);
        for (word number = 0; number < found[0]; number++)
            if (found[1 + 2 * number] == piece && holds(run, part_at(run, found[2 + 2 * number])))
                return 1;
    }
    return 0;
}

int piles_holds(Run *run, const word *part) {
    switch (part[0]) {
    case OP_LIES_UP:
        return lies_up(run, part);
    case OP_CONTAINS:
        return contains(run, part);
    case OP_LOT_HOLDS:
        return is_in(list(run, part, LOT_HOLDS_PIECES), on_lot(run, list(run, part, LOT_HOLDS_LOTS)));
    case OP_CAN_TAKE:
        return can_take(run, part);
    default:
        return (int)fail(run, UNKNOWN_PART);
    }
}

/* ------------------------------------------------------------------ lots */

static word open_lots(Run *run, const word *step) {
    const word *lots = list(run, step, OPEN_LOTS_LOTS), *closed = list(run, step, OPEN_LOTS_CLOSED);
    const word *closers = list(run, step, OPEN_LOTS_CLOSERS);
    word open = 0;
    for (word lot = 0; lot < lots[0]; lot++) {
        word turned = *cell(run, lots[2 + 2 * lot]);
        if (turned && !is_in(closed, last_up(run, lots[1 + 2 * lot], turned)))
            open |= bit(run, lot);
    }
    for (word number = 0; number < closers[0]; number++)
        if (holds(run, part_at(run, closers[1 + 2 * number])))
            open &= ~closers[2 + 2 * number];
    put(run, OPEN_CELL, open);
    return step[OPEN_LOTS_FOLLOW];
}

word lot_begin(Run *run, const word *step) {
    word lot = step[LOT_BEGIN_LOT], leader = *cell(run, step[LOT_BEGIN_LEADERS] + lot);
    if (leader <= 0 || leader > step[LOT_BEGIN_PLAYERS])
        return step[LOT_BEGIN_FOLLOW];
    put(run, ACTOR_CELL, leader - 1);
    put(run, LOT_CELL, lot);
    put(run, BUILT_CELL, 0);
    put(run, DECLINED_CELL, 0);
    TELL(run, step[LOT_BEGIN_SOURCE], leader - 1, lot);
    return step[LOT_BEGIN_BODY];
}

/* Into the routine of a piece, if it has one. */
static inline word enter_routine(Run *run, const word *step, word piece, word follow) {
    const word *routines = table_of(run, step);
    if ((uint64_t)piece >= (uint64_t)routines[0])
        return follow;
    const word *found = routines + 1 + 2 * piece;
    if (found[0] == NO_ROUTINE)
        return found[1];
    push(run, found[1]);
    return found[0];
}

word use_piece(Run *run, const word *step) {
    word piece = on_lot(run, list(run, step, USE_PIECE_LOTS));
    return enter_routine(run, step, piece, step[USE_PIECE_FOLLOW]);
}

static word use_turned(Run *run, const word *step) {
    const word *lots = list(run, step, USE_TURNED_LOTS);
    word piece = -1, turned = lots[0] ? *cell(run, lots[2]) : fail(run, NO_CELL);
    if (turned && run->cells[ROUND_CELL] <= step[USE_TURNED_ROUNDS])
        piece = last_up(run, lots[1], turned);
    return enter_routine(run, step, piece, step[USE_TURNED_FOLLOW]);
}

word when_built(Run *run, const word *step) {
    return enter_routine(run, step, run->cells[BUILT_CELL] - 1, step[WHEN_BUILT_FOLLOW]);
}

static word at_space(Run *run, const word *step) {
    const word *entries = list(run, step, AT_SPACE_ENTRIES);
    word space = *cell(run, step[AT_SPACE_MARKER]);
    if (!space)
        return step[AT_SPACE_FOLLOW];
    return space < 0 || space > entries[0] ? fail(run, NO_CELL) : entries[space];
}

/* ------------------------------------------------------------------ stacks */

/* The pieces of a layer that lie in none above it, behind those; shuffled, if they are. */
static word add_layer(Run *run, const word *step, const word *layer, word *order, word laid) {
    const word *fitting = run->block + layer[0];
    word end = laid;
    for (word number = 1; number <= fitting[0] && end < MOST_PIECES; number++) {
        int is_laid = 0;
        for (word before = 0; before < laid; before++)
            is_laid |= order[before] == fitting[number];
        if (!is_laid)
            order[end++] = fitting[number];
    }
    for (word last = end - laid - 1; step[SHUFFLE_STACK_SHUFFLE] && last > 0; last--) {
        word other = laid + by_chance(run, last + 1), swapped = order[laid + last];
        order[laid + last] = order[other];
        order[other] = swapped;
    }
    return layer[1] && laid + layer[2] < end && layer[2] >= 0 ? laid + layer[2] : end;
}

static word shuffle_stack(Run *run, const word *step) {
    const word *layers = list(run, step, SHUFFLE_STACK_LAYERS);
    word order[MOST_PIECES], laid = 0, size = step[SHUFFLE_STACK_SIZE];
    for (word number = 0; number < layers[0]; number++)
        laid = add_layer(run, step, layers + 1 + 3 * number, order, laid);
    if (laid > size)
        fail(run, TOO_LARGE);
    for (word place = 0; place < size && !run->fault; place++)
        put_bits(run, step[SHUFFLE_STACK_ORDER], WIDTH * place, WIDTH,
                 place < laid ? order[place] : EMPTY);
    put(run, step[SHUFFLE_STACK_TURNED], 0);
    put(run, step[SHUFFLE_STACK_FACE_UP], step[SHUFFLE_STACK_SHOWN]);
    return step[SHUFFLE_STACK_FOLLOW];
}

/* Where a piece that is turned up comes from one place to another. */
static void move_onto(Run *run, const word *onto, word piece) {
    if (!onto[0] || !copies_of(run, onto[2], piece))
        return;
    add_copies(run, onto[2], piece, -1);
    add_copies(run, onto[3], piece, 1);
    TELL(run, onto[1], run->cells[ACTOR_CELL], piece, 1);
}

/* Each stack is the cells of its order and of what is turned up, and how many it can hold. */
static word turn_up(Run *run, const word *step) {
    const word *stacks = list(run, step, TURN_UP_STACKS);
    for (word number = 0; number < stacks[0]; number++) {
        const word *stack = stacks + 1 + 3 * number;
        word turned = *cell(run, stack[1]);
        if (turned >= stack[2])
            continue;
        word piece = bits_at(run, stack[0], product(run, WIDTH, turned), WIDTH);
        if (piece == EMPTY)
            continue;
        add(run, stack[1], 1);
        TELL(run, step[TURN_UP_SOURCE], run->cells[ACTOR_CELL], number, piece);
        move_onto(run, step + TURN_UP_ONTO, piece);
    }
    if (step[TURN_UP_CLEARED] < step[TURN_UP_CLEARED + 1])
        put(run, OUT_CELL, 0);
    for (word index = step[TURN_UP_CLEARED]; index < step[TURN_UP_CLEARED + 1]; index++)
        put(run, index, 0);
    return step[TURN_UP_FOLLOW];
}

/* ------------------------------------------------------------------ who begins */

static word random_start(Run *run, const word *step) {
    put(run, START_CELL, by_chance(run, step[RANDOM_START_PLAYERS]));
    TELL(run, step[RANDOM_START_SOURCE], run->cells[START_CELL]);
    return step[RANDOM_START_FOLLOW];
}

static word set_start(Run *run, const word *step) {
    word before = run->cells[START_CELL], new = before, players = step[SET_START_PLAYERS];
    if (step[SET_START_NEXT_PLAYER] && players > 0)
        new = (before + 1) % players;
    for (word lot = step[SET_START_LEADERS]; lot < step[SET_START_LEADERS + 1]; lot++) {
        word leader = *cell(run, lot);
        if (step[SET_START_NEXT_PLAYER] || leader <= 0 || leader > players)
            continue;
        new = leader - 1;
        break;
    }
    if (new != before) {
        put(run, START_CELL, new);
        TELL(run, step[SET_START_SOURCE], new);
    }
    return step[SET_START_FOLLOW];
}

word piles_step(Run *run, const word *step) {
    switch (step[0]) {
    case OP_DRAW_PIECE:
        return draw_piece(run, step);
    case OP_OPEN_LOTS:
        return open_lots(run, step);
    case OP_USE_TURNED:
        return use_turned(run, step);
    case OP_AT_SPACE:
        return at_space(run, step);
    case OP_SHUFFLE_STACK:
        return shuffle_stack(run, step);
    case OP_RANDOM_START:
        return random_start(run, step);
    case OP_TURN_UP:
        return turn_up(run, step);
    case OP_SET_START:
        return set_start(run, step);
    default:
        return fail(run, UNKNOWN_PART);
    }
}
