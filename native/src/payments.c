/* Payments: whether one can be made, making it, and what is due. */

#include "machine.h"

word row_of(Run *run, const word *purse, word seat) {
    return REGISTERS_CELL + seat * list(run, purse, PURSE_NAMES)[0];
}

static int has_goods(Run *run, const word *goods, word row) {
    for (word number = 0; number < goods[0]; number++)
        if (*cell(run, row + goods[1 + 2 * number]) < goods[2 + 2 * number])
            return 0;
    return 1;
}

/* Whoever holds this row of goods and has these rights. */
int can_pay(Run *run, const word *payment, word row, word rights) {
    const word *masks = list(run, payment, PAYMENT_MASKS);
    for (word number = 1; number <= masks[0]; number++)
        if (!(rights & masks[number]))
            return 0;
    return has_goods(run, list(run, payment, PAYMENT_GOODS), row);
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

/* Where one kind of substitute at most can pay, the ways are counted: one for each number of times
   it is used. Where there are more, the block lists the ways, up to an amount. */

/* The only substitute for what is due; NULL where there is none, or where the ways are listed. */
static const word *only_substitute(Run *run, const word *step) {
    const word *substitutes = list(run, ref(run, step, PAY_SOLVER), SOLVER_SUBSTITUTES);
    if (list(run, step, PAY_PAYABLE)[0])
        return NULL;
    for (word number = 1; number <= substitutes[0]; number++) {
        const word *each = part_at(run, substitutes[number]);
        if (each[SUBSTITUTE_GOOD] == step[PAY_GOOD])
            return each;
    }
    return NULL;
}

/* The ways to pay so much; no more of one kind than "you" have what it takes. */
static word ways_of(Run *run, const word *step, word due, word row) {
    const word *payable = list(run, step, PAY_PAYABLE), *only = only_substitute(run, step);
    if (due < 0 || (payable[0] && due >= payable[0]))
        return fail(run, TOO_LARGE);
    if (payable[0])
        return run->image->block[payable[1 + due]];
    if (!only)
        return 1;
    word most = -quotient(run, -due, only[SUBSTITUTE_UNITS]);
    const word *pays = list(run, only, SUBSTITUTE_PAYS);
    for (word number = 0; number < pays[0]; number++) {
        word uses = quotient(run, *cell(run, row + pays[1 + 2 * number]), pays[2 + 2 * number]);
        most = uses < most ? uses : most;
    }
    most = most < 0 ? 0 : most;
    return most < MOST_WAYS ? most + 1 : MOST_WAYS;
}

/* What is handed over in one of the ways, in the buffer where it is not listed. */
static const word *goods_of(Run *run, const word *step, word due, word way, word *buffer) {
    const word *payable = list(run, step, PAY_PAYABLE), *only = only_substitute(run, step);
    if (payable[0])
        return list(run, part_at(run, run->image->block[payable[1 + due] + 1 + way]), PAYMENT_GOODS);
    word count = 0, covered = only ? product(run, way, only[SUBSTITUTE_UNITS]) : 0;
    const word *pays = only ? list(run, only, SUBSTITUTE_PAYS) : NULL;
    for (word number = 0; way && pays && number < pays[0] && number < MOST_PAYING; number++) {
        buffer[1 + 2 * count] = pays[1 + 2 * number];
        buffer[2 + 2 * count++] = product(run, pays[2 + 2 * number], way);
    }
    if (due > covered) {
        buffer[1 + 2 * count] = step[PAY_GOOD];
        buffer[2 + 2 * count++] = due - covered;
    }
    buffer[0] = count;
    return buffer;
}

static int has_right(Run *run, const word *step, word due, word way, word rights) {
    const word *payable = list(run, step, PAY_PAYABLE), *only = only_substitute(run, step);
    if (!payable[0])
        return !way || !only || !only[SUBSTITUTE_MASK] || (rights & only[SUBSTITUTE_MASK]);
    const word *masks =
        list(run, part_at(run, run->image->block[payable[1 + due] + 1 + way]), PAYMENT_MASKS);
    for (word number = 1; number <= masks[0]; number++)
        if (!(rights & masks[number]))
            return 0;
    return 1;
}

void list_due(Run *run, const word *step, Options *found) {
    word you = actor(run), row = row_of(run, ref(run, step, PAY_PURSE), you);
    word due = count(run, ref(run, step, PAY_COUNTER), you), buffer[3 + 2 * MOST_PAYING];
    word rights = *own(run, ref(run, step, PAY_SOLVER)[SOLVER_OWNED], 1);
    word ways = ways_of(run, step, due, row);
    for (word way = 0; way < ways; way++)
        if (has_right(run, step, due, way, rights) &&
            has_goods(run, goods_of(run, step, due, way, buffer), row))
            list_option(run, found, step, 2, due, way);
}

/* How much of the good that is due is lacking; 0 if others are, which cannot be raised. */
static word lack(Run *run, const word *goods, word row, word good) {
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
    word you = actor(run), row = row_of(run, ref(run, step, PAY_PURSE), you), least = 0, each = 0;
    word due = count(run, ref(run, step, PAY_COUNTER), you), buffer[3 + 2 * MOST_PAYING];
    word ways = ways_of(run, step, due, row);
    for (word way = 0; way < ways; way++) {
        const word *goods = goods_of(run, step, due, way, buffer);
        word missing = lack(run, goods, row, step[PAY_GOOD]);
        if (missing && (!least || missing < least))
            least = missing;
    }
    const word *gain = list(run, raising, EXCHANGE_OFFER_GAIN);
    for (word number = 0; number < gain[0]; number++)
        if (gain[1 + 2 * number] == step[PAY_GOOD])
            each = gain[2 + 2 * number];
    if (least)
        list_option(run, found, raising, 2, NEEDED, -quotient(run, -least, each));
}

word choose_due(Run *run, const word *step, const Option *option) {
    const word *payable = list(run, step, PAY_PAYABLE);
    word due = option->operands[0], way = option->operands[1], buffer[3 + 2 * MOST_PAYING];
    if (option->count != 2 || due < 0 || way < 0)
        return fail(run, UNKNOWN_PART);
    if (payable[0] &&
        (due >= payable[0] || way >= run->image->block[payable[1 + due]]))
        return fail(run, UNKNOWN_PART);
    const word *goods = goods_of(run, step, due, way, buffer);
    pay(run, ref(run, step, PAY_PURSE), step[PAY_SOURCE], goods, 1);
    lose(run, list(run, step, PAY_LOSSES), goods, 1);
    return step[PAY_FOLLOW];
}
