/* What is due: the ways to pay it, and paying in one of them. */

#include <string.h>

#include "machine.h"

/* Where one kind of substitute at most can pay, the ways are counted: one for each number of times
   it is used. Where there are more, the block lists the ways, up to an amount. */

/* Of which good, and how it may be paid: of a step, or of what several parts refer to. */
typedef struct {
    const word *ready;
    const word *payable;
    const word *solver;
    word good;
} Terms;

/* What is due now, of whom, and what may stand in for it. */
typedef struct {
    const word *payable; /* for each amount a list of payments; none where the ways are counted */
    const word *only;    /* the only substitute; NULL: there is none */
    word good;
    word amount;
    word row;
    word owned; /* the cell of what "you" own */
} Due;

static Terms terms_of_step(Run *run, const word *step) {
    return (Terms){table_of(run, step), list(run, step, PAY_PAYABLE), part_in(run, step, PAY_SOLVER),
                   step[PAY_GOOD]};
}

static Terms terms_of_due(Run *run, const word *due) {
    return (Terms){table_of(run, due), list(run, due, DUE_PAYABLE), part_in(run, due, DUE_SOLVER), due[DUE_GOOD]};
}

/* How often the only substitute can be used: no more than "you" have what it takes. */
static OFTEN word most_uses(Run *run, const Due *due) {
    const word *pays = list(run, due->only, SUBSTITUTE_PAYS);
    word most = MOST_WAYS - 1, units = due->only[SUBSTITUTE_UNITS];
    for (word number = 0; number < pays[0]; number++) {
        word held = *cell(run, due->row + pays[1 + 2 * number]);
        word uses = quotient(run, held, pays[2 + 2 * number]);
        most = uses < most ? uses : most;
    }
    if (most > 0 && product(run, most, units) >= due->amount)
        most = -quotient(run, -due->amount, units);
    return most > 0 ? most : 0;
}

/* The ways to pay. */
static OFTEN word ways_of(Run *run, const Due *due) {
    if (due->payable[0])
        return run->block[due->payable[1 + due->amount]];
    return due->only ? most_uses(run, due) + 1 : 1;
}

static OFTEN Due due_of(Run *run, Terms terms, word amount) {
    Due due = {.payable = terms.payable, .good = terms.good, .amount = amount};
    word you = actor(run);
    due.row = REGISTERS_CELL + you * terms.ready[READY_ROW];
    due.owned = terms.solver[SOLVER_OWNED] + you;
    if (!due.payable[0] && terms.ready[READY_ONLY])
        due.only = part_at(run, terms.ready[READY_ONLY]);
    if (amount < 0 || (due.payable[0] && amount >= due.payable[0])) {
        fail(run, TOO_LARGE);
        due.amount = 0;
    }
    return due;
}

static OFTEN Due due_of_step(Run *run, const word *step) {
    return due_of(run, terms_of_step(run, step), count_due(run, part_in(run, step, PAY_COUNTER)));
}

static const word *payment_of(Run *run, const Due *due, word way) {
    return part_at(run, run->block[due->payable[1 + due->amount] + 1 + way]);
}

/* What is left of it, where a substitute stands in for some. */
static word left_of(Run *run, const Due *due, word way) {
    if (!way || !due->only)
        return due->amount;
    return plus(run, due->amount, -product(run, way, due->only[SUBSTITUTE_UNITS]));
}

/* What is handed over in one of the ways, in the buffer where it is not listed. */
static OFTEN const word *goods_of(Run *run, const Due *due, word way, word *buffer) {
    if (due->payable[0])
        return list(run, payment_of(run, due, way), PAYMENT_GOODS);
    word length = 0, left = left_of(run, due, way);
    const word *pays = way && due->only ? list(run, due->only, SUBSTITUTE_PAYS) : NULL;
    for (word number = 0; pays && number < pays[0] && number < MOST_PAYING; number++) {
        buffer[1 + 2 * length] = pays[1 + 2 * number];
        buffer[2 + 2 * length++] = product(run, pays[2 + 2 * number], way);
    }
    if (left > 0) {
        buffer[1 + 2 * length] = due->good;
        buffer[2 + 2 * length++] = left;
    }
    buffer[0] = length;
    return buffer;
}

