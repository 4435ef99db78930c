/* Enclosing: what stands on edges of a grid, the areas that it closes in, and building around more. */

#include "grids.h"

/* ------------------------------------------------------------------ what is enclosed */

word closed_in(Run *run, const word *enclosed, word player) {
    return narrow(run, enclosed[ENCLOSED_INSIDE] + player);
}

static word standing_of(Run *run, const word *enclosed, word player) {
    return narrow(run, enclosed[ENCLOSED_STANDING] + player);
}

word part_of(Run *run, const word *enclosed, word player, word cells) {
    Plan plan = plan_of(run, part_in(run, enclosed, ENCLOSED_PLAN));
    word found = reached(run, &plan, cells, standing_of(run, enclosed, player));
    /* What lies beyond the grid is in no game; whoever goes through the parts must come to an end. */
    return found ? found : cells;
}

static word parts_of(Run *run, const word *part, word player) {
    const word *enclosed = part_in(run, part, PARTS_ENCLOSED);
    word found = 0;
    for (word left = closed_in(run, enclosed, player); left && !run->fault; found++)
        left &= ~part_of(run, enclosed, player, left);
    return found;
}

word enclosed_count(Run *run, const word *part, word player) {
    if (part[0] == OP_PARTS)
        return parts_of(run, part, player);
    word inside = closed_in(run, part_in(run, part, TILES_INSIDE_ENCLOSED), player);
    const word *lattice = part_in(run, part, TILES_INSIDE_LATTICE);
    return bit_count(inside & holding(run, lattice, player, part[TILES_INSIDE_KINDS]));
}

/* The edges that close in without being built. */
static word walls_of(Run *run, const word *areas, const Plan *plan) {
    return areas[AREAS_WALLED] ? outline(run, plan, plan->all) : 0;
}

/* The cells from which nobody gets out of the grid, those with tiles that bar left out. */
static word rings(Run *run, const Plan *plan, word standing, word barred) {
    word rim = outline(run, plan, plan->all), found = 0;
    for (word left = plan->all; left && !run->fault;) {
        word part = reached(run, plan, left, standing);
        left &= ~part;
        if (!(outline(run, plan, part) & rim & ~standing) && !(part & barred))
            found |= part;
    }
    return found;
}

/* What is missing around an area of "you" stands there now. */
static void enclose(Run *run, const word *enclosed, const word *lattice, word area) {
    word player = actor(run), inside = closed_in(run, enclosed, player) | area;
    Plan plan = plan_of(run, part_in(run, enclosed, ENCLOSED_PLAN));
    word walls = walls_of(run, part_in(run, enclosed, ENCLOSED_AREAS), &plan);
    word standing = standing_of(run, enclosed, player) | (outline(run, &plan, area) & ~walls);
    put(run, enclosed[ENCLOSED_STANDING] + player, standing);
    if (enclosed[ENCLOSED_RINGS])
        inside |= rings(run, &plan, standing,
                        holding(run, lattice, player, enclosed[ENCLOSED_KINDS]));
    put(run, enclosed[ENCLOSED_INSIDE] + player, inside);
}

/* ------------------------------------------------------------------ what may be enclosed */

/* How things stand for "you"; and the areas, each its cells, the edges around it that are not there
   anyway, and the cells beside it. */
typedef struct {
    const word *every;
    const word *areas;
    const word *enclosed;
    Plan plan;
    word player;
    word standing;
    word inside;
    word closed; /* the cells on which no new area lies */
    word beside; /* and next to one of which one lies */
} Now;

static Now now_of(Run *run, const word *work) {
    const word *enclosed = part_in(run, work, WORK_ENCLOSED), *areas = part_in(run, work, WORK_AREAS);
    Now now = {.every = list(run, work, WORK_EVERY), .areas = areas, .enclosed = enclosed};
    now.plan = plan_of(run, part_in(run, areas, AREAS_PLAN));
    now.player = actor(run);
    now.standing = standing_of(run, enclosed, now.player);
    now.inside = closed_in(run, enclosed, now.player);
    word barred =
        holding(run, part_in(run, work, WORK_LATTICE), now.player, enclosed[ENCLOSED_KINDS]);
    now.closed = now.inside | barred;
    now.beside = areas[AREAS_BESIDE] && now.inside ? now.inside : now.plan.all;
    return now;
}

static inline const word *area_at(const Now *now, word number) {
    return now->every + 1 + 3 * number;
}

/* How many edges must be built for a new area; -1: it cannot be enclosed. */
static inline word edges_for(const Now *now, const word *area) {
    if (area[0] & now->closed || !(area[2] & now->beside))
        return -1;
    return bit_count(area[1] & ~now->standing);
}

/* The same for one that makes two of a whole that is enclosed: it is the one with the first cell. */
static inline word edges_within(Run *run, const Now *now, const word *area, word whole) {
    word rest = whole & ~area[0];
    if (area[0] & ~whole || !rest || !(area[0] & whole & -whole) ||
        reached(run, &now->plan, rest, 0) != rest)
        return -1;
    return bit_count(area[1] & ~now->standing);
}

/* What is done with an area for which so many edges are built, none more than can be paid for; 1:
   that is enough. */
typedef int Found(Run *run, const word *area, word edges, void *context);

