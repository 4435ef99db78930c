/* What a map does in a game: it is laid, built on, and goods come to lie on it and are taken. */

#include "ground.h"

/* ------------------------------------------------------------------ laying it */

/* What a space begins with comes to lie on it, as far as the stock has it. */
static void begin_with(Run *run, const word *step, word piece) {
    const word *beginnings = list(run, step, LAY_TILES_BEGINNINGS);
    for (word number = 1; number <= beginnings[0]; number++) {
        const word *each = part_at(run, beginnings[number]);
        const word *heap = part_in(run, each, BEGINNING_HEAP);
        if (!in_set(run, each[BEGINNING_PIECES], piece))
            continue;
        word amount = each[BEGINNING_AMOUNT], room = heap[HEAP_MOST] - lying_on(run, heap, piece);
        word there = *cell(run, each[BEGINNING_STOCK]);
        amount = amount < room ? amount : room;
        if (each[BEGINNING_LIMITED] && amount > there)
            amount = there > 0 ? there : 0;
        if (!amount)
            continue;
        add(run, each[BEGINNING_STOCK], -amount);
        add_to_heap(run, heap, piece, amount);
        TELL(run, each[BEGINNING_SOURCE], run->cells[ACTOR_CELL], piece, amount);
    }
}

static void lay_tile(Run *run, const word *step, word tile) {
    const word *pieces =
        run->block + list(run, part_in(run, step, LAY_TILES_GROUND), GROUND_TILES)[1 + tile];
    for (word number = 1; number <= pieces[0]; number++) {
        add_copies(run, step[LAY_TILES_START], pieces[number], -1);
        add_copies(run, step[LAY_TILES_TARGET], pieces[number], 1);
        TELL(run, step[LAY_TILES_MOVED], run->cells[ACTOR_CELL], pieces[number], 1);
        begin_with(run, step, pieces[number]);
    }
}

static void shuffle(Run *run, word *order, word length) {
    for (word last = length - 1; last > 0 && !run->fault; last--) {
        word other = by_chance(run, last + 1), swapped = order[last];
        order[last] = order[other];
        order[other] = swapped;
    }
}

static word lay_tiles(Run *run, const word *step) {
    const word *ground = part_in(run, step, LAY_TILES_GROUND);
    word order[MOST_PIECES], tiles = list(run, ground, GROUND_TILES)[0];
    word places = list(run, ground, GROUND_MIDDLES)[0], turns = ground[GROUND_RING] ? TURNS : 1;
    if (tiles > MOST_PIECES)
        return fail(run, TOO_MANY);
    if (bits_at(run, ground[GROUND_ARRANGEMENT], 0, WIDTH) != EMPTY)
        return step[LAY_TILES_FOLLOW];
    for (word tile = 0; tile < tiles; tile++)
        order[tile] = tile;
    if (step[LAY_TILES_SHUFFLE])
        shuffle(run, order, tiles);
    for (word place = 0; place < places && !run->fault; place++) {
        word lying = EMPTY, turn = 0;
        if (place < tiles) {
            turn = step[LAY_TILES_TURN] ? by_chance(run, turns) : 0;
            lying = order[place] * turns + turn;
            TELL(run, step[LAY_TILES_SOURCE], run->cells[ACTOR_CELL], order[place], place, turn);
            lay_tile(run, step, order[place]);
        }
        put_bits(run, ground[GROUND_ARRANGEMENT], WIDTH * place, WIDTH, lying);
    }
    return step[LAY_TILES_FOLLOW];
}

/* ------------------------------------------------------------------ neutral spaces */

static void make_neutral(Run *run, const word *ground, word source, word piece) {
    put_in(run, ground[GROUND_NEUTRAL], piece);
    TELL(run, source, run->cells[ACTOR_CELL], piece);
}

static Set free_of(Run *run, const word *ground, word pieces) {
    Set found = free_on(run, ground), wanted = set_of(run, pieces);
    keep_shared(&found, &wanted);
    return found;
}

