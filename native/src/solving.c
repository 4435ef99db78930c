/* Solving: every way to pay for something that was counted, substitutes and all, as Python finds them,
   in the same order. What has a fixed cost has its ways in the block. */

#include <stdlib.h>
#include <string.h>

#include "machine.h"

/* How often a substitute is used for one of the goods that are due, at most. */
typedef struct {
    const word *substitute;
    word item;
    word most;
    word times;
} Digit;

typedef struct {
    const word *cost;
    Digit digits[MOST_RIGHTS];
    int count;
} Uses;

/* ------------------------------------------------------------------ how often */

static void add_digit(Run *run, Uses *uses, const word *substitute, word item, word amount) {
    if (uses->count >= MOST_RIGHTS) {
        fail(run, TOO_MANY);
        return;
    }
    word most = -quotient(run, -amount, substitute[SUBSTITUTE_UNITS]);
    most = substitute[SUBSTITUTE_SURPLUS] ? substitute[SUBSTITUTE_MOST] : most;
    uses->digits[uses->count++] = (Digit){substitute, item, most < 0 ? 0 : most, 0};
}

static void find_digits(Run *run, const word *solver, const word *cost, Uses *uses) {
    const word *substitutes = list(run, solver, SOLVER_SUBSTITUTES);
    uses->cost = cost;
    uses->count = 0;
    for (word item = 0; item < cost[0]; item++)
        for (word each = 1; each <= substitutes[0]; each++) {
            const word *substitute = part_at(run, substitutes[each]);
            if (substitute[SUBSTITUTE_GOOD] == cost[1 + 2 * item])
                add_digit(run, uses, substitute, item, cost[2 + 2 * item]);
        }
}

/* How many ways have to be looked at; no more than one too many. */
static int all_uses(const Uses *uses) {
    word number = 1;
    for (int digit = 0; digit < uses->count && number <= MOST_WAYS; digit++)
        number = uses->digits[digit].most < MOST_WAYS
                     ? number * (uses->digits[digit].most + 1)
                     : MOST_WAYS + 1;
    return number > MOST_WAYS ? MOST_WAYS + 1 : (int)number;
}

/* The last of them goes up first. */
static void go_on_with(Uses *uses) {
    for (int digit = uses->count - 1; digit >= 0; digit--) {
        if (uses->digits[digit].times++ < uses->digits[digit].most)
            return;
        uses->digits[digit].times = 0;
    }
}

/* ------------------------------------------------------------------ one way */

static word units_of(Run *run, const Digit *digit) {
    return product(run, digit->substitute[SUBSTITUTE_UNITS], digit->times);
}

/* So much of what is due is paid by substitutes. */
static word covered(Run *run, const Uses *uses, word item) {
    word sum = 0;
    for (int digit = 0; digit < uses->count; digit++)
        if (uses->digits[digit].item == item)
            sum = plus(run, sum, units_of(run, uses->digits + digit));
    return sum;
}

/* Could one use be taken back, while the rest still covers what is due? */
static int is_wasteful(Run *run, const Uses *uses) {
    for (int number = 0; number < uses->count; number++) {
        const Digit *digit = uses->digits + number;
        word due = uses->cost[2 + 2 * digit->item];
        word rest = covered(run, uses, digit->item) - digit->substitute[SUBSTITUTE_UNITS];
        if (digit->times && rest >= due && !digit->substitute[SUBSTITUTE_SURPLUS])
            return 1;
    }
    return 0;
}

static void add_good(Run *run, Way *way, word good, word amount) {
    word place = 0;
    while (place < way->goods[0] && way->goods[1 + 2 * place] != good)
        place++;
    if (place == MOST_PAID) {
        fail(run, TOO_MANY);
        return;
    }
    if (place == way->goods[0])
        way->goods[1 + 2 * way->goods[0]++] = good;
    way->goods[2 + 2 * place] = plus(run, way->goods[2 + 2 * place], amount);
}

