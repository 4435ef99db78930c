/* Tables that are worked out of a block once: see ready.h. */

#include <stdlib.h>

#include "machine.h"

/* So many words all tables have at most. */
#define MOST_READY ((word)1 << 22)

typedef struct {
    const word *block;
    word *words;
    word count;
    word capacity;
    int failed;
} Tables;

static int grows(Tables *tables) {
    word capacity = 2 * tables->capacity + 64;
    word *words = capacity > MOST_READY ? NULL : realloc(tables->words, (size_t)capacity * sizeof(word));
    if (!words)
        return 0;
    tables->words = words;
    tables->capacity = capacity;
    return 1;
}

static void append(Tables *tables, word value) {
    if (tables->count == tables->capacity && !grows(tables))
        tables->failed = 1;
    else
        tables->words[tables->count++] = value;
}

static void append_entry(Tables *tables, word first, word second, word third) {
    append(tables, first);
    append(tables, second);
    append(tables, third);
}

/* ------------------------------------------------------------------ ways to pay */

/* Into the list that begins there, the last one: a bit, where the other two are the same. */
static void add_bit(Tables *tables, word list, word first, word second, word bit) {
    word place = list + 1;
    while (place < tables->count &&
           (tables->words[place] != first || tables->words[place + 1] != second))
        place += ENTRY;
    if (place < tables->count) {
        tables->words[place + 2] |= bit;
    } else {
        append_entry(tables, first, second, bit);
        tables->words[list] += !tables->failed;
    }
}

/* What the ways of a group need: the goods, or the rights. */
static word write_needs(Tables *tables, word first, word end, int are_goods) {
    word start = tables->count, bit = 1;
    append(tables, 0);
    for (word place = first; place < end && !tables->failed; place += ENTRY, bit <<= 1) {
        const word *payment = tables->block + tables->words[place + 2];
        const word *needs = tables->block + payment[are_goods ? PAYMENT_GOODS : PAYMENT_MASKS];
        for (word number = 0; number < needs[0] && !tables->failed; number++)
            add_bit(tables, start, needs[are_goods ? 1 + 2 * number : 1 + number],
                    are_goods ? needs[2 + 2 * number] : 0, bit);
    }
    return start;
}

static word write_ways(Tables *tables, const word *kinds) {
    word start = tables->count;
    for (word number = 1; number <= kinds[0]; number++) {
        const word *ways = tables->block + tables->block[kinds[number] + BUILDABLE_WAYS];
        for (word way = 0; way < ways[0] && !tables->failed; way++)
            append_entry(tables, kinds[number], way, ways[1 + way]);
    }
    return start;
}

static word word_of_way(const Tables *tables, word place) {
    return tables->block[tables->words[place] + BUILDABLE_INDEX] / SET_BITS;
}

/* Its place is that of its first group. */
static word write_prices(Tables *tables, const word *prices) {
    word place = write_ways(tables, tables->block + prices[PRICE_LIST_KINDS]), end = tables->count;
    word start = end, group = 0;
    do {
        word first = place, within = place < end ? word_of_way(tables, place) : 0;
        while (place < end && place < first + ENTRY * SET_BITS && word_of_way(tables, place) == within)
            place += ENTRY;
        if (tables->count > start)
            tables->words[group + GROUP_NEXT] = tables->count;
        group = tables->count;
        for (int slot = 0; slot < GROUP_SIZE; slot++)
            append(tables, 0);
        word needs = write_needs(tables, first, place, 1);
        word rights = write_needs(tables, first, place, 0);
        if (tables->failed)
            return 0;
        word *words = tables->words + group;
        words[GROUP_WORD] = within;
        words[GROUP_ALL] = ((word)1 << (place - first) / ENTRY) - 1;
        words[GROUP_NEEDS] = needs;
        words[GROUP_RIGHTS] = rights;
        words[GROUP_WAYS] = first;
    } while (place < end);
    return start;
}

/* ------------------------------------------------------------------ yields and slots */

/* The members of a set that an entry goes with; negative: it must be looked at. */
typedef word (*Members)(const word *block, const word *entry);

static word owners_of_yield(const word *block, const word *yield) {
    (void)block;
    return yield[YIELD_OWNER];
}

