/* Grids: where cells lie, what lies on them, and tiles that are laid there. */

#include "grids.h"

#define EMPTY_KIND 1
#define MOST_WIDTH 32

/* ------------------------------------------------------------------ geometry */

Plan plan_of(Run *run, const word *part) {
    word rows = part[PLAN_ROWS], columns = part[PLAN_COLUMNS];
    Plan plan = {.columns = 1};
    if (rows < 1 || columns < 1 || rows > MOST_BITS || columns > MOST_BITS ||
        rows * columns >= MOST_BITS) {
        fail(run, TOO_LARGE);
        return plan;
    }
    plan.columns = columns;
    plan.size = rows * columns;
    plan.all = bit(run, plan.size) - 1;
    for (word row = 0; row < rows; row++)
        plan.first |= bit(run, row * columns);
    return plan;
}

word beside(const Plan *plan, word cells) {
    uint64_t all = (uint64_t)plan->all, these = (uint64_t)cells & all;
    uint64_t first = (uint64_t)plan->first, last = first << (plan->columns - 1);
    uint64_t found = these >> plan->columns | these << plan->columns;
    found |= (these & ~first) >> 1 | (these & ~last) << 1;
    return (word)(found & all);
}

/* The edges of a cell: to the right, below, to the left, above. */
static void edges_of(const Plan *plan, word cell, word *edges) {
    word left = plan->size + plan->columns + cell + cell / plan->columns;
    edges[0] = left + 1;
    edges[1] = cell + plan->columns;
    edges[2] = left;
    edges[3] = cell;
}

/* The cell on the other side of one of its edges; -1: there is none. */
static word across(const Plan *plan, word cell, int side) {
    word column = cell % plan->columns;
    if (side == 0)
        return column + 1 < plan->columns ? cell + 1 : -1;
    if (side == 1)
        return cell + plan->columns < plan->size ? cell + plan->columns : -1;
    if (side == 2)
        return column ? cell - 1 : -1;
    return cell - plan->columns;
}

word outline(Run *run, const Plan *plan, word cells) {
    word found = 0, edges[SIDES];
    for (word left = cells & plan->all; left && !run->fault; left &= left - 1) {
        edges_of(plan, lowest(left), edges);
        for (int side = 0; side < SIDES; side++)
            found ^= bit(run, edges[side]);
    }
    return found;
}

word reached(Run *run, const Plan *plan, word cells, word standing) {
    word found, waiting, edges[SIDES];
    cells &= plan->all;
    found = waiting = cells & -cells;
    while (waiting && !run->fault) {
        word cell = lowest(waiting);
        waiting &= waiting - 1;
        edges_of(plan, cell, edges);
        for (int side = 0; side < SIDES; side++) {
            word other = across(plan, cell, side);
            if (other < 0 || !(cells & ~found & bit(run, other)) || standing & bit(run, edges[side]))
                continue;
            found |= bit(run, other);
            waiting |= bit(run, other);
        }
    }
    return found;
}

/* ------------------------------------------------------------------ cells of a state */

word narrow(Run *run, word index) {
    const Image *image = run->image;
    if ((uint64_t)index < (uint64_t)image->cells &&
        (image->wide[index].words || image->wide[index].more))
        return fail(run, TOO_LARGE);
    word found = *cell(run, index);
    return found < 0 ? fail(run, TOO_LARGE) : found;
}

static int is_field(Run *run, word width, word place) {
    if (width < 1 || width > MOST_WIDTH || place < 0 || place >= MOST_BITS)
        fail(run, TOO_LARGE);
    return !run->fault;
}

word field_of(Run *run, word index, word width, word place) {
    return is_field(run, width, place) ? bits_at(run, index, width * place, (int)width) : 0;
}

void add_to_field(Run *run, word index, word width, word place, word number) {
    if (is_field(run, width, place))
        put_bits(run, index, width * place, (int)width,
                 plus(run, field_of(run, index, width, place), number));
}

/* ------------------------------------------------------------------ what lies there */

Plan plan_of_lattice(Run *run, const word *lattice) {
    return plan_of(run, part_in(run, lattice, LATTICE_PLAN));
}

static word tile_at(Run *run, const word *lattice, word player, word cell) {
    return field_of(run, lattice[LATTICE_TILES] + player, lattice[LATTICE_WIDTH], cell);
}

/* A tile of a kind lies there now, in the place of what did. */
static void set_tile(Run *run, const word *lattice, word player, word cell, word kind) {
    word before = tile_at(run, lattice, player, cell);
    add_to_field(run, lattice[LATTICE_TILES] + player, lattice[LATTICE_WIDTH], cell, kind - before);
}

