/* Questions: what a step that asks lists, and the exchanges of any time. */

#include "grids.h"

int has_options(Run *run, const word *step) {
    Options *aside = run->aside;
    int before = aside->count;
    if (step[0] == OP_QUESTION)
        return any_offered(run, list(run, step, QUESTION_OFFERS));
    if (step[0] == OP_PAY)
        return can_pay_step(run, step);
    list_step(run, step, aside);
    int is_any = aside->count > before;
    aside->count = before;
    return is_any;
}

/* ------------------------------------------------------------------ what a step lists */

/* The number of the key that an option has together with others; 0: it has its own. An entry is an
   offer, its operands, and that number. */
static word shared_key(const word *alike, const Option *option) {
    for (const word *entry = alike + 1; entry < alike + 1 + 4 * alike[0]; entry += 4)
        if (entry[0] == (word)option->source && (option->count < 1 || entry[1] == operand(option, 0)) &&
            (option->count < 2 || entry[2] == operand(option, 1)))
            return entry[3];
    return 0;
}

/* Of the options from a place on that have one key together only the first stays. */
static void leave_each_once(const word *alike, Options *found, int first) {
    int kept = first;
    for (int number = first; number < found->count; number++) {
        word key = shared_key(alike, found->entries + number);
        int before = first;
        while (before < kept && (!key || shared_key(alike, found->entries + before) != key))
            before++;
        if (before == kept)
            found->entries[kept++] = found->entries[number];
    }
    found->count = kept;
}

void list_offers(Run *run, const word *offers, word end, const word *alike, Options *found) {
    int before = found->count;
    for (word number = 1; number <= end; number++)
        list_offer(run, part_at(run, offers[number]), found);
    if (alike[0])
        leave_each_once(alike, found, before);
}

void list_step(Run *run, const word *step, Options *found) {
    const word *offers;
    switch (step[0]) {
    case OP_END:
        break;
    case OP_QUESTION:
        offers = list(run, step, QUESTION_OFFERS);
        list_offers(run, offers, offers[0], list(run, step, QUESTION_ALIKE), found);
        break;
    case OP_PAY:
        list_due(run, step, found);
        break;
    case OP_CHOOSE_ORDER:
    case OP_AGAIN:
        list_order(run, step, found);
        break;
    case OP_GIVE_BACK:
        list_given_back(run, step, found);
        break;
    case OP_BIDDING:
        list_bids(run, step, found);
        break;
    case OP_SEALED_BIDS:
    case OP_FALLING_BIDS:
        list_once(run, step, found);
        break;
    case OP_PLACE_GOODS:
        list_places(run, step, found);
        break;
    case OP_PLACING:
        list_open_places(run, step, found);
        break;
    case OP_PAY_OR_ELSE:
        list_due_or_else(run, step, found);
        break;
    case OP_GIVE_UP_SOME:
        list_too_many(run, step, found);
        break;
    case OP_GAIN_YOUNG:
        list_young(run, step, found);
        break;
    default:
        fail(run, UNKNOWN_PART);
    }
}

void list_open(Run *run, const word *step, Options *found) {
    int before = found->count;
    list_step(run, step, found);
    if (found->count == before && step[0] == OP_PAY)
        list_needed(run, step, found);
}

/* The options of the step that asks, or the exchanges it needs. Where none of them leads on, all of
   them stay. */
void list_all(Run *run, Options *found) {
    const word *step = step_at(run, run->cells[NEXT_STEP_CELL]);
    found->count = 0;
    list_open(run, step, found);
    if (step[0] == OP_END || !step[QUESTION_TRIED])
        return;
    leave_what_leads_on(run, found, 0);
    if (!found->count && !run->fault)
        list_open(run, step, found);
}

/* ------------------------------------------------------------------ exchanges of any time */

/* The number of the words for an exchange, or for the one that an offer uses; 0: it is none. */
static word exchange_key(Run *run, const Option *option) {
    const word *source = part_at(run, option->source);
    if (source[0] == OP_USE_ONCE || source[0] == OP_GIVE_UP)
        source = part_in(run, source, USE_ONCE_EXCHANGE);
    return source[0] == OP_EXCHANGE_OFFER ? source[EXCHANGE_OFFER_KEY] : 0;
}

/* Is an exchange listed already, in an offer that uses it, or as one that is needed? */
static int is_listed(Run *run, const Options *listed, const Option *wanted) {
    word key = exchange_key(run, wanted);
    for (int number = 0; number < listed->count; number++) {
        const Option *option = listed->entries + number;
        int is_same_way = option->operands[0] == wanted->operands[0] ||
                          (option->operands[0] == NEEDED && wanted->operands[0] == 0);
        if (is_same_way && option->operands[1] == wanted->operands[1] &&
            exchange_key(run, option) == key)
            return 1;
    }
    return 0;
}

void list_anytime(Run *run, const Options *listed, Options *found) {
    const word *exchanges = list(run, run->image->program, PROGRAM_EXCHANGES);
    word number = run->cells[NEXT_STEP_CELL];
    const word *step = step_at(run, number);
    word duty = run->fault ? 0 : run->image->duties[number];
    found->count = 0;
    run->fuel = FUEL;
    for (word each = 1; each <= exchanges[0]; each++)
        list_exchange(run, part_at(run, exchanges[each]), part_at(run, exchanges[each]), found);
    int kept = 0;
    for (int each = 0; each < found->count; each++) {
        const Option *option = found->entries + each;
        if ((duty & MAY_LIST) && is_listed(run, listed, option))
            continue;
        if ((duty & MAY_BLOCK) && !exchange_leads_on(run, step, option))
            continue;
        if (kept < each)
            found->entries[kept] = *option;
        kept++;
    }
    found->count = kept;
}