static int may_substitute(Run *run, const Due *due) {
    return !due->only[SUBSTITUTE_MASK] || meets(run, due->owned, due->only[SUBSTITUTE_MASK]);
}

static int has_right(Run *run, const Due *due, word way) {
    return due->payable[0] ? has_rights(run, payment_of(run, due, way), due->owned)
                           : !way || may_substitute(run, due);
}

/* The operands are what is due, the way, and perhaps the piece that it is for. */
static inline void list_way(Run *run, Options *found, const word *source, word amount, word way,
                            word piece) {
    if (piece < 0)
        list_option(run, found, source, 2, amount, way);
    else
        list_many(run, found, source, 3, (word[]){amount, way, piece});
}

/* How much more of the good that is due there would have to be, without a substitute. */
static inline word missing_of(Run *run, const Due *due) {
    return plus(run, due->amount, -*cell(run, due->row + due->good));
}

/* How often the only substitute must be used, where so much is missing. */
static inline word uses_for(Run *run, const Due *due, word missing) {
    return -quotient(run, -missing, due->only[SUBSTITUTE_UNITS]);
}

/* Ways that are counted, from one to before another. */
typedef struct {
    word first;
    word end;
} Stretch;

/* Those that "you" can pay: the more often the substitute is used, the less is left. */
static OFTEN Stretch open_ways(Run *run, const Due *due) {
    word missing = missing_of(run, due);
    Stretch ways = {missing > 0, 1};
    if (due->only && may_substitute(run, due)) {
        ways.end = ways_of(run, due);
        ways.first = missing > 0 ? uses_for(run, due, missing) : 0;
    }
    return ways;
}

static OFTEN int find_counted(Run *run, const Due *due, const word *source, word piece, Options *found) {
    Stretch ways = open_ways(run, due);
    for (word way = ways.first; found && way < ways.end; way++)
        list_way(run, found, source, due->amount, way, piece);
    return ways.first < ways.end;
}

/* Is there a way to pay? All are listed, where somebody wants a list. */
static OFTEN int find_ways(Run *run, const Due *due, const word *source, word piece, Options *found) {
    int is_any = 0;
    if (!due->payable[0])
        return find_counted(run, due, source, piece, found);
    for (word way = 0, end = ways_of(run, due); way < end && !(is_any && !found); way++) {
        if (!can_pay(run, payment_of(run, due, way), due->row, due->owned))
            continue;
        is_any = 1;
        if (found)
            list_way(run, found, source, due->amount, way, piece);
    }
    return is_any;
}

int can_pay_step(Run *run, const word *step) {
    Due due = due_of_step(run, step);
    return find_ways(run, &due, NULL, -1, NULL);
}

void list_due(Run *run, const word *step, Options *found) {
    Due due = due_of_step(run, step);
    find_ways(run, &due, step, -1, found);
}

/* How much of the good that is due is lacking; 0 if others are, which cannot be raised. */
static word lack(Run *run, const word *goods, word row, word good) {
    word found = 0;
    for (word number = 0; number < goods[0]; number++) {
        word paid = goods[1 + 2 * number], amount = goods[2 + 2 * number];
        word held = *cell(run, row + paid);
        if (held < amount && paid != good)
            return 0;
        if (held < amount)
            found = amount - held;
    }
    return found;
}

/* The same in the way in which least of it is; 0: in none. */
static word least_lack(Run *run, const Due *due) {
    word least = 0, missing = due->payable[0] ? 0 : missing_of(run, due);
    if (missing > 0 && due->only) {
        word most = most_uses(run, due), uses = uses_for(run, due, missing) - 1;
        missing -= product(run, uses < most ? uses : most, due->only[SUBSTITUTE_UNITS]);
    }
    if (!due->payable[0])
        return missing > 0 ? missing : 0;
    for (word way = 0, end = ways_of(run, due); way < end; way++) {
        missing = lack(run, list(run, payment_of(run, due, way), PAYMENT_GOODS), due->row, due->good);
        if (missing && (!least || missing < least))
            least = missing;
    }
    return least;
}

