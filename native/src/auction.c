/* The auction: turns, bids and passes; the neutral bid; the rewards of tracks. */

#include "machine.h"

/* ------------------------------------------------------------------ what is left from before */

void clear_bids(Run *run, const word *part) {
    int is_over = run->cells[OUT_CELL] != 0;
    for (word lot = part[CLEAR_BIDS_LEADERS]; lot < part[CLEAR_BIDS_LEADERS + 1]; lot++) {
        word leader = *cell(run, lot);
        is_over |= leader > 0 && leader <= part[CLEAR_BIDS_PLAYERS];
    }
    if (!is_over)
        return;
    put(run, OUT_CELL, 0);
    for (word index = part[CLEAR_BIDS_CELLS]; index < part[CLEAR_BIDS_CELLS + 1]; index++)
        put(run, index, 0);
}

int winners_within(Run *run, const word *part) {
    word winners = 0;
    for (word lot = part[WINNERS_LEADERS]; lot < part[WINNERS_LEADERS + 1]; lot++) {
        word leader = *cell(run, lot);
        if (leader != 0 && leader != part[WINNERS_PLAYERS] + 1)
            winners |= bit(run, leader);
    }
    int number = bit_count(winners);
    return part[WINNERS_LEAST] <= number && number <= part[WINNERS_MOST];
}

/* The next of the winners, clockwise from who was "you", with the next lot that they won. */
static int finds_winner(Run *run, const word *step, word you, word done) {
    word players = step[NEXT_WINNER_PLAYERS];
    for (word place = 0; place < players && goes_on(run); place++) {
        word seat = (you + place) % players;
        for (word lot = 0; lot < step[NEXT_WINNER_LOTS] && goes_on(run); lot++) {
            if (*cell(run, step[NEXT_WINNER_LEADERS] + lot) != seat + 1 || done & bit(run, lot))
                continue;
            *top(run, 1) |= bit(run, lot);
            put(run, ACTOR_CELL, seat);
            put(run, LOT_CELL, lot);
            put(run, BUILT_CELL, 0);
            put(run, DECLINED_CELL, 0);
            TELL(run, step[NEXT_WINNER_SOURCE], seat, lot);
            return 1;
        }
    }
    return 0;
}

word next_winner(Run *run, const word *step) {
    word done = *top(run, 1), you = *top(run, 2);
    if (you < 0 || run->fault)
        return fail(run, NO_CELL);
    if (finds_winner(run, step, you, done))
        return step[NEXT_WINNER_BODY];
    pop(run);
    put(run, ACTOR_CELL, pop(run));
    return step[NEXT_WINNER_FOLLOW];
}

word lot_won(Run *run, const word *step) {
    word leader = *cell(run, step[LOT_WON_LEADER]);
    if (leader <= 0 || leader > step[LOT_WON_PLAYERS])
        return step[LOT_WON_FOLLOW];
    put(run, ACTOR_CELL, leader - 1);
    put(run, LOT_CELL, step[LOT_WON_LOT]);
    return step[LOT_WON_BODY];
}

/* As many as a cell has bits for at most. */
static word lots_of(Run *run, const word *step) {
    return bit(run, step[BIDDING_LOTS]) ? step[BIDDING_LOTS] : 0;
}

/* ------------------------------------------------------------------ turns */

/* Whoever leads a lot waits, where that is the rule. */
static OFTEN word free_players(Run *run, const word *step) {
    word players = step[BIDDING_PLAYERS], free = ~run->cells[OUT_CELL] & (bit(run, players) - 1);
    word lots = step[BIDDING_LEADER_WAITS] ? lots_of(run, step) : 0;
    const word *leaders = span(run, step[BIDDING_LEADERS], &lots);
    for (word lot = 0; lot < lots; lot++) /* nobody leads: the bit below that of the first player */
        free &= ~(word)((uint64_t)1 << (leaders[lot] & 63) >> 1);
    return free;
}

