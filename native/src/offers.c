/* Offers: what a question lists, and what choosing does. */

#include "grids.h"

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

int set_operands(Option *option, int count, const word *numbers) {
    const word half = (word)1 << 31, most = count > FEW_OPERANDS ? 256 : half;
    if (count > MOST_OPERANDS)
        return 0;
    option->count = (unsigned)count & 15;
    for (int place = 0; place < count; place++) {
        word number = numbers[place];
        if (number >= most || number < (most == half ? -half : 0))
            return 0;
        if (count > FEW_OPERANDS)
            ((unsigned char *)option->operands)[place] = (unsigned char)number;
        else
            option->operands[place] = (int32_t)number;
    }
    return 1;
}

void list_many(Run *run, Options *found, const word *source, int count, const word *numbers) {
    Option *option = found->entries + found->count;
    if (found->count >= MOST_OPTIONS) {
        fail(run, TOO_MANY);
        return;
    }
    set_option(option, run->block, source, 0, 0, 0);
    if (set_operands(option, count, numbers))
        found->count++;
    else
        fail(run, TOO_MANY);
}

/* ------------------------------------------------------------------ other kinds of offers */

static APART void list_paid(Run *run, const word *offer, Options *found) {
    const word *payments = list(run, offer, PAID_PAYMENTS);
    word you = actor(run), row = row_of(run, part_in(run, offer, PAID_PURSE), you);
    for (word way = 0; way < payments[0]; way++)
        if (can_pay(run, part_at(run, payments[1 + way]), row, offer[PAID_OWNED] + you))
            list_option(run, found, offer, 1, way, 0);
}

static APART word take_paid(Run *run, const word *offer, const Option *option) {
    const word *payments = list(run, offer, PAID_PAYMENTS);
    word way = option->operands[0];
    if (option->count != 1 || way < 0 || way >= payments[0])
        return fail(run, UNKNOWN_PART);
    const word *goods = list(run, part_at(run, payments[1 + way]), PAYMENT_GOODS);
    pay(run, part_in(run, offer, PAID_PURSE), offer[PAID_SOURCE], goods, 1);
    lose(run, list(run, offer, PAID_LOSSES), goods, 1);
    act_if_any(run, ref(run, offer, PAID_ACT));
    return offer[PAID_TARGET];
}

static APART void list_if(Run *run, const word *test, const word *offer, Options *found) {
    if (holds(run, test))
        list_option(run, found, offer, 0, 0, 0);
}

static APART void list_guarded(Run *run, const word *offer, Options *found) {
    if (holds(run, part_in(run, offer, GUARDED_CAN)))
        list_if(run, part_in(run, offer, GUARDED_TEST), offer, found);
}

static APART void list_paid_times(Run *run, const word *offer, Options *found) {
    if (holds(run, part_in(run, offer, PAID_TIMES_TEST)))
        list_paid(run, offer, found);
}

static APART void list_here(Run *run, const word *offer, Options *found) {
    const word *room = ref(run, offer, FROM_HERE_ROOM);
    if (*cell(run, offer[FROM_HERE_HERE]) > 0 && (!room || count(run, room, actor(run)) > 0))
        list_option(run, found, offer, 0, 0, 0);
}

static APART void list_lots(Run *run, const word *offer, Options *found) {
    for (word lot = 0; lot < offer[NEUTRAL_OFFER_LOTS] && !run->fault; lot++)
        if (run->cells[OPEN_CELL] & bit(run, lot))
            list_option(run, found, offer, 1, lot, 0);
}

static APART word bid_for_nobody(Run *run, const word *offer, const Option *option) {
    word lot = option->operands[0], you = actor(run);
    word amount = count(run, part_in(run, offer, NEUTRAL_OFFER_AMOUNT), you);
    put(run, offer[NEUTRAL_OFFER_LEADERS] + lot, offer[NEUTRAL_OFFER_PLAYERS] + 1);
    put(run, offer[NEUTRAL_OFFER_STANDING] + lot, amount);
    TELL(run, offer[NEUTRAL_OFFER_SOURCE], you, lot + 1, amount);
    put(run, ACTOR_CELL, pop(run));
    return offer[NEUTRAL_OFFER_TARGET];
}

