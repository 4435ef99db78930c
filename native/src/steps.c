/* Steps: each runs on the cells and names the step that follows; and games, choice by choice, also at
   random: then every option is as likely as the others. */

#include "grids.h"

int knows(int opcode) {
    static const short known[] = {
        OP_END, OP_RUN, OP_BRANCH, OP_CALL, OP_RETURN, OP_ENDED, OP_NEED,
        OP_ROUND_BEGIN, OP_ENTER, OP_EACH_NEXT, OP_TURN_NEXT, OP_SET_START_TO, OP_ROUND_UNTIL,
        OP_ENTER_IN_ROUNDS, OP_CHOOSE_ORDER, OP_AGAIN, OP_QUESTION, OP_PAY, OP_SKIP_IF_EMPTY, OP_SKIP_IF_ALONE, OP_BIDDING,
        OP_WHEN_BUILT, OP_OPEN_LOTS, OP_LOT_BEGIN, OP_SHUFFLE_STACK, OP_RANDOM_START, OP_SET_START,
        OP_TURN_UP, OP_USE_PIECE, OP_USE_TURNED, OP_AT_SPACE, OP_PLACE_GOODS, OP_COLLECT,
        OP_LAY_TILES, OP_RANDOM_NEUTRAL, OP_GIVE_BACK, OP_NEXT_WINNER, OP_LOT_WON, OP_ROLL,
        OP_SEVERAL, OP_TRANSFER, OP_SET_TO, OP_PUSH, OP_POP, OP_ADD, OP_CONDITIONAL, OP_HIDE,
        OP_EACH_OWNER, OP_INLINE, OP_ONE_USE, OP_CLEAR_BIDS, OP_MOVE_ALL, OP_TAKE, OP_MOVE_MARKER,
        OP_LEAVE_THERE, OP_TAKE_EVERYTHING, OP_SET_USER, OP_SPIN, OP_DRAW, OP_THROW_DICE,
        OP_END_AFTER, OP_REPEATED, OP_EXCHANGED, OP_MOVE_AROUND, OP_REFILL, OP_RENEW,
        OP_WITHIN, OP_OPPOSITE, OP_ALL, OP_EITHER, OP_CASES, OP_HAS_EXTREME, OP_CAUSED,
        OP_IS_YOUR_TURN, OP_WINNERS, OP_OWNS_PIECE, OP_LIES_UP, OP_CONTAINS, OP_LOT_HOLDS, OP_CAN_TAKE, OP_EARNS,
        OP_CAN_PAY, OP_ANY_OFFERED, OP_MAY_USE, OP_COMPLETABLE, OP_CAN_BUILD,
        OP_CAN_BUILD_ON_MAP, OP_BUILT_LAST, OP_MAKES_ROWS, OP_NOTHING_IN, OP_IS_THEIRS,
        OP_SOMEBODY_HAS, OP_HAS_ROOM, OP_CAN_PAY_DUE,
        OP_FIXED, OP_IN_CELL, OP_OWNED, OP_MULTIPLE, OP_TOGETHER, OP_HALVED, OP_DIVIDED, OP_ON_TOP,
        OP_CHOSEN, OP_LISTED, OP_WHOEVER, OP_NEXT_SEAT, OP_FROM_START, OP_ORDERED, OP_FIRST_OF,
        OP_OTHERS, OP_LEAST, OP_KINDS, OP_DIFFERENCE, OP_STEPPED, OP_ON_OWNED, OP_ON_BUILT_LAST,
        OP_WITH_ROOM, OP_ALL_OR_NONE, OP_COPIES_IN,
        OP_PLAIN, OP_FRUITFUL, OP_GUARDED, OP_TRIED, OP_PAID, OP_EXCHANGE_OFFER, OP_USE_ONCE, OP_FROM_HERE,
        OP_BUILD_ON_MAP, OP_NEUTRAL_SPACE_OFFER, OP_LEAVE_OFFER, OP_USE_FREE, OP_USE_ANY, OP_PAY_BID,
        OP_NEUTRAL_OFFER, OP_REWARD_OFFER, OP_BUILD_OFFER, OP_PAID_TIMES, OP_TOO_OFTEN,
        OP_SUBSTITUTE, OP_PAYMENT, OP_SOLVER, OP_PURSE, OP_BUILDABLE, OP_NEEDED, OP_PRICE_LIST, OP_SLOT_PLACES,
        OP_YIELD, OP_SECRET, OP_ORDER, OP_LIMIT, OP_PART_OFFER, OP_CEILING, OP_CLOSED, OP_PROGRAM,
        OP_BEGIN_PLACING, OP_PLACING, OP_NEXT_PLACING, OP_OPEN_PLACE,
        OP_PAY_OR_ELSE, OP_COLLECT_DUE, OP_PUT_OFF, OP_TURN,
        OP_CAN_PAY_COUNTED, OP_STOCK_ALLOWS, OP_PAID_COUNTED, OP_COUNTED_COST,
        OP_GROUND, OP_HEAP, OP_TAKING, OP_BEGINNING, OP_DUE, OP_PLAN, OP_LYING, OP_LATTICE, OP_WHICH,
        OP_NEXT_CELL, OP_LAY_TILE, OP_TURN_TILES, OP_PUT_THERE, OP_TAKE_THERE,
        OP_CAN_LAY, OP_IS_EMPTY, OP_ON_SOME_CELL, OP_EMPTY_CELLS, OP_ON_CELLS,
        OP_LAY_OFFER, OP_PAID_LAY_OFFER,
        OP_AREAS, OP_ENCLOSED, OP_WORK, OP_ENCLOSE_OFFER, OP_CAN_ENCLOSE, OP_PARTS, OP_TILES_INSIDE,
        OP_BY_CELL, OP_BY_TILE, OP_DWELLING, OP_YOUNG,
        OP_GIVE_UP_SOME, OP_GIVE_UP, OP_GAIN_YOUNG, OP_HAVE_YOUNG,
        OP_SEALED_BIDS, OP_FALLING_BIDS, OP_DRAW_PIECE, OP_END_NOW, OP_CAN_SHIFT, OP_SHIFT_OFFER, OP_WAYS,
        OP_FILL, OP_SPACES, OP_FEES, OP_BUILD_FROM_DISPLAY, OP_CAN_BUILD_FROM_DISPLAY,
    };
    for (size_t number = 0; number < sizeof known / sizeof *known; number++)
        if (known[number] == opcode)
            return 1;
    return 0;
}

