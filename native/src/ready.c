/* Tables that are worked out of a block once: see ready.h. */

#include <stdlib.h>
#include <string.h>

#include "machine.h"

/* So many words all tables have at most. */
#define MOST_READY ((word)1 << 22)
/* So many steps for the same lots are looked at, one after the other. */
#define MOST_USES 8

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

/* ------------------------------------------------------------------ entries by members */

/* The members of a set that an entry of a list goes with, or: with any, or only a look at it tells. */
enum { ANY = -1, A_LOOK = -2 };
typedef word (*Members)(const Tables *tables, word list, word number);

static word fours_of(const Tables *tables, word list, word count, Members members_of) {
    word fours = 0;
    for (word number = 0; number < count; number++) {
        word members = members_of(tables, list, number);
        word needed = members > 0 ? highest(members) / FOUR + 1 : 0;
        fours = needed > fours ? needed : fours;
    }
    return fours;
}

static void add_entry(word *entries, word members, word bit) {
    entries[UNSURE] |= members == A_LOOK ? bit : 0;
    entries[WITH_ANY] |= members < 0 ? bit : 0;
    for (entries += BY_FOUR; members > 0; members >>= FOUR, entries += SETS_OF_FOUR)
        for (word set = 0; set < SETS_OF_FOUR; set++)
            entries[set] |= set & members ? bit : 0;
}

static word write_entries(Tables *tables, word list, word count, Members members_of) {
    word start = tables->count, fours = fours_of(tables, list, count, members_of);
    word size = BY_FOUR + SETS_OF_FOUR * fours, tails = count / SET_BITS + 1;
    append(tables, fours);
    for (word slot = 0; slot < size * tails && !tables->failed; slot++)
        append(tables, 0);
    for (word number = 0; number < count && !tables->failed; number++)
        add_entry(tables->words + start + 1 + number / SET_BITS * size,
                  members_of(tables, list, number), (word)1 << number % SET_BITS);
    return start;
}

/* ------------------------------------------------------------------ ways to pay */

/* Into the list that begins there, the last one: a bit, where the other two are the same. */
static void add_bit(Tables *tables, word list, word first, word second, word bit) {
    word place = list + NEEDS;
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
    word start = tables->count, bit = 1, goods = 0;
    append(tables, 0);
    append(tables, 0);
    for (word place = first; place < end && !tables->failed; place += ENTRY, bit <<= 1) {
        const word *payment = tables->block + tables->words[place + 2];
        const word *needs = tables->block + payment[are_goods ? PAYMENT_GOODS : PAYMENT_MASKS];
        for (word number = 0; number < needs[0] && !tables->failed; number++) {
            word need = needs[are_goods ? 1 + 2 * number : 1 + number];
            tables->failed |= are_goods && need < 0;
            goods = need >= goods ? need + 1 : goods;
            add_bit(tables, start, need, are_goods ? needs[2 + 2 * number] : 0, bit);
        }
    }
    if (!tables->failed)
        tables->words[start + 1] = goods;
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

static word piece_of_way(const Tables *tables, word list, word number) {
    word kind = tables->words[list + ENTRY * number];
    return (word)1 << tables->block[kind + BUILDABLE_INDEX] % SET_BITS;
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
        word pieces = write_entries(tables, first, (place - first) / ENTRY, piece_of_way);
        if (tables->failed)
            return 0;
        word *words = tables->words + group;
        words[GROUP_WORD] = within;
        words[GROUP_NEEDS] = needs;
        words[GROUP_RIGHTS] = rights;
        words[GROUP_PIECES] = pieces;
        words[GROUP_WAYS] = first;
    } while (place < end);
    return start;
}

/* ------------------------------------------------------------------ yields and slots */

static const word *entry_of(const Tables *tables, word list, word number) {
    return tables->block + tables->block[list + 1 + number];
}

static word one_or_a_look(word members) {
    return members >= 0 ? members : A_LOOK;
}

static word owners_of_yield(const Tables *tables, word list, word number) {
    return one_or_a_look(entry_of(tables, list, number)[YIELD_OWNER]);
}

static word place_of_yield(const Tables *tables, word list, word number) {
    word places = entry_of(tables, list, number)[YIELD_PLACES];
    return !places ? ANY : bit_count(places) == 1 ? one_or_a_look(places) : A_LOOK;
}

static word owners_of_slot(const Tables *tables, word list, word number) {
    return one_or_a_look(entry_of(tables, list, number)[SLOT_PLACES_OWNER]);
}

