/* The ground of a map: where spaces lie, which are neighbours, and where somebody may build.

   What follows from an arrangement is found once, and found again where the arrangement changes: a
   game has one. */

#include "ground.h"

#include <stdlib.h>
#include <string.h>

/* Spots are looked up in a table of this size. */
#define SPOTS 4096
#define FARTHEST ((word)1 << 20)

typedef struct {
    word column;
    word line;
} Spot;

/* Where each piece lies, and what lies on a spot: a piece and one, or 0. */
typedef struct {
    Spot of[MOST_PIECES];
    int16_t at[SPOTS];
} Spots;

/* ------------------------------------------------------------------ spots */

/* Where a spot is in the table, or would be; no more pieces than a quarter of it are put in. */
static size_t slot_of(const Spots *spots, Spot spot) {
    uint64_t hash = (uint64_t)spot.column * GOLDEN ^ (uint64_t)spot.line * MIXED_FIRST;
    size_t slot = (size_t)(hash >> 40) % SPOTS;
    while (spots->at[slot]) {
        Spot there = spots->of[spots->at[slot] - 1];
        if (there.column == spot.column && there.line == spot.line)
            break;
        slot = (slot + 1) % SPOTS;
    }
    return slot;
}

/* The spaces of a tile: the middle, and those around it from the first on. */
static void lay_tile(Run *run, const word *pieces, const word *middle, word turn, int ring,
                     Landscape *land, Spots *spots) {
    static const int sixth[TURNS][2] = SIXTH;
    if (pieces[0] != (ring ? TURNS + 1 : 1)) {
        fail(run, UNKNOWN_PART);
        return;
    }
    for (word number = 0; number < pieces[0]; number++) {
        word piece = pieces[1 + number];
        Spot spot = {middle[0], middle[1]};
        if (number) {
            spot.column += sixth[(turn + number - 1) % TURNS][0];
            spot.line += sixth[(turn + number - 1) % TURNS][1];
        }
        if (piece >= MOST_PIECES || spot.column > FARTHEST || spot.column < -FARTHEST ||
            spot.line > FARTHEST || spot.line < -FARTHEST) {
            fail(run, TOO_LARGE);
            return;
        }
        add_member(&land->laid, piece);
        spots->of[piece] = spot;
    }
}

/* The tiles in the order of their places; nothing lies where the order has none. */
static void lay_tiles(Run *run, const word *ground, Landscape *land, Spots *spots) {
    const word *tiles = list(run, ground, GROUND_TILES), *middles = list(run, ground, GROUND_MIDDLES);
    int ring = ground[GROUND_RING] != 0;
    word turns = ring ? TURNS : 1, laid = 0;
    for (word place = 0; place < middles[0] && !run->fault; place++) {
        word each = bits_at(run, ground[GROUND_ARRANGEMENT], product(run, WIDTH, place), WIDTH);
        if (each == EMPTY)
            continue;
        if (each / turns >= tiles[0])
            fail(run, NO_CELL);
        else
            lay_tile(run, run->block + tiles[1 + each / turns], middles + 1 + 2 * laid++,
                     each % turns, ring, land, spots);
    }
}

static void find_neighbours(Run *run, const word *ground, Landscape *land, Spots *spots) {
    const word *directions = list(run, ground, GROUND_DIRECTIONS);
    if (directions[0] > MOST_WAYS_ROUND) {
        fail(run, TOO_MANY);
        return;
    }
    for (word piece = member_from(&land->laid, 0); piece >= 0; piece = member_from(&land->laid, piece + 1))
        spots->at[slot_of(spots, spots->of[piece])] = (int16_t)(piece + 1);
    for (word piece = member_from(&land->laid, 0); piece >= 0; piece = member_from(&land->laid, piece + 1))
        for (word way = 0; way < directions[0]; way++) {
            Spot spot = spots->of[piece];
            spot.column = plus(run, spot.column, directions[1 + 2 * way]);
            spot.line = plus(run, spot.line, directions[2 + 2 * way]);
            land->next[piece][way] = (int16_t)(spots->at[slot_of(spots, spot)] - 1);
        }
}

/* ------------------------------------------------------------------ what was found */

