/* Amounts: how many, in this state, for this player. */

#include "grids.h"

static APART word chosen(Run *run, const word *part) { return chosen_value(run, part); }

static APART word listed(Run *run, const word *part) {
    const word *values = list(run, part, LISTED_VALUES);
    word index = *cell(run, part[LISTED_CELL]);
    if (index < 0 || index >= values[0])
        return fail(run, NO_CELL);
    return values[1 + index];
}

static APART word multiple(Run *run, const word *part, word player) { return multiple_of(run, part, player); }

static APART word together(Run *run, const word *part, word player) {
    const word *counters = list(run, part, TOGETHER_COUNTERS);
    word sum = 0;
    for (word number = 1; number <= counters[0]; number++)
        sum = plus(run, sum, count(run, part_at(run, counters[number]), player));
    return sum;
}

static word least(Run *run, const word *part, word player) {
    const word *counters = list(run, part, LEAST_COUNTERS);
    word found = LARGEST;
    if (!counters[0])
        return fail(run, UNKNOWN_PART);
    for (word number = 1; number <= counters[0]; number++) {
        word counted = count(run, part_at(run, counters[number]), player);
        found = counted < found ? counted : found;
    }
    return found;
}

/* How many of several counts are not nothing. */
static word kinds(Run *run, const word *part, word player) {
    const word *counters = list(run, part, KINDS_COUNTERS);
    word found = 0;
    for (word number = 1; number <= counters[0]; number++)
        found += count(run, part_at(run, counters[number]), player) > 0;
    return found;
}

/* A value for each stretch between thresholds; the first is that below all of them. */
static word stepped(Run *run, const word *part, word player) {
    const word *leasts = list(run, part, STEPPED_LEASTS), *values = list(run, part, STEPPED_VALUES);
    word counted = count(run, part_in(run, part, STEPPED_COUNTER), player), stretch = 0;
    while (stretch < leasts[0] && leasts[1 + stretch] <= counted)
        stretch++;
    return stretch < values[0] ? values[1 + stretch] : fail(run, NO_CELL);
}

static APART word owned(Run *run, const word *part, word player) {
    return shared_by(run, part[OWNED_FIRST] + player, part[OWNED_MASK]);
}

static APART word halved(Run *run, const word *part, word player) {
    return quotient(run, count(run, part_in(run, part, HALVED_COUNTER), player), 2);
}

static APART word divided(Run *run, const word *part, word player) {
    return quotient(run, count(run, part_in(run, part, DIVIDED_COUNTER), player), part[DIVIDED_BY]);
}

/* ------------------------------------------------------------------ amounts within bounds */

static word difference(Run *run, const word *part, word player) {
    word more = count(run, part_in(run, part, DIFFERENCE_MORE), player);
    return plus(run, more, -count(run, part_in(run, part, DIFFERENCE_LESS), player));
}

/* A number, as far as the stock has so much. */
static word stock_allows(Run *run, const word *part, word player) {
    word number = count(run, part_in(run, part, STOCK_ALLOWS_NUMBER), player);
    word stock = *cell(run, part[STOCK_ALLOWS_STOCK]);
    stock = stock > 0 ? stock : 0;
    return number < stock ? number : stock;
}

/* ------------------------------------------------------------------ all of them */

/* Those that are asked for less often. */
static APART word count_rarely(Run *run, const word *part, word player) {
    switch (part[0]) {
    case OP_LEAST:
        return least(run, part, player);
    case OP_KINDS:
        return kinds(run, part, player);
    case OP_STEPPED:
        return stepped(run, part, player);
    case OP_DIFFERENCE:
        return difference(run, part, player);
    case OP_WITH_ROOM:
    case OP_ALL_OR_NONE:
    case OP_COPIES_IN:
        return holding_count(run, part, player);
    case OP_ON_OWNED:
    case OP_ON_BUILT_LAST:
        return maps_count(run, part, player);
    case OP_STOCK_ALLOWS:
        return stock_allows(run, part, player);
    case OP_EMPTY_CELLS:
        return empty_cells(run, part, player);
    case OP_ON_CELLS:
        return on_cells(run, part, player);
    case OP_PARTS:
    case OP_TILES_INSIDE:
        return enclosed_count(run, part, player);
    default:
        return turns_count(run, part, player);
    }
}

word count_more(Run *run, const word *part, word player) {
    if (player < 0 || player >= run->players)
        return fail(run, TOO_MANY);
    switch (part[0]) {
    case OP_OWNED:
        return owned(run, part, player);
    case OP_MULTIPLE:
        return multiple(run, part, player);
    case OP_TOGETHER:
        return together(run, part, player);
    case OP_HALVED:
        return halved(run, part, player);
    case OP_DIVIDED:
        return divided(run, part, player);
    case OP_ON_TOP:
        return *top(run, 1);
    case OP_CHOSEN:
        return chosen(run, part);
    case OP_LISTED:
        return listed(run, part);
    default:
        return count_rarely(run, part, player);
    }
}
