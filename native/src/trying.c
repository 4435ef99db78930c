/* Trying out: can what was begun be carried out to the end of what must be done in it?

   Steps are run on the cells themselves, question by question, and what was before is laid back
   afterwards. What was looked at once is not looked at again. */

#include <stdlib.h>
#include <string.h>

#include "machine.h"

#define BUCKETS 64

/* The cells of a situation, those of its own words first, and whether it goes on from there. */
typedef struct Situation {
    struct Situation *next;   /* in its bucket, once that is known */
    struct Situation *before; /* on the way, the question before it */
    uint64_t hash;
    Log *log; /* what nothing is told to meanwhile */
    word depth;
    int goes_on;
    word words[];
} Situation;

/* One look ahead; `depth`: how many cells there are where it begins. */
typedef struct {
    word depth;
    Situation *known[BUCKETS];
    Situation *way;
    int known_count;
    int way_length;
} Trial;

/* ------------------------------------------------------------------ situations */

static size_t size_of(const Run *run) {
    return (size_t)(run->image->words + run->depth) * sizeof(word);
}

/* As it is now; NULL where there is no memory. */
static Situation *noted(Run *run) {
    Situation *found = malloc(sizeof(Situation) + size_of(run));
    if (!found) {
        fail(run, NO_MEMORY);
        return NULL;
    }
    size_t wide = (size_t)run->image->words;
    memcpy(found->words, run->wide, wide * sizeof(word));
    memcpy(found->words + wide, run->cells, (size_t)run->depth * sizeof(word));
    found->depth = run->depth;
    return found;
}

static void lay_back(Run *run, const Situation *noted) {
    size_t wide = (size_t)run->image->words;
    run->depth = noted->depth;
    memcpy(run->wide, noted->words, wide * sizeof(word));
    memcpy(run->cells, noted->words + wide, (size_t)noted->depth * sizeof(word));
}

static uint64_t hash_of(const Run *run, const Situation *noted) {
    uint64_t hash = (uint64_t)noted->depth;
    size_t words = (size_t)(run->image->words + noted->depth);
    for (size_t place = 0; place < words; place++)
        hash = ((hash ^ (uint64_t)noted->words[place]) * MIXED_FIRST) ^ hash >> 32;
    return hash ^ hash >> 32;
}

static Situation *known_as(const Run *run, const Trial *trial, const Situation *wanted) {
    size_t size = (size_t)(run->image->words + wanted->depth) * sizeof(word);
    Situation *found = trial->known[wanted->hash % BUCKETS];
    while (found && (found->hash != wanted->hash || found->depth != wanted->depth ||
                     memcmp(found->words, wanted->words, size)))
        found = found->next;
    return found;
}

static void remember(Trial *trial, Situation *situation, int goes_on) {
    Situation **bucket = trial->known + situation->hash % BUCKETS;
    situation->goes_on = goes_on;
    situation->next = *bucket;
    *bucket = situation;
    trial->known_count++;
}

static void forget_all(Trial *trial) {
    for (int bucket = 0; bucket < BUCKETS; bucket++)
        while (trial->known[bucket]) {
            Situation *next = trial->known[bucket]->next;
            free(trial->known[bucket]);
            trial->known[bucket] = next;
        }
}

/* Is it the same question, asked of the same player, with the same business of this trial? */
static int is_same_place(const Run *run, const Trial *trial, const Situation *one,
                         const Situation *other) {
    const word *first = one->words + run->image->words, *second = other->words + run->image->words;
    word business = one->depth > trial->depth ? one->depth - trial->depth : 0;
    return one->depth == other->depth && first[NEXT_STEP_CELL] == second[NEXT_STEP_CELL] &&
           first[ACTOR_CELL] == second[ACTOR_CELL] &&
           !memcmp(first + trial->depth, second + trial->depth,
                   (size_t)business * sizeof(word));
}

/* An answer that leads back to a question on the way does not lead on: one more use of a window. */
static int goes_round(const Run *run, const Trial *trial, const Situation *situation) {
    int times = 0;
    for (const Situation *before = trial->way; before; before = before->before)
        times += is_same_place(run, trial, before, situation);
    return times > 1;
}

/* ------------------------------------------------------------------ going on */

static int can_answer(Run *run, Trial *trial);

/* From a step on, until it is known whether what must be done can be. */
static int goes_on_from(Run *run, Trial *trial, word number) {
    while (number >= 0 && goes_on(run)) {
        const word *step = step_at(run, number);
        if (step[0] == OP_ENDED)
            return 1;
        if (step[0] == OP_NEED && !holds(run, part_in(run, step, NEED_TEST)))
            return 0;
        if (step[0] == OP_NEED && step[NEED_LAST])
            return 1;
        number = run_step(run, number, step);
    }
    if (run->fault)
        return 0;
    put(run, NEXT_STEP_CELL, ~number);
    return can_answer(run, trial);
}