static OFTEN word next_bidder(Run *run, word number, const word *step) {
    word player = first_free(run, run->cells[ACTOR_CELL], free_players(run, step),
                             step[BIDDING_DIRECTION]);
    if (player >= 0) {
        put(run, ACTOR_CELL, player);
        return ~number;
    }
    put(run, ACTOR_CELL, pop(run));
    return step[BIDDING_FOLLOW];
}

word auction_step(Run *run, word number, const word *step) { return next_bidder(run, number, step); }

/* ------------------------------------------------------------------ options */

/* May "you", who have the right, equal the bid that stands on a lot? */
static int may_equal(Run *run, const word *step, word lot, word leader) {
    if (leader > step[BIDDING_PLAYERS])
        return step[BIDDING_EQUAL_NEUTRAL] != 0;
    if (!meets(run, step[BIDDING_OWNED] + leader - 1, step[BIDDING_RIGHT]))
        return 1;
    word marker = step[BIDDING_MARKERS] + 2 * actor(run);
    int is_own = *cell(run, marker) == lot + 1 &&
                 *cell(run, marker + 1) == *cell(run, step[BIDDING_STANDING] + lot);
    return step[BIDDING_EQUAL_EQUALS] && !is_own;
}

/* What "you" may bid at most: all they have beside what they have bid already. */
static word covered(Run *run, const word *step) {
    const word *order = part_in(run, step, BIDDING_ORDER);
    word committed = 0, you = actor(run), lots = lots_of(run, step);
    for (word lot = 0; lot < lots; lot++)
        if (*cell(run, step[BIDDING_LEADERS] + lot) == you + 1)
            committed = plus(run, committed, *cell(run, step[BIDDING_STANDING] + lot));
    return plus(run, *own(run, order[ORDER_MONEY], order[ORDER_WIDTH]), -committed);
}

/* What may be bid: on each lot so many amounts of the list, from one place on. */
typedef struct {
    const word *amounts; /* upwards */
    word count;          /* of all bids */
    int may_pass;
    int32_t firsts[SET_BITS];
    int32_t counts[SET_BITS];
} Bids;

/* How many of the amounts are no more than that. */
static inline word amounts_to(const word *counts, word most) {
    return most < 0 ? 0 : counts[1 + (most < counts[0] ? most : counts[0] - 1)];
}

/* Most options of a game are bids. */
static OFTEN word bids_of(Run *run, const word *step, Bids *bids) {
    const word *order = part_in(run, step, BIDDING_ORDER), *amounts = list(run, step, BIDDING_BIDS);
    const word *counts = table_of(run, step);
    word lots = lots_of(run, step), open = run->cells[OPEN_CELL], you = actor(run), count = 0;
    word affordable = order[ORDER_MONEY] < 0 ? amounts[0] : amounts_to(counts, covered(run, step));
    int is_first = step[BIDDING_FIRST_BIDS] && !run->cells[OUT_CELL];
    int next_only = step[BIDDING_NEXT_STEP_ONLY] != 0;
    int has_right = meets(run, step[BIDDING_OWNED] + you, step[BIDDING_RIGHT]);
    const word *leaders = span(run, step[BIDDING_LEADERS], &lots);
    const word *standing = span(run, step[BIDDING_STANDING], &lots);
    for (word lot = 0; lot < lots; lot++) {
        word leader = leaders[lot], first = amounts_to(counts, standing[lot]), end = affordable;
        is_first &= !leader;
        if (next_only & (standing[lot] != 0))
            end = end <= first ? end : first + 1;
        if (has_right && leader && first && amounts[first] == standing[lot] &&
            may_equal(run, step, lot, leader))
            first--;
        word left = first < end ? end - first : 0;
        word is_shut = (open >> lot & 1) == 0 || leader == you + 1;
        bids->firsts[lot] = (int32_t)first;
        bids->counts[lot] = is_shut ? 0 : (int32_t)left;
        count += bids->counts[lot];
    }
    bids->amounts = amounts + 1;
    bids->count = count;
    bids->may_pass = !is_first || !count;
    if (count >= MOST_OPTIONS)
        fail(run, TOO_MANY);
    return count >= MOST_OPTIONS ? 0 : lots;
}

