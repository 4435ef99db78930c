/* Goods on the cells of a grid: they are put there and taken, one cell after the other. */

#include "grids.h"

/* ------------------------------------------------------------------ which cells */

/* The cells of "you" that hold a tile of some kinds, perhaps only those without goods. */
static word which_cells(Run *run, const word *which) {
    const word *lattice = part_in(run, which, WHICH_LATTICE);
    word you = actor(run), found = holding(run, lattice, you, which[WHICH_KINDS]);
    return which[WHICH_EMPTY] ? found & ~heaped(run, lattice, you) : found;
}

/* Where the cell lies that is dealt with, plus 1. */
static word there_of(Run *run, const word *which) {
    return part_in(run, which, WHICH_LATTICE)[LATTICE_THERE];
}

word next_cell(Run *run, const word *step) {
    const word *which = part_in(run, step, NEXT_CELL_WHICH);
    word there = there_of(run, which), last = *cell(run, there);
    if (last < 0 || last > MOST_BITS)
        return fail(run, NO_CELL);
    word wanted = which_cells(run, which) & ~(bit(run, last) - 1);
    if (!wanted)
        return step[NEXT_CELL_FOLLOW];
    put(run, there, lowest(wanted) + 1);
    return step[NEXT_CELL_BODY];
}

/* Is there one of which something is so? Those without goods are all alike. */
int is_on_some_cell(Run *run, const word *part) {
    const word *which = part_in(run, part, ON_SOME_CELL_WHICH);
    const word *test = part_in(run, part, ON_SOME_CELL_TEST);
    word there = there_of(run, which), before = *cell(run, there);
    int is_so = 0;
    for (word left = which_cells(run, which); left && !run->fault; left &= left - 1) {
        put(run, there, lowest(left) + 1);
        is_so = holds(run, test);
        if (is_so || which[WHICH_EMPTY])
            break;
    }
    put(run, there, before);
    return is_so;
}

/* ------------------------------------------------------------------ there */

/* The number of the cell of "you" that is dealt with, as a holder of goods. */
static word holder_of(Run *run, const word *lattice, word place) {
    word size = plan_of_lattice(run, lattice).size;
    return plus(run, lattice[LATTICE_HOLDERS], product(run, actor(run), size) + place);
}

static word place_there(Run *run, const word *lattice) {
    word place = *cell(run, lattice[LATTICE_THERE]) - 1;
    if (place < 0 || place >= plan_of_lattice(run, lattice).size)
        return fail(run, NO_CELL);
    return place;
}

static void put_there(Run *run, const word *part) {
    const word *lattice = part_in(run, part, PUT_THERE_LATTICE), *heap = part_in(run, part, PUT_THERE_HEAP);
    word player = actor(run), place = place_there(run, lattice), amount = part[PUT_THERE_AMOUNT];
    word lying = heap[HEAP_CELL] + player, width = heap[HEAP_WIDTH];
    word room = heap[HEAP_MOST] - field_of(run, lying, width, place);
    amount = room < amount ? room : amount;
    if (part[PUT_THERE_CAPPED]) {
        word stock = *cell(run, part[PUT_THERE_STOCK]);
        stock = stock > 0 ? stock : 0;
        amount = stock < amount ? stock : amount;
    }
    if (!amount)
        return;
    add(run, part[PUT_THERE_STOCK], -amount);
    add_to_field(run, lying, width, place, amount);
    TELL(run, part[PUT_THERE_SOURCE], player, holder_of(run, lattice, place), amount);
}

static void take_there(Run *run, const word *part) {
    const word *lattice = part_in(run, part, TAKE_THERE_LATTICE);
    const word *takings = list(run, part, TAKE_THERE_TAKINGS);
    word player = actor(run), place = place_there(run, lattice), left = part[TAKE_THERE_MOST];
    for (word number = 1; number <= takings[0] && !run->fault; number++) {
        const word *taking = part_at(run, takings[number]), *heap = part_in(run, taking, TAKING_HEAP);
        word lying = heap[HEAP_CELL] + player;
        word amount = most_taken(run, taking, field_of(run, lying, heap[HEAP_WIDTH], place));
        if (part[TAKE_THERE_MOST]) {
            amount = left < amount ? left : amount;
            left -= amount;
        }
        if (!amount)
            continue;
        add_to_field(run, lying, heap[HEAP_WIDTH], place, -amount);
        bring(run, taking, holder_of(run, lattice, place), amount,
              part_in(run, part, TAKE_THERE_CEILING));
    }
}

void heaps_act(Run *run, const word *part) {
    if (part[0] == OP_PUT_THERE)
        put_there(run, part);
    else
        take_there(run, part);
}

word on_cells(Run *run, const word *part, word player) {
    const word *heap = part_in(run, part, ON_CELLS_HEAP);
    Plan plan = plan_of_lattice(run, part_in(run, part, ON_CELLS_LATTICE));
    word sum = 0;
    for (word place = 0; place < plan.size; place++)
        sum = plus(run, sum, field_of(run, heap[HEAP_CELL] + player, heap[HEAP_WIDTH], place));
    return sum;
}