/* The words of the cell in which the order of the tiles is; how many they are. */
static int read_order(Run *run, const word *ground, uint64_t *order) {
    word index = ground[GROUND_ARRANGEMENT];
    if ((uint64_t)index >= (uint64_t)run->image->cells)
        return (int)fail(run, NO_CELL);
    Wide wide = run->image->wide[index];
    if (!wide.words)
        order[0] = (uint64_t)*cell(run, index);
    for (int32_t number = 0; number < wide.words && number < MOST_ORDER; number++)
        order[number] = (uint64_t)run->wide[wide.begin + number];
    return wide.words ? wide.words : 1;
}

const Landscape *landscape_of(Run *run, const word *ground) {
    Landscape *land = run->landscape;
    uint64_t order[MOST_ORDER] = {0};
    word place = place_of(run, ground);
    int length = read_order(run, ground, order);
    if (!land || run->fault) {
        fail(run, UNKNOWN_PART);
        return NULL;
    }
    if (land->ground == place && !memcmp(land->order, order, (size_t)length * sizeof *order))
        return land;
    Spots spots = {.at = {0}};
    memset(land, 0, sizeof *land);
    lay_tiles(run, ground, land, &spots);
    if (!run->fault)
        find_neighbours(run, ground, land, &spots);
    if (run->fault)
        return NULL;
    land->ground = place;
    memcpy(land->order, order, sizeof order);
    return land;
}

Landscape *new_landscape(const Image *image) {
    return image->has_ground ? calloc(1, sizeof(Landscape)) : NULL;
}

/* Neighbours as the text lists them; 0: it lists none of this piece. */
static word listed_near(Run *run, const word *ground, word piece, int *is_listed) {
    const word *listed = list(run, ground, GROUND_LISTED);
    for (word number = 0; number < listed[0]; number++)
        if (listed[1 + 2 * number] == piece) {
            *is_listed = 1;
            return listed[2 + 2 * number];
        }
    *is_listed = 0;
    return 0;
}

Set next_to(Run *run, const word *ground, const Landscape *land, const Set *pieces) {
    word directions = list(run, ground, GROUND_DIRECTIONS)[0];
    Set found = {{0}}, laid = land->laid;
    keep_shared(&laid, pieces);
    for (word piece = member_from(&laid, 0); piece >= 0; piece = member_from(&laid, piece + 1)) {
        int is_listed;
        word near = listed_near(run, ground, piece, &is_listed);
        Set listed = set_of(run, near);
        if (is_listed)
            join_set(&found, &listed);
        for (word way = 0; !is_listed && way < directions; way++)
            add_member(&found, land->next[piece][way]);
    }
    return found;
}

/* ------------------------------------------------------------------ where somebody may build */

Set taken_on(Run *run, const word *ground) {
    Set found = set_in(run, ground[GROUND_NEUTRAL]);
    for (word player = 0; player < ground[GROUND_PLAYERS] && !run->fault; player++) {
        Set owned = set_in(run, ground[GROUND_OWNED] + player);
        join_set(&found, &owned);
    }
    return found;
}

Set free_on(Run *run, const word *ground) {
    const Landscape *land = landscape_of(run, ground);
    Set taken = taken_on(run, ground), found = {{0}};
    if (land) {
        found = land->laid;
        leave_out(&found, &taken);
    }
    return found;
}

Set open_on(Run *run, const word *ground) {
    Set found = free_on(run, ground), sources;
    const Landscape *land = landscape_of(run, ground);
    if (!land || !ground[GROUND_NEAR])
        return found;
    sources = ground[GROUND_OWN] ? set_in(run, ground[GROUND_OWNED] + actor(run))
                                 : taken_on(run, ground);
    keep_shared(&sources, &land->laid);
    if (ground[GROUND_FIRST] && !size_of_set(&sources))
        return found;
    Set near = next_to(run, ground, land, &sources);
    keep_shared(&found, &near);
    return found;
}

/* ------------------------------------------------------------------ goods on spaces */

static int width_of(Run *run, const word *heap) {
    if (heap[HEAP_WIDTH] < 1 || heap[HEAP_WIDTH] > 62)
        return (int)fail(run, TOO_LARGE) + 1;
    return (int)heap[HEAP_WIDTH];
}

word lying_on(Run *run, const word *heap, word piece) {
    int width = width_of(run, heap);
    return bits_at(run, heap[HEAP_CELL], product(run, width, piece), width);
}

void add_to_heap(Run *run, const word *heap, word piece, word amount) {
    int width = width_of(run, heap);
    word sum = plus(run, lying_on(run, heap, piece), amount);
    put_bits(run, heap[HEAP_CELL], product(run, width, piece), width, sum);
}
