/* Payments: making them, and what follows from them. */

#include "machine.h"

void tell_paid(Run *run, word source, const word *goods, word times) {
    begin_record(run);
    add_record(run, source);
    add_record(run, actor(run));
    for (word number = 0; number < goods[0]; number++) {
        add_record(run, goods[1 + 2 * number]);
        add_record(run, -product(run, goods[2 + 2 * number], times));
    }
}

void pay(Run *run, const word *purse, word source, const word *goods, word times) {
    pay_from(run, row_of(run, purse, actor(run)), purse, source, goods, times);
}

/* What follows from each unit that was paid. */
void lose_units(Run *run, const word *losses, const word *goods, word times) {
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