/* The rewards of a track at the marker, or before it too. */
static APART void list_rewards(Run *run, const word *offer, Options *found) {
    const word *spaces = list(run, offer, REWARD_OFFER_REWARDS);
    word space = *own(run, offer[REWARD_OFFER_MARKER], offer[REWARD_OFFER_STRIDE]);
    if (space < 0 || space > spaces[0]) {
        fail(run, NO_CELL);
        return;
    }
    for (word each = offer[REWARD_OFFER_ANY_EARLIER] ? 1 : space; each && each <= space; each++) {
        const word *offers = run->block + spaces[each];
        for (word number = 1; number <= offers[0]; number++)
            list_offer(run, part_at(run, offers[number]), found);
    }
}

/* ------------------------------------------------------------------ all of them */

void list_offer(Run *run, const word *offer, Options *found) {
    switch (offer[0]) {
    case OP_PLAIN:
        list_option(run, found, offer, 0, 0, 0);
        break;
    case OP_FRUITFUL:
        list_if(run, part_in(run, offer, FRUITFUL_TEST), offer, found);
        break;
    case OP_GUARDED:
        list_guarded(run, offer, found);
        break;
    case OP_TRIED:
        list_tried(run, offer, found);
        break;
    case OP_PAID:
    case OP_LEAVE_OFFER:
        list_paid(run, offer, found);
        break;
    case OP_PAID_TIMES:
        list_paid_times(run, offer, found);
        break;
    case OP_EXCHANGE_OFFER:
        list_exchange(run, offer, offer, found);
        break;
    case OP_USE_ONCE:
        list_exchange(run, part_in(run, offer, USE_ONCE_EXCHANGE), offer, found);
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
    case OP_BUILD_FROM_DISPLAY:
        list_builds(run, offer, found);
        break;
    case OP_PAID_COUNTED:
        list_counted(run, offer, found);
        break;
    case OP_LAY_OFFER:
    case OP_PAID_LAY_OFFER:
        list_cells(run, offer, found);
        break;
    case OP_ENCLOSE_OFFER:
        list_areas(run, offer, found);
        break;
    case OP_GIVE_UP:
        list_give_up(run, offer, found);
        break;
    case OP_BUILD_ON_MAP:
        list_builds_on_map(run, offer, found);
        break;
    case OP_NEUTRAL_SPACE_OFFER:
        list_neutral(run, offer, found);
        break;
    case OP_USE_FREE:
        list_free(run, offer, found);
        break;
    case OP_USE_ANY:
        list_any_free(run, offer, found);
        break;
    case OP_PAY_BID:
        list_paid_bids(run, offer, found);
        break;
    case OP_SHIFT_OFFER:
        list_shifts(run, offer, found);
        break;
    case OP_TOO_OFTEN:
        break;
    default:
        fail(run, UNKNOWN_PART);
    }
}

word take_offer(Run *run, const Option *option) {
    const word *offer = part_at(run, option->source);
    switch (offer[0]) {
    case OP_PLAIN:
    case OP_FRUITFUL:
    case OP_GUARDED:
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
    case OP_GIVE_UP:
        take_exchange(run, part_in(run, offer, USE_ONCE_EXCHANGE), option);
        return offer[USE_ONCE_TARGET];
    case OP_NEUTRAL_OFFER:
        return bid_for_nobody(run, offer, option);
    case OP_SHIFT_OFFER:
        return take_shift(run, offer, option);
    case OP_BUILD_OFFER:
    case OP_BUILD_ON_MAP:
    case OP_BUILD_FROM_DISPLAY:
        return take_build(run, offer, option);
    case OP_PAID_COUNTED:
        return take_counted(run, offer, option);
    case OP_LAY_OFFER:
    case OP_PAID_LAY_OFFER:
        return take_cell(run, offer, option);
    case OP_ENCLOSE_OFFER:
        return take_area(run, offer, option);
    case OP_NEUTRAL_SPACE_OFFER:
        return take_neutral(run, offer, option);
    case OP_LEAVE_OFFER:
        return take_leaving(run, offer, option);
    case OP_PAY_BID:
        return take_paid_bid(run, offer, option);
    default:
        return fail(run, UNKNOWN_PART);
    }
}
