/* Building: pieces that may be taken from where they are offered, for their cost. */

#include "machine.h"

/* ------------------------------------------------------------------ what can be built */

/* Kinds lie in the order of the pieces, and most lists lack none from their first on; NULL: a list has
   no such piece. */
static inline const word *kind_in(Run *run, const word *kinds, word piece) {
    word number = kinds[0] ? piece - part_at(run, kinds[1])[BUILDABLE_INDEX] : -1;
    for (number = number < kinds[0] ? number : kinds[0] - 1; number >= 0; number--) {
        const word *kind = part_at(run, kinds[1 + number]);
        if (kind[BUILDABLE_INDEX] == piece)
            return kind;
    }
    return NULL;
}

static const word *kind_of(Run *run, const word *offer, word piece) {
    const word *kinds = list(run, part_in(run, offer, BUILD_OFFER_PRICES), PRICE_LIST_KINDS);
    const word *kind = kind_in(run, kinds, piece);
    if (!kind)
        fail(run, UNKNOWN_PART);
    return kind;
}

/* Does "you" own what is needed before? */
static int is_met(Run *run, const word *kind, word owned) {
    const word *needs = list(run, kind, BUILDABLE_NEEDS);
    for (word number = 1; number <= needs[0]; number++) {
        const word *needed = part_at(run, needs[number]);
        word there = shared_by(run, owned, needed[NEEDED_PIECES]);
        if (there < needed[NEEDED_LEAST] || (needed[NEEDED_MOST] && there > needed[NEEDED_MOST + 1]))
            return 0;
    }
    return 1;
}

/* Those of the pieces that "you" do not own and that are open, 62 of them from a number on. */
static inline word wanted(Run *run, const Site *site, word number) {
    word bits = part_of_set(run, site->pieces, number);
    if (bits)
        bits &= ~*(number ? word_with(run, site->owned, SET_BITS * number) : cell(run, site->owned));
    if (site->open)
        bits &= number < SET_WORDS ? site->open->words[number] : 0;
    return bits;
}

/* Can it be paid with what it costs where it lies? */
static int can_pay_fee(Run *run, const Site *site, const word *kind, const word *payment) {
    word paid[1 + 2 * MOST_PRICED];
    const word *goods = list(run, payment, PAYMENT_GOODS);
    return has_goods(run, with_fee(run, site->fees, kind[BUILDABLE_INDEX], goods, paid), site->row);
}

/* Made where it is wanted: what is written in words and copied in larger pieces makes a processor wait. */
static OFTEN Site site_of(Run *run, word place, const word *prices, word pieces, word owned, const word *fees) {
    word you = actor(run);
    return (Site){.prices = prices,
                  .fees = fees,
                  .place = place,
                  .pieces = pieces,
                  .owned = owned + you,
                  .row = row_of(run, part_in(run, prices, PRICE_LIST_PURSE), you)};
}

static const word *fees_of_offer(Run *run, const word *offer) {
    return offer[0] == OP_BUILD_FROM_DISPLAY ? part_in(run, offer, BUILD_FROM_DISPLAY_FEES) : NULL;
}

Site site_of_offer(Run *run, const word *offer) {
    return site_of(run, offer[BUILD_OFFER_PLACE], part_in(run, offer, BUILD_OFFER_PRICES),
                   offer[BUILD_OFFER_PIECES], offer[BUILD_OFFER_OWNED], fees_of_offer(run, offer));
}

Site site_of_test(Run *run, const word *test) {
    const word *fees =
        test[0] == OP_CAN_BUILD_FROM_DISPLAY ? part_in(run, test, CAN_BUILD_FROM_DISPLAY_FEES) : NULL;
    return site_of(run, test[CAN_BUILD_PLACE], part_in(run, test, CAN_BUILD_PRICES), test[CAN_BUILD_PIECES],
                   test[CAN_BUILD_OWNED], fees);
}

/* The bits of the entries of which a cell in the row has less than they need. */
static inline word lacking_goods(Run *run, const word *needs, word row) {
    word lacking = 0, goods = needs[1];
    const word *held = span(run, row, &goods);
    if (!goods)
        return 0;
    for (const word *need = needs + NEEDS, *end = need + ENTRY * needs[0]; need < end; need += ENTRY)
        lacking |= -(word)(held[need[0]] < need[1]) & need[2]; /* without a jump */
    return lacking;
}

static inline word lacking_rights(Run *run, const word *rights, word owned) {
    word lacking = 0;
    for (const word *right = rights + NEEDS, *end = right + ENTRY * rights[0]; right < end; right += ENTRY)
        lacking |= -(word)!meets(run, owned, right[0]) & right[2];
    return lacking;
}

