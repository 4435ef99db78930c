/* What is paid for something, counted when it is asked. */

#include <stdlib.h>

#include "machine.h"

#define MOST_COUNTED ((MOST_OPERANDS - 1) / 2)

/* Pairs of a good and how much of it, behind how many there are. */
typedef struct {
    word goods[1 + 2 * MOST_COUNTED];
} Counted;

/* What it costs "you" now. */
static Counted cost_now(Run *run, const word *cost) {
    const word *items = list(run, cost, COUNTED_COST_ITEMS);
    Counted found = {.goods = {0}};
    word you = actor(run);
    for (word number = 0; number < items[0] && !run->fault; number++) {
        word amount = count(run, part_at(run, items[2 + 2 * number]), you);
        if (amount <= 0)
            continue;
        if (found.goods[0] >= MOST_COUNTED) {
            fail(run, TOO_MANY);
            return found;
        }
        word place = 2 * found.goods[0]++;
        found.goods[1 + place] = items[1 + 2 * number];
        found.goods[2 + place] = amount;
    }
    return found;
}

/* Those of the ways that "you" can pay are marked; how many there are. */
static int mark_open(Run *run, const word *cost, const Ways *ways, char *is_open) {
    word you = actor(run), row = row_of(run, part_in(run, cost, COUNTED_COST_PURSE), you);
    word owned = part_in(run, cost, COUNTED_COST_SOLVER)[SOLVER_OWNED] + you;
    int count = 0;
    for (int number = 0; number < ways->count; number++) {
        const Way *way = ways->entries + number;
        int has_rights = 1;
        for (int mask = 0; mask < way->mask_count; mask++)
            has_rights &= meets(run, owned, way->masks[mask]);
        is_open[number] = has_rights && has_goods(run, way->goods, row);
        count += is_open[number];
    }
    return count;
}

int can_pay_counted(Run *run, const word *part) {
    char is_open[MOST_WAYS];
    const word *cost = part_in(run, part, CAN_PAY_COUNTED_COST);
    Counted now = cost_now(run, cost);
    Ways *ways = solved(run, part_in(run, cost, COUNTED_COST_SOLVER), now.goods);
    int count = ways ? mark_open(run, cost, ways, is_open) : 0;
    free(ways);
    return count > 0;
}

/* ------------------------------------------------------------------ offers */

/* The operands are the way, and the goods with how much of each. */
void list_counted(Run *run, const word *offer, Options *found) {
    const word *cost = part_in(run, offer, PAID_COUNTED_COST);
    word operands[MOST_OPERANDS] = {0};
    char is_open[MOST_WAYS];
    Counted now = cost_now(run, cost);
    int length = (int)(2 * now.goods[0]);
    Ways *ways = solved(run, part_in(run, cost, COUNTED_COST_SOLVER), now.goods);
    if (!ways)
        return;
    for (int place = 1; place <= length; place++)
        operands[place] = now.goods[place];
    mark_open(run, cost, ways, is_open);
    for (int number = 0; number < ways->count; number++) {
        operands[0] = number;
        if (is_open[number])
            list_many(run, found, offer, 1 + length, operands);
    }
    free(ways);
}

static void pay_counted(Run *run, const word *offer, const Way *way) {
    const word *purse = ref(run, part_in(run, offer, PAID_COUNTED_COST), COUNTED_COST_PURSE);
    if (way->goods[0])
        pay(run, purse, offer[PAID_COUNTED_SOURCE], way->goods, 1);
    lose(run, list(run, offer, PAID_COUNTED_LOSSES), way->goods, 1);
}

word take_counted(Run *run, const word *offer, const Option *option) {
    const word *cost = part_in(run, offer, PAID_COUNTED_COST);
    Counted now = {.goods = {option->count / 2}};
    word number = operand(option, 0);
    if (option->count % 2 == 0 || option->count > 1 + 2 * MOST_COUNTED)
        return fail(run, UNKNOWN_PART);
    for (int place = 1; place < option->count; place++)
        now.goods[place] = operand(option, place);
    Ways *ways = solved(run, part_in(run, cost, COUNTED_COST_SOLVER), now.goods);
    if (ways && number >= 0 && number < ways->count)
        pay_counted(run, offer, ways->entries + number);
    else
        fail(run, UNKNOWN_PART);
    free(ways);
    if (!run->fault)
        act_if_any(run, ref(run, offer, PAID_COUNTED_ACT));
    return offer[PAID_COUNTED_TARGET];
}
