/* What the modules of grids share: cells of a grid, and edges between them, as bits of a word.

   Cells are numbered row by row from the top; edges too: first those that lie across, then those
   that stand upright. A grid with more of either than bits in a word is a fault. */

#ifndef GRIDS_H
#define GRIDS_H

#include "machine.h"

#define MOST_BITS 62
#define SIDES 4

typedef struct {
    word columns;
    word size;  /* how many cells */
    word first; /* the bits of the first column */
    word all;   /* the bits of all cells */
} Plan;

Plan plan_of(Run *run, const word *part);
/* The bits of all cells next to some; of those themselves, where they lie side by side. */
word beside(const Plan *plan, word cells);
/* The bits of the edges between some cells and everything else. */
word outline(Run *run, const Plan *plan, word cells);
/* Those of some cells that are reached from the first without crossing what stands. */
word reached(Run *run, const Plan *plan, word cells, word standing);

/* The bits in a cell; where there are too many of them for a word, that is a fault. */
word narrow(Run *run, word index);
/* So many bits of a cell for each cell of a grid: those of one of them. */
word field_of(Run *run, word index, word width, word place);
void add_to_field(Run *run, word index, word width, word place, word number);

/* ------------------------------------------------------------------ what lies on a grid */

Plan plan_of_lattice(Run *run, const word *lattice);
/* The bits of the cells of a player that hold a tile of one of some kinds, given as bits. */
word holding(Run *run, const word *lattice, word player, word kinds);
/* The bits of the cells of a player on which goods lie. */
word heaped(Run *run, const word *lattice, word player);
/* The bits of the cells of a player that are closed in. */
word closed_in(Run *run, const word *enclosed, word player);
/* All cells that are in one area with the first of some, as what stands divides them. */
word part_of(Run *run, const word *enclosed, word player, word cells);

/* ------------------------------------------------------------------ the families of parts */

void grids_act(Run *run, const word *part);
int grids_holds(Run *run, const word *test);
void list_cells(Run *run, const word *offer, Options *found);
word take_cell(Run *run, const word *offer, const Option *option);
word empty_cells(Run *run, const word *counter, word player);

void heaps_act(Run *run, const word *part);
int is_on_some_cell(Run *run, const word *test);
word on_cells(Run *run, const word *counter, word player);
word next_cell(Run *run, const word *step);

int can_enclose(Run *run, const word *work);
void list_areas(Run *run, const word *offer, Options *found);
word take_area(Run *run, const word *offer, const Option *option);
word enclosed_count(Run *run, const word *counter, word player);

void list_give_up(Run *run, const word *offer, Options *found);
void list_too_many(Run *run, const word *step, Options *found);
int have_young(Run *run, const word *test);
word gain_young(Run *run, word number, const word *step);
void list_young(Run *run, const word *step, Options *found);
word choose_young(Run *run, const word *step, const Option *option);

#endif