static word place_of_yield(const word *block, const word *yield) {
    (void)block;
    return bit_count(yield[YIELD_PLACES]) == 1 ? yield[YIELD_PLACES] : -1;
}

static word owners_of_slot(const word *block, const word *slot) {
    (void)block;
    return slot[SLOT_PLACES_OWNER];
}

static word place_of_slot(const word *block, const word *slot) {
    const word *places = block + slot[SLOT_PLACES_PLACES];
    return places[0] == 1 && places[1] < SET_BITS ? (word)1 << places[1] : -1;
}

static void write_entries(Tables *tables, const word *entries, Members members_of) {
    word start = tables->count, slots = TABLE_SLOTS * tables_of(entries[0]);
    for (word slot = 0; slot < slots && !tables->failed; slot++)
        append(tables, 0);
    for (word number = 0; number < entries[0] && !tables->failed; number++) {
        word *by_member = tables->words + start + number / SET_BITS * TABLE_SLOTS;
        word members = members_of(tables->block, tables->block + entries[1 + number]);
        word bit = (word)1 << number % SET_BITS;
        if (members < 0)
            by_member[SET_BITS] |= bit;
        for (; members > 0; members &= members - 1)
            by_member[lowest(members)] |= bit;
    }
}

static word write_both(Tables *tables, word list, Members owners_of, Members place_of) {
    word start = tables->count;
    write_entries(tables, tables->block + list, owners_of);
    write_entries(tables, tables->block + list, place_of);
    return start;
}

/* ------------------------------------------------------------------ lists by number */

/* Each entry is a piece, and the step where its routine begins. */
static word write_routines(Tables *tables, const word *entries) {
    word start = tables->count, highest = -1;
    for (word number = 0; number < entries[0]; number++)
        if (entries[1 + 2 * number] < EMPTY && entries[1 + 2 * number] > highest)
            highest = entries[1 + 2 * number];
    append(tables, highest + 1);
    for (word piece = 0; piece <= highest; piece++)
        append(tables, NO_ROUTINE);
    for (word number = 0; number < entries[0] && !tables->failed; number++)
        if (entries[1 + 2 * number] >= 0 && entries[1 + 2 * number] <= highest)
            tables->words[start + 1 + entries[1 + 2 * number]] = entries[2 + 2 * number];
    return start;
}

static word write_counts(Tables *tables, const word *amounts) {
    word start = tables->count, count = 0, highest = amounts[0] ? amounts[amounts[0]] : 0;
    append(tables, highest >= 0 ? highest + 1 : 1);
    for (word number = 0; number <= (highest > 0 ? highest : 0) && !tables->failed; number++) {
        while (count < amounts[0] && amounts[1 + count] <= number)
            count++;
        append(tables, count);
    }
    return start;
}

/* ------------------------------------------------------------------ all of them */

static word write_table(Tables *tables, const word *part) {
    switch (part[0]) {
    case OP_PRICE_LIST:
        return write_prices(tables, part);
    case OP_BIDDING:
        return write_counts(tables, tables->block + part[BIDDING_BIDS]);
    case OP_USE_PIECE:
        return write_routines(tables, tables->block + part[USE_PIECE_ENTRIES]);
    case OP_USE_TURNED:
        return write_routines(tables, tables->block + part[USE_TURNED_ENTRIES]);
    case OP_WHEN_BUILT:
        return write_routines(tables, tables->block + part[WHEN_BUILT_ENTRIES]);
    case OP_COLLECT:
        return write_both(tables, part[COLLECT_YIELDS], owners_of_yield, place_of_yield);
    case OP_PLACE_GOODS:
        return write_both(tables, part[PLACE_GOODS_SLOTS], owners_of_slot, place_of_slot);
    default:
        return 0;
    }
}

int make_ready(Image *image) {
    const word *parts = image->block + image->block[HEAD_PARTS];
    Tables tables = {.block = image->block};
    image->ready = calloc((size_t)image->size, sizeof(int32_t));
    append(&tables, 0); /* there is none */
    for (word number = 1; image->ready && number <= parts[0] && !tables.failed; number++)
        image->ready[parts[number]] =
            (int32_t)write_table(&tables, image->block + parts[number]);
    image->tables = tables.words;
    return image->ready && !tables.failed;
}
