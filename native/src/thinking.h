/* Players who look ahead, without anything of Python. */

#ifndef THINKING_H
#define THINKING_H

#include "machine.h"

enum {
    WEIGHTS_GOODS,
    WEIGHTS_AMOUNTS, /* of each good, from none on */
    WEIGHTS_PIECES,
    WEIGHTS_PLACES,
    WEIGHTS_FIRST, /* the first round that is weighed, and how many are */
    WEIGHTS_ROUNDS,
    WEIGHTS_PARTS, /* of the course, in each round */
    WEIGHTS_OWNED, /* the first cell with the pieces of a player */
    WEIGHTS_MARGIN, /* how much better an exchange must be than going on without it */
    WEIGHTS_HEAD,
};

typedef struct {
    word goods, amounts, pieces, places, first, rounds, parts, owned, margin;
    const word *of_amounts; /* by time, good and how much of it is held */
    const word *of_each;    /* by time and player: of each piece, and of one more of each good */
    const word *of_places;  /* by player */
} Weights;

#define COPIES_OF_A_GAME 3
#define MOST_PLAYERS 15

/* Somebody who thinks: the weights, copies of the game to try things on, and what is listed there. */
typedef struct {
    Weights weights;
    word *memory[COPIES_OF_A_GAME];
    Options *listed;
    Options *opened;
    Options *exchanges;
    uint64_t content[MOST_PLAYERS]; /* how things stood when each player found no exchange better */
    word you;
    word time;
    int patience;
} Thinker;

/* 0: these are no weights for such a table. */
int read_weights(Weights *weights, const word *words, size_t size, const Image *image);
/* 0: there is no memory. Whoever is equipped, or half of it, is dismissed in the end. */
int equip(Thinker *thinker, const Image *image);
void dismiss(Thinker *thinker);
/* Up to the beginning of a round, or so many choices. On a fault the game is spoilt. */
void play_ahead(Run *run, Thinker *thinker, Options *listed, word last, word budget);

#endif
