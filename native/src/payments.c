/* Payments: whether one can be made, making it, and what is due. */

#include <string.h>

#include "machine.h"

static void tell_paid(Run *run, word source, const word *goods, word times) {
    begin_record(run);
    add_record(run, source);
    add_record(run, actor(run));
    for (word number = 0; number < goods[0]; number++) {
        add_record(run, goods[1 + 2 * number]);
        add_record(run, -product(run, goods[2 + 2 * number], times));
    }
}

/* From "you" to the stock, all of it so many times. */
void pay(Run *run, const word *purse, word source, const word *goods, word times) {
    word row = row_of(run, purse, actor(run)), stock = purse[PURSE_STOCK];
    for (word number = 0; number < goods[0]; number++) {
        word good = goods[1 + 2 * number];
        word amount = times == 1 ? goods[2 + 2 * number] : product(run, goods[2 + 2 * number], times);
        add(run, row + good, -amount);
        add(run, stock + good, amount);
    }
    if (run->log)
        tell_paid(run, source, goods, times);
}

/* What follows from each unit that was paid. */
void lose_units(Run *run, const word *losses, const word *goods, word times) {
    for (word number = 0; number < goods[0]; number++)
        for (word loss = 0; loss < losses[0]; loss++) {
            if (losses[1 + 2 * loss] != goods[1 + 2 * number])
                continue;
            word units = product(run, goods[2 + 2 * number], times);
            for (word unit = 0; unit < units && goes_on(run); unit++)
                act(run, part_at(run, losses[2 + 2 * loss]));
        }
}

/* Each holder is a cell, the good in it, and who holds it. */
void hand_back(Run *run, const word *ceiling) {
    const word *holders = list(run, ceiling, CEILING_HOLDERS);
    for (word number = 0; number < holders[0]; number++) {
        const word *entry = holders + 1 + 3 * number;
        word excess = *cell(run, entry[0]) - ceiling[CEILING_MOST];
        if (excess <= 0)
            continue;
        add(run, entry[0], -excess);
        add(run, ceiling[CEILING_STOCK] + entry[1], excess);
        word player = entry[2] >= 0 ? entry[2] : actor(run);
        TELL(run, ceiling[CEILING_SOURCE], player, entry[2], entry[1], excess);
    }
}

/* ------------------------------------------------------------------ what is due */

/* Where one kind of substitute at most can pay, the ways are counted: one for each number of times
   it is used. Where there are more, the block lists the ways, up to an amount. */

/* Of which good, and how it may be paid: of a step, or of what several parts refer to. */
typedef struct {
    const word *payable;
    const word *solver;
    const word *purse;
    word good;
} Terms;

/* What is due now, of whom, and what may stand in for it. */
typedef struct {
    const word *payable; /* for each amount a list of payments; none where the ways are counted */
    const word *only;    /* the only substitute; NULL: there is none */
    word good;
    word amount;
    word row;
} Due;

static Terms terms_of_step(Run *run, const word *step) {
    return (Terms){list(run, step, PAY_PAYABLE), part_in(run, step, PAY_SOLVER),
                   part_in(run, step, PAY_PURSE), step[PAY_GOOD]};
}

static Terms terms_of_due(Run *run, const word *due) {
    return (Terms){list(run, due, DUE_PAYABLE), part_in(run, due, DUE_SOLVER), part_in(run, due, DUE_PURSE),
                   due[DUE_GOOD]};
}

