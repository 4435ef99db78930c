/* Acts: what happens without a question. */

#include "grids.h"

word run_act(Run *run, const word *step) {
    act(run, part_in(run, step, RUN_ACT));
    return step[RUN_FOLLOW];
}

void act_if_any(Run *run, const word *part) {
    if (part)
        act(run, part);
}

static APART void several(Run *run, const word *part) {
    const word *acts = list(run, part, SEVERAL_ACTS);
    for (word number = 1; number <= acts[0]; number++)
        act(run, part_at(run, acts[number]));
}

/* No more often than the giver of the first has it. */
static word capped(Run *run, const word *gives, word player, word times) {
    if (!gives[0])
        return fail(run, UNKNOWN_PART);
    const word *give = gives + 1;
    word there = quotient(run, *cell(run, give[0] + player * give[1]), give[4]);
    there = there < times ? there : times;
    return there > 0 ? there : 0;
}

/* Each entry is the giver's cell and stride, the taker's, and how many.
   Does somebody hold too much now? */
static int give_all(Run *run, const word *gives, word player, word times, word most) {
    int too_much = 0;
    for (word number = 0; number < gives[0]; number++) {
        const word *give = gives + 1 + 5 * number;
        word amount = times == 1 ? give[4] : product(run, give[4], times);
        add(run, give[0] + player * give[1], -amount);
        too_much |= add(run, give[2] + player * give[3], amount) > most;
    }
    return too_much;
}

static void tell_sources(Run *run, const word *part, word player, word times) {
    const word *sources = list(run, part, TRANSFER_SOURCES);
    for (word number = 1; number <= sources[0]; number++)
        TELL(run, sources[number], player, times);
}

static APART void transfer(Run *run, const word *part) {
    const word *gives = list(run, part, TRANSFER_GIVES), *counter, *each;
    const word *ceiling = part_in(run, part, TRANSFER_CEILING);
    word player = actor(run), times = 1;
    if ((counter = ref(run, part, TRANSFER_TIMES))) {
        times = count(run, counter, player);
        if (times && part[TRANSFER_CAPPED])
            times = capped(run, gives, player, times);
        if (!times)
            return;
    }
    int too_much = give_all(run, gives, player, times, ceiling[CEILING_MOST]);
    if (run->log)
        tell_sources(run, part, player, times);
    if (too_much)
        hand_back(run, ceiling);
    if ((each = ref(run, part, TRANSFER_EACH)))
        for (word time = 0; time < times && goes_on(run); time++)
            act(run, each);
}

static APART void add_up_to(Run *run, const word *part) {
    word index = part[ADD_CELL] + actor(run) * part[ADD_STRIDE];
    word sum = *cell(run, index) + part[ADD_AMOUNT];
    put(run, index, sum < part[ADD_MOST] ? sum : part[ADD_MOST]);
}

static APART void conditional(Run *run, const word *part) {
    int is_so = holds(run, part_in(run, part, CONDITIONAL_TEST));
    act_if_any(run, ref(run, part, is_so ? CONDITIONAL_THEN : CONDITIONAL_OTHERWISE));
}

static APART void set_to(Run *run, const word *part) {
    word player = actor(run);
    word value = count(run, part_in(run, part, SET_TO_VALUE), player);
    put(run, part[SET_TO_CELL] + player * part[SET_TO_STRIDE], value);
}

static APART void push_value(Run *run, const word *part) {
    push(run, count(run, part_in(run, part, PUSH_VALUE), actor(run)));
}

static APART void pop_into(Run *run, const word *part) {
    word value = pop(run);
    if (part[POP_REGISTER])
        put(run, part[POP_REGISTER + 1], value);
}

static APART void repeated(Run *run, const word *part) {
    for (word time = 0; time < part[REPEATED_TIMES] && goes_on(run); time++)
        act(run, part_in(run, part, REPEATED_ACT));
}

/* So many of a good go, and as many of another come; how many lies on top meanwhile. */
static APART void turn(Run *run, const word *part) {
    word number = count(run, part_in(run, part, TURN_NUMBER), actor(run));
    if (number < 1)
        return;
    push(run, number);
    act(run, part_in(run, part, TURN_LOST));
    act(run, part_in(run, part, TURN_GAINED));
    act_if_any(run, ref(run, part, TURN_AFTER));
    pop(run);
}

/* A routine of steps that ask nothing, at once. */
static APART void run_inline(Run *run, const word *part) {
    push(run, STOP);
    if (++run->nested > MOST_NESTED)
        fail(run, TOO_MANY);
    word step = part[INLINE_ENTRY];
    while ((uint64_t)step < (uint64_t)run->step_count && goes_on(run))
        step = run_step(run, step, part_at(run, run->steps[step]));
    run->nested--;
}

/* Nothing but calls at the end of each: then no register has to be kept for later. */
void act(Run *run, const word *part) {
    switch (part[0]) {
    case OP_SEVERAL:
        several(run, part);
        break;
    case OP_TRANSFER:
        transfer(run, part);
        break;
    case OP_SET_TO:
        set_to(run, part);
        break;
    case OP_PUSH:
        push_value(run, part);
        break;
    case OP_POP:
        pop_into(run, part);
        break;
    case OP_ADD:
        add_up_to(run, part);
        break;
    case OP_CONDITIONAL:
        conditional(run, part);
        break;
    case OP_REPEATED:
        repeated(run, part);
        break;
    case OP_INLINE:
        run_inline(run, part);
        break;
    case OP_HIDE:
    case OP_EACH_OWNER:
        turns_act(run, part);
        break;
    case OP_ONE_USE:
    case OP_EXCHANGED:
    case OP_REFILL:
    case OP_RENEW:
        exchange_acts(run, part);
        break;
    case OP_CLEAR_BIDS:
        clear_bids(run, part);
        break;
    case OP_TURN:
        turn(run, part);
        break;
    case OP_PUT_OFF:
        later_act(run, part);
        break;
    case OP_LAY_TILE:
    case OP_TURN_TILES:
    case OP_PUT_THERE:
    case OP_TAKE_THERE:
        grids_act(run, part);
        break;
    case OP_LEAVE_THERE:
    case OP_TAKE_EVERYTHING:
        maps_act(run, part);
        break;
    case OP_SET_USER:
        set_user(run, part);
        break;
    case OP_FILL:
        fill_display(run, part);
        break;
    case OP_SPIN:
    case OP_DRAW:
    case OP_THROW_DICE:
        chance_act(run, part);
        break;
    default:
        piles_act(run, part);
    }
}
