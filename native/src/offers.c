/* Offers: what a question lists, and what choosing does. */

#include "machine.h"

/* ------------------------------------------------------------------ lists of options */

/* Whatever is listed aside is forgotten at once, so that lists within lists do no harm. */
int any_offered(Run *run, const word *offers) {
    Options *aside = run->aside;
    int before = aside->count, is_any = 0;
    for (word number = 1; number <= offers[0] && !is_any && !run->fault; number++) {
        list_offer(run, part_at(run, offers[number]), aside);
        is_any = aside->count > before;
        aside->count = before;
    }
    return is_any;
}

/* ------------------------------------------------------------------ building */

static const word *kind_of(Run *run, const word *offer, word piece) {
    const word *kinds = list(run, ref(run, offer, BUILD_OFFER_PRICES), PRICE_LIST_KINDS);
    for (word number = 1; number <= kinds[0]; number++) {
        const word *kind = part_at(run, kinds[number]);
        if (kind[BUILDABLE_INDEX] == piece)
            return kind;
    }
    fail(run, UNKNOWN_PART);
    return NULL;
}

void list_builds(Run *run, const word *offer, Options *found) {
    const word *prices = ref(run, offer, BUILD_OFFER_PRICES);
    const word *kinds = list(run, prices, PRICE_LIST_KINDS);
    word you = actor(run), owned = *cell(run, offer[BUILD_OFFER_OWNED] + you);
    word row = row_of(run, ref(run, prices, PRICE_LIST_PURSE), you);
    word wanted = offer[BUILD_OFFER_PIECES] & ~owned;
    for (word number = 1; number <= kinds[0]; number++) {
        const word *kind = part_at(run, kinds[number]), *ways;
        word piece = kind[BUILDABLE_INDEX];
        if (!(wanted & bit(run, piece)) || !copies_of(run, offer[BUILD_OFFER_PLACE], piece))
            continue;
        ways = list(run, kind, BUILDABLE_WAYS);
        for (word way = 0; way < ways[0]; way++)
            if (can_pay(run, part_at(run, ways[1 + way]), row, owned))
                list_option(run, found, offer, 2, piece, way);
    }
}

/* A piece of "you" is on offer again; what was placed on it is free. */
static void take_back(Run *run, const word *offer, word returned) {
    word piece = 0;
    while (returned >> piece > 1)
        piece++;
    const word *kind = kind_of(run, offer, piece);
    *own(run, offer[BUILD_OFFER_OWNED], 1) &= ~returned;
    if (kind)
        *own(run, offer[BUILD_OFFER_PLACED], 1) &= ~kind[BUILDABLE_SLOTS];
    add_copies(run, offer[BUILD_OFFER_PLACE], piece, 1);
    TELL(run, offer[BUILD_OFFER_BACK_SOURCE], run->cells[ACTOR_CELL], piece);
}

word take_build(Run *run, const word *offer, const Option *option) {
    word piece = option->operands[0], way = option->operands[1];
    const word *kind = kind_of(run, offer, piece);
    if (!kind || way < 0 || way >= list(run, kind, BUILDABLE_WAYS)[0])
        return fail(run, UNKNOWN_PART);
    const word *payment = part_at(run, list(run, kind, BUILDABLE_WAYS)[1 + way]);
    const word *goods = list(run, payment, PAYMENT_GOODS);
    if (goods[0])
        pay(run, ref(run, offer, BUILD_OFFER_PURSE), offer[BUILD_OFFER_PAY_SOURCE], goods, 1);
    lose(run, list(run, offer, BUILD_OFFER_LOSSES), goods, 1);
    if (payment[PAYMENT_RETURNED])
        take_back(run, offer, payment[PAYMENT_RETURNED]);
    add_copies(run, offer[BUILD_OFFER_PLACE], piece, -1);
    *own(run, offer[BUILD_OFFER_OWNED], 1) |= bit(run, piece);
    put(run, BUILT_CELL, piece + 1);
    TELL(run, offer[BUILD_OFFER_SOURCE], run->cells[ACTOR_CELL], piece);
    return offer[BUILD_OFFER_TARGET];
}

/* ------------------------------------------------------------------ other kinds of offers */

static void list_paid(Run *run, const word *offer, Options *found) {
    const word *payments = list(run, offer, PAID_PAYMENTS);
    word you = actor(run), row = row_of(run, ref(run, offer, PAID_PURSE), you);
    word rights = *cell(run, offer[PAID_OWNED] + you);
    for (word way = 0; way < payments[0]; way++)
        if (can_pay(run, part_at(run, payments[1 + way]), row, rights))
            list_option(run, found, offer, 1, way, 0);
}