static inline const word *only_substitute(Run *run, const Terms *terms) {
    const word *substitutes = list(run, terms->solver, SOLVER_SUBSTITUTES);
    for (word number = 1; number <= substitutes[0]; number++) {
        const word *each = part_at(run, substitutes[number]);
        if (each[SUBSTITUTE_GOOD] == terms->good)
            return each;
    }
    return NULL;
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
    due.row = row_of(run, terms.purse, actor(run));
    if (!due.payable[0])
        due.only = only_substitute(run, &terms);
    if (amount < 0 || (due.payable[0] && amount >= due.payable[0])) {
        fail(run, TOO_LARGE);
        due.amount = 0;
    }
    return due;
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

static int may_substitute(Run *run, const Due *due, word owned) {
    return !due->only[SUBSTITUTE_MASK] || meets(run, owned, due->only[SUBSTITUTE_MASK]);
}

static int has_right(Run *run, const Due *due, word way, word owned) {
    return due->payable[0] ? has_rights(run, payment_of(run, due, way), owned)
                           : !way || may_substitute(run, due, owned);
}

/* The operands are what is due, the way, and perhaps the piece that it is for. */
static inline void list_way(Run *run, Options *found, const word *source, word amount, word way,
                            word piece) {
    if (piece < 0)
        list_option(run, found, source, 2, amount, way);
    else
        list_many(run, found, source, 3, (word[]){amount, way, piece});
}

/* Where the ways are counted "you" have what is handed over instead, and must have what is left. */
static OFTEN int find_counted(Run *run, const Due *due, word owned, const word *source, word piece,
                               Options *found) {
    word held = *cell(run, due->row + due->good), end = 1;
    int is_any = due->amount <= 0 || held >= due->amount;
    if (is_any && found)
        list_way(run, found, source, due->amount, 0, piece);
    if ((!is_any || found) && due->only && may_substitute(run, due, owned))
        end = ways_of(run, due);
    for (word way = 1; way < end; way++) {
        word left = left_of(run, due, way);
        if (left > 0 && held < left)
            continue;
        if (!found)
            return 1;
        list_way(run, found, source, due->amount, way, piece);
    }
    return is_any;
}

/* Is there a way to pay? All are listed, where somebody wants a list. */
static OFTEN int find_ways(Run *run, Terms terms, word amount, const word *source, word piece,
                            Options *found) {
    Due due = due_of(run, terms, amount);
    word owned = terms.solver[SOLVER_OWNED] + actor(run);
    int is_any = 0;
    if (!due.payable[0])
        return find_counted(run, &due, owned, source, piece, found);
    for (word way = 0, end = ways_of(run, &due); way < end && !(is_any && !found); way++) {
        if (!can_pay(run, payment_of(run, &due, way), due.row, owned))
            continue;
        is_any = 1;
        if (found)
            list_way(run, found, source, due.amount, way, piece);
    }
    return is_any;
}

static inline word amount_due(Run *run, const word *step) {
    return count(run, part_in(run, step, PAY_COUNTER), actor(run));
}

int can_pay_step(Run *run, const word *step) {
    return find_ways(run, terms_of_step(run, step), amount_due(run, step), NULL, -1, NULL);
}

void list_due(Run *run, const word *step, Options *found) {
    find_ways(run, terms_of_step(run, step), amount_due(run, step), step, -1, found);
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

/* The exchange that costs nothing, used as often as it takes. */
void list_needed(Run *run, const word *step, Options *found) {
    const word *raising = ref(run, step, PAY_RAISING);
    if (!raising)
        return;
    word least = 0, each = 0, buffer[3 + 2 * MOST_PAYING];
    Due due = due_of(run, terms_of_step(run, step), amount_due(run, step));
    for (word way = 0, end = ways_of(run, &due); way < end; way++) {
        word missing = lack(run, goods_of(run, &due, way, buffer), due.row, due.good);
        if (missing && (!least || missing < least))
            least = missing;
    }
    const word *gain = list(run, raising, EXCHANGE_OFFER_GAIN);
    for (word number = 0; number < gain[0]; number++)
        if (gain[1 + 2 * number] == step[PAY_GOOD])
            each = gain[2 + 2 * number];
    if (least)
        list_use(run, raising, raising, NEEDED, -quotient(run, -least, each), found);
}

static inline int is_way(Run *run, const Due *due, word way) {
    return !run->fault && way >= 0 && (way < 1 || way < ways_of(run, due));
}

static OFTEN word pay_due(Run *run, const word *step, word amount, word way) {
    word buffer[3 + 2 * MOST_PAYING];
    Due due = due_of(run, terms_of_step(run, step), amount);
    if (!is_way(run, &due, way))
        return fail(run, UNKNOWN_PART);
    const word *goods = goods_of(run, &due, way, buffer);
    pay(run, part_in(run, step, PAY_PURSE), step[PAY_SOURCE], goods, 1);
    lose(run, list(run, step, PAY_LOSSES), goods, 1);
    return step[PAY_FOLLOW];
}

word choose_due(Run *run, const word *step, const Option *option) {
    if (option->count != 2)
        return fail(run, UNKNOWN_PART);
    return pay_due(run, step, option->operands[0], option->operands[1]);
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
    word owned = part_in(run, step, PAY_SOLVER)[SOLVER_OWNED] + actor(run);
    int first = found->count;
    for (word paid = amount < most ? amount : most; paid >= 0 && goes_on(run); paid--) {
        Due due = due_of(run, terms_of_step(run, step), paid);
        for (word way = 0, end = ways_of(run, &due); way < end && !run->fault; way++) {
            const word *goods = goods_of(run, &due, way, buffer);
            if (has_right(run, &due, way, owned) && has_goods(run, goods, due.row) &&
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
    return find_ways(run, terms_of_due(run, due), amount, source, piece, found);
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
