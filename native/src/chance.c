/* What the random numbers decide: where a marker stops, what a roll leads to, what is drawn. */

#include "machine.h"

static void spin(Run *run, const word *part) {
    word player = actor(run), first = part[SPIN_FIRST];
    word space = first + by_chance(run, part[SPIN_LAST] - first + 1);
    put(run, part[SPIN_CELL] + player * part[SPIN_STRIDE], space);
    TELL(run, part[SPIN_SOURCE], player, space);
}

word roll(Run *run, const word *step) {
    const word *entries = list(run, step, ROLL_ENTRIES);
    word face = by_chance(run, entries[0]);
    if (run->fault)
        return -1;
    TELL(run, step[ROLL_SOURCE], run->cells[ACTOR_CELL], face + 1);
    return entries[1 + face];
}

/* ------------------------------------------------------------------ drawing goods */

/* The slots of what may be drawn: an optional act and counter are a place each. */
enum { GIVER, GIVER_APART, TAKER, TAKER_APART, TOLD, EACH, ROOM, DRAWN };

static word there_is(Run *run, const word *drawn, word player) {
    const word *room = drawn[ROOM] ? part_at(run, drawn[ROOM]) : NULL;
    if (room && count(run, room, player) < 1)
        return 0;
    word there = *cell(run, drawn[GIVER] + player * drawn[GIVER_APART]);
    return there > 0 ? there : 0;
}

/* 0: there is nothing left. */
static int draw_one(Run *run, const word *part) {
    const word *goods = list(run, part, DRAW_GOODS), *drawn = goods + 1;
    word player = actor(run), sum = 0;
    for (word number = 0; number < goods[0]; number++)
        sum = plus(run, sum, there_is(run, goods + 1 + DRAWN * number, player));
    if (!sum || run->fault)
        return 0;
    word left = by_chance(run, sum);
    for (word there; left >= (there = there_is(run, drawn, player)) && goes_on(run);
         drawn += DRAWN)
        left -= there;
    if (run->fault)
        return 0;
    add(run, drawn[GIVER] + player * drawn[GIVER_APART], -1);
    add(run, drawn[TAKER] + player * drawn[TAKER_APART], 1);
    TELL(run, drawn[TOLD], player, 1);
    hand_back(run, part_in(run, part, DRAW_CEILING));
    if (drawn[EACH])
        act(run, part_at(run, drawn[EACH]));
    return !run->fault;
}

static void draw(Run *run, const word *part) {
    for (word unit = 0; unit < part[DRAW_COUNT] && goes_on(run) && draw_one(run, part); unit++)
        ;
}

/* ------------------------------------------------------------------ dice */

/* So much from the stock to "you", or back where it is below nothing. */
static void move_shown(Run *run, const word *part, word amount) {
    const word *each = ref(run, part, amount > 0 ? THROW_DICE_EACH_GAINED : THROW_DICE_EACH_LOST);
    word player = actor(run), units = amount > 0 ? amount : -amount;
    if (!amount)
        return;
    add(run, part[THROW_DICE_STOCK], -amount);
    add(run, part[THROW_DICE_HELD] + player * part[THROW_DICE_STRIDE], amount);
    TELL(run, part[THROW_DICE_SOURCE], player, amount);
    hand_back(run, part_in(run, part, THROW_DICE_CEILING));
    for (word unit = 0; each && unit < units && goes_on(run); unit++)
        act(run, each);
}

static void throw_dice(Run *run, const word *part) {
    const word *room = ref(run, part, THROW_DICE_ROOM);
    word player = actor(run), dice = count(run, part_in(run, part, THROW_DICE_DICE), player), total = 0;
    move_shown(run, part, -*cell(run, part[THROW_DICE_HELD] + player * part[THROW_DICE_STRIDE]));
    for (word number = 0; number < dice && goes_on(run); number++)
        total += by_chance(run, FACES) + 1;
    if (part[THROW_DICE_LIMITED]) {
        word there = *cell(run, part[THROW_DICE_STOCK]);
        there = there > 0 ? there : 0;
        total = total < there ? total : there;
    }
    if (room) {
        word most = count(run, room, player);
        total = total < most ? total : most;
    }
    move_shown(run, part, total);
}

void chance_act(Run *run, const word *part) {
    switch (part[0]) {
    case OP_SPIN:
        spin(run, part);
        break;
    case OP_DRAW:
        draw(run, part);
        break;
    default:
        throw_dice(run, part);
    }
}