/* New areas first, then parts of those that are enclosed. Was one enough? */
static int each_area(Run *run, const Now *now, word most, Found *found, void *context) {
    /* Around no area lie fewer edges than around one cell. */
    if (most < SIDES && !now->standing && !now->areas[AREAS_WALLED])
        return 0;
    for (word number = 0; number < now->every[0]; number++) {
        word edges = edges_for(now, area_at(now, number));
        if (edges >= 0 && edges <= most && found(run, area_at(now, number), edges, context))
            return 1;
    }
    for (word left = now->areas[AREAS_DIVIDED] ? now->inside : 0; left && !run->fault;) {
        word whole = part_of(run, now->enclosed, now->player, left);
        left &= ~whole;
        for (word number = 0; number < now->every[0]; number++) {
            word edges = edges_within(run, now, area_at(now, number), whole);
            if (edges >= 0 && edges <= most && found(run, area_at(now, number), edges, context))
                return 1;
        }
    }
    return 0;
}

/* ------------------------------------------------------------------ offers */

/* So many edges can "you" build, if they are paid for; below nothing: the ways are not listed. */
static word most_edges(Run *run, const word *work) {
    word left = count(run, part_in(run, work, WORK_LEFT), actor(run));
    word listed = list(run, work, WORK_PAYMENTS)[0] - 1;
    return left < listed ? left : listed;
}

static const word *ways_for(Run *run, const word *work, word edges) {
    return run->block + list(run, work, WORK_PAYMENTS)[1 + edges];
}

typedef struct {
    const word *offer;
    const word *work;
    Options *found;
    word row;
    word owned;
} Listing;

static int is_open_way(Run *run, const Listing *listing, const word *ways, word way) {
    return can_pay(run, part_at(run, ways[1 + way]), listing->row, listing->owned);
}

static Listing listing_of(Run *run, const word *work) {
    Listing listing = {.work = work};
    listing.row = row_of(run, part_in(run, work, WORK_PURSE), actor(run));
    listing.owned = work[WORK_OWNED] + actor(run);
    return listing;
}

static int can_pay_for(Run *run, const Listing *listing, word edges) {
    const word *ways = ways_for(run, listing->work, edges);
    for (word way = 0; way < ways[0]; way++)
        if (is_open_way(run, listing, ways, way))
            return 1;
    return 0;
}

/* So many edges can "you" build and pay for; below nothing: not even none. */
static word budget_of(Run *run, const Listing *listing) {
    word most = most_edges(run, listing->work), found = -1;
    while (found < most && can_pay_for(run, listing, found + 1))
        found++;
    return found;
}

static int list_area(Run *run, const word *area, word edges, void *context) {
    const Listing *listing = context;
    const word *ways = ways_for(run, listing->work, edges);
    for (word way = 0; way < ways[0]; way++)
        if (is_open_way(run, listing, ways, way))
            list_many(run, listing->found, listing->offer, 3, (word[]){area[0], edges, way});
    return run->fault;
}

void list_areas(Run *run, const word *offer, Options *found) {
    const word *work = part_in(run, offer, ENCLOSE_OFFER_WORK);
    Listing listing = listing_of(run, work);
    word budget = budget_of(run, &listing);
    listing.offer = offer;
    listing.found = found;
    if (budget < 0)
        return;
    Now now = now_of(run, work);
    each_area(run, &now, budget, list_area, &listing);
}

static int is_enough(Run *run, const word *area, word edges, void *context) {
    (void)run;
    (void)area;
    (void)edges;
    (void)context;
    return 1;
}

int can_enclose(Run *run, const word *work) {
    Listing listing = listing_of(run, work);
    word budget = budget_of(run, &listing);
    if (budget < 0)
        return 0;
    Now now = now_of(run, work);
    return each_area(run, &now, budget, is_enough, NULL);
}

/* The operands are the bits of the cells, how many edges are built, and the way to pay. */
word take_area(Run *run, const word *offer, const Option *option) {
    const word *work = part_in(run, offer, ENCLOSE_OFFER_WORK);
    const word *after = ref(run, offer, ENCLOSE_OFFER_AFTER);
    word area = option->operands[0], built = option->operands[1], way = option->operands[2];
    word player = actor(run);
    if (option->count != 3 || area < 0 || built < 0 ||
        built >= list(run, work, WORK_PAYMENTS)[0] || way < 0 ||
        way >= ways_for(run, work, built)[0])
        return fail(run, UNKNOWN_PART);
    const word *goods =
        list(run, part_at(run, ways_for(run, work, built)[1 + way]), PAYMENT_GOODS);
    if (goods[0])
        pay(run, part_in(run, work, WORK_PURSE), offer[ENCLOSE_OFFER_PAID], goods, 1);
    lose(run, list(run, offer, ENCLOSE_OFFER_LOSSES), goods, 1);
    enclose(run, part_in(run, work, WORK_ENCLOSED), part_in(run, work, WORK_LATTICE), area);
    add(run, work[WORK_GIVER], -built);
    add(run, work[WORK_TAKER] + player * work[WORK_GOODS], built);
    TELL(run, offer[ENCLOSE_OFFER_SOURCE], player, area, built);
    for (word edge = 0; after && edge < built && goes_on(run); edge++)
        act(run, after);
    return offer[ENCLOSE_OFFER_TARGET];
}