/* ------------------------------------------------------------------ steps */

/* Whoever is asked for what they had when it was promised may have spent it since. */
static word pay_step(Run *run, word number, const word *step) {
    if (count_due(run, part_in(run, step, PAY_COUNTER)) <= 0)
        return step[PAY_FOLLOW];
    return step[PAY_RAISING] || has_options(run, step) ? ~number : step[PAY_FOLLOW];
}

static word skip_if_empty(Run *run, const word *step) {
    word question = step[SKIP_IF_EMPTY_QUESTION];
    return has_options(run, step_at(run, question)) ? ~question : step[SKIP_IF_EMPTY_FOLLOW];
}

static word skip_if_alone(Run *run, const word *step) {
    return any_offered(run, list(run, step, SKIP_IF_ALONE_OFFERS)) ? ~step[SKIP_IF_ALONE_QUESTION]
                                                                  : step[SKIP_IF_ALONE_FOLLOW];
}

/* Those that are not run again and again. */
static word run_seldom(Run *run, word number, const word *step) {
    switch (step[0]) {
    case OP_PAY_OR_ELSE:
        return count(run, part_in(run, step, PAY_COUNTER), actor(run)) > 0 ? ~number : step[PAY_FOLLOW];
    case OP_SKIP_IF_EMPTY:
        return skip_if_empty(run, step);
    case OP_SKIP_IF_ALONE:
        return skip_if_alone(run, step);
    case OP_GAIN_YOUNG:
        return gain_young(run, number, step);
    case OP_NEXT_CELL:
        return next_cell(run, step);
    case OP_BEGIN_PLACING:
    case OP_NEXT_PLACING:
        return filling_step(run, step);
    case OP_COLLECT_DUE:
        return later_step(run, step);
    case OP_CHOOSE_ORDER:
    case OP_AGAIN:
        return orders_step(run, number, step);
    case OP_GIVE_BACK:
        return give_back_step(run, number, step);
    case OP_SEALED_BIDS:
    case OP_FALLING_BIDS:
        return once_step(run, number, step);
    case OP_NEXT_WINNER:
        return next_winner(run, step);
    case OP_LOT_WON:
        return lot_won(run, step);
    case OP_LAY_TILES:
    case OP_RANDOM_NEUTRAL:
        return maps_step(run, step);
    case OP_ROLL:
        return roll(run, step);
    case OP_ROUND_BEGIN:
    case OP_ROUND_UNTIL:
    case OP_ENTER:
    case OP_ENTER_IN_ROUNDS:
    case OP_TURN_NEXT:
    case OP_SET_START_TO:
    case OP_END_NOW:
        return turns_step(run, step);
    default:
        return piles_step(run, step);
    }
}

