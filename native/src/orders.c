/* Parts in the order that a player likes, and the same offers again and again. */

#include "machine.h"

/* ------------------------------------------------------------------ parts in any order */

/* Was it done, or passed over, or is there nothing in it? The bits of what was done lie on top. */
static int is_left(Run *run, const word *step, word number) {
    const word *parts = list(run, step, CHOOSE_ORDER_PARTS);
    word done = *top(run, 1);
    if (done & bit(run, number) || (step[CHOOSE_ORDER_RISING] && done >> number))
        return 0;
    return holds(run, ref(run, part_at(run, parts[1 + number]), PART_OFFER_PRESENT));
}

static word enter_part(Run *run, const word *step, word number) {
    const word *parts = list(run, step, CHOOSE_ORDER_PARTS);
    if (number < 0 || number >= parts[0])
        return fail(run, UNKNOWN_PART);
    *top(run, 1) |= bit(run, number);
    return part_at(run, parts[1 + number])[PART_OFFER_ENTRY];
}

static word leave_order(Run *run, const word *step) {
    pop(run);
    return step[CHOOSE_ORDER_FOLLOW];
}

static word choose_order(Run *run, word number, const word *step) {
    word parts = list(run, step, CHOOSE_ORDER_PARTS)[0], left = 0, first = 0;
    for (word each = parts - 1; each >= 0; each--)
        if (is_left(run, step, each)) {
            left++;
            first = each;
        }
    if (!left)
        return leave_order(run, step);
    return left == 1 && !step[CHOOSE_ORDER_LEAST] ? enter_part(run, step, first) : ~number;
}

/* Each part by its name, or as what it is where there is no building in it. */
static void list_parts(Run *run, const word *step, Options *found) {
    const word *parts = list(run, step, CHOOSE_ORDER_PARTS);
    for (word number = 0; number < parts[0]; number++) {
        const word *builds = ref(run, part_at(run, parts[1 + number]), PART_OFFER_BUILDS);
        if (is_left(run, step, number))
            list_option(run, found, step, 2, number, !builds || holds(run, builds));
    }
    if (step[CHOOSE_ORDER_STOP] && (*top(run, 1) || !step[CHOOSE_ORDER_LEAST]))
        list_option(run, found, step, 0, 0, 0);
}

/* ------------------------------------------------------------------ again and again */

/* The last of its offers ends it; only once another was chosen, where that is so. */
static void list_again(Run *run, const word *step, Options *found) {
    const word *offers = list(run, step, AGAIN_OFFERS);
    word end = step[AGAIN_LEAST] && !*top(run, 1) ? offers[0] - 1 : offers[0];
    list_offers(run, offers, end, list(run, step, AGAIN_ALIKE), found);
}

/* Is there more to choose than the end? */
static word again(Run *run, word number, const word *step) {
    const word *offers = list(run, step, AGAIN_OFFERS);
    Options *aside = run->aside;
    int before = aside->count;
    for (word each = 1; each <= offers[0]; each++)
        list_offer(run, part_at(run, offers[each]), aside);
    int is_more = aside->count - before > 1;
    aside->count = before;
    if (is_more)
        return ~number;
    pop(run);
    return step[AGAIN_FOLLOW];
}

static word choose_again(Run *run, const word *step, const Option *option) {
    const word *offers = list(run, step, AGAIN_OFFERS);
    if (offers[0] && (word)option->source != offers[offers[0]])
        *top(run, 1) = 1;
    return take_offer(run, option);
}

/* ------------------------------------------------------------------ both */

word orders_step(Run *run, word number, const word *step) {
    return step[0] == OP_AGAIN ? again(run, number, step) : choose_order(run, number, step);
}

void list_order(Run *run, const word *step, Options *found) {
    if (step[0] == OP_AGAIN)
        list_again(run, step, found);
    else
        list_parts(run, step, found);
}

word choose_in_order(Run *run, const word *step, const Option *option) {
    if (step[0] == OP_AGAIN)
        return choose_again(run, step, option);
    return option->count ? enter_part(run, step, option->operands[0]) : leave_order(run, step);
}
