/* Players who look ahead: a game goes on by what positions are worth to whoever decides.

   What they are worth is said by weights, numbers that Python has read off the rules. Here is decided
   as in bots/rollouts/ahead.py, number for number; both are to be changed together. Numbers may be
   any that fit into a word, and sums of them go round. */

#include "thinking.h"

#include <stdlib.h>
#include <string.h>

/* So many choices are looked at behind one, and so many exchanges are used in a row. */
#define MOST_FOLLOWED 60
#define PATIENCE 12
#define MOST_WEIGHED 4096

enum { AT_ONCE, AFTER, EXCHANGED_BEFORE }; /* what the copies are for */

/* ------------------------------------------------------------------ weights */

int read_weights(Weights *weights, const word *words, size_t size, const Image *image) {
    if (size < WEIGHTS_HEAD)
        return 0;
    for (int number = 0; number < WEIGHTS_HEAD; number++)
        if (words[number] < 0 || words[number] > MOST_WEIGHED)
            return 0;
    weights->goods = words[WEIGHTS_GOODS];
    weights->amounts = words[WEIGHTS_AMOUNTS];
    weights->pieces = words[WEIGHTS_PIECES];
    weights->places = words[WEIGHTS_PLACES];
    weights->first = words[WEIGHTS_FIRST];
    weights->rounds = words[WEIGHTS_ROUNDS];
    weights->parts = words[WEIGHTS_PARTS];
    weights->owned = words[WEIGHTS_OWNED];
    weights->margin = words[WEIGHTS_MARGIN];
    word times = weights->rounds * weights->parts;
    if (times < 1 || times > MOST_WEIGHED || weights->amounts < 2)
        return 0;
    word goods = times * weights->goods * weights->amounts;
    word each = times * image->players * (weights->pieces + weights->goods);
    weights->of_amounts = words + WEIGHTS_HEAD;
    weights->of_each = weights->of_amounts + goods;
    weights->of_places = weights->of_each + each;
    return size == (size_t)(WEIGHTS_HEAD + goods + each + image->players * weights->places);
}

/* A round that is not weighed counts as the nearest that is. */
static word time_of(Run *run, const Weights *weights) {
    word round = *cell(run, ROUND_CELL) - weights->first, part = *cell(run, PART_CELL);
    word last = weights->rounds - 1;
    if (part < 0 || part >= weights->parts)
        return fail(run, NO_CELL);
    return (round < 0 ? 0 : round > last ? last : round) * weights->parts + part;
}

/* ------------------------------------------------------------------ what positions are worth */

/* What is more than the weights say goes on as the last two of them. */
static uint64_t worth_of_amount(const word *worths, word amounts, word held) {
    if (held < amounts)
        return (uint64_t)worths[held < 0 ? 0 : held];
    uint64_t last = (uint64_t)worths[amounts - 1], step = last - (uint64_t)worths[amounts - 2];
    return last + (uint64_t)(held - amounts + 1) * step;
}

static uint64_t worth_of_pieces(Run *run, const word *each, word owned, word pieces) {
    uint64_t sum = 0;
    for (word first = 0; first < pieces; first += SET_BITS) {
        word bits = *word_with(run, owned, first);
        for (; bits > 0; bits &= bits - 1) {
            word piece = first + bit_count((bits & -bits) - 1);
            sum += piece < pieces ? (uint64_t)each[piece] : 0;
        }
    }
    return sum;
}

static word worth(Run *run, const Thinker *thinker) {
    const Weights *weights = &thinker->weights;
    word goods = weights->goods, amounts = weights->amounts, pieces = weights->pieces;
    word place = thinker->time * run->players + thinker->you;
    const word *worths = weights->of_amounts + thinker->time * goods * amounts;
    const word *each = weights->of_each + place * (pieces + goods);
    uint64_t sum = worth_of_pieces(run, each, weights->owned + thinker->you, pieces);
    for (word good = 0; good < goods; good++) {
        word held = *cell(run, REGISTERS_CELL + thinker->you * goods + good);
        sum += worth_of_amount(worths + good * amounts, amounts, held);
        sum += (uint64_t)each[pieces + good] * (uint64_t)held;
    }
    return (word)sum;
}

/* What exchanges are weighed by, as one number. */
static uint64_t standing(Run *run, const Thinker *thinker) {
    const Weights *weights = &thinker->weights;
    uint64_t found = (uint64_t)thinker->time + 1;
    for (word good = 0; good < weights->goods; good++) {
        word held = *cell(run, REGISTERS_CELL + thinker->you * weights->goods + good);
        found = (found ^ (uint64_t)held) * GOLDEN;
    }
    for (word first = 0; first < weights->pieces; first += SET_BITS) {
        word bits = *word_with(run, weights->owned + thinker->you, first);
        found = (found ^ (uint64_t)bits ^ found >> 29) * GOLDEN;
    }
    return found;
}

