/* Cells that are wider than a word, random numbers, and the log. */

#include <stdlib.h>

#include "machine.h"

word fail(Run *run, int fault) {
    if (!run->fault)
        run->fault = fault;
    run->fuel = 0;
    return 0;
}

word *no_cell(Run *run) {
    fail(run, NO_CELL);
    run->nowhere = 0;
    return &run->nowhere;
}

/* ------------------------------------------------------------------ wide cells */

static inline void put_among(Run *run, Bits bits, word shift, int width, word value) {
    uint64_t mask = ((uint64_t)1 << width) - 1;
    if ((uint64_t)shift > (uint64_t)(bits.count - width) || (uint64_t)value > mask) {
        fail(run, TOO_LARGE);
        return;
    }
    uint64_t *at = bits.words + (uint64_t)shift / 64;
    int within = (int)((uint64_t)shift % 64);
    at[0] = (at[0] & ~(mask << within)) | (uint64_t)value << within;
    if (within + width > 64)
        at[1] = (at[1] & ~(mask >> (64 - within))) | (uint64_t)value >> (64 - within);
}

void put_bits(Run *run, word index, word shift, int width, word value) {
    put_among(run, bits_of(run, index), shift, width, value);
}

void add_copies(Run *run, word index, word piece, word copies) {
    Bits bits = bits_of(run, index);
    word sum = plus(run, copies_among(run, bits, piece), copies);
    put_among(run, bits, (word)((uint64_t)COPIES * (uint64_t)piece), COPIES, sum);
}

/* ------------------------------------------------------------------ chance */

word by_chance(Run *run, word bound) {
    if (bound < 1)
        return fail(run, TOO_LARGE);
    return below((uint64_t *)run->wide, bound);
}

/* ------------------------------------------------------------------ the log */

static int grows(Run *run, size_t more) {
    Log *log = run->log;
    if (log->count + more <= log->capacity)
        return 1;
    size_t capacity = (log->count + more) * 2 + 64;
    word *entries = realloc(log->entries, capacity * sizeof(word));
    if (!entries) {
        fail(run, NO_MEMORY);
        return 0;
    }
    log->entries = entries;
    log->capacity = capacity;
    return 1;
}

void begin_record(Run *run) {
    if (!run->log || !grows(run, 1))
        return;
    run->log->begun = run->log->count;
    run->log->entries[run->log->count++] = 0;
}

void add_record(Run *run, word number) {
    if (!run->log || !grows(run, 1))
        return;
    run->log->entries[run->log->count++] = number;
    run->log->entries[run->log->begun]++;
}

void tell(Run *run, int count, const word *numbers) {
    if (!grows(run, (size_t)count + 1))
        return;
    word *entry = run->log->entries + run->log->count;
    *entry++ = count;
    for (int number = 0; number < count; number++)
        *entry++ = numbers[number];
    run->log->count += (size_t)count + 1;
}
