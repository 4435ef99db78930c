/* Random games: every option is as likely as the others. */

#include "machine.h"

static inline const Option *one_of(const Options *listed, uint64_t *chance) {
    return listed->entries + below(chance, listed->count);
}

/* One of what is listed; 0: there is none, or the machine cannot carry it out. */
static int choose_listed(Run *run, uint64_t *chance, const Options *listed) {
    if (!listed->count || run->fault)
        return 0;
    choose(run, one_of(listed, chance));
    return !run->fault;
}

/* The same for what many options of a game are, without asking at every turn what it is. Bids and
   places are picked, and listed nowhere: there is always one, or the way out. */
static OFTEN int choose_any(Run *run, uint64_t *chance, Options *listed) {
    word number = run->cells[NEXT_STEP_CELL], next;
    const word *step = step_at(run, number);
    const Option *chosen = listed->entries;
    listed->count = 0;
    if (step[0] == OP_BIDDING && !step[QUESTION_TRIED]) {
        pick_bid(run, step, chance, listed->entries);
        run->fuel = FUEL;
        next = choose_bid(run, number, step, chosen);
    } else if (step[0] == OP_PLACE_GOODS && !step[QUESTION_TRIED] &&
               pick_place(run, step, chance, listed->entries)) {
        run->fuel = FUEL;
        next = choose_place(run, number, step, chosen);
    } else if (step[0] == OP_PAY && !step[QUESTION_TRIED]) {
        list_due(run, step, listed);
        if (!listed->count || run->fault) {
            list_needed(run, step, listed);
            return choose_listed(run, chance, listed);
        }
        chosen = one_of(listed, chance);
        run->fuel = FUEL;
        next = choose_due(run, step, chosen);
    } else {
        list_all(run, listed);
        return choose_listed(run, chance, listed);
    }
    run_from(run, next);
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
    return choose_listed(run, &rollout->chance, exchanges->count ? exchanges : listed);
}

void roll_on(Run *run, Rollout *rollout, Options *listed, Options *exchanges) {
    run->fuel = FUEL;
    while (rollout->done < rollout->budget &&
           (rollout->anytime ? choose_among_all(run, rollout, listed, exchanges)
                             : choose_any(run, &rollout->chance, listed)))
        rollout->done++;
}