static void add_use(Run *run, Way *way, const Digit *digit) {
    const word *pays = list(run, digit->substitute, SUBSTITUTE_PAYS);
    for (word number = 0; number < pays[0]; number++)
        add_good(run, way, pays[1 + 2 * number],
                 product(run, pays[2 + 2 * number], digit->times));
    if (digit->substitute[SUBSTITUTE_MASK])
        way->masks[way->mask_count++] = digit->substitute[SUBSTITUTE_MASK];
    way->surplus |= digit->substitute[SUBSTITUTE_SURPLUS] != 0;
}

static Way way_of(Run *run, const Uses *uses) {
    Way way = {.goods = {0}};
    for (word item = 0; item < uses->cost[0]; item++) {
        for (int digit = 0; digit < uses->count; digit++)
            if (uses->digits[digit].item == item && uses->digits[digit].times)
                add_use(run, &way, uses->digits + digit);
        word left = uses->cost[2 + 2 * item] - covered(run, uses, item);
        if (left > 0)
            add_good(run, &way, uses->cost[1 + 2 * item], left);
    }
    return way;
}

/* ------------------------------------------------------------------ all of them */

/* Does one need no right that the other does not? */
static int needs_no_more(const Way *one, const Way *other) {
    for (int mask = 0; mask < one->mask_count; mask++) {
        int place = 0;
        while (place < other->mask_count && other->masks[place] != one->masks[mask])
            place++;
        if (place == other->mask_count)
            return 0;
    }
    return 1;
}

static int are_same(const Way *one, const Way *other) {
    size_t size = (size_t)(1 + 2 * one->goods[0]) * sizeof(word);
    return !memcmp(one->goods, other->goods, size);
}

static word paid_in(const Way *way, word good) {
    for (word number = 0; number < way->goods[0]; number++)
        if (way->goods[1 + 2 * number] == good)
            return way->goods[2 + 2 * number];
    return 0;
}

/* Is it no more of anything, and less of something, and needs it no other right? */
static int beats(const Way *one, const Way *other) {
    for (word number = 0; number < one->goods[0]; number++)
        if (one->goods[2 + 2 * number] > paid_in(other, one->goods[1 + 2 * number]))
            return 0;
    return !are_same(one, other) && needs_no_more(one, other);
}

/* Of ways with the same goods the one with fewer rights is left, in the place of the first. */
static void add_way(Ways *ways, const Way *way) {
    int place = 0;
    while (place < ways->count && !are_same(ways->entries + place, way))
        place++;
    if (place == ways->count)
        ways->entries[ways->count++] = *way;
    else if (needs_no_more(way, ways->entries + place) &&
             !needs_no_more(ways->entries + place, way))
        ways->entries[place] = *way;
}

static int is_named(Run *run, const word *solver) {
    const word *substitutes = list(run, solver, SOLVER_SUBSTITUTES);
    for (word each = 1; each <= substitutes[0]; each++)
        if (list(run, part_at(run, substitutes[each]), SUBSTITUTE_NAMES)[0])
            return 1;
    return 0;
}

static void leave_the_best(Ways *ways) {
    char is_beaten[MOST_WAYS] = {0};
    int kept = 0;
    for (int number = 0; number < ways->count; number++)
        for (int other = 0; other < ways->count && !ways->entries[number].surplus; other++)
            is_beaten[number] |= beats(ways->entries + other, ways->entries + number) != 0;
    for (int number = 0; number < ways->count; number++)
        if (!is_beaten[number])
            ways->entries[kept++] = ways->entries[number];
    ways->count = kept;
}

/* Where there are too many, only the one without substitutes. To be freed; NULL after a fault. */
Ways *solved(Run *run, const word *solver, const word *cost) {
    Uses uses;
    find_digits(run, solver, cost, &uses);
    int number = all_uses(&uses);
    if (number > MOST_WAYS) {
        uses.count = 0;
        number = 1;
    }
    Ways *ways = malloc(sizeof(Ways) + (size_t)number * sizeof(Way));
    if (!ways) {
        fail(run, NO_MEMORY);
        return NULL;
    }
    ways->count = 0;
    for (; number && goes_on(run); number--, go_on_with(&uses))
        if (!is_wasteful(run, &uses)) {
            Way way = way_of(run, &uses);
            add_way(ways, &way);
        }
    if (uses.count && is_named(run, solver))
        leave_the_best(ways);
    return ways;
}
