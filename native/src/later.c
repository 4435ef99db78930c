/* Later rounds: what is put off, and what is due in a round. */

#include "machine.h"

/* How often a cell says that something is due in a round, from 1. */
static word often(Run *run, word index, word round) {
    return bits_at(run, index, product(run, LATER_BITS, round - 1), LATER_BITS);
}

static void set_often(Run *run, word index, word round, word number) {
    put_bits(run, index, product(run, LATER_BITS, round - 1), LATER_BITS, number);
}

/* The first of the rounds that are meant and that come, from a place on; 0: there is none. */
static word coming(Run *run, const word *part, word *place) {
    const word *ahead = list(run, part, PUT_OFF_AHEAD);
    word every = part[PUT_OFF_EVERY], rounds = part[PUT_OFF_ROUNDS];
    while (goes_on(run)) {
        word number = ++*place;
        if (ahead[0] ? number > ahead[0] : run->cells[ROUND_CELL] + number > rounds)
            return 0;
        word round = plus(run, run->cells[ROUND_CELL], ahead[0] ? ahead[number] : number);
        if (round > 0 && round <= rounds && (!every || round % 2 == every % 2))
            return round;
    }
    return 0;
}

static void put_off(Run *run, const word *part) {
    word index = part[PUT_OFF_CELL] + actor(run), place = 0, round;
    int is_told = 0;
    while ((round = coming(run, part, &place))) {
        word number = often(run, index, round);
        if (number >= ((word)1 << LATER_BITS) - 1)
            continue;
        set_often(run, index, round, number + 1);
        if (!is_told++) {
            begin_record(run);
            add_record(run, part[PUT_OFF_SOURCE]);
            add_record(run, actor(run));
        }
        add_record(run, round);
    }
}

static word collect_due(Run *run, const word *step) {
    word round = run->cells[ROUND_CELL], index = step[COLLECT_DUE_CELL] + actor(run);
    if (round <= 0 || round > step[COLLECT_DUE_ROUNDS])
        return step[COLLECT_DUE_FOLLOW];
    word number = often(run, index, round);
    if (!number)
        return step[COLLECT_DUE_FOLLOW];
    set_often(run, index, round, number - 1);
    return step[COLLECT_DUE_BODY];
}

void later_act(Run *run, const word *part) { put_off(run, part); }

word later_step(Run *run, const word *step) { return collect_due(run, step); }
