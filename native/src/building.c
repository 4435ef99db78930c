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
    const word *kinds = list(run, ref(run, offer, BUILD_OFFER_PRICES), PRICE_LIST_KINDS);
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
static int can_pay_fee(Run *run, const Site *site, const word *kind, const word *goods) {
    word paid[1 + 2 * MOST_PRICED];
    return has_goods(run, with_fee(run, site->fees, kind[BUILDABLE_INDEX], goods, paid), site->row);
}

/* Is there a way to build it? All are listed, where somebody wants a list. */
static int has_way(Run *run, const Site *site, const word *kind, const word *offer, Options *found) {
    const word *ways = list(run, kind, BUILDABLE_WAYS);
    int is_any = 0;
    for (word way = 0; way < ways[0] && !(is_any && !found); way++) {
        const word *payment = part_at(run, ways[1 + way]);
        if (!can_pay(run, payment, site->row, site->owned) ||
            (site->fees && !can_pay_fee(run, site, kind, list(run, payment, PAYMENT_GOODS))))
            continue;
        is_any = 1;
        if (found)
            list_option(run, found, offer, 2, kind[BUILDABLE_INDEX], way);
    }
    return is_any;
}

static inline Site site_of(Run *run, word place, const word *prices, word pieces, word owned) {
    word you = actor(run);
    return (Site){.place = place,
                  .prices = prices,
                  .pieces = pieces,
                  .owned = owned + you,
                  .row = row_of(run, ref(run, prices, PRICE_LIST_PURSE), you)};
}

static const word *fees_of_offer(Run *run, const word *offer) {
    return offer[0] == OP_BUILD_FROM_DISPLAY ? ref(run, offer, BUILD_FROM_DISPLAY_FEES) : NULL;
}

Site site_of_offer(Run *run, const word *offer) {
    Site site = site_of(run, offer[BUILD_OFFER_PLACE], ref(run, offer, BUILD_OFFER_PRICES),
                        offer[BUILD_OFFER_PIECES], offer[BUILD_OFFER_OWNED]);
    site.fees = fees_of_offer(run, offer);
    return site;
}

Site site_of_test(Run *run, const word *test) {
    Site site = site_of(run, test[CAN_BUILD_PLACE], ref(run, test, CAN_BUILD_PRICES),
                        test[CAN_BUILD_PIECES], test[CAN_BUILD_OWNED]);
    if (test[0] == OP_CAN_BUILD_FROM_DISPLAY)
        site.fees = ref(run, test, CAN_BUILD_FROM_DISPLAY_FEES);
    return site;
}

/* Is there one of some pieces that can be built? All are listed, where somebody wants a list. */
static inline int has_one(Run *run, const Site *site, word first, word bits, const word *offer,
                          Options *found) {
    const word *kinds = list(run, site->prices, PRICE_LIST_KINDS);
    Bits there = bits_of(run, site->place);
    int is_any = 0;
    for (; bits && !(is_any && !found); bits &= bits - 1) {
        word piece = first + lowest(bits);
        const word *kind = copies_among(run, there, piece) ? kind_in(run, kinds, piece) : NULL;
        if (kind && is_met(run, kind, site->owned))
            is_any |= has_way(run, site, kind, offer, found);
    }
    return is_any;
}

void list_site(Run *run, const Site *site, const word *offer, Options *found) {
    for (word number = 0; number < words_of_set(run, site->pieces); number++)
        has_one(run, site, SET_BITS * number, wanted(run, site, number), offer, found);
}

int can_build(Run *run, const Site *site) {
    for (word number = 0; number < words_of_set(run, site->pieces); number++)
        if (has_one(run, site, SET_BITS * number, wanted(run, site, number), NULL, NULL))
            return 1;
    return 0;
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
        pay(run, ref(run, offer, BUILD_OFFER_PURSE), offer[BUILD_OFFER_PAY_SOURCE], goods, 1);
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
