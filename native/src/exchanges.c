/* Exchanges: how often they can be used now, and each use of them. */

#include "machine.h"

/* ------------------------------------------------------------------ limits */

static int is_in(const word *values, word wanted) {
    for (word number = 1; number <= values[0]; number++)
        if (values[number] == wanted)
            return 1;
    return 0;
}

static int is_closed(Run *run, const word *closed) {
    return closed && is_in(list(run, closed, CLOSED_PARTS), run->cells[PART_CELL]);
}

/* As many bits as the largest number of uses has, in their place. */
static word limit_mask(Run *run, const word *limit) {
    word bits = 0;
    while (bits < 62 && limit[LIMIT_MOST] >> bits)
        bits++;
    return (bit(run, bits) - 1) << limit[LIMIT_SHIFT];
}

static word uses_left(Run *run, const word *limit) {
    const word *parts = list(run, limit, LIMIT_PARTS);
    if (limit[LIMIT_WITHIN] && !is_in(parts, run->cells[PART_CELL]))
        return 0;
    if (limit[LIMIT_SHIFT] < 0 || limit[LIMIT_SHIFT] > 30 || limit[LIMIT_MOST] > 1000)
        return fail(run, TOO_LARGE);
    word used = *own(run, limit[LIMIT_CELL], 1) & limit_mask(run, limit);
    return limit[LIMIT_MOST] - (used >> limit[LIMIT_SHIFT]);
}

int may_use(Run *run, const word *limit, const word *closed, word times) {
    return !is_closed(run, closed) && (!limit || times <= uses_left(run, limit));
}

/* ------------------------------------------------------------------ what may be used */

static word amount_of(const word *goods, word wanted) {
    word found = 0;
    for (word number = 0; number < goods[0]; number++)
        if (goods[1 + 2 * number] == wanted)
            found = goods[2 + 2 * number];
    return found;
}

/* Has the stock less of a limited good than so many uses give? What is paid goes there first. */
static int is_short(Run *run, const word *exchange, const word *goods, word by, word times) {
    const word *gain = list(run, exchange, EXCHANGE_OFFER_GAIN);
    const word *limited = list(run, exchange, EXCHANGE_OFFER_LIMITED);
    word stock = part_in(run, exchange, EXCHANGE_OFFER_PURSE)[PURSE_STOCK];
    for (word number = 0; limited[0] && number < gain[0]; number++) {
        word good = gain[1 + 2 * number];
        if (!is_in(limited, good))
            continue;
        word there = *cell(run, stock + good);
        word paid = product(run, amount_of(goods, good), by);
        if ((there > 0 ? there : 0) + paid < product(run, gain[2 + 2 * number], times))
            return 1;
    }
    return 0;
}

static word sum_of(Run *run, const word *goods, const word *cost, word times) {
    word sum = 0;
    for (word number = 0; number < cost[0]; number++)
        if (is_in(goods, cost[1 + 2 * number]))
            sum = plus(run, sum, product(run, cost[2 + 2 * number], times));
    return sum;
}

/* May "you" hold what so many uses give, after paying? */
static int has_room(Run *run, const word *exchange, const word *goods, word by, word times) {
    const word *bounds = list(run, exchange, EXCHANGE_OFFER_BOUNDS);
    const word *gain = list(run, exchange, EXCHANGE_OFFER_GAIN);
    if (!bounds[0])
        return 1;
    word row = row_of(run, part_in(run, exchange, EXCHANGE_OFFER_PURSE), actor(run));
    for (word number = 0; number < bounds[0]; number++) {
        const word *bounded = run->block + bounds[1 + 2 * number];
        word gained = sum_of(run, bounded, gain, times);
        word held = plus(run, gained, -sum_of(run, bounded, goods, by));
        for (word good = 1; good <= bounded[0]; good++)
            held = plus(run, held, *cell(run, row + bounded[good]));
        if (gained && held > bounds[2 + 2 * number])
            return 0;
    }
    return 1;
}

/* Is nothing but what is paid in the way of any number of uses? So it is with most. */
static int is_unbounded(Run *run, const word *exchange) {
    return !exchange[EXCHANGE_OFFER_LIMIT] && !list(run, exchange, EXCHANGE_OFFER_LIMITED)[0] &&
           !list(run, exchange, EXCHANGE_OFFER_BOUNDS)[0];
}

static int is_possible(Run *run, const word *exchange, const word *goods, word by, word times) {
    const word *limit = ref(run, exchange, EXCHANGE_OFFER_LIMIT);
    return !is_short(run, exchange, goods, by, times) &&
           has_room(run, exchange, goods, by, times) &&
           (!limit || times <= uses_left(run, limit));
}