static word run_question(Run *run, word number, const word *step) {
    return has_options(run, step) ? ~number : step[QUESTION_SKIP];
}

/* The number of the next step, or ~number to ask. */
static OFTEN word run_one(Run *run, word number, const word *step) {
    switch (step[0]) {
    case OP_END:
        return ~number;
    case OP_RUN:
        return run_act(run, step);
    case OP_BRANCH:
        return run_branch(run, step);
    case OP_CALL:
        push(run, step[CALL_FOLLOW]);
        return step[CALL_ENTRY];
    case OP_RETURN:
    case OP_ENDED:
        return pop(run);
    case OP_NEED:
        return step[NEED_FOLLOW];
    case OP_QUESTION:
    case OP_GIVE_UP_SOME:
        return step[QUESTION_SKIP] < 0 ? ~number : run_question(run, number, step);
    case OP_PAY:
        return pay_step(run, number, step);
    case OP_BIDDING:
        return auction_step(run, number, step);
    case OP_PLACE_GOODS:
        return place_goods(run, number, step);
    case OP_COLLECT:
        return collect(run, step);
    case OP_EACH_NEXT:
        return each_next(run, step);
    case OP_USE_PIECE:
        return use_piece(run, step);
    case OP_WHEN_BUILT:
        return when_built(run, step);
    case OP_LOT_BEGIN:
        return lot_begin(run, step);
    default:
        return run_seldom(run, number, step);
    }
}

word run_step(Run *run, word number, const word *step) { return run_one(run, number, step); }

/* From a step on until one asks; its number is then in NEXT_STEP. */
static OFTEN void run_on(Run *run, word step) {
    while ((uint64_t)step < (uint64_t)run->step_count && goes_on(run))
        step = run_one(run, step, part_at(run, run->steps[step]));
    if (step >= 0 || ~step >= run->step_count)
        fail(run, NO_CELL);
    else
        *cell(run, NEXT_STEP_CELL) = ~step;
}

void run_from(Run *run, word step) { run_on(run, step); }

/* ------------------------------------------------------------------ choosing */

static OFTEN word choose_one(Run *run, word number, const word *step, const Option *option) {
    switch (step[0]) {
    case OP_QUESTION:
    case OP_GIVE_UP_SOME:
        return take_offer(run, option);
    case OP_PAY:
        return choose_due(run, step, option);
    case OP_CHOOSE_ORDER:
    case OP_AGAIN:
        return choose_in_order(run, step, option);
    case OP_GIVE_BACK:
        return choose_given_back(run, number, step, option);
    case OP_BIDDING:
        return choose_bid(run, number, step, option);
    case OP_SEALED_BIDS:
    case OP_FALLING_BIDS:
        return choose_once(run, number, step, option);
    case OP_PLACE_GOODS:
        return choose_place(run, number, step, option);
    case OP_PLACING:
        return choose_open_place(run, step, option);
    case OP_PAY_OR_ELSE:
        return choose_due_or_else(run, step, option);
    case OP_GAIN_YOUNG:
        return choose_young(run, step, option);
    default:
        return fail(run, UNKNOWN_PART);
    }
}

