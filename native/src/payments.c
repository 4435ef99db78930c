/* Payments: whether one can be made, making it, and what is due. */

#include "machine.h"

word row_of(Run *run, const word *purse, word seat) {
    return REGISTERS_CELL + seat * list(run, purse, PURSE_NAMES)[0];
}

/* Whoever holds this row of goods and has these rights. */
int can_pay(Run *run, const word *payment, word row, word rights) {
    const word *masks = list(run, payment, PAYMENT_MASKS);
    const word *goods = list(run, payment, PAYMENT_GOODS);
    for (word number = 1; number <= masks[0]; number++)
        if (!(rights & masks[number]))
            return 0;
    for (word number = 0; number < goods[0]; number++)
        if (*cell(run, row + goods[1 + 2 * number]) < goods[2 + 2 * number])
            return 0;
    return 1;
}

/* From "you" to the stock, all of it so many times. */
void pay(Run *run, const word *purse, word source, const word *goods, word times) {
    word player = actor(run), row = row_of(run, purse, player), stock = purse[PURSE_STOCK];
    begin_record(run);
    add_record(run, source);
    add_record(run, player);
    for (word number = 0; number < goods[0]; number++) {
        word good = goods[1 + 2 * number];
        word amount = product(run, goods[2 + 2 * number], times);
        add(run, row + good, -amount);
        add(run, stock + good, amount);
        add_record(run, good);
        add_record(run, -amount);
    }
}

/* What follows from each unit that was paid. */
void lose(Run *run, const word *losses, const word *goods, word times) {
    for (word number = 0; number < goods[0]; number++)
        for (word loss = 0; loss < losses[0]; loss++) {
            if (losses[1 + 2 * loss] != goods[1 + 2 * number])
                continue;
            word units = product(run, goods[2 + 2 * number], times);
            for (word unit = 0; unit < units && goes_on(run); unit++)
                act(run, part_at(run, losses[2 + 2 * loss]));
        }
}

/* Each holder is a cell, the good in it, and who holds it. */
void hand_back(Run *run, const word *ceiling) {
    const word *holders = list(run, ceiling, CEILING_HOLDERS);
    for (word number = 0; number < holders[0]; number++) {
        const word *entry = holders + 1 + 3 * number;
        word excess = *cell(run, entry[0]) - ceiling[CEILING_MOST];
        if (excess <= 0)
            continue;
        add(run, entry[0], -excess);
        add(run, ceiling[CEILING_STOCK] + entry[1], excess);
        word player = entry[2] >= 0 ? entry[2] : actor(run);
        TELL(run, ceiling[CEILING_SOURCE], player, entry[2], entry[1], excess);
    }
}

/* ------------------------------------------------------------------ what is due */

/* The ways to pay what is due now; NULL where the block does not list so much. */
static const word *ways_now(Run *run, const word *step, word *due) {
    const word *payable = list(run, step, PAY_PAYABLE);
    *due = count(run, ref(run, step, PAY_COUNTER), actor(run));
    if (*due < 0 || *due >= payable[0]) {
        fail(run, TOO_LARGE);
        return NULL;
    }
    return run->image->block + payable[1 + *due];
}

void list_due(Run *run, const word *step, Options *found) {
    word due, row = row_of(run, ref(run, step, PAY_PURSE), actor(run));
    const word *ways = ways_now(run, step, &due);
    if (!ways)
        return;
    word rights = *own(run, ref(run, step, PAY_SOLVER)[SOLVER_OWNED], 1);
    for (word way = 0; way < ways[0]; way++)
        if (can_pay(run, part_at(run, ways[1 + way]), row, rights))
            list_option(run, found, step, 2, due, way);
}

/* How much of the good that is due a payment lacks; 0 if it lacks others, which cannot be raised. */
static word lack(Run *run, const word *payment, word row, word good) {
    const word *goods = list(run, payment, PAYMENT_GOODS);
    word found = 0;
    for (word number = 0; number < goods[0]; number++) {
        word paid = goods[1 + 2 * number], amount = goods[2 + 2 * number];
        word held = *cell(run, row + paid);
        if (held < amount && paid != good)
            return 0;
        if (held < amount)
            found = amount - held;
    }
    return found;
}

/* The exchange that costs nothing, used as often as it takes. */
void list_needed(Run *run, const word *step, Options *found) {
    const word *raising = ref(run, step, PAY_RAISING);
    if (!raising)
        return;
    word due, least = 0, each = 0, row = row_of(run, ref(run, step, PAY_PURSE), actor(run));
    const word *ways = ways_now(run, step, &due);
    for (word way = 0; ways && way < ways[0]; way++) {
        word missing = lack(run, part_at(run, ways[1 + way]), row, step[PAY_GOOD]);
        if (missing && (!least || missing < least))
            least = missing;
    }
    const word *gain = list(run, raising, EXCHANGE_OFFER_GAIN);
    for (word number = 0; number < gain[0]; number++)
        if (gain[1 + 2 * number] == step[PAY_GOOD])
            each = gain[2 + 2 * number];
    if (least)
        list_option(run, found, raising, 2, NEEDED, quotient(run, least + each - 1, each));
}

word choose_due(Run *run, const word *step, const Option *option) {
    const word *payable = list(run, step, PAY_PAYABLE);
    word due = option->operands[0], way = option->operands[1];
    if (option->count != 2 || due < 0 || due >= payable[0])
        return fail(run, UNKNOWN_PART);
    const word *ways = run->image->block + payable[1 + due];
    if (way < 0 || way >= ways[0])
        return fail(run, UNKNOWN_PART);
    const word *goods = list(run, part_at(run, ways[1 + way]), PAYMENT_GOODS);
    pay(run, ref(run, step, PAY_PURSE), step[PAY_SOURCE], goods, 1);
    lose(run, list(run, step, PAY_LOSSES), goods, 1);
    return step[PAY_FOLLOW];
}
