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
static word free_players(Run *run, const word *step) {
    word players = step[BIDDING_PLAYERS], free = ~run->cells[OUT_CELL] & (bit(run, players) - 1);
    word lots = step[BIDDING_LEADER_WAITS] ? lots_of(run, step) : 0;
    const word *leaders = span(run, step[BIDDING_LEADERS], &lots);
    for (word lot = 0; lot < lots; lot++) /* nobody leads: the bit below that of the first player */
        free &= ~(word)((uint64_t)1 << (leaders[lot] & 63) >> 1);
    return free;
}

word auction_step(Run *run, word number, const word *step) {
    word player = first_free(run, run->cells[ACTOR_CELL], free_players(run, step),
                             step[BIDDING_DIRECTION]);
    if (player >= 0) {
        put(run, ACTOR_CELL, player);
        return ~number;
    }
    put(run, ACTOR_CELL, pop(run));
    return step[BIDDING_FOLLOW];
}

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

/* What may be bid: on each lot the amounts of the list from one place to before another. */
typedef struct {
    const word *amounts; /* upwards */
    word affordable; /* so many of them at most */
    word count;      /* of all bids */
    int has_right;   /* to equal bids */
    int may_pass;
    int32_t first[SET_BITS];
    int32_t end[SET_BITS];
} Bids;

/* How many of the amounts are no more than that. */
static inline word amounts_to(Run *run, const word *step, word most) {
    const word *counts = table_of(run, step);
    return most < 0 ? 0 : counts[1 + (most < counts[0] ? most : counts[0] - 1)];
}

static inline void find_bids(Run *run, const word *step, word lot, word leader, word standing,
                             Bids *bids) {
    word end = bids->affordable;
    word first = amounts_to(run, step, standing);
    if (step[BIDDING_NEXT_STEP_ONLY] && standing && first < end)
        end = first + 1;
    if (bids->has_right && leader && first && bids->amounts[first - 1] == standing &&
        may_equal(run, step, lot, leader))
        first--;
    end = first < end ? end : first;
    bids->first[lot] = (int32_t)first;
    bids->end[lot] = (int32_t)end;
    bids->count += end - first;
}

/* Most options of a game are bids. */
static inline word bids_of(Run *run, const word *step, Bids *bids) {
    const word *order = part_in(run, step, BIDDING_ORDER), *amounts = list(run, step, BIDDING_BIDS);
    int is_first = step[BIDDING_FIRST_BIDS] && !run->cells[OUT_CELL];
    word lots = lots_of(run, step), open = run->cells[OPEN_CELL], you = actor(run);
    bids->amounts = amounts + 1;
    bids->affordable = order[ORDER_MONEY] < 0 ? amounts[0] : amounts_to(run, step, covered(run, step));
    bids->has_right = meets(run, step[BIDDING_OWNED] + you, step[BIDDING_RIGHT]);
    bids->count = 0;
    const word *leaders = span(run, step[BIDDING_LEADERS], &lots);
    const word *standing = span(run, step[BIDDING_STANDING], &lots);
    for (word lot = 0; lot < lots; lot++) {
        is_first = is_first && !leaders[lot];
        bids->first[lot] = bids->end[lot] = 0;
        if ((open >> lot & 1) && leaders[lot] != you + 1)
            find_bids(run, step, lot, leaders[lot], standing[lot], bids);
    }
    bids->may_pass = !is_first || !bids->count;
    if (bids->count >= MOST_OPTIONS)
        fail(run, TOO_MANY);
    return bids->count >= MOST_OPTIONS ? 0 : lots;
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
        for (word number = bids.first[lot]; number < bids.end[lot]; number++)
            set_option(entry++, run->block, step, 2, lot, bids.amounts[number]);
    found->count = (int)(entry - found->entries);
    if (bids.may_pass)
        list_option(run, found, step, 0, 0, 0);
}

/* One of what would be listed, each equally likely. */
void pick_bid(Run *run, const word *step, uint64_t *chance, Option *picked) {
    Bids bids;
    word lots = bids_of(run, step, &bids), left = below(chance, bids.count + bids.may_pass);
    set_option(picked, run->block, step, 0, 0, 0);
    for (word lot = 0; lot < lots; left -= bids.end[lot] - bids.first[lot], lot++)
        if (left < bids.end[lot] - bids.first[lot]) {
            set_option(picked, run->block, step, 2, lot, bids.amounts[bids.first[lot] + left]);
            return;
        }
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

static void place_bid(Run *run, const word *step, word player, word lot, word amount) {
    word marker = step[BIDDING_MARKERS] + 2 * player;
    put(run, step[BIDDING_LEADERS] + lot, player + 1);
    put(run, step[BIDDING_STANDING] + lot, amount);
    put(run, marker, lot + 1);
    put(run, marker + 1, amount);
}

word choose_bid(Run *run, word number, const word *step, const Option *option) {
    word player = actor(run), players = step[BIDDING_PLAYERS];
    if (!option->count) {
        *cell(run, OUT_CELL) |= bit(run, player);
        TELL(run, step[BIDDING_PASS_SOURCE], player);
        return step[BIDDING_PASSED];
    }
    word lot = option->operands[0], amount = option->operands[1];
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
        word next = player + step[BIDDING_DIRECTION];
        put(run, ACTOR_CELL, players > 0 ? (next + players) % players : 0);
    } else if (is_players) {
        put(run, ACTOR_CELL, before - 1);
        return ~number;
    } else {
        const word *order = part_in(run, step, BIDDING_ORDER);
        put(run, ACTOR_CELL, count(run, part_in(run, order, ORDER_FIRST), player));
    }
    return auction_step(run, number, step);
}