word choose_at(Run *run, word number, const word *step, const Option *option) {
    return choose_one(run, number, step, option);
}

/* Where nothing is left to choose the game goes on. */
static void choose_anytime(Run *run, const word *step, const Option *option) {
    take_offer(run, option);
    if (step[0] != OP_END && step[QUESTION_SKIP] >= 0 && !has_options(run, step))
        run_from(run, step[QUESTION_SKIP]);
}

void choose(Run *run, const Option *option) {
    word number = run->cells[NEXT_STEP_CELL];
    const word *step = step_at(run, number);
    run->fuel = FUEL;
    if (option->anytime)
        choose_anytime(run, step, option);
    else
        run_on(run, choose_one(run, number, step, option));
}

/* ------------------------------------------------------------------ choosing at random */

/* One of what is listed; NULL: there is none, or the machine cannot carry it out. */
static OFTEN const Option *one_of(Run *run, const Options *listed, uint64_t *chance) {
    return listed->count && !run->fault ? listed->entries + below(chance, listed->count) : NULL;
}

/* 0: there is nothing to choose, or the machine cannot carry it out. */
static int choose_if_any(Run *run, const Option *option) {
    if (option)
        choose(run, option);
    return option && !run->fault;
}

static int choose_listed(Run *run, uint64_t *chance, Options *listed) {
    list_all(run, listed);
    return choose_if_any(run, one_of(run, listed, chance));
}

static OFTEN const Option *one_answer(Run *run, const word *question, uint64_t *chance, Options *listed) {
    const word *offers = list(run, question, QUESTION_OFFERS);
    listed->count = 0;
    list_offers(run, offers, offers[0], list(run, question, QUESTION_ALIKE), listed);
    return one_of(run, listed, chance);
}

/* One of all options, each equally likely. What is asked most is not asked at every turn what it is; bids,
   places and ways to pay are picked, and listed nowhere. */
static OFTEN int choose_any(Run *run, uint64_t *chance, Options *listed) {
    word number = run->cells[NEXT_STEP_CELL], next;
    const word *step = step_at(run, number);
    run->fuel = FUEL;
    if (step[0] == OP_PLACE_GOODS && !step[QUESTION_TRIED] &&
        list(run, step, PLACE_GOODS_SLOTS)[0] <= SET_BITS) {
        next = place_any(run, number, step, chance);
    } else if (step[0] == OP_PAY && !step[QUESTION_TRIED]) {
        if (!pay_any(run, step, chance, listed, &next))
            return choose_if_any(run, one_of(run, listed, chance));
    } else if (step[0] == OP_BIDDING && !step[QUESTION_TRIED]) {
        next = bid_any(run, number, step, chance);
    } else if (step[0] == OP_QUESTION && !step[QUESTION_TRIED]) {
        const Option *chosen = one_answer(run, step, chance, listed);
        if (!chosen || chosen->anytime)
            return choose_if_any(run, chosen);
        next = take_offer(run, chosen);
    } else {
        return choose_listed(run, chance, listed);
    }
    run_on(run, next);
    return !run->fault;
}

/* Perhaps one of the exchanges of any time, if there is one. */
static int choose_among_all(Run *run, Rollout *rollout, Options *listed, Options *exchanges) {
    if (step_at(run, run->cells[NEXT_STEP_CELL])[0] == OP_END)
        return 0;
    if (below(&rollout->chance, 100) >= rollout->anytime)
        return choose_any(run, &rollout->chance, listed);
    list_all(run, listed);
    exchanges->count = 0;
    if (listed->count)
        list_anytime(run, listed, exchanges);
    return choose_if_any(run, one_of(run, exchanges->count ? exchanges : listed, &rollout->chance));
}

void roll_on(Run *run, Rollout *rollout, Options *listed, Options *exchanges) {
    long long done = rollout->done;
    run->fuel = FUEL;
    if (rollout->anytime)
        while (done < rollout->budget && choose_among_all(run, rollout, listed, exchanges))
            done++;
    else
        while (done < rollout->budget && choose_any(run, &rollout->chance, listed))
            done++;
    rollout->done = done;
}
