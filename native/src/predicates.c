/* Conditions: is it so, for "you"? */

#include "grids.h"

static APART int within(Run *run, const word *part) {
    word number = count(run, part_in(run, part, WITHIN_COUNTER), actor(run));
    return part[WITHIN_LEAST] <= number &&
           (!part[WITHIN_MOST] || number <= part[WITHIN_MOST + 1]);
}

/* Is there one of some tests that comes out as wanted? */
static APART int one_is(Run *run, const word *tests, int wanted) {
    for (word number = 1; number <= tests[0]; number++)
        if (holds(run, part_at(run, tests[number])) == wanted)
            return 1;
    return 0;
}

static APART int has_extreme(Run *run, const word *part) {
    const word *counter = part_in(run, part, HAS_EXTREME_COUNTER);
    int wants_most = part[HAS_EXTREME_MOST] != 0;
    word you = actor(run), mine = count(run, counter, you);
    if (mine < part[HAS_EXTREME_LEAST])
        return 0;
    for (word player = 0; player < part[HAS_EXTREME_PLAYERS] && !run->fault; player++) {
        word theirs = count(run, counter, player);
        if (wants_most ? theirs > mine : theirs < mine)
            return 0;
    }
    return 1;
}

static APART int owns_piece(Run *run, const word *part) {
    word owned = part[OWNS_PIECE_OWNED] + actor(run), mask = part[OWNS_PIECE_MASK];
    word last = run->cells[BUILT_CELL] - 1;
    if (!part[OWNS_PIECE_ANOTHER] || last < 0 || !in_set(run, mask, last))
        return meets(run, owned, mask);
    return shared_by(run, owned, mask) > lies_in(run, owned, last);
}

static APART int earns(Run *run, const word *part) {
    word you = actor(run);
    return meets(run, part[EARNS_OWNED] + you, part[EARNS_BIT]) &&
           includes(run, part[EARNS_PLACED] + you, part[EARNS_PLACES]);
}

static APART int one_can_be_paid(Run *run, const word *part) {
    const word *payments = list(run, part, CAN_PAY_PAYMENTS);
    word row = row_of(run, part_in(run, part, CAN_PAY_PURSE), actor(run));
    word owned = part[CAN_PAY_OWNED] + actor(run);
    for (word number = 1; number <= payments[0]; number++)
        if (can_pay(run, part_at(run, payments[number]), row, owned))
            return 1;
    return 0;
}

static APART int cases(Run *run, const word *part) {
    int is_first = holds(run, part_in(run, part, CASES_TEST));
    return holds(run, ref(run, part, is_first ? CASES_THEN : CASES_OTHERWISE));
}

static APART int may_be_used(Run *run, const word *part) {
    return may_use(run, ref(run, part, MAY_USE_LIMIT), ref(run, part, MAY_USE_CLOSED),
                   part[MAY_USE_TIMES]);
}

word run_branch(Run *run, const word *step) {
    return step[holds(run, part_in(run, step, BRANCH_TEST)) ? BRANCH_THEN : BRANCH_OTHERWISE];
}

int holds(Run *run, const word *part) {
    switch (part[0]) {
    case OP_WITHIN:
        return within(run, part);
    case OP_OPPOSITE:
        return !holds(run, part_in(run, part, OPPOSITE_TEST));
    case OP_ALL:
        return !one_is(run, list(run, part, ALL_TESTS), 0);
    case OP_EITHER:
        return one_is(run, list(run, part, EITHER_TESTS), 1);
    case OP_CASES:
        return cases(run, part);
    case OP_HAS_EXTREME:
        return has_extreme(run, part);
    case OP_CAUSED:
        return run->cells[ACTOR_CELL] == *top(run, 2);
    case OP_IS_YOUR_TURN:
        return *cell(run, part[IS_YOUR_TURN_TURN]) == run->cells[ACTOR_CELL] + 1;
    case OP_WINNERS:
        return winners_within(run, part);
    case OP_OWNS_PIECE:
        return owns_piece(run, part);
    case OP_EARNS:
        return earns(run, part);
    case OP_CAN_PAY:
        return one_can_be_paid(run, part);
    case OP_CAN_BUILD_ON_MAP:
    case OP_BUILT_LAST:
    case OP_MAKES_ROWS:
        return maps_holds(run, part);
    case OP_NOTHING_IN:
    case OP_IS_THEIRS:
        return occupying_holds(run, part);
    case OP_SOMEBODY_HAS:
    case OP_HAS_ROOM:
        return holding_holds(run, part);
    case OP_CAN_PAY_DUE:
        return can_pay_due(run, part);
    case OP_CAN_SHIFT:
        return can_shift(run, part);
    case OP_CAN_BUILD_FROM_DISPLAY:
    case OP_CAN_BUILD:
        return building_holds(run, part);
    case OP_COMPLETABLE:
        return is_completable(run, part);
    case OP_ANY_OFFERED:
        return any_offered(run, list(run, part, ANY_OFFERED_OFFERS));
    case OP_MAY_USE:
        return may_be_used(run, part);
    case OP_CAN_PAY_COUNTED:
        return can_pay_counted(run, part);
    case OP_CAN_LAY:
    case OP_IS_EMPTY:
    case OP_ON_SOME_CELL:
        return grids_holds(run, part);
    case OP_CAN_ENCLOSE:
        return can_enclose(run, part_in(run, part, CAN_ENCLOSE_WORK));
    case OP_HAVE_YOUNG:
        return have_young(run, part);
    default:
        return piles_holds(run, part);
    }
}
