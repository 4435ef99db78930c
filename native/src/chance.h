/* Random numbers: SplitMix64, as in Python. */

#ifndef CHANCE_H
#define CHANCE_H

static inline uint64_t following(uint64_t *state) {
    *state += GOLDEN;
    uint64_t mixed = (*state ^ *state >> 30) * MIXED_FIRST;
    mixed = (mixed ^ mixed >> 27) * MIXED_SECOND;
    return mixed ^ mixed >> 31;
}

/* Every number from 0 to bound - 1 equally likely: what is left over at the end is drawn again. Of one
   only the random numbers go on. */
static inline word below(uint64_t *state, word bound) {
    uint64_t limit = (uint64_t)bound;
    if (limit == 1) {
        *state += GOLDEN;
        return 0;
    }
    for (;;) {
        uint64_t number = following(state);
        /* Nearly every number is below both, and then there is one division less. */
        if (number <= UINT64_MAX - limit || number <= UINT64_MAX - (UINT64_MAX % limit + 1) % limit)
            return (word)(number % limit);
    }
}

#endif