/* The exchange that costs nothing, used as often as it takes. */
static OFTEN void list_raising(Run *run, const word *step, const Due *due, Options *found) {
    const word *raising = ref(run, step, PAY_RAISING);
    word least = raising ? least_lack(run, due) : 0, each = 0;
    if (!least)
        return;
    const word *gain = list(run, raising, EXCHANGE_OFFER_GAIN);
    for (word number = 0; number < gain[0]; number++)
        if (gain[1 + 2 * number] == step[PAY_GOOD])
            each = gain[2 + 2 * number];
    list_use(run, raising, raising, NEEDED, -quotient(run, -least, each), found);
}

void list_needed(Run *run, const word *step, Options *found) {
    Due due = due_of_step(run, step);
    list_raising(run, step, &due, found);
}

static OFTEN word pay_way(Run *run, const word *step, const Due *due, word way) {
    word buffer[3 + 2 * MOST_PAYING];
    const word *goods = goods_of(run, due, way, buffer);
    pay_from(run, due->row, part_in(run, step, PAY_PURSE), step[PAY_SOURCE], goods, 1);
    lose(run, list(run, step, PAY_LOSSES), goods, 1);
    return step[PAY_FOLLOW];
}

static inline int is_way(Run *run, const Due *due, word way) {
    return !run->fault && way >= 0 && (way < 1 || way < ways_of(run, due));
}

static OFTEN word pay_due(Run *run, const word *step, word amount, word way) {
    Due due = due_of(run, terms_of_step(run, step), amount);
    return is_way(run, &due, way) ? pay_way(run, step, &due, way) : fail(run, UNKNOWN_PART);
}

word choose_due(Run *run, const word *step, const Option *option) {
    if (option->count != 2)
        return fail(run, UNKNOWN_PART);
    return pay_due(run, step, option->operands[0], option->operands[1]);
}

/* One of the ways to pay, each equally likely; -1: there is none. Those that are not counted are listed. */
static inline word pick_way(Run *run, const word *step, const Due *due, uint64_t *chance, Options *found) {
    if (due->payable[0])
        return find_ways(run, due, step, -1, found)
                   ? found->entries[below(chance, found->count)].operands[1]
                   : -1;
    Stretch ways = open_ways(run, due);
    return ways.first < ways.end ? ways.first + below(chance, ways.end - ways.first) : -1;
}

int pay_any(Run *run, const word *step, uint64_t *chance, Options *needed, word *next) {
    Due due = due_of_step(run, step);
    needed->count = 0;
    word way = pick_way(run, step, &due, chance, needed);
    if (way < 0 || run->fault) {
        list_raising(run, step, &due, needed);
        return 0;
    }
    *next = pay_way(run, step, &due, way);
    return 1;
}

/* ------------------------------------------------------------------ what may be left */

/* No more than so much of what is due can "you" pay. */
static word most_paid(Run *run, const word *step) {
    const word *substitutes = list(run, part_in(run, step, PAY_SOLVER), SOLVER_SUBSTITUTES);
    word row = row_of(run, part_in(run, step, PAY_PURSE), actor(run));
    word most = *cell(run, row + step[PAY_GOOD]);
    for (word number = 1; number <= substitutes[0]; number++) {
        const word *each = part_at(run, substitutes[number]), *pays = list(run, each, SUBSTITUTE_PAYS);
        if (each[SUBSTITUTE_GOOD] != step[PAY_GOOD])
            continue;
        word uses = LARGEST;
        for (word paid = 0; paid < pays[0]; paid++) {
            word held = quotient(run, *cell(run, row + pays[1 + 2 * paid]), pays[2 + 2 * paid]);
            uses = held < uses ? held : uses;
        }
        most = plus(run, most, product(run, each[SUBSTITUTE_UNITS], uses));
    }
    return most;
}