static int is_timely(Run *run, const word *exchange) {
    if (is_closed(run, ref(run, exchange, EXCHANGE_OFFER_CLOSED)))
        return 0;
    return !exchange[EXCHANGE_OFFER_TURN] ||
           *cell(run, exchange[EXCHANGE_OFFER_TURN + 1]) == run->cells[ACTOR_CELL] + 1;
}

/* How often its plain cost can be paid, so many times at most. */
static word most_uses(Run *run, const word *cost, word row) {
    word most = MOST_AT_ONCE;
    for (word number = 0; number < cost[0]; number++) {
        word held = *cell(run, row + cost[1 + 2 * number]);
        word uses = quotient(run, held, cost[2 + 2 * number]);
        most = uses < most ? uses : most;
    }
    return most;
}

/* Those of the exchange itself are of any time, those of an offer that uses it are not. */
void list_use(Run *run, const word *exchange, const word *source, word way, word times,
              Options *found) {
    list_option(run, found, source, 2, way, times);
    if (exchange == source && !run->fault) {
        found->entries[found->count - 1].anytime = 1;
        found->entries[found->count - 1].needed = way == NEEDED;
    }
}

/* The options are of the exchange itself, or of an offer that uses it (source). */
void list_exchange(Run *run, const word *exchange, const word *source, Options *found) {
    word mask = exchange[EXCHANGE_OFFER_MASK];
    word owned = exchange[EXCHANGE_OFFER_OWNED] + actor(run);
    if (!is_timely(run, exchange) || (mask && !meets(run, owned, mask)))
        return;
    word row = row_of(run, part_in(run, exchange, EXCHANGE_OFFER_PURSE), actor(run));
    const word *cost = list(run, exchange, EXCHANGE_OFFER_COST);
    word most = most_uses(run, cost, row);
    int is_always = is_unbounded(run, exchange);
    for (word times = 1; times <= most; times++)
        if (is_always || is_possible(run, exchange, cost, times, times))
            list_use(run, exchange, source, 0, times, found);
    const word *ways = list(run, exchange, EXCHANGE_OFFER_SUBSTITUTED);
    for (word way = 0; way < ways[0]; way++) {
        word times = ways[1 + 2 * way];
        const word *payment = part_at(run, ways[2 + 2 * way]);
        if (can_pay(run, payment, row, owned) &&
            (is_always || is_possible(run, exchange, list(run, payment, PAYMENT_GOODS), 1, times)))
            list_use(run, exchange, source, way + 1, times, found);
    }
}

/* ------------------------------------------------------------------ using it */

/* While the stock has less than is needed, every player gives some back, "you" first. */
static int gives(Run *run, const word *refill, word seat) {
    word index = refill[REFILL_GOODS] + seat * refill[REFILL_STRIDE];
    word number = *cell(run, index);
    number = number < refill[REFILL_BACK] ? number : refill[REFILL_BACK];
    if (number <= 0)
        return 0;
    put(run, ACTOR_CELL, seat);
    add(run, index, -number);
    add(run, refill[REFILL_STOCK], number);
    TELL(run, refill[REFILL_SOURCE], seat, number);
    const word *each = ref(run, refill, REFILL_EACH);
    for (word unit = 0; each && unit < number && goes_on(run); unit++)
        act(run, each);
    return 1;
}

void fill(Run *run, const word *refill, word needed) {
    word you = actor(run), players = refill[REFILL_PLAYERS], given = 1;
    while (given && *cell(run, refill[REFILL_STOCK]) < needed && goes_on(run)) {
        given = 0;
        for (word place = 0; place < players && goes_on(run); place++)
            given += gives(run, refill, (you + place) % players);
    }
    put(run, ACTOR_CELL, you);
}

/* What there is of a good, after others have given back what the stock is short of. */
static word there_is(Run *run, const word *exchange, word good, word number) {
    const word *refills = list(run, exchange, EXCHANGE_OFFER_REFILLS);
    for (word each = 0; each < refills[0]; each++) {
        if (refills[1 + 2 * each] != good)
            continue;
        fill(run, part_at(run, refills[2 + 2 * each]), number);
        word stock = part_in(run, exchange, EXCHANGE_OFFER_PURSE)[PURSE_STOCK];
        word left = *cell(run, stock + good);
        left = left > 0 ? left : 0;
        return number < left ? number : left;
    }
    return number;
}