/* The same, where all tiles fit into a word. */
static word holding_in(word tiles, word width, word size, word kinds) {
    word mask = ((word)1 << width) - 1, found = 0;
    for (word cell = 0; cell < size; cell++) {
        word kind = tiles >> width * cell & mask;
        if (kind < MOST_BITS)
            found |= (kinds >> kind & 1) << cell;
    }
    return found;
}

word holding(Run *run, const word *lattice, word player, word kinds) {
    word index = lattice[LATTICE_TILES] + player, width = lattice[LATTICE_WIDTH], found = 0;
    Plan plan = plan_of_lattice(run, lattice);
    if (width > 0 && width <= MOST_BITS / (plan.size ? plan.size : 1))
        return holding_in(narrow(run, index), width, plan.size, kinds);
    for (word cell = 0; cell < plan.size && !run->fault; cell++) {
        word kind = tile_at(run, lattice, player, cell);
        if (kind < MOST_BITS && kinds >> kind & 1)
            found |= bit(run, cell);
    }
    return found;
}

word heaped(Run *run, const word *lattice, word player) {
    Plan plan = plan_of_lattice(run, lattice);
    const word *heaps = list(run, lattice, LATTICE_HEAPS);
    word found = 0;
    for (word number = 1; number <= heaps[0]; number++) {
        const word *heap = part_at(run, heaps[number]);
        for (word cell = 0; cell < plan.size && !run->fault; cell++)
            if (field_of(run, heap[HEAP_CELL] + player, heap[HEAP_WIDTH], cell))
                found |= bit(run, cell);
    }
    return found;
}

/* The bits of the cells that are closed to a kind of tile, given as a bit; of 0, to anything. */
static word closed_to(Run *run, const word *lattice, word player, word kind) {
    const word *closings = list(run, lattice, LATTICE_CLOSINGS);
    word found = 0;
    for (word number = 1; number <= closings[0]; number++) {
        const word *closing = part_at(run, closings[number]);
        if (closing[0] != OP_ENCLOSED)
            return fail(run, UNKNOWN_PART);
        if (!kind || closing[ENCLOSED_KINDS] & kind)
            found |= closed_in(run, closing, player);
    }
    return found;
}

/* The bits of the cells on which "you" may lay a tile of a kind. */
static word open_to(Run *run, const word *lattice, word kind) {
    const word *lying = list(run, lattice, LATTICE_LYING);
    word player = actor(run), of_kind = bit(run, kind);
    Plan plan = plan_of_lattice(run, lattice);
    word found = holding(run, lattice, player, EMPTY_KIND);
    for (word number = 1; number <= lying[0]; number++) {
        const word *rule = part_at(run, lying[number]);
        if (!(rule[LYING_KINDS] & of_kind) || !rule[LYING_BESIDE])
            continue;
        word next_to = holding(run, lattice, player, rule[LYING_BESIDE]);
        if (next_to || !rule[LYING_FIRST])
            found &= beside(&plan, next_to);
    }
    return found & ~closed_to(run, lattice, player, of_kind);
}

/* ------------------------------------------------------------------ laying */

/* On a cell that is free. */
static void lay_on(Run *run, const word *part, word place) {
    const word *lattice = part_in(run, part, LAY_TILE_LATTICE);
    word player = actor(run), giver = part[LAY_TILE_GIVER] + player * part[LAY_TILE_STRIDE];
    if (part[LAY_TILE_CAPPED] && *cell(run, giver) < 1)
        return;
    add(run, giver, -1);
    add(run, part[LAY_TILE_TAKER] + player * part[LAY_TILE_GOODS], 1);
    set_tile(run, lattice, player, place, part[LAY_TILE_KIND]);
    TELL(run, part[LAY_TILE_SOURCE], player, place);
    act_if_any(run, ref(run, part, LAY_TILE_EACH));
}

static int is_empty(Run *run, const word *lattice, word place) {
    if (place < 0 || place >= plan_of_lattice(run, lattice).size)
        return (int)fail(run, NO_CELL);
    return !tile_at(run, lattice, actor(run), place);
}

static void lay_if_empty(Run *run, const word *part) {
    if (is_empty(run, part_in(run, part, LAY_TILE_LATTICE), part[LAY_TILE_CELL]))
        lay_on(run, part, part[LAY_TILE_CELL]);
}