static int are_same(const word *goods, const word *others) {
    word length = 1 + 2 * goods[0];
    return goods[0] == others[0] && !memcmp(goods, others, (size_t)length * sizeof(word));
}

/* Of payments of the same goods the one that counts for most is meant. */
static int is_paid_already(Run *run, const word *step, const word *goods, const Options *found,
                           int first) {
    word buffer[3 + 2 * MOST_PAYING];
    for (int number = first; number < found->count && !run->fault; number++) {
        const Option *option = found->entries + number;
        Due due = due_of(run, terms_of_step(run, step), option->operands[1]);
        if (are_same(goods, goods_of(run, &due, option->operands[2], buffer)))
            return 1;
    }
    return 0;
}

/* The operands are what is due, how much of that is paid, and the number of the way. */
void list_due_or_else(Run *run, const word *step, Options *found) {
    word buffer[3 + 2 * MOST_PAYING], most = most_paid(run, step);
    word amount = count(run, part_in(run, step, PAY_COUNTER), actor(run));
    int first = found->count;
    for (word paid = amount < most ? amount : most; paid >= 0 && goes_on(run); paid--) {
        Due due = due_of(run, terms_of_step(run, step), paid);
        for (word way = 0, end = ways_of(run, &due); way < end && !run->fault; way++) {
            const word *goods = goods_of(run, &due, way, buffer);
            if (has_right(run, &due, way) && has_goods(run, goods, due.row) &&
                !is_paid_already(run, step, goods, found, first))
                list_many(run, found, step, 3, (word[]){amount, paid, way});
        }
        if (found->count > first && step[PAY_OR_ELSE_ALL_THERE])
            break;
    }
}

/* For each that is missing something else comes; how many lies on top meanwhile. */
word choose_due_or_else(Run *run, const word *step, const Option *option) {
    word paid = option->operands[1], missing = option->operands[0] - paid;
    const word *instead = ref(run, step, PAY_OR_ELSE_INSTEAD);
    if (option->count != 3)
        return fail(run, UNKNOWN_PART);
    if (paid)
        pay_due(run, step, paid, option->operands[2]);
    if (missing && instead) {
        push(run, missing);
        act(run, instead);
        pop(run);
    }
    return step[PAY_FOLLOW];
}

/* ------------------------------------------------------------------ bids that are paid for something */

/* Is there a way to pay what is due? All are listed, where somebody wants a list. */
static int find_due(Run *run, const word *due, const word *source, word piece, Options *found) {
    word amount = count(run, part_in(run, due, DUE_COUNTER), actor(run));
    Due now = due_of(run, terms_of_due(run, due), amount);
    return find_ways(run, &now, source, piece, found);
}

int can_pay_due(Run *run, const word *test) {
    return find_due(run, part_in(run, test, CAN_PAY_DUE_DUE), NULL, -1, NULL);
}

/* The last operand is the piece that lies on the lot being resolved. */
void list_paid_bids(Run *run, const word *offer, Options *found) {
    const word *lots = list(run, offer, PAY_BID_LOTS);
    word piece = lots[0] ? on_lot(run, lots) : 0;
    find_due(run, part_in(run, offer, PAY_BID_DUE), offer, piece, found);
}

word take_paid_bid(Run *run, const word *offer, const Option *option) {
    const word *part = part_in(run, offer, PAY_BID_DUE);
    word way = operand(option, 1), buffer[3 + 2 * MOST_PAYING];
    Due due = due_of(run, terms_of_due(run, part), operand(option, 0));
    if (option->count != 3 || !is_way(run, &due, way))
        return fail(run, UNKNOWN_PART);
    const word *goods = goods_of(run, &due, way, buffer);
    pay(run, part_in(run, part, DUE_PURSE), offer[PAY_BID_SOURCE], goods, 1);
    lose(run, list(run, offer, PAY_BID_LOSSES), goods, 1);
    act_if_any(run, ref(run, offer, PAY_BID_ACT));
    return offer[PAY_BID_TARGET];
}
