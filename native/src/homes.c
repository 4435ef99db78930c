/* Homes: whether all goods that need one have one, who gives up some, and which have young. */

#include <string.h>

#include "grids.h"

#define MOST_KINDS 8
#define MOST_HOMES 64
#define MOST_LEFT 256
#define MOST_SETS 256

/* How much of each kind there is. */
typedef struct {
    word of[MOST_KINDS];
} Numbers;

/* Homes that each hold so many, all of one kind, and so many that hold one of any kind. */
typedef struct {
    word shared[MOST_HOMES];
    int count;
    word single;
} Homes;

/* ------------------------------------------------------------------ the homes of a player */

/* Large ones first. */
static void add_shared(Run *run, Homes *homes, word size) {
    if (homes->count >= MOST_HOMES) {
        fail(run, TOO_MANY);
        return;
    }
    int place = homes->count++;
    for (; place && homes->shared[place - 1] < size; place--)
        homes->shared[place] = homes->shared[place - 1];
    homes->shared[place] = size;
}

/* Each enclosed area, for each of its cells, doubled for each tile of some kinds in it. */
static void add_inside(Run *run, Homes *homes, const word *dwelling, word player) {
    const word *lattice = ref(run, dwelling, DWELLING_LATTICE);
    const word *enclosed = ref(run, dwelling, DWELLING_ENCLOSED);
    const word *inside = list(run, dwelling, DWELLING_INSIDE);
    for (word number = 1; number <= inside[0]; number++) {
        const word *by_cell = part_at(run, inside[number]);
        word lying = holding(run, lattice, player, by_cell[BY_CELL_KINDS]);
        for (word left = closed_in(run, enclosed, player); left && !run->fault;) {
            word part = part_of(run, enclosed, player, left);
            word size = product(run, by_cell[BY_CELL_COUNT], bit_count(part));
            left &= ~part;
            add_shared(run, homes, product(run, size, bit(run, bit_count(part & lying))));
        }
    }
}

static void add_outside(Run *run, Homes *homes, const word *dwelling, word player) {
    const word *lattice = ref(run, dwelling, DWELLING_LATTICE);
    const word *enclosed = ref(run, dwelling, DWELLING_ENCLOSED);
    const word *outside = list(run, dwelling, DWELLING_OUTSIDE);
    word inside = enclosed ? closed_in(run, enclosed, player) : 0;
    for (word number = 1; number <= outside[0]; number++) {
        const word *by_tile = part_at(run, outside[number]);
        word lying = holding(run, lattice, player, by_tile[BY_TILE_KINDS]) & ~inside;
        homes->single = plus(run, homes->single,
                             product(run, by_tile[BY_TILE_COUNT], bit_count(lying)));
    }
}

static void find_homes(Run *run, const word *dwelling, word player, Homes *homes) {
    homes->count = 0;
    homes->single = dwelling[DWELLING_SINGLE];
    if (!ref(run, dwelling, DWELLING_LATTICE))
        return;
    add_outside(run, homes, dwelling, player);
    if (ref(run, dwelling, DWELLING_ENCLOSED))
        add_inside(run, homes, dwelling, player);
}

/* How many kinds there are. */
static int held_by(Run *run, const word *dwelling, word player, Numbers *held) {
    const word *goods = list(run, dwelling, DWELLING_GOODS);
    if (goods[0] > MOST_KINDS)
        return (int)fail(run, TOO_MANY);
    for (word kind = 0; kind < goods[0]; kind++)
        held->of[kind] =
            *cell(run, goods[1 + kind] + product(run, player, dwelling[DWELLING_APART]));
    return (int)goods[0];
}

/* ------------------------------------------------------------------ who has none */

static word sum_of(Run *run, const Numbers *numbers, int kinds) {
    word sum = 0;
    for (int kind = 0; kind < kinds; kind++)
        sum = plus(run, sum, numbers->of[kind]);
    return sum;
}

