/* Goods left on pieces: offers, whether a piece is free, and whose goods lie there. */

#include "machine.h"

static int nothing_in(Run *run, const word *test) {
    const word *cells = list(run, test, NOTHING_IN_CELLS);
    for (word number = 1; number <= cells[0]; number++)
        if (*cell(run, cells[number]))
            return 0;
    return 1;
}

int occupying_holds(Run *run, const word *test) {
    if (test[0] == OP_NOTHING_IN)
        return nothing_in(run, test);
    return *cell(run, test[IS_THEIRS_CELL]) == run->cells[ACTOR_CELL] + 1;
}

void set_user(Run *run, const word *part) {
    int is_free = nothing_in(run, part_in(run, part, SET_USER_LYING));
    put(run, part[SET_USER_USER], is_free ? 0 : run->cells[ACTOR_CELL] + 1);
}

/* ------------------------------------------------------------------ using them */

void list_free(Run *run, const word *offer, Options *found) {
    const word *parts = list(run, offer, USE_FREE_PARTS);
    if (!nothing_in(run, part_in(run, offer, USE_FREE_FREE)))
        return;
    for (word number = 1; number <= parts[0]; number++)
        list_offer(run, part_at(run, parts[number]), found);
}

void list_any_free(Run *run, const word *offer, Options *found) {
    const word *uses = list(run, offer, USE_ANY_USES);
    for (word number = 1; number <= uses[0]; number++)
        list_free(run, part_at(run, uses[number]), found);
}

/* The cell of a good on the piece; pairs in the order of the goods. */
static word where_it_lies(Run *run, const word *offer, word good) {
    const word *here = list(run, offer, LEAVE_OFFER_HERE);
    for (word number = 0; number < here[0]; number++)
        if (here[1 + 2 * number] == good)
            return here[2 + 2 * number];
    return fail(run, UNKNOWN_PART) - 1;
}

/* What one of the ways leaves there; what the ceiling forbids is handed back. */
static void leave(Run *run, const word *offer, const word *goods) {
    const word *ceiling = part_in(run, offer, LEAVE_OFFER_CEILING);
    word player = actor(run), row = row_of(run, part_in(run, offer, PAID_PURSE), player);
    int too_much = 0;
    begin_record(run);
    add_record(run, offer[LEAVE_OFFER_LEFT_SOURCE]);
    add_record(run, player);
    for (word number = 0; number < goods[0] && !run->fault; number++) {
        word good = goods[1 + 2 * number], amount = goods[2 + 2 * number];
        add(run, row + good, -amount);
        too_much |= add(run, where_it_lies(run, offer, good), amount) > ceiling[CEILING_MOST];
        add_record(run, good);
        add_record(run, amount);
    }
    if (too_much)
        hand_back(run, ceiling);
    if (offer[LEAVE_OFFER_USER] >= 0)
        put(run, offer[LEAVE_OFFER_USER], player + 1);
}

word take_leaving(Run *run, const word *offer, const Option *option) {
    const word *payments = list(run, offer, PAID_PAYMENTS), *left, *paid;
    const word *lefts = list(run, offer, LEAVE_OFFER_LEFT), *paids = list(run, offer, LEAVE_OFFER_PAID);
    word way = operand(option, 0);
    if (option->count != 1 || way < 0 || way >= payments[0] || way >= lefts[0] || way >= paids[0])
        return fail(run, UNKNOWN_PART);
    left = run->block + lefts[1 + way];
    paid = run->block + paids[1 + way];
    leave(run, offer, left);
    if (paid[0])
        pay(run, part_in(run, offer, PAID_PURSE), offer[PAID_SOURCE], paid, 1);
    lose(run, list(run, offer, PAID_LOSSES), list(run, part_at(run, payments[1 + way]), PAYMENT_GOODS),
         1);
    act_if_any(run, ref(run, offer, PAID_ACT));
    return offer[PAID_TARGET];
}