static word take_paid(Run *run, const word *offer, const Option *option) {
    const word *payments = list(run, offer, PAID_PAYMENTS);
    word way = option->operands[0];
    if (option->count != 1 || way < 0 || way >= payments[0])
        return fail(run, UNKNOWN_PART);
    const word *goods = list(run, part_at(run, payments[1 + way]), PAYMENT_GOODS);
    pay(run, ref(run, offer, PAID_PURSE), offer[PAID_SOURCE], goods, 1);
    lose(run, list(run, offer, PAID_LOSSES), goods, 1);
    act_if_any(run, ref(run, offer, PAID_ACT));
    return offer[PAID_TARGET];
}

static void list_here(Run *run, const word *offer, Options *found) {
    const word *room = ref(run, offer, FROM_HERE_ROOM);
    if (*cell(run, offer[FROM_HERE_HERE]) > 0 && (!room || count(run, room, actor(run)) > 0))
        list_option(run, found, offer, 0, 0, 0);
}

static void list_lots(Run *run, const word *offer, Options *found) {
    for (word lot = 0; lot < offer[NEUTRAL_OFFER_LOTS] && !run->fault; lot++)
        if (run->cells[OPEN_CELL] & bit(run, lot))
            list_option(run, found, offer, 1, lot, 0);
}

static word bid_for_nobody(Run *run, const word *offer, const Option *option) {
    word lot = option->operands[0], you = actor(run);
    word amount = count(run, ref(run, offer, NEUTRAL_OFFER_AMOUNT), you);
    put(run, offer[NEUTRAL_OFFER_LEADERS] + lot, offer[NEUTRAL_OFFER_PLAYERS] + 1);
    put(run, offer[NEUTRAL_OFFER_STANDING] + lot, amount);
    TELL(run, offer[NEUTRAL_OFFER_SOURCE], you, lot + 1, amount);
    put(run, ACTOR_CELL, pop(run));
    return offer[NEUTRAL_OFFER_TARGET];
}

/* The rewards of a track at the marker, or before it too. */
static void list_rewards(Run *run, const word *offer, Options *found) {
    const word *spaces = list(run, offer, REWARD_OFFER_REWARDS);
    word space = *own(run, offer[REWARD_OFFER_MARKER], offer[REWARD_OFFER_STRIDE]);
    if (space < 0 || space > spaces[0]) {
        fail(run, NO_CELL);
        return;
    }
    for (word each = offer[REWARD_OFFER_ANY_EARLIER] ? 1 : space; each && each <= space; each++) {
        const word *offers = run->image->block + spaces[each];
        for (word number = 1; number <= offers[0]; number++)
            list_offer(run, part_at(run, offers[number]), found);
    }
}

/* ------------------------------------------------------------------ all of them */

static void list_from(Run *run, const word *offer, Options *found) {
    switch (offer[0]) {
    case OP_PLAIN:
        list_option(run, found, offer, 0, 0, 0);
        break;
    case OP_FRUITFUL:
        if (holds(run, ref(run, offer, FRUITFUL_TEST)))
            list_option(run, found, offer, 0, 0, 0);
        break;
    case OP_PAID:
        list_paid(run, offer, found);
        break;
    case OP_PAID_TIMES:
        if (holds(run, ref(run, offer, PAID_TIMES_TEST)))
            list_paid(run, offer, found);
        break;
    case OP_EXCHANGE_OFFER:
        list_exchange(run, offer, offer, found);
        break;
    case OP_USE_ONCE:
        list_exchange(run, ref(run, offer, USE_ONCE_EXCHANGE), offer, found);
        break;
    case OP_FROM_HERE:
        list_here(run, offer, found);
        break;
    case OP_NEUTRAL_OFFER:
        list_lots(run, offer, found);
        break;
    case OP_REWARD_OFFER:
        list_rewards(run, offer, found);
        break;
    case OP_BUILD_OFFER:
        list_builds(run, offer, found);
        break;
    case OP_TOO_OFTEN:
        break;
    default:
        fail(run, UNKNOWN_PART);
    }
}

void list_offer(Run *run, const word *offer, Options *found) {
    if (run->nested > DEEPEST) {
        fail(run, TOO_MANY);
        return;
    }
    run->nested++;
    list_from(run, offer, found);
    run->nested--;
}

word take_offer(Run *run, const Option *option) {
    const word *offer = part_at(run, option->source);
    switch (offer[0]) {
    case OP_PLAIN:
    case OP_FRUITFUL:
    case OP_FROM_HERE:
        act_if_any(run, ref(run, offer, PLAIN_ACT));
        return offer[PLAIN_TARGET];
    case OP_PAID:
    case OP_PAID_TIMES:
        return take_paid(run, offer, option);
    case OP_EXCHANGE_OFFER:
        take_exchange(run, offer, option);
        return -1;
    case OP_USE_ONCE:
        take_exchange(run, ref(run, offer, USE_ONCE_EXCHANGE), option);
        return offer[USE_ONCE_TARGET];
    case OP_NEUTRAL_OFFER:
        return bid_for_nobody(run, offer, option);
    case OP_BUILD_OFFER:
        return take_build(run, offer, option);
    default:
        return fail(run, UNKNOWN_PART);
    }
}
