/* What each module does for the others: the families of parts, and what they have in common. */

#ifndef FAMILIES_H
#define FAMILIES_H

/* ------------------------------------------------------------------ the families of parts */

word count_more(Run *run, const word *counter, word player);
/* Most of what is counted is a number, or lies in a cell. */
static inline word count(Run *run, const word *counter, word player) {
    if (counter[0] == OP_FIXED)
        return counter[FIXED_VALUE];
    if (counter[0] == OP_IN_CELL)
        return *cell(run, counter[IN_CELL_FIRST] + player * counter[IN_CELL_STRIDE]);
    return count_more(run, counter, player);
}

static inline word chosen_value(Run *run, const word *part) {
    return *cell(run, part[CHOSEN_FIRST] + *cell(run, part[CHOSEN_REGISTER]));
}

static inline word multiple_of(Run *run, const word *part, word player) {
    word counted = count(run, part_in(run, part, MULTIPLE_COUNTER), player);
    word each = part[MULTIPLE_EACH], number = each == 1 ? counted : product(run, each, counted);
    if (part[MULTIPLE_MOST] && number > part[MULTIPLE_MOST + 1])
        return part[MULTIPLE_MOST + 1];
    return number;
}

/* What "you" pay is mostly a bid, or so much for each of something: that is counted without a call. */
static OFTEN word count_due(Run *run, const word *counter) {
    if (counter[0] == OP_CHOSEN)
        return chosen_value(run, counter);
    if (counter[0] == OP_MULTIPLE)
        return multiple_of(run, counter, actor(run));
    return count(run, counter, actor(run));
}

int holds(Run *run, const word *test);
void act(Run *run, const word *part);
void act_if_any(Run *run, const word *part);
/* The number of the next step, or ~number to ask. */
word run_step(Run *run, word number, const word *step);
word run_act(Run *run, const word *step);
word run_branch(Run *run, const word *step);
void run_from(Run *run, word step);
void list_step(Run *run, const word *step, Options *found);
word choose_at(Run *run, word number, const word *step, const Option *option);
void list_offer(Run *run, const word *offer, Options *found);
word take_offer(Run *run, const Option *option);

/* ------------------------------------------------------------------ options */

/* Written field by field: what is written at once and read in parts, or the other way round, makes
   a processor wait. */
static inline void set_option(Option *option, const word *block, const word *source, int operands,
                              word first, word second) {
    option->source = (unsigned)(source - block);
    option->count = (unsigned)operands & 15;
    option->anytime = option->needed = 0;
    option->operands[0] = (int32_t)first;
    option->operands[1] = (int32_t)second;
    option->operands[2] = 0;
}

/* One more; those of exchanges are of any time, which list_exchange adds. */
static inline void list_option(Run *run, Options *found, const word *source, int operands,
                               word first, word second) {
    if (found->count >= MOST_OPTIONS || first != (int32_t)first || second != (int32_t)second)
        fail(run, TOO_MANY);
    else
        set_option(found->entries + found->count++, run->block, source, operands, first, second);
}

/* One of its operands, of many or few. */
static inline word operand(const Option *option, int place) {
    if (option->count > FEW_OPERANDS)
        return ((const unsigned char *)option->operands)[place];
    return option->operands[place];
}

/* False, where there are too many of them, or they are too large. */
int set_operands(Option *option, int count, const word *numbers);
/* One more option, of any number of operands. */
void list_many(Run *run, Options *found, const word *source, int count, const word *numbers);

int has_options(Run *run, const word *step);
/* Those of some offers; of the ones that have a key together, as is said, only the first. */
void list_offers(Run *run, const word *offers, word end, const word *alike, Options *found);
/* The options of a step that asks, or the exchanges it needs, behind what is listed. */
void list_open(Run *run, const word *step, Options *found);
int any_offered(Run *run, const word *offers);

/* ------------------------------------------------------------------ trying out */

/* The options of an offer, or those listed from a place on, after which what must follow can be done;
   can a routine be; is there something to choose after an exchange? The cells stay as they are. */
void list_tried(Run *run, const word *offer, Options *found);
void leave_what_leads_on(Run *run, Options *found, int from);
int is_completable(Run *run, const word *test);
int exchange_leads_on(Run *run, const word *step, const Option *option);

/* ------------------------------------------------------------------ payments */

/* Where the goods of the player at a seat begin. */
static inline word row_of(Run *run, const word *purse, word seat) {
    return REGISTERS_CELL + seat * list(run, purse, PURSE_NAMES)[0];
}

static inline int has_goods(Run *run, const word *goods, word row) {
    for (word number = 0, end = goods[0]; number < end; number++)
        if (*cell(run, row + goods[1 + 2 * number]) < goods[2 + 2 * number])
            return 0;
    return 1;
}

/* Does what is owned, in a cell, give the right to pay so? */
static inline int has_rights(Run *run, const word *payment, word owned) {
    const word *masks = list(run, payment, PAYMENT_MASKS);
    for (word number = 1, end = masks[0]; number <= end; number++)
        if (!meets(run, owned, masks[number]))
            return 0;
    return 1;
}