/* Is it there for "you"? */
static inline int is_offered(Run *run, const Site *site, Bits there, const word *kind) {
    return copies_among(run, there, kind[BUILDABLE_INDEX]) && is_met(run, kind, site->owned);
}

/* Of a group of ways, is there one to build a piece that is wanted? All are listed, where somebody
   wants a list. */
static inline int has_way(Run *run, const Site *site, const word *group, const word *offer,
                          Options *found) {
    const word *pieces = table_at(run, group[GROUP_PIECES]);
    word left = entries_with(entries_from(pieces, 0), pieces[0], wanted(run, site, group[GROUP_WORD]));
    const word *ways = table_at(run, group[GROUP_WAYS]), *kind = NULL;
    int is_any = 0, is_open = 0;
    Bits there = bits_of(run, site->place);
    if (left)
        left &= ~lacking_goods(run, table_at(run, group[GROUP_NEEDS]), site->row);
    if (left)
        left &= ~lacking_rights(run, table_at(run, group[GROUP_RIGHTS]), site->owned);
    for (; left && !(is_any && !found); left &= left - 1) {
        const word *way = ways + ENTRY * lowest(left), *bought = part_at(run, way[0]);
        if (bought != kind)
            is_open = is_offered(run, site, there, bought);
        kind = bought;
        if (!is_open || (site->fees && !can_pay_fee(run, site, kind, part_at(run, way[2]))))
            continue;
        is_any = 1;
        if (found)
            list_option(run, found, offer, 2, kind[BUILDABLE_INDEX], way[1]);
    }
    return is_any;
}

void list_site(Run *run, const Site *site, const word *offer, Options *found) {
    const word *group = table_of(run, site->prices);
    has_way(run, site, group, offer, found);
    while (group[GROUP_NEXT])
        has_way(run, site, group = table_at(run, group[GROUP_NEXT]), offer, found);
}

int can_build(Run *run, const Site *site) {
    const word *group = table_of(run, site->prices);
    while (!has_way(run, site, group, NULL, NULL)) {
        if (!group[GROUP_NEXT])
            return 0;
        group = table_at(run, group[GROUP_NEXT]);
    }
    return 1;
}

void list_builds(Run *run, const word *offer, Options *found) {
    Site site = site_of_offer(run, offer);
    list_site(run, &site, offer, found);
}

int building_holds(Run *run, const word *test) {
    Site site = site_of_test(run, test);
    return can_build(run, &site);
}

/* ------------------------------------------------------------------ building it */

/* A piece of "you" is on offer again; what was placed on it is free. */
static void take_back(Run *run, const word *offer, word returned) {
    word you = actor(run), piece = last_in(run, returned);
    const word *kind = kind_of(run, offer, piece);
    part_with(run, offer[BUILD_OFFER_OWNED] + you, returned);
    if (kind)
        part_with(run, offer[BUILD_OFFER_PLACED] + you, kind[BUILDABLE_SLOTS]);
    add_copies(run, offer[BUILD_OFFER_PLACE], piece, 1);
    TELL(run, offer[BUILD_OFFER_BACK_SOURCE], you, piece);
}

word take_build(Run *run, const word *offer, const Option *option) {
    word piece = operand(option, 0), way = operand(option, 1);
    const word *kind = kind_of(run, offer, piece);
    if (!kind || way < 0 || way >= list(run, kind, BUILDABLE_WAYS)[0])
        return fail(run, UNKNOWN_PART);
    const word *payment = part_at(run, list(run, kind, BUILDABLE_WAYS)[1 + way]);
    const word *goods = list(run, payment, PAYMENT_GOODS), *fees = fees_of_offer(run, offer);
    word paid[1 + 2 * MOST_PRICED];
    if (fees)
        goods = with_fee(run, fees, piece, goods, paid);
    if (goods[0])
        pay(run, part_in(run, offer, BUILD_OFFER_PURSE), offer[BUILD_OFFER_PAY_SOURCE], goods, 1);
    lose(run, list(run, offer, BUILD_OFFER_LOSSES), goods, 1);
    if (payment[PAYMENT_RETURNED])
        take_back(run, offer, payment[PAYMENT_RETURNED]);
    if (fees)
        leave_display(run, fees, piece);
    add_copies(run, offer[BUILD_OFFER_PLACE], piece, -1);
    put_in(run, offer[BUILD_OFFER_OWNED] + actor(run), piece);
    put(run, BUILT_CELL, piece + 1);
    TELL(run, offer[BUILD_OFFER_SOURCE], run->cells[ACTOR_CELL], piece);
    return offer[BUILD_OFFER_TARGET];
}
