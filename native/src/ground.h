/* The ground of a map: what follows from how its tiles lie. */

#ifndef GROUND_H
#define GROUND_H

#include "machine.h"

#define MOST_PIECES 1024
/* A square has so many neighbours, with those at its corners. */
#define MOST_WAYS_ROUND 8
/* So many words has the order of tiles at most. */
#define MOST_ORDER 64

/* Of an arrangement: what is laid, and for each piece that is the neighbours (-1: none). */
typedef struct Landscape {
    word ground; /* the place of the part; 0: nothing was found yet */
    uint64_t order[MOST_ORDER];
    Set laid;
    int16_t next[MOST_PIECES][MOST_WAYS_ROUND];
} Landscape;

/* NULL after a fault. */
const Landscape *landscape_of(Run *run, const word *ground);
/* All that lie next to some pieces. */
Set next_to(Run *run, const word *ground, const Landscape *land, const Set *pieces);
/* What is built on or neutral; where "you" may build. */
Set taken_on(Run *run, const word *ground);
Set open_on(Run *run, const word *ground);
/* What lies free: neither built on nor neutral. */
Set free_on(Run *run, const word *ground);

word lying_on(Run *run, const word *heap, word piece);
void add_to_heap(Run *run, const word *heap, word piece, word amount);

#endif
