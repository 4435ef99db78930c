/* What is paid for something, counted when it is asked. */

#include "machine.h"

#define MOST_COUNTED ((MOST_OPERANDS - 1) / 2)

/* Pairs of a good and how much of it, behind how many there are. */
typedef struct {
    word goods[1 + 2 * MOST_COUNTED];
} Counted;

/* What it costs "you" now. Where something else may pay for it, Python finds the ways. */
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

static int is_substituted(Run *run, const word *cost) {
    const word *items = list(run, cost, COUNTED_COST_ITEMS);
    const word *substitutes = list(run, ref(run, cost, COUNTED_COST_SOLVER), SOLVER_SUBSTITUTES);
    for (word number = 0; number < items[0]; number++)
        for (word each = 1; each <= substitutes[0]; each++)
            if (part_at(run, substitutes[each])[SUBSTITUTE_GOOD] == items[1 + 2 * number])
                return 1;
    return 0;
}

/* The same good twice is paid in one sum. */
static Counted in_sums(Run *run, const word *goods) {
    Counted found = {.goods = {0}};
    for (word number = 0; number < goods[0]; number++) {
        word place = 0;
        while (place < found.goods[0] && found.goods[1 + 2 * place] != goods[1 + 2 * number])
            place++;
        if (place == found.goods[0])
            found.goods[1 + 2 * found.goods[0]++] = goods[1 + 2 * number];
        found.goods[2 + 2 * place] =
            plus(run, found.goods[2 + 2 * place], goods[2 + 2 * number]);
    }
    return found;
}

static int can_pay_now(Run *run, const word *cost, const Counted *now) {
    if (is_substituted(run, cost))
        return (int)fail(run, TOO_MANY);
    Counted sums = in_sums(run, now->goods);
    word row = row_of(run, ref(run, cost, COUNTED_COST_PURSE), actor(run));
    return has_goods(run, sums.goods, row);
}

int can_pay_counted(Run *run, const word *part) {
    const word *cost = ref(run, part, CAN_PAY_COUNTED_COST);
    Counted now = cost_now(run, cost);
    return can_pay_now(run, cost, &now);
}

/* ------------------------------------------------------------------ offers */

/* The operands are the way, which is the plain one, and the goods with how much of each. */
void list_counted(Run *run, const word *offer, Options *found) {
    const word *cost = ref(run, offer, PAID_COUNTED_COST);
    word operands[MOST_OPERANDS] = {0};
    Counted now = cost_now(run, cost);
    int length = (int)(2 * now.goods[0]);
    if (!can_pay_now(run, cost, &now))
        return;
    for (int place = 0; place < length; place++)
        operands[1 + place] = now.goods[1 + place];
    list_many(run, found, offer, 1 + length, operands);
}

word take_counted(Run *run, const word *offer, const Option *option) {
    const word *cost = ref(run, offer, PAID_COUNTED_COST);
    const word *purse = ref(run, cost, COUNTED_COST_PURSE);
    Counted now = {.goods = {option->count / 2}};
    if (option->count % 2 == 0 || option->count > 1 + 2 * MOST_COUNTED || operand(option, 0))
        return fail(run, UNKNOWN_PART);
    for (int place = 1; place < option->count; place++)
        now.goods[place] = operand(option, place);
    Counted sums = in_sums(run, now.goods);
    if (sums.goods[0])
        pay(run, purse, offer[PAID_COUNTED_SOURCE], sums.goods, 1);
    lose(run, list(run, offer, PAID_COUNTED_LOSSES), sums.goods, 1);
    act_if_any(run, ref(run, offer, PAID_COUNTED_ACT));
    return offer[PAID_COUNTED_TARGET];
}