/* ------------------------------------------------------------------ looking ahead */

static Run copied(const Run *run, word *memory) {
    const Image *image = run->image;
    Run copy = *run;
    copy.wide = memcpy(memory, run->wide, (size_t)image->words * sizeof(word));
    copy.cells = memcpy(memory + image->words, run->cells, (size_t)run->depth * sizeof(word));
    copy.log = NULL;
    return copy;
}

static word asks(Run *run) {
    word number = *cell(run, NEXT_STEP_CELL);
    if (number < 0 || number >= run->step_count)
        number = fail(run, NO_CELL);
    return part_at(run, run->steps[number])[0];
}

/* The place that is worth most; the end of placing where none is worth anything. */
static int best_place(Run *run, const Thinker *thinker, const Options *listed) {
    const Weights *weights = &thinker->weights;
    const word *worths = weights->of_places + actor(run) * weights->places;
    int best = listed->count - 1;
    word most = 0;
    for (int number = 0; number < listed->count; number++) {
        const Option *option = listed->entries + number;
        word place = option->operands[0];
        if (option->count && place >= 0 && place < weights->places && worths[place] > most) {
            most = worths[place];
            best = number;
        }
    }
    return best;
}

/* The option after which the position is worth most at once. */
static int best_at_once(Run *run, Thinker *thinker, const Options *listed) {
    int best = 0;
    word most = 0;
    if (asks(run) == OP_PLACE_GOODS)
        return best_place(run, thinker, listed);
    for (int number = 0; number < listed->count && !run->fault; number++) {
        Run after = copied(run, thinker->memory[AT_ONCE]);
        choose(&after, listed->entries + number);
        word value = worth(&after, thinker);
        run->fault = after.fault;
        if (!number || value > most) {
            most = value;
            best = number;
        }
    }
    return best;
}

/* Play on: whoever thinks takes what is best at once, the others decline, by the last option. */
static void follow(Run *run, Thinker *thinker, word round, word part, int to_the_end_of_round) {
    Options *listed = thinker->listed;
    for (int made = 0; made < MOST_FOLLOWED && !run->fault; made++) {
        list_all(run, listed);
        if (!listed->count || run->fault || *cell(run, ROUND_CELL) != round)
            return;
        int is_own = actor(run) == thinker->you;
        if (!to_the_end_of_round && !(is_own && *cell(run, PART_CELL) == part))
            return;
        int taken = listed->count - 1;
        if (is_own && taken)
            taken = best_at_once(run, thinker, listed);
        Option chosen = listed->entries[taken];
        if (!run->fault)
            choose(run, &chosen);
    }
}

/* What an option leads to is worth so much; in an auction, at the end of the round. */
static word tried(Run *run, Thinker *thinker, const Option *option) {
    word round = *cell(run, ROUND_CELL), part = *cell(run, PART_CELL);
    int is_auction = asks(run) == OP_BIDDING;
    Run after = copied(run, thinker->memory[AFTER]);
    choose(&after, option);
    follow(&after, thinker, round, part, is_auction);
    word value = worth(&after, thinker);
    run->fault = after.fault;
    return value;
}

/* Of the bids on a lot only the lowest is looked at, which comes first. */
static int is_looked_at(Run *run, const Options *listed, int number) {
    const Option *option = listed->entries + number;
    return asks(run) != OP_BIDDING || !number || !option->count || !option[-1].count ||
           option[-1].operands[0] != option->operands[0];
}

static int best_option(Run *run, Thinker *thinker, const Options *listed, word *most) {
    int best = -1;
    for (int number = 0; number < listed->count && !run->fault; number++) {
        if (!is_looked_at(run, listed, number))
            continue;
        word value = tried(run, thinker, listed->entries + number);
        if (best < 0 || value > *most) {
            *most = value;
            best = number;
        }
    }
    return best < 0 ? 0 : best;
}

/* ------------------------------------------------------------------ exchanges */

static int is_among(const Options *listed, const Option *wanted) {
    for (int number = 0; number < listed->count; number++) {
        const Option *option = listed->entries + number;
        if (option->source == wanted->source && option->count == wanted->count &&
            !memcmp(option->operands, wanted->operands, sizeof option->operands))
            return 1;
    }
    return 0;
}