static word place_of_slot(const Tables *tables, word list, word number) {
    const word *places = tables->block + entry_of(tables, list, number)[SLOT_PLACES_PLACES];
    return places[0] == 1 && places[1] < SET_BITS ? (word)1 << places[1] : A_LOOK;
}

static word write_both(Tables *tables, word list, Members owners_of, Members place_of) {
    word start = tables->count, count = tables->block[list];
    append(tables, 0);
    write_entries(tables, list, count, owners_of);
    word second = write_entries(tables, list, count, place_of);
    if (!tables->failed)
        tables->words[start] = second;
    return start;
}

/* ------------------------------------------------------------------ lists by number */

/* Each entry is a piece, and the step where its routine begins. */
static word write_routines(Tables *tables, const word *entries, word follow) {
    word start = tables->count, highest = -1;
    for (word number = 0; number < entries[0]; number++)
        if (entries[1 + 2 * number] < EMPTY && entries[1 + 2 * number] > highest)
            highest = entries[1 + 2 * number];
    append(tables, highest + 1);
    for (word piece = 0; piece <= highest; piece++) {
        append(tables, NO_ROUTINE);
        append(tables, follow);
    }
    for (word number = 0; number < entries[0] && !tables->failed; number++)
        if (entries[1 + 2 * number] >= 0 && entries[1 + 2 * number] <= highest)
            tables->words[start + 1 + 2 * entries[1 + 2 * number]] = entries[2 + 2 * number];
    return start;
}

/* What a step that uses a piece goes on to, if that does the same for the same lots. */
static const word *next_use(const Tables *tables, const word *step) {
    const word *block = tables->block, *steps = block + block[HEAD_STEPS];
    word follow = step[USE_PIECE_FOLLOW];
    const word *next = follow >= 0 ? block + steps[1 + follow] : NULL;
    if (!next || next[0] != OP_USE_PIECE)
        return NULL;
    const word *lots = block + step[USE_PIECE_LOTS], *others = block + next[USE_PIECE_LOTS];
    int is_same = lots[0] == others[0] && !memcmp(lots, others, (size_t)(1 + 2 * lots[0]) * sizeof(word));
    return is_same ? next : NULL;
}

static word routine_of(const word *entries, word piece) {
    word found = NO_ROUTINE;
    for (word number = 0; number < entries[0]; number++)
        found = entries[1 + 2 * number] == piece ? entries[2 + 2 * number] : found;
    return found;
}

/* A piece that has no routine there is used in the next of such steps where it has one. */
static word write_uses(Tables *tables, const word *step) {
    word start = write_routines(tables, tables->block + step[USE_PIECE_ENTRIES], step[USE_PIECE_FOLLOW]);
    for (word piece = 0; !tables->failed && piece < tables->words[start]; piece++) {
        word *found = tables->words + start + 1 + 2 * piece;
        const word *next = next_use(tables, step);
        for (int uses = 0; *found == NO_ROUTINE && next && uses < MOST_USES; uses++) {
            found[0] = routine_of(tables->block + next[USE_PIECE_ENTRIES], piece);
            found[1] = next[USE_PIECE_FOLLOW];
            next = next_use(tables, next);
        }
    }
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

/* ------------------------------------------------------------------ what is due */

static word write_due(Tables *tables, word purse, word solver, word good) {
    const word *block = tables->block, *substitutes = block + block[solver + SOLVER_SUBSTITUTES];
    word start = tables->count, only = 0;
    for (word number = substitutes[0]; number > 0; number--)
        only = block[substitutes[number] + SUBSTITUTE_GOOD] == good ? substitutes[number] : only;
    append(tables, block[block[purse + PURSE_NAMES]]);
    append(tables, only);
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
        return write_uses(tables, part);
    case OP_USE_TURNED:
        return write_routines(tables, tables->block + part[USE_TURNED_ENTRIES], part[USE_TURNED_FOLLOW]);
    case OP_WHEN_BUILT:
        return write_routines(tables, tables->block + part[WHEN_BUILT_ENTRIES], part[WHEN_BUILT_FOLLOW]);
    case OP_PAY:
    case OP_PAY_OR_ELSE:
        return write_due(tables, part[PAY_PURSE], part[PAY_SOLVER], part[PAY_GOOD]);
    case OP_DUE:
        return write_due(tables, part[DUE_PURSE], part[DUE_SOLVER], part[DUE_GOOD]);
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