void list_bids(Run *run, const word *step, Options *found) {
    Bids bids;
    word lots = bids_of(run, step, &bids);
    if (found->count + bids.count > MOST_OPTIONS) {
        fail(run, TOO_MANY);
        return;
    }
    Option *entry = found->entries + found->count;
    for (word lot = 0; lot < lots; lot++)
        for (const word *amount = bids.amounts + bids.firsts[lot], *end = amount + bids.counts[lot]; amount < end;)
            set_option(entry++, run->block, step, 2, lot, *amount++);
    found->count = (int)(entry - found->entries);
    if (bids.may_pass)
        list_option(run, found, step, 0, 0, 0);
}

/* ------------------------------------------------------------------ choosing */

/* What follows for the bidder, and then for the player whose bid was replaced. */
static void outbid(Run *run, const word *step, word before) {
    int is_neutral = before > step[BIDDING_PLAYERS];
    word bidder = run->cells[ACTOR_CELL];
    act_if_any(run, ref(run, step, is_neutral ? BIDDING_OUTBID_NEUTRAL : BIDDING_OUTBID_PLAYER));
    const word *is_outbid = ref(run, step, BIDDING_IS_OUTBID);
    if (is_outbid && !is_neutral) {
        put(run, ACTOR_CELL, before - 1);
        act(run, is_outbid);
        put(run, ACTOR_CELL, bidder);
    }
}

/* None of these numbers is large. */
static OFTEN void place_bid(Run *run, const word *step, word player, word lot, word amount) {
    word marker = step[BIDDING_MARKERS] + 2 * player;
    *cell(run, step[BIDDING_LEADERS] + lot) = player + 1;
    *cell(run, step[BIDDING_STANDING] + lot) = amount;
    *cell(run, marker) = lot + 1;
    *cell(run, marker + 1) = amount;
}

static word pass(Run *run, const word *step) {
    word player = actor(run);
    *cell(run, OUT_CELL) |= bit(run, player);
    TELL(run, step[BIDDING_PASS_SOURCE], player);
    return step[BIDDING_PASSED];
}

static OFTEN word bid(Run *run, word number, const word *step, word lot, word amount) {
    word player = actor(run), players = step[BIDDING_PLAYERS];
    word before = *cell(run, step[BIDDING_LEADERS] + lot);
    int is_players = before > 0 && before <= players;
    place_bid(run, step, player, lot, amount);
    if (!step[BIDDING_PASS_IS_FINAL])
        put(run, OUT_CELL, 0);
    if (is_players && !step[BIDDING_OUTBID_STAYS])
        *cell(run, OUT_CELL) |= bit(run, before - 1);
    TELL(run, step[BIDDING_SOURCE], player, lot + 1, amount);
    if (before)
        outbid(run, step, before);
    if (!step[BIDDING_AT_ONCE]) {
        put(run, ACTOR_CELL, seat_after(player, step[BIDDING_DIRECTION], players));
    } else if (is_players) {
        put(run, ACTOR_CELL, before - 1);
        return ~number;
    } else {
        const word *order = part_in(run, step, BIDDING_ORDER);
        put(run, ACTOR_CELL, count(run, part_in(run, order, ORDER_FIRST), player));
    }
    return next_bidder(run, number, step);
}

word choose_bid(Run *run, word number, const word *step, const Option *option) {
    if (!option->count)
        return pass(run, step);
    return bid(run, number, step, option->operands[0], option->operands[1]);
}

/* One of what would be listed, each equally likely. */
word bid_any(Run *run, word number, const word *step, uint64_t *chance) {
    Bids bids;
    word lots = bids_of(run, step, &bids), left = below(chance, bids.count + bids.may_pass), lot = 0;
    while (lot < lots && left >= bids.counts[lot])
        left -= bids.counts[lot++];
    if (lot == lots)
        return pass(run, step);
    return bid(run, number, step, lot, bids.amounts[bids.firsts[lot] + left]);
}