/* By how much the position is better after an exchange, by that alone. */
static word gained(Run *run, Thinker *thinker, const Option *exchange) {
    Run after = copied(run, thinker->memory[EXCHANGED_BEFORE]);
    take_offer(&after, exchange);
    uint64_t value = (uint64_t)worth(&after, thinker) - (uint64_t)worth(run, thinker);
    run->fault = after.fault;
    return (word)value;
}

/* Is something that an exchange opens better than going on without by more than that? */
static int opens(Run *run, Thinker *thinker, const Option *exchange, const Options *listed,
                 word without, word *most) {
    int is_better = 0;
    Run after = copied(run, thinker->memory[EXCHANGED_BEFORE]);
    choose(&after, exchange);
    list_all(&after, thinker->opened);
    int count = actor(&after) == thinker->you ? thinker->opened->count : 0;
    for (int number = 0; number < count && !after.fault; number++) {
        const Option *option = thinker->opened->entries + number;
        if (is_among(listed, option))
            continue;
        word value = (word)((uint64_t)tried(&after, thinker, option) - (uint64_t)without);
        is_better |= value > *most;
        *most = value > *most ? value : *most;
    }
    run->fault = after.fault;
    return is_better;
}

/* The exchange, once, that is better than going on without, by itself or by what it opens; -1: none
   is. Who has found none looks again when something has changed, or where something may open. */
static int best_exchange(Run *run, Thinker *thinker, const Options *listed, int may_open,
                         word without) {
    uint64_t now = standing(run, thinker);
    int is_content = thinker->content[thinker->you] == now, best = -1;
    word most = thinker->weights.margin;
    if (is_content && !may_open)
        return -1;
    list_anytime(run, listed, thinker->exchanges);
    for (int number = 0; number < thinker->exchanges->count && !run->fault; number++) {
        const Option *exchange = thinker->exchanges->entries + number;
        if (exchange->operands[1] != 1)
            continue;
        word better = is_content ? most : gained(run, thinker, exchange);
        if (better > most) {
            most = better;
            best = number;
        }
        if (may_open && opens(run, thinker, exchange, listed, without, &most))
            best = number;
    }
    if (best < 0)
        thinker->content[thinker->you] = now;
    return best;
}

/* ------------------------------------------------------------------ playing on */

static Option thought_of(Run *run, Thinker *thinker, const Options *listed) {
    word opcode = asks(run), without = 0;
    int best = 0, exchange = -1;
    int may_open = opcode == OP_QUESTION || (opcode == OP_PAY && listed->entries[0].needed);
    if (opcode == OP_PLACE_GOODS)
        return listed->entries[best_place(run, thinker, listed)];
    if (listed->count > 1 || may_open)
        best = best_option(run, thinker, listed, &without);
    if (thinker->patience)
        exchange = best_exchange(run, thinker, listed, may_open, without);
    return exchange < 0 ? listed->entries[best] : thinker->exchanges->entries[exchange];
}

void play_ahead(Run *run, Thinker *thinker, Options *listed, word last, word budget) {
    thinker->patience = PATIENCE;
    memset(thinker->content, 0, sizeof thinker->content);
    for (word made = 0; made < budget && *cell(run, ROUND_CELL) < last; made++) {
        run->fuel = FUEL;
        list_all(run, listed);
        if (!listed->count || run->fault)
            return;
        thinker->you = actor(run);
        thinker->time = time_of(run, &thinker->weights);
        Option chosen = thought_of(run, thinker, listed);
        if (run->fault)
            return;
        thinker->patience = chosen.anytime ? thinker->patience - 1 : PATIENCE;
        choose(run, &chosen);
    }
}

/* ------------------------------------------------------------------ what it takes */

int equip(Thinker *thinker, const Image *image) {
    size_t size = (size_t)(image->words + image->cells + MOST_FRAMES) * sizeof(word);
    int is_whole = 1;
    for (int number = 0; number < COPIES_OF_A_GAME; number++)
        is_whole &= (thinker->memory[number] = malloc(size)) != NULL;
    thinker->listed = malloc(sizeof(Options));
    thinker->opened = malloc(sizeof(Options));
    thinker->exchanges = malloc(sizeof(Options));
    return is_whole && thinker->listed && thinker->opened && thinker->exchanges;
}

void dismiss(Thinker *thinker) {
    for (int number = 0; number < COPIES_OF_A_GAME; number++)
        free(thinker->memory[number]);
    free(thinker->listed);
    free(thinker->opened);
    free(thinker->exchanges);
}