/* Of which kind so many are does not matter to the homes that follow. */
static void put_in_order(Numbers *numbers, int kinds) {
    for (int place = 1; place < kinds; place++) {
        word moved = numbers->of[place];
        int before = place;
        for (; before && numbers->of[before - 1] < moved; before--)
            numbers->of[before] = numbers->of[before - 1];
        numbers->of[before] = moved;
    }
}

/* All that may be left after some homes were given to one kind each; each once. */
typedef struct {
    Numbers entries[MOST_LEFT];
    int count;
} Left;

static void add_left(Run *run, Left *left, const Numbers *numbers, int kinds) {
    for (int number = 0; number < left->count; number++)
        if (!memcmp(left->entries[number].of, numbers->of, (size_t)kinds * sizeof(word)))
            return;
    if (left->count < MOST_LEFT)
        left->entries[left->count++] = *numbers;
    else
        fail(run, TOO_MANY);
}

static word least_left(Run *run, const Left *left, int kinds) {
    word least = LARGEST;
    for (int number = 0; number < left->count; number++) {
        word sum = sum_of(run, left->entries + number, kinds);
        least = sum < least ? sum : least;
    }
    return least;
}

/* A shared home goes to each kind in turn. */
static void move_in(Run *run, const Left *before, Left *after, word size, int kinds) {
    after->count = 0;
    for (int number = 0; number < before->count && !run->fault; number++)
        for (int kind = 0; kind < kinds; kind++) {
            Numbers rest = before->entries[number];
            word more = rest.of[kind] - size;
            rest.of[kind] = more > 0 ? more : 0;
            put_in_order(&rest, kinds);
            add_left(run, after, &rest, kinds);
        }
}

/* How many of all kinds together have none, where as many as possible have one. */
static word homeless(Run *run, const Homes *homes, const Numbers *held, int kinds) {
    Left turns[2], *left = turns, *next = turns + 1, *swapped;
    left->count = 1;
    left->entries[0] = *held;
    put_in_order(left->entries, kinds);
    word least = least_left(run, left, kinds);
    for (int home = 0; home < homes->count && least > homes->single && !run->fault; home++) {
        move_in(run, left, next, homes->shared[home], kinds);
        swapped = left;
        left = next;
        next = swapped;
        least = least_left(run, left, kinds);
    }
    return least > homes->single ? least - homes->single : 0;
}

static word homeless_now(Run *run, const word *dwelling) {
    Numbers held;
    Homes homes;
    if (!dwelling)
        return fail(run, UNKNOWN_PART);
    word player = actor(run);
    int kinds = held_by(run, dwelling, player, &held);
    if (!kinds || !sum_of(run, &held, kinds))
        return 0;
    find_homes(run, dwelling, player, &homes);
    return homeless(run, &homes, &held, kinds);
}

/* ------------------------------------------------------------------ giving up */

/* The exchange of an offer, no more often than there are some too many. */
static void list_given(Run *run, const word *offer, word most, Options *found) {
    int kept = found->count, before = found->count;
    list_exchange(run, part_in(run, offer, GIVE_UP_EXCHANGE), offer, found);
    for (int each = before; each < found->count; each++)
        if (found->entries[each].operands[1] <= most)
            found->entries[kept++] = found->entries[each];
    found->count = kept;
}

void list_give_up(Run *run, const word *offer, Options *found) {
    word most = homeless_now(run, ref(run, offer, GIVE_UP_DWELLING));
    if (most)
        list_given(run, offer, most, found);
}

void list_too_many(Run *run, const word *step, Options *found) {
    const word *offers = list(run, step, GIVE_UP_SOME_OFFERS);
    if (!homeless_now(run, part_in(run, step, GIVE_UP_SOME_DWELLING)))
        return;
    list_offers(run, offers, offers[0], list(run, step, GIVE_UP_SOME_ALIKE), found);
}

/* ------------------------------------------------------------------ young */

/* Sets of kinds, as bits. */
typedef struct {
    word sets[MOST_SETS];
    int count;
} Sets;