/* May whoever holds this row of goods, and owns what lies in that cell? */
static inline int can_pay(Run *run, const word *payment, word row, word owned) {
    return has_rights(run, payment, owned) &&
           has_goods(run, list(run, payment, PAYMENT_GOODS), row);
}

void tell_paid(Run *run, word source, const word *goods, word times);

/* From a row of goods, which is that of "you", to the stock, all of it so many times. */
static inline void pay_from(Run *run, word row, const word *purse, word source, const word *goods, word times) {
    word stock = purse[PURSE_STOCK];
    for (word number = 0, end = goods[0]; number < end; number++) {
        word good = goods[1 + 2 * number];
        word amount = times == 1 ? goods[2 + 2 * number] : product(run, goods[2 + 2 * number], times);
        add(run, row + good, -amount);
        add(run, stock + good, amount);
    }
    if (run->log)
        tell_paid(run, source, goods, times);
}

void pay(Run *run, const word *purse, word source, const word *goods, word times);
void lose_units(Run *run, const word *losses, const word *goods, word times);
/* What follows from what was paid: from most of it nothing. */
static inline void lose(Run *run, const word *losses, const word *goods, word times) {
    if (losses[0])
        lose_units(run, losses, goods, times);
}

void hand_back(Run *run, const word *ceiling);

/* ------------------------------------------------------------------ exchanges */

void list_use(Run *run, const word *exchange, const word *source, word way, word times,
              Options *found);
void list_exchange(Run *run, const word *exchange, const word *source, Options *found);
void take_exchange(Run *run, const word *exchange, const Option *option);
void use_exchange(Run *run, const word *exchange, const word *goods, word cost_times, word times);
void use_once(Run *run, const word *exchange);
void fill(Run *run, const word *refill, word needed);
void exchange_acts(Run *run, const word *part);
int may_use(Run *run, const word *limit, const word *closed, word times);

/* ------------------------------------------------------------------ what lies on the table */

/* From 0, each equally likely, by the random numbers of the game. */
word by_chance(Run *run, word bound);

/* The piece that was turned up last on the lot being resolved; -1: none. Each lot is two cells. */
word on_lot(Run *run, const word *lots);

void piles_act(Run *run, const word *part);
int piles_holds(Run *run, const word *test);
word piles_step(Run *run, const word *step);
word lot_begin(Run *run, const word *step);
word use_piece(Run *run, const word *step);
word when_built(Run *run, const word *step);
void take_piece(Run *run, const word *part);
int can_take(Run *run, const word *test);
word draw_piece(Run *run, const word *step);

/* ------------------------------------------------------------------ turns, auctions, places */

word turns_step(Run *run, const word *step);
word each_next(Run *run, const word *step);
void end_secret(Run *run, const word *secret);
word turns_count(Run *run, const word *counter, word player);
void turns_act(Run *run, const word *part);
/* The seat that is so many on from one; nothing is divided, unless that is more than once round. */
static inline word seat_after(word seat, word direction, word players) {
    word next = seat + direction;
    next += next < 0 ? players : 0;
    next -= next >= players ? players : 0;
    if ((uint64_t)next < (uint64_t)players)
        return next;
    return players > 0 ? (next % players + players) % players : 0;
}

/* The first of some players from a seat on; -1: none of them. The seats are turned round, until that one is
   the lowest, or the highest: no jump that nobody could foresee. */
static inline word first_free(Run *run, word seat, word free, word direction) {
    word players = run->players, all = ((word)1 << players) - 1;
    if (seat < 0 || seat >= players || direction < -1 || direction > 1)
        return fail(run, NO_CELL) - 1;
    free &= all;
    if (!free)
        return -1;
    if (!direction)
        return free >> seat & 1 ? seat : -1;
    word turned = direction > 0 ? seat : seat + 1;
    free = (free >> turned | free << (players - turned)) & all;
    word found = turned + (direction > 0 ? lowest(free) : highest(free));
    return found < players ? found : found - players;
}

word auction_step(Run *run, word number, const word *step);
void list_bids(Run *run, const word *step, Options *found);
word choose_bid(Run *run, word number, const word *step, const Option *option);
word bid_any(Run *run, word number, const word *step, uint64_t *chance);
void clear_bids(Run *run, const word *part);
int winners_within(Run *run, const word *test);
word once_step(Run *run, word number, const word *step);
void list_once(Run *run, const word *step, Options *found);
word choose_once(Run *run, word number, const word *step, const Option *option);
word next_winner(Run *run, const word *step);
word lot_won(Run *run, const word *step);

word place_goods(Run *run, word number, const word *step);
word collect(Run *run, const word *step);
int can_shift(Run *run, const word *test);
void list_shifts(Run *run, const word *offer, Options *found);
word take_shift(Run *run, const word *offer, const Option *option);
void list_places(Run *run, const word *step, Options *found);
word choose_place(Run *run, word number, const word *step, const Option *option);
word place_any(Run *run, word number, const word *step, uint64_t *chance);

word filling_step(Run *run, const word *step);
void list_open_places(Run *run, const word *step, Options *found);
word choose_open_place(Run *run, const word *step, const Option *option);

