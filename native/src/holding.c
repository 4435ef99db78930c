/* What a player may hold, and what is given back where it is too much. */

#include "machine.h"

/* ------------------------------------------------------------------ room, and what there is */

static word sum_of(Run *run, const word *goods, word row) {
    word sum = 0;
    for (word number = 1; number <= goods[0]; number++)
        sum = plus(run, sum, *cell(run, goods[number] + row));
    return sum;
}

static word with_room(Run *run, const word *part, word player) {
    word row = product(run, player, part[WITH_ROOM_STRIDE]);
    word held = sum_of(run, list(run, part, WITH_ROOM_GOODS), row);
    word room = plus(run, part[WITH_ROOM_MOST], -held);
    if (room <= 0)
        return 0;
    word number = count(run, part_in(run, part, WITH_ROOM_COUNTER), player);
    number = number < room ? number : room;
    return number > 0 ? number : 0;
}

static word all_or_none(Run *run, const word *part, word player) {
    word number = count(run, part_in(run, part, ALL_OR_NONE_COUNTER), player);
    return number <= *cell(run, part[ALL_OR_NONE_STOCK]) ? number : 0;
}

static word copies_in(Run *run, const word *part) {
    const word *pieces = list(run, part, COPIES_IN_PIECES);
    word sum = 0;
    for (word number = 1; number <= pieces[0]; number++)
        sum += copies_of(run, part[COPIES_IN_PLACE], pieces[number]);
    return sum;
}

word holding_count(Run *run, const word *part, word player) {
    switch (part[0]) {
    case OP_WITH_ROOM:
        return with_room(run, part, player);
    case OP_ALL_OR_NONE:
        return all_or_none(run, part, player);
    default:
        return copies_in(run, part);
    }
}

static int somebody_has(Run *run, const word *test) {
    const word *cells = list(run, test, SOMEBODY_HAS_CELLS);
    for (word number = 1; number <= cells[0]; number++)
        if (*cell(run, cells[number]) > 0)
            return 1;
    return 0;
}

static int has_room(Run *run, const word *test) {
    word player = actor(run), row = product(run, player, test[HAS_ROOM_STRIDE]);
    word held = sum_of(run, list(run, test, HAS_ROOM_GOODS), row);
    word room = plus(run, test[HAS_ROOM_MOST], -held);
    return count(run, part_in(run, test, HAS_ROOM_COUNTER), player) <= room;
}

int holding_holds(Run *run, const word *test) {
    return test[0] == OP_HAS_ROOM ? has_room(run, test) : somebody_has(run, test);
}

/* ------------------------------------------------------------------ giving back */

/* How much of each of the goods "you" hold, and how much goes back: all ways are listed, those with
   more of the first before. */
typedef struct {
    const word *step;
    Options *found;
    word kinds;
    word held[MOST_OPERANDS];
    word given[MOST_OPERANDS];
} Giving;

static word row_of_step(Run *run, const word *step) {
    return row_of(run, part_in(run, step, GIVE_BACK_PURSE), actor(run));
}

/* How much is too much; at most 0: nothing is. */
static word excess(Run *run, const word *step) {
    const word *goods = list(run, step, GIVE_BACK_GOODS);
    return plus(run, sum_of(run, goods, row_of_step(run, step)), -step[GIVE_BACK_MOST]);
}

static void list_ways(Run *run, Giving *giving, word kind, word left) {
    if (kind == giving->kinds) {
        if (!left)
            list_many(run, giving->found, giving->step, (int)giving->kinds, giving->given);
        return;
    }
    word most = giving->held[kind] > 0 ? giving->held[kind] : 0;
    most = most < left ? most : left;
    for (word amount = most; amount >= 0 && goes_on(run); amount--) {
        giving->given[kind] = amount;
        list_ways(run, giving, kind + 1, left - amount);
    }
}

/* Are there more ways to give back so many of some kinds than are listed? */
static int are_too_many(word kinds, word number) {
    word ways = 1;
    for (word each = 1; each <= number && kinds > 1 && ways <= MOST_GIVEN; each++)
        ways = ways * (kinds - 1 + each) / each;
    return ways > MOST_GIVEN;
}

void list_given_back(Run *run, const word *step, Options *found) {
    const word *goods = list(run, step, GIVE_BACK_GOODS);
    word row = row_of_step(run, step), number = excess(run, step), held = 0;
    Giving giving = {.step = step, .found = found, .kinds = goods[0]};
    if (goods[0] > MOST_OPERANDS) {
        fail(run, TOO_MANY);
        return;
    }
    for (word kind = 0; kind < goods[0]; kind++) {
        giving.held[kind] = *cell(run, row + goods[1 + kind]);
        held += giving.held[kind] > 0;
    }
    if (number > 1 && are_too_many(held, number))
        number = 1;
    if (number > 0)
        list_ways(run, &giving, 0, number);
}

word give_back_step(Run *run, word number, const word *step) {
    return excess(run, step) > 0 ? ~number : step[GIVE_BACK_FOLLOW];
}

word choose_given_back(Run *run, word number, const word *step, const Option *option) {
    const word *goods = list(run, step, GIVE_BACK_GOODS);
    word given[1 + 2 * MOST_OPERANDS] = {0};
    if (option->count != goods[0])
        return fail(run, UNKNOWN_PART);
    for (int kind = 0; kind < option->count; kind++)
        if (operand(option, kind)) {
            given[1 + 2 * given[0]] = goods[1 + kind];
            given[2 + 2 * given[0]++] = operand(option, kind);
        }
    pay(run, part_in(run, step, GIVE_BACK_PURSE), step[GIVE_BACK_SOURCE], given, 1);
    lose(run, list(run, step, GIVE_BACK_LOSSES), given, 1);
    return give_back_step(run, number, step);
}