static void gain(Run *run, const word *exchange, word times) {
    const word *goods = list(run, exchange, EXCHANGE_OFFER_GAIN);
    const word *purse = part_in(run, exchange, EXCHANGE_OFFER_PURSE);
    const word *ceiling = part_in(run, exchange, EXCHANGE_OFFER_CEILING);
    word player = actor(run), row = row_of(run, purse, player);
    int too_much = 0, is_refilled = list(run, exchange, EXCHANGE_OFFER_REFILLS)[0] > 0;
    for (word number = 0; number < goods[0]; number++) {
        word good = goods[1 + 2 * number], each = goods[2 + 2 * number];
        word amount = times == 1 ? each : product(run, each, times);
        if (is_refilled)
            amount = there_is(run, exchange, good, amount);
        too_much |= add(run, row + good, amount) > ceiling[CEILING_MOST];
        add(run, purse[PURSE_STOCK] + good, -amount);
        if (is_refilled && amount)
            TELL(run, exchange[EXCHANGE_OFFER_SOURCE], player, good, amount);
    }
    if (!is_refilled)
        TELL(run, exchange[EXCHANGE_OFFER_GAIN_SOURCE], player, times);
    if (too_much)
        hand_back(run, ceiling);
}

/* So many uses at once, for these goods so many times. */
void use_exchange(Run *run, const word *exchange, const word *goods, word by, word times) {
    const word *limit = ref(run, exchange, EXCHANGE_OFFER_LIMIT);
    const word *after = ref(run, exchange, EXCHANGE_OFFER_AFTER);
    if (limit && limit[LIMIT_SHIFT] < 0)
        fail(run, TOO_LARGE);
    else if (limit && limit[LIMIT_SHIFT] < 31)
        add(run, limit[LIMIT_CELL] + actor(run), product(run, times, (word)1 << limit[LIMIT_SHIFT]));
    if (goods[0])
        pay(run, part_in(run, exchange, EXCHANGE_OFFER_PURSE), exchange[EXCHANGE_OFFER_SOURCE], goods,
            by);
    if (list(run, exchange, EXCHANGE_OFFER_GAIN)[0])
        gain(run, exchange, times);
    lose(run, list(run, exchange, EXCHANGE_OFFER_LOSSES), goods, by);
    for (word time = 0; after && time < times && goes_on(run); time++)
        act(run, after);
}

/* The operands are the way to pay (0: the plain cost, NEEDED: nothing), and how often. */
void take_exchange(Run *run, const word *exchange, const Option *option) {
    static const word nothing[] = {0};
    const word *ways = list(run, exchange, EXCHANGE_OFFER_SUBSTITUTED);
    word way = option->operands[0], times = option->operands[1];
    if (option->count != 2 || way > ways[0])
        fail(run, UNKNOWN_PART);
    else if (way > 0)
        use_exchange(run, exchange,
                     list(run, part_at(run, ways[2 * way]), PAYMENT_GOODS), 1, times);
    else if (way == 0)
        use_exchange(run, exchange, list(run, exchange, EXCHANGE_OFFER_COST), times, times);
    else
        use_exchange(run, exchange, nothing, 1, times);
}

/* ------------------------------------------------------------------ acts */

/* One use at its plain cost, if the stock has what it gives. */
static void use_once_if_open(Run *run, const word *exchange) {
    const word *cost = list(run, exchange, EXCHANGE_OFFER_COST);
    int is_open = may_use(run, ref(run, exchange, EXCHANGE_OFFER_LIMIT),
                          ref(run, exchange, EXCHANGE_OFFER_CLOSED), 1);
    if (is_open && !is_short(run, exchange, cost, 1, 1))
        use_exchange(run, exchange, cost, 1, 1);
}

static void use_paid(Run *run, const word *part) {
    static const word nothing[] = {0};
    use_exchange(run, part_in(run, part, EXCHANGED_EXCHANGE), nothing, 1, part[EXCHANGED_TIMES]);
}

static void renew(Run *run, const word *part) {
    for (word player = 0; player < part[RENEW_PLAYERS] && goes_on(run); player++)
        *cell(run, part[RENEW_CELL] + player) &= ~part[RENEW_MASK];
}

void exchange_acts(Run *run, const word *part) {
    switch (part[0]) {
    case OP_ONE_USE:
        use_once_if_open(run, part_in(run, part, ONE_USE_EXCHANGE));
        break;
    case OP_EXCHANGED:
        use_paid(run, part);
        break;
    case OP_REFILL:
        fill(run, part, count(run, part_in(run, part, REFILL_NEEDED), actor(run)));
        break;
    case OP_RENEW:
        renew(run, part);
        break;
    }
}
