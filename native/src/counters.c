/* Amounts: how many, in this state, for this player. */

#include "grids.h"

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
    word counted = count(run, ref(run, part, STEPPED_COUNTER), player), stretch = 0;
    while (stretch < leasts[0] && leasts[1 + stretch] <= counted)
        stretch++;
    return stretch < values[0] ? values[1 + stretch] : fail(run, NO_CELL);
}

/* ------------------------------------------------------------------ amounts within bounds */

static word difference(Run *run, const word *part, word player) {
    word more = count(run, ref(run, part, DIFFERENCE_MORE), player);
    return plus(run, more, -count(run, ref(run, part, DIFFERENCE_LESS), player));
}

/* A number, as far as the stock has so much. */
static word stock_allows(Run *run, const word *part, word player) {
    word number = count(run, ref(run, part, STOCK_ALLOWS_NUMBER), player);
    word stock = *cell(run, part[STOCK_ALLOWS_STOCK]);
    stock = stock > 0 ? stock : 0;
    return number < stock ? number : stock;
}

/* ------------------------------------------------------------------ all of them */

/* Those that are asked for less often. */
static word count_more(Run *run, const word *part, word player) {
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
        found = count_more(run, part, player);
    }
    run->nested--;
    return found;
}
