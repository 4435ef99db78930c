/* Auctions in which every bid stands: sealed ones, and those in which the price falls. */

#include "machine.h"

/* What every question for a bid has lies where the first kind of them has it. */
#if SEALED_BIDS_ORDER != BIDDING_ORDER || FALLING_BIDS_ORDER != BIDDING_ORDER
#error "questions for bids begin in different ways"
#endif

/* ------------------------------------------------------------------ who bids, and how much */

/* The next from a seat on who has not bid or passed; -1: nobody. OUT has those who have. */
static word next_bidder(Run *run, const word *step, word seat) {
    word everybody = bit(run, step[BIDDING_PLAYERS]) - 1;
    return first_free(run, seat, ~run->cells[OUT_CELL] & everybody, step[BIDDING_DIRECTION]);
}

static word first_bidder(Run *run, const word *step) {
    return count(run, ref(run, part_in(run, step, BIDDING_ORDER), ORDER_FIRST), actor(run));
}

/* What "you" may bid at most. */
static word most_bid(Run *run, const word *step) {
    const word *order = part_in(run, step, BIDDING_ORDER), *bids = list(run, step, BIDDING_BIDS);
    if (order[ORDER_MONEY] >= 0)
        return *own(run, order[ORDER_MONEY], order[ORDER_WIDTH]);
    return bids[0] ? bids[bids[0]] : fail(run, UNKNOWN_PART);
}

static int is_on_offer(Run *run, word lot) { return (run->cells[OPEN_CELL] & bit(run, lot)) != 0; }

/* "You" are asked no more; the operands of a bid are the lot and the amount. */
static void note_bid(Run *run, const word *step, const Option *option) {
    word marker = step[BIDDING_MARKERS] + 2 * actor(run);
    *cell(run, OUT_CELL) |= bit(run, actor(run));
    if (!option->count)
        return;
    put(run, marker, operand(option, 0) + 1);
    put(run, marker + 1, operand(option, 1));
}

static void lead(Run *run, const word *step, word lot, word seat, word amount) {
    put(run, step[BIDDING_LEADERS] + lot, seat + 1);
    put(run, step[BIDDING_STANDING] + lot, amount);
}

/* ------------------------------------------------------------------ sealed bids */

/* The highest bid leads its lot; of equal ones the first that is shown. */
static void reveal(Run *run, const word *step, word seat) {
    word marker = step[BIDDING_MARKERS] + 2 * seat;
    word lot = *cell(run, marker) - 1, amount = *cell(run, marker + 1);
    if (lot >= 0 && amount > *cell(run, step[BIDDING_STANDING] + lot))
        lead(run, step, lot, seat, amount);
}

static word sealed_bids(Run *run, word number, const word *step) {
    const word *hides = ref(run, step, SEALED_BIDS_HIDES);
    word first = first_bidder(run, step), players = run->players;
    word player = next_bidder(run, step, first);
    if (player >= 0) {
        put(run, ACTOR_CELL, player);
        return ~number;
    }
    for (word place = 0; place < players && !run->fault; place++)
        reveal(run, step, (first + place * step[BIDDING_DIRECTION] + players) % players);
    put(run, ACTOR_CELL, pop(run));
    if (hides)
        end_secret(run, hides);
    return step[SEALED_BIDS_FOLLOW];
}

static void list_sealed(Run *run, const word *step, Options *found) {
    const word *bids = list(run, step, BIDDING_BIDS);
    word most = most_bid(run, step);
    for (word lot = 0; lot < step[BIDDING_LOTS] && !run->fault; lot++)
        for (word number = 1; number <= bids[0] && is_on_offer(run, lot); number++)
            if (bids[number] <= most)
                list_option(run, found, step, 2, lot, bids[number]);
    list_option(run, found, step, 0, 0, 0);
}

static word choose_sealed(Run *run, word number, const word *step, const Option *option) {
    word player = actor(run);
    note_bid(run, step, option);
    if (option->count)
        TELL(run, step[BIDDING_SOURCE], player, operand(option, 0) + 1, operand(option, 1));
    else
        TELL(run, step[BIDDING_PASS_SOURCE], player);
    return sealed_bids(run, number, step);
}

/* ------------------------------------------------------------------ falling bids */

static int is_free(Run *run, const word *step, word lot) {
    return is_on_offer(run, lot) && !*cell(run, step[BIDDING_LEADERS] + lot);
}

static int one_is_free(Run *run, const word *step) {
    for (word lot = 0; lot < step[BIDDING_LOTS] && !run->fault; lot++)
        if (is_free(run, step, lot))
            return 1;
    return 0;
}

static int leads_one(Run *run, const word *step, word player) {
    for (word lot = 0; lot < step[BIDDING_LOTS] && !run->fault; lot++)
        if (*cell(run, step[BIDDING_LEADERS] + lot) == player + 1)
            return 1;
    return 0;
}

/* What is offered, if "you" can bid it; its number among the bids lies on top. -1: you cannot. */
static word offered_now(Run *run, const word *step) {
    const word *bids = list(run, step, BIDDING_BIDS);
    word number = *top(run, 1);
    if (number < 0 || number >= bids[0])
        return fail(run, NO_CELL) - 1;
    return bids[1 + number] <= most_bid(run, step) ? bids[1 + number] : -1;
}

/* Is somebody asked at this price? Whoever cannot bid it, or has a lot, is not. */
static int asks_one(Run *run, const word *step) {
    word offered = pop(run), first = first_bidder(run, step), player;
    push(run, offered);
    while ((player = next_bidder(run, step, first)) >= 0 && goes_on(run)) {
        put(run, ACTOR_CELL, player);
        if (!leads_one(run, step, player) && offered_now(run, step) >= 0 && one_is_free(run, step))
            return 1;
        *cell(run, OUT_CELL) |= bit(run, player);
    }
    return 0;
}

static word falling_bids(Run *run, word number, const word *step) {
    word before = *top(run, 2);
    while (*top(run, 1) >= 0 && one_is_free(run, step) && goes_on(run)) {
        if (asks_one(run, step))
            return ~number;
        put(run, OUT_CELL, 0);
        *top(run, 1) -= 1;
    }
    pop(run);
    pop(run);
    put(run, ACTOR_CELL, before);
    return step[FALLING_BIDS_FOLLOW];
}

static void list_falling(Run *run, const word *step, Options *found) {
    word offered = offered_now(run, step);
    for (word lot = 0; offered >= 0 && lot < step[BIDDING_LOTS] && !run->fault; lot++)
        if (is_free(run, step, lot))
            list_option(run, found, step, 2, lot, offered);
    list_option(run, found, step, 0, 0, 0);
}

static word choose_falling(Run *run, word number, const word *step, const Option *option) {
    word player = actor(run);
    note_bid(run, step, option);
    if (option->count) {
        lead(run, step, operand(option, 0), player, operand(option, 1));
        TELL(run, step[BIDDING_SOURCE], player, operand(option, 0) + 1, operand(option, 1));
    }
    return falling_bids(run, number, step);
}

/* ------------------------------------------------------------------ both */

word once_step(Run *run, word number, const word *step) {
    return step[0] == OP_SEALED_BIDS ? sealed_bids(run, number, step)
                                     : falling_bids(run, number, step);
}

void list_once(Run *run, const word *step, Options *found) {
    if (step[0] == OP_SEALED_BIDS)
        list_sealed(run, step, found);
    else
        list_falling(run, step, found);
}

word choose_once(Run *run, word number, const word *step, const Option *option) {
    return step[0] == OP_SEALED_BIDS ? choose_sealed(run, number, step, option)
                                     : choose_falling(run, number, step, option);
}