static int option_leads_on(Run *run, Trial *trial, const Option *option) {
    word number = run->cells[NEXT_STEP_CELL];
    if (option->anytime) {
        take_offer(run, option);
        return can_answer(run, trial);
    }
    return goes_on_from(run, trial, choose_at(run, number, step_at(run, number), option));
}

/* What may be chosen, apart from the lists of those who ask; NULL where there is no memory. */
static Option *listed_now(Run *run, int *count) {
    Options *aside = run->aside;
    int before = aside->count;
    list_open(run, step_at(run, run->cells[NEXT_STEP_CELL]), aside);
    *count = aside->count - before;
    Option *listed = malloc((size_t)(*count + 1) * sizeof(Option));
    if (listed)
        memcpy(listed, aside->entries + before, (size_t)*count * sizeof(Option));
    else
        fail(run, NO_MEMORY);
    aside->count = before;
    return listed;
}

static int one_leads_on(Run *run, Trial *trial, const Situation *situation) {
    int count, found = 0;
    Option *listed = listed_now(run, &count);
    for (int number = 0; listed && number < count && !found && !run->fault; number++) {
        if (number)
            lay_back(run, situation);
        found = option_leads_on(run, trial, listed + number);
    }
    free(listed);
    return found;
}

/* Is there an answer to a question with which it goes on? It is on the way meanwhile. */
static int looked_into(Run *run, Trial *trial, Situation *situation) {
    situation->before = trial->way;
    trial->way = situation;
    trial->way_length++;
    int goes_on = one_leads_on(run, trial, situation);
    trial->way = situation->before;
    trial->way_length--;
    remember(trial, situation, goes_on);
    return goes_on;
}

static int can_answer(Run *run, Trial *trial) {
    Situation *situation = run->nested > MOST_NESTED ? NULL : noted(run), *known;
    if (!situation)
        return (int)fail(run, TOO_MANY);
    run->nested++;
    int found = 0;
    situation->hash = hash_of(run, situation);
    if (goes_round(run, trial, situation))
        free(situation);
    else if ((known = known_as(run, trial, situation))) {
        found = known->goes_on;
        free(situation);
    } else if (trial->known_count >= MOST_TRIED || trial->way_length >= MOST_DEEP) {
        found = 1;
        free(situation);
    } else
        found = looked_into(run, trial, situation);
    run->nested--;
    return found;
}

/* ------------------------------------------------------------------ what is asked of it */

/* Nothing is told of what is tried out. */
static Situation *set_out(Run *run) {
    Situation *now = noted(run);
    if (now) {
        now->log = run->log;
        run->log = NULL;
    }
    return now;
}

static void come_home(Run *run, Situation *now) {
    lay_back(run, now);
    run->log = now->log;
    free(now);
}

/* Those of the options from a place of a list on with which it goes on: as answers to the question
   that is asked now, or as what an offer does. */
static void leave_some(Run *run, Options *found, int from, int are_answers) {
    Trial trial = {.depth = run->depth};
    Situation *now = set_out(run);
    int kept = from;
    for (int number = from; now && number < found->count && !run->fault; number++) {
        Option option = found->entries[number];
        if (are_answers ? option_leads_on(run, &trial, &option)
                        : goes_on_from(run, &trial, take_offer(run, &option)))
            found->entries[kept++] = option;
        lay_back(run, now);
    }
    found->count = kept;
    if (now)
        come_home(run, now);
    forget_all(&trial);
}

void leave_what_leads_on(Run *run, Options *found, int from) { leave_some(run, found, from, 1); }

void list_tried(Run *run, const word *offer, Options *found) {
    int before = found->count;
    list_offer(run, part_in(run, offer, TRIED_OFFER), found);
    leave_some(run, found, before, 0);
}

int is_completable(Run *run, const word *test) {
    Trial trial = {.depth = run->depth};
    Situation *now = set_out(run);
    if (!now)
        return 0;
    push(run, STOP);
    int found = goes_on_from(run, &trial, test[COMPLETABLE_ENTRY]);
    come_home(run, now);
    forget_all(&trial);
    return found;
}

int exchange_leads_on(Run *run, const word *step, const Option *option) {
    Situation *now = set_out(run);
    Options *aside = run->aside;
    int before = aside->count;
    if (!now)
        return 0;
    take_offer(run, option);
    list_open(run, step, aside);
    if (step[QUESTION_TRIED])
        leave_what_leads_on(run, aside, before);
    int is_any = aside->count > before;
    aside->count = before;
    come_home(run, now);
    return is_any;
}