static word random_neutral(Run *run, const word *step) {
    const word *ground = part_in(run, step, RANDOM_NEUTRAL_GROUND);
    Set found = free_of(run, ground, step[RANDOM_NEUTRAL_PIECES]);
    word count = size_of_set(&found), piece = member_from(&found, 0);
    if (!count || run->fault)
        return step[RANDOM_NEUTRAL_FOLLOW];
    for (word left = by_chance(run, count); left > 0; left--)
        piece = member_from(&found, piece + 1);
    make_neutral(run, ground, step[RANDOM_NEUTRAL_SOURCE], piece);
    return step[RANDOM_NEUTRAL_FOLLOW];
}

void list_neutral(Run *run, const word *offer, Options *found) {
    Set free = free_of(run, part_in(run, offer, NEUTRAL_SPACE_OFFER_GROUND),
                       offer[NEUTRAL_SPACE_OFFER_PIECES]);
    for (word piece = member_from(&free, 0); piece >= 0; piece = member_from(&free, piece + 1))
        list_option(run, found, offer, 1, piece, 0);
}

word take_neutral(Run *run, const word *offer, const Option *option) {
    make_neutral(run, part_in(run, offer, NEUTRAL_SPACE_OFFER_GROUND), offer[NEUTRAL_SPACE_OFFER_SOURCE],
                 operand(option, 0));
    return offer[NEUTRAL_SPACE_OFFER_TARGET];
}

word maps_step(Run *run, const word *step) {
    return step[0] == OP_LAY_TILES ? lay_tiles(run, step) : random_neutral(run, step);
}

/* ------------------------------------------------------------------ building */

void list_builds_on_map(Run *run, const word *offer, Options *found) {
    Set open = open_on(run, part_in(run, offer, BUILD_ON_MAP_GROUND));
    Site site = site_of_offer(run, offer);
    site.open = &open;
    list_site(run, &site, offer, found);
}

static int can_build_on_map(Run *run, const word *test) {
    Set open = open_on(run, part_in(run, test, CAN_BUILD_ON_MAP_GROUND));
    Site site = site_of_test(run, test);
    site.open = &open;
    return can_build(run, &site);
}

/* ------------------------------------------------------------------ what lies there */

static void leave_there(Run *run, const word *part) {
    const word *heap = part_in(run, part, LEAVE_THERE_HEAP), *each = ref(run, part, LEAVE_THERE_EACH);
    word piece = run->cells[BUILT_CELL] - 1;
    word giver = part[LEAVE_THERE_GIVER] + actor(run) * part[LEAVE_THERE_STRIDE];
    if (piece < 0)
        return;
    word amount = part[LEAVE_THERE_AMOUNT], room = heap[HEAP_MOST] - lying_on(run, heap, piece);
    amount = amount < room ? amount : room;
    if (part[LEAVE_THERE_CAPPED] && amount > *cell(run, giver))
        amount = *cell(run, giver) > 0 ? *cell(run, giver) : 0;
    if (!amount)
        return;
    add(run, giver, -amount);
    add_to_heap(run, heap, piece, amount);
    TELL(run, part[LEAVE_THERE_SOURCE], run->cells[ACTOR_CELL], piece, amount);
    for (word unit = 0; each && unit < amount && goes_on(run); unit++)
        act(run, each);
}

/* So much comes to "you" from a holder, who has it no more. */
void bring(Run *run, const word *taking, word holder, word amount, const word *ceiling) {
    const word *each = ref(run, taking, TAKING_EACH);
    word player = actor(run);
    add(run, taking[TAKING_TAKER] + player * taking[TAKING_STRIDE], amount);
    TELL(run, taking[TAKING_SOURCE], player, holder, amount);
    hand_back(run, ceiling);
    for (word unit = 0; each && unit < amount && goes_on(run); unit++)
        act(run, each);
}

/* Of so much there what "you" have room for. */
word most_taken(Run *run, const word *taking, word amount) {
    const word *room = ref(run, taking, TAKING_ROOM);
    word most = room ? count(run, room, actor(run)) : amount;
    return most < amount ? most : amount;
}

