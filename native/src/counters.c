/* Amounts: how many, in this state, for this player. */

#include "machine.h"

static word chosen(Run *run, const word *part) {
    return *cell(run, part[CHOSEN_FIRST] + *cell(run, part[CHOSEN_REGISTER]));
}

static word listed(Run *run, const word *part) {
    const word *values = list(run, part, LISTED_VALUES);
    word index = *cell(run, part[LISTED_CELL]);
    if (index < 0 || index >= values[0])
        return fail(run, NO_CELL);
    return values[1 + index];
}

static word multiple(Run *run, const word *part, word player) {
    word counted = count(run, ref(run, part, MULTIPLE_COUNTER), player);
    word number = product(run, part[MULTIPLE_EACH], counted);
    if (part[MULTIPLE_MOST] && number > part[MULTIPLE_MOST + 1])
        return part[MULTIPLE_MOST + 1];
    return number;
}

static word together(Run *run, const word *part, word player) {
    const word *counters = list(run, part, TOGETHER_COUNTERS);
    word sum = 0;
    for (word number = 1; number <= counters[0]; number++)
        sum = plus(run, sum, count(run, part_at(run, counters[number]), player));
    return sum;
}

word count(Run *run, const word *part, word player) {
    if (run->nested > DEEPEST || player < 0 || player >= run->image->players)
        return fail(run, TOO_MANY);
    run->nested++;
    word found = 0;
    switch (part[0]) {
    case OP_FIXED:
        found = part[FIXED_VALUE];
        break;
    case OP_IN_CELL:
        found = *cell(run, part[IN_CELL_FIRST] + player * part[IN_CELL_STRIDE]);
        break;
    case OP_OWNED:
        found = shared_by(run, part[OWNED_FIRST] + player, part[OWNED_MASK]);
        break;
    case OP_MULTIPLE:
        found = multiple(run, part, player);
        break;
    case OP_TOGETHER:
        found = together(run, part, player);
        break;
    case OP_HALVED:
        found = quotient(run, count(run, ref(run, part, HALVED_COUNTER), player), 2);
        break;
    case OP_DIVIDED:
        found = quotient(run, count(run, ref(run, part, DIVIDED_COUNTER), player),
                         part[DIVIDED_BY]);
        break;
    case OP_ON_TOP:
        found = *top(run, 1);
        break;
    case OP_CHOSEN:
        found = chosen(run, part);
        break;
    case OP_LISTED:
        found = listed(run, part);
        break;
    default:
        found = turns_count(run, part, player);
    }
    run->nested--;
    return found;
}