/* The bits of the kinds of which "you" have enough, and of which there is one to gain. */
static word kinds_with_young(Run *run, const word *young, const Numbers *held, int kinds) {
    const word *numbers = list(run, young, YOUNG_KINDS), *there = list(run, young, YOUNG_THERE);
    word found = 0;
    for (word number = 1; number <= numbers[0] && number <= there[0]; number++) {
        word kind = numbers[number];
        if (kind < 0 || kind >= kinds)
            return fail(run, NO_CELL);
        if (held->of[kind] >= young[YOUNG_PARENTS] && holds(run, part_at(run, there[number])))
            found |= bit(run, kind);
    }
    return found;
}

static int is_part_of_one(const Sets *found, word some) {
    for (int number = 0; number < found->count; number++)
        if (!(some & ~found->sets[number]))
            return 1;
    return 0;
}

static int have_homes(Run *run, const Homes *homes, const Numbers *held, int kinds, word some) {
    Numbers more = *held;
    for (int kind = 0; kind < kinds; kind++)
        more.of[kind] = plus(run, more.of[kind], some >> kind & 1);
    return !homeless(run, homes, &more, kinds);
}

/* The bits of some kinds the other way round, so that first kinds count most. */
static word turned_round(word bits, int kinds) {
    word found = 0;
    for (int kind = 0; kind < kinds; kind++)
        found |= (bits >> kind & 1) << (kinds - 1 - kind);
    return found;
}

/* The sets of kinds of which one more finds a home, and no further one; larger ones first. */
static void find_sets(Run *run, const word *young, Sets *found) {
    const word *dwelling = part_in(run, young, YOUNG_DWELLING);
    Numbers held;
    Homes homes;
    word player = actor(run);
    int kinds = held_by(run, dwelling, player, &held);
    word able = kinds_with_young(run, young, &held, kinds);
    found->count = 0;
    if (!able)
        return;
    find_homes(run, dwelling, player, &homes);
    for (int size = bit_count(able); size; size--)
        for (word order = bit(run, kinds) - 1; order && !run->fault; order--) {
            word some = turned_round(order, kinds);
            if (bit_count(some) == size && !(some & ~able) && !is_part_of_one(found, some) &&
                have_homes(run, &homes, &held, kinds, some))
                found->sets[found->count++] = some;
        }
}

int have_young(Run *run, const word *part) {
    Sets found;
    find_sets(run, part_in(run, part, HAVE_YOUNG_YOUNG), &found);
    return found.count > 0;
}

static void gain_set(Run *run, const word *step, word some) {
    const word *kinds = list(run, part_in(run, step, GAIN_YOUNG_YOUNG), YOUNG_KINDS);
    const word *acts = list(run, step, GAIN_YOUNG_ACTS);
    for (word number = 1; number <= kinds[0] && number <= acts[0]; number++)
        if (kinds[number] >= 0 && kinds[number] < MOST_KINDS && some >> kinds[number] & 1)
            act(run, part_at(run, acts[number]));
}

word gain_young(Run *run, word number, const word *step) {
    Sets found;
    find_sets(run, part_in(run, step, GAIN_YOUNG_YOUNG), &found);
    if (found.count > 1)
        return ~number;
    if (found.count)
        gain_set(run, step, found.sets[0]);
    return step[GAIN_YOUNG_FOLLOW];
}

/* The operands are the kinds of a set. */
void list_young(Run *run, const word *step, Options *listed) {
    Sets found;
    find_sets(run, part_in(run, step, GAIN_YOUNG_YOUNG), &found);
    for (int number = 0; number < found.count; number++) {
        word operands[MOST_KINDS];
        int count = 0;
        for (word kinds = found.sets[number]; kinds; kinds &= kinds - 1)
            operands[count++] = lowest(kinds);
        list_many(run, listed, step, count, operands);
    }
}

word choose_young(Run *run, const word *step, const Option *option) {
    word some = 0;
    for (int each = 0; each < option->count; each++) {
        word kind = operand(option, each);
        if (kind < 0 || kind >= MOST_KINDS)
            return fail(run, UNKNOWN_PART);
        some |= bit(run, kind);
    }
    gain_set(run, step, some);
    return step[GAIN_YOUNG_FOLLOW];
}