/* As many tiles as lie there and are no longer held, from the first cell on. */
static void turn_tiles(Run *run, const word *part) {
    const word *lattice = part_in(run, part, TURN_TILES_LATTICE);
    word player = actor(run);
    word lying = holding(run, lattice, player, bit(run, part[TURN_TILES_BEFORE]));
    word held = *own(run, part[TURN_TILES_HELD], part[TURN_TILES_GOODS]);
    for (word turned = bit_count(lying) - held; lying && turned > 0; turned--) {
        set_tile(run, lattice, player, lowest(lying), part[TURN_TILES_AFTER]);
        TELL(run, part[TURN_TILES_SOURCE], player, lowest(lying));
        lying &= lying - 1;
    }
}

void grids_act(Run *run, const word *part) {
    switch (part[0]) {
    case OP_LAY_TILE:
        lay_if_empty(run, part);
        break;
    case OP_TURN_TILES:
        turn_tiles(run, part);
        break;
    default:
        heaps_act(run, part);
    }
}

/* ------------------------------------------------------------------ offers */

/* Each cell on which a tile may be laid. */
static word open_cells(Run *run, const word *offer) {
    const word *laying = part_in(run, offer, LAY_OFFER_LAYING);
    if (!holds(run, part_in(run, offer, LAY_OFFER_CAN)))
        return 0;
    return open_to(run, part_in(run, laying, LAY_TILE_LATTICE), laying[LAY_TILE_KIND]);
}

static void list_paid(Run *run, const word *offer, Options *found) {
    const word *payments = list(run, offer, PAID_LAY_OFFER_PAYMENTS);
    word you = actor(run), row = row_of(run, part_in(run, offer, PAID_LAY_OFFER_PURSE), you);
    word owned = offer[PAID_LAY_OFFER_OWNED] + you;
    for (word open = open_cells(run, offer); open && !run->fault; open &= open - 1)
        for (word way = 0; way < payments[0]; way++)
            if (can_pay(run, part_at(run, payments[1 + way]), row, owned))
                list_option(run, found, offer, 2, lowest(open), way);
}

void list_cells(Run *run, const word *offer, Options *found) {
    if (offer[0] == OP_PAID_LAY_OFFER) {
        list_paid(run, offer, found);
        return;
    }
    for (word open = open_cells(run, offer); open && !run->fault; open &= open - 1)
        list_option(run, found, offer, 1, lowest(open), 0);
}

/* The operands are the cell, and the number of the way to pay, where it is paid for. */
word take_cell(Run *run, const word *offer, const Option *option) {
    const word *laying = part_in(run, offer, LAY_OFFER_LAYING);
    if (option->count != (offer[0] == OP_PAID_LAY_OFFER ? 2 : 1))
        return fail(run, UNKNOWN_PART);
    if (offer[0] == OP_PAID_LAY_OFFER) {
        const word *payments = list(run, offer, PAID_LAY_OFFER_PAYMENTS), *goods;
        word way = option->operands[1];
        if (way < 0 || way >= payments[0])
            return fail(run, UNKNOWN_PART);
        goods = list(run, part_at(run, payments[1 + way]), PAYMENT_GOODS);
        pay(run, part_in(run, offer, PAID_LAY_OFFER_PURSE), offer[PAID_LAY_OFFER_PAID], goods, 1);
        lose(run, list(run, offer, PAID_LAY_OFFER_LOSSES), goods, 1);
    }
    lay_on(run, laying, option->operands[0]);
    return offer[LAY_OFFER_TARGET];
}

/* ------------------------------------------------------------------ conditions and amounts */

int grids_holds(Run *run, const word *part) {
    switch (part[0]) {
    case OP_CAN_LAY:
        return open_to(run, part_in(run, part, CAN_LAY_LATTICE), part[CAN_LAY_KIND]) != 0;
    case OP_IS_EMPTY:
        return is_empty(run, part_in(run, part, IS_EMPTY_LATTICE), part[IS_EMPTY_CELL]);
    default:
        return is_on_some_cell(run, part);
    }
}

/* Cells that hold neither tile nor good, and perhaps are not enclosed. */
word empty_cells(Run *run, const word *part, word player) {
    const word *lattice = part_in(run, part, EMPTY_CELLS_LATTICE);
    word found = holding(run, lattice, player, EMPTY_KIND) & ~heaped(run, lattice, player);
    if (part[EMPTY_CELLS_OPEN_ONLY])
        found &= ~closed_to(run, lattice, player, 0);
    return bit_count(found);
}