static void take_from(Run *run, const word *part, word piece) {
    const word *takings = list(run, part, TAKE_EVERYTHING_TAKINGS);
    for (word number = 1; number <= takings[0]; number++) {
        const word *taking = part_at(run, takings[number]), *heap = part_in(run, taking, TAKING_HEAP);
        word amount = most_taken(run, taking, lying_on(run, heap, piece));
        if (!amount)
            continue;
        add_to_heap(run, heap, piece, -amount);
        bring(run, taking, piece, amount, part_in(run, part, TAKE_EVERYTHING_CEILING));
    }
}

static void take_everything(Run *run, const word *part) {
    const word *ground = part_in(run, part, TAKE_EVERYTHING_GROUND);
    word here = run->cells[BUILT_CELL] - 1;
    if (here < 0)
        return;
    Set wanted = {{0}};
    add_member(&wanted, here);
    if (part[TAKE_EVERYTHING_PIECES]) {
        const Landscape *land = landscape_of(run, ground);
        Set pieces = set_of(run, part[TAKE_EVERYTHING_PIECES + 1]);
        if (!land)
            return;
        wanted = next_to(run, ground, land, &wanted);
        keep_shared(&wanted, &pieces);
    }
    for (word piece = member_from(&wanted, 0); piece >= 0 && goes_on(run);
         piece = member_from(&wanted, piece + 1))
        take_from(run, part, piece);
}

void maps_act(Run *run, const word *part) {
    if (part[0] == OP_LEAVE_THERE)
        leave_there(run, part);
    else
        take_everything(run, part);
}

/* ------------------------------------------------------------------ asking */

/* How many pieces in a row follow a piece in a direction. */
static word row_from(Run *run, const Landscape *land, word piece, word way, word owned) {
    word length = 0, next = land->next[piece][way];
    for (; next >= 0 && lies_in(run, owned, next) && goes_on(run); next = land->next[next][way])
        length++;
    return length;
}

static int makes_rows(Run *run, const word *test) {
    const word *ground = part_in(run, test, MAKES_ROWS_GROUND);
    const Landscape *land = landscape_of(run, ground);
    word here = run->cells[BUILT_CELL] - 1, owned = ground[GROUND_OWNED] + actor(run), rows = 0;
    word half = list(run, ground, GROUND_DIRECTIONS)[0] / 2, length = test[MAKES_ROWS_LENGTH];
    if (!land || !holds_member(&land->laid, here))
        return 0;
    for (word way = 0; way < half; way++) {
        word one = row_from(run, land, here, way, owned);
        word other = row_from(run, land, here, way + half, owned);
        rows += one + 1 + other >= length && length > (one > other ? one : other);
    }
    return rows >= test[MAKES_ROWS_ROWS];
}

int maps_holds(Run *run, const word *test) {
    switch (test[0]) {
    case OP_CAN_BUILD_ON_MAP:
        return can_build_on_map(run, test);
    case OP_BUILT_LAST:
        return run->cells[BUILT_CELL] > 0 &&
               in_set(run, test[BUILT_LAST_PIECES], run->cells[BUILT_CELL] - 1);
    default:
        return makes_rows(run, test);
    }
}

/* How much of a good lies on the pieces that a player owns of some. */
static word on_owned(Run *run, const word *part, word player) {
    const word *heap = part_in(run, part, ON_OWNED_HEAP);
    Set pieces = set_in(run, part[ON_OWNED_OWNED] + player);
    Set wanted = set_of(run, part[ON_OWNED_PIECES]);
    word sum = 0;
    keep_shared(&pieces, &wanted);
    for (word piece = member_from(&pieces, 0); piece >= 0; piece = member_from(&pieces, piece + 1))
        sum = plus(run, sum, lying_on(run, heap, piece));
    return sum;
}

word maps_count(Run *run, const word *part, word player) {
    if (part[0] == OP_ON_OWNED)
        return on_owned(run, part, player);
    word built = run->cells[BUILT_CELL];
    return built ? lying_on(run, part_in(run, part, ON_BUILT_LAST_HEAP), built - 1) : 0;
}