void later_act(Run *run, const word *part);
word later_step(Run *run, const word *step);

/* ------------------------------------------------------------------ building */

/* What may be built where, by whom: `pieces` is a set in a part, `owned` the cell of what is owned,
   `row` where the goods begin; `open` is what is open beside, or NULL where all is; `fees` says what
   a piece costs more where it lies, NULL: nothing. */
typedef struct {
    const word *prices;
    const word *fees;
    const Set *open;
    word place;
    word pieces;
    word owned;
    word row;
} Site;

Site site_of_offer(Run *run, const word *offer);
Site site_of_test(Run *run, const word *test);
void list_site(Run *run, const Site *site, const word *offer, Options *found);
int can_build(Run *run, const Site *site);

void list_builds(Run *run, const word *offer, Options *found);
word take_build(Run *run, const word *offer, const Option *option);
int building_holds(Run *run, const word *test);

/* So many goods has a price at most, beside which something costs more where it lies. */
#define MOST_PRICED 32
void fill_display(Run *run, const word *part);
/* What is paid for a piece with what its space costs: the goods themselves, or in `paid`. */
const word *with_fee(Run *run, const word *fees, word piece, const word *goods, word *paid);
void leave_display(Run *run, const word *fees, word piece);

word orders_step(Run *run, word number, const word *step);
void list_order(Run *run, const word *step, Options *found);
word choose_in_order(Run *run, const word *step, const Option *option);

/* Can what a step asks for be paid? */
int can_pay_step(Run *run, const word *step);
void list_due(Run *run, const word *step, Options *found);
void list_needed(Run *run, const word *step, Options *found);
word choose_due(Run *run, const word *step, const Option *option);
/* Pays in one of the ways, each equally likely, and says what is next; 0: in none, and what is needed then is
   listed. */
int pay_any(Run *run, const word *step, uint64_t *chance, Options *needed, word *next);
void list_due_or_else(Run *run, const word *step, Options *found);
word choose_due_or_else(Run *run, const word *step, const Option *option);

/* So many goods, and so many rights, does one way to pay need at most. */
#define MOST_PAID 12
#define MOST_RIGHTS 16
/* The goods as a list in a block has them, and the sets of pieces of which one gives a right. */
typedef struct {
    word goods[1 + 2 * MOST_PAID];
    word masks[MOST_RIGHTS];
    int mask_count;
    int surplus;
} Way;

typedef struct {
    int count;
    Way entries[];
} Ways;

Ways *solved(Run *run, const word *solver, const word *cost);
int can_pay_counted(Run *run, const word *test);
void list_counted(Run *run, const word *offer, Options *found);
word take_counted(Run *run, const word *offer, const Option *option);
int can_pay_due(Run *run, const word *test);
void list_paid_bids(Run *run, const word *offer, Options *found);
word take_paid_bid(Run *run, const word *offer, const Option *option);

/* ------------------------------------------------------------------ maps, and what lies on pieces */

/* Room for what follows from how tiles lie; NULL where none is needed, or there is no memory. */
struct Landscape *new_landscape(const Image *image);
word maps_step(Run *run, const word *step);
void maps_act(Run *run, const word *part);
int maps_holds(Run *run, const word *test);
word maps_count(Run *run, const word *part, word player);
void list_builds_on_map(Run *run, const word *offer, Options *found);
void list_neutral(Run *run, const word *offer, Options *found);
word take_neutral(Run *run, const word *offer, const Option *option);
/* Of so much there what "you" have room for; so much comes to "you" from a holder. */
word most_taken(Run *run, const word *taking, word amount);
void bring(Run *run, const word *taking, word holder, word amount, const word *ceiling);

int occupying_holds(Run *run, const word *test);
void set_user(Run *run, const word *part);
void list_free(Run *run, const word *offer, Options *found);
void list_any_free(Run *run, const word *offer, Options *found);
word take_leaving(Run *run, const word *offer, const Option *option);

/* ------------------------------------------------------------------ what may be held, and chance */

word holding_count(Run *run, const word *part, word player);
int holding_holds(Run *run, const word *test);
word give_back_step(Run *run, word number, const word *step);
void list_given_back(Run *run, const word *step, Options *found);
word choose_given_back(Run *run, word number, const word *step, const Option *option);

void chance_act(Run *run, const word *part);
word roll(Run *run, const word *step);

/* ------------------------------------------------------------------ games */

void list_all(Run *run, Options *found);
void list_anytime(Run *run, const Options *listed, Options *found);
void choose(Run *run, const Option *option);

typedef struct {
    uint64_t chance;
    long long budget;
    long long done;
    int anytime; /* in so many of a hundred decisions an exchange of any time is chosen */
} Rollout;

/* Choices at random until the budget is used up, the game is over, or the machine is stuck. */
void roll_on(Run *run, Rollout *rollout, Options *listed, Options *exchanges);

/* NULL, and why not in `fault`, for what is no block of this vocabulary. */
Image *new_image(const word *block, size_t size, const char **fault);
void free_image(Image *image);
int knows(int opcode);

#endif
