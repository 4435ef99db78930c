/* Placing goods on slots, and collecting what pieces and filled slots give. */

#include "machine.h"

/* ------------------------------------------------------------------ placing */

/* Are as many places filled as there are goods, or more? */
static OFTEN word goods_left(Run *run, const word *step) {
    word placed = step[PLACE_GOODS_PLACED] + actor(run);
    return *own(run, step[PLACE_GOODS_GOODS], step[PLACE_GOODS_WIDTH]) -
           shared_by(run, placed, step[PLACE_GOODS_COUNTED]);
}

word place_goods(Run *run, word number, const word *step) {
    if (step[PLACE_GOODS_COME_BACK] || goods_left(run, step) < 0)
        part_with(run, step[PLACE_GOODS_PLACED] + actor(run), step[PLACE_GOODS_MASK]);
    return ~number;
}

/* What "you" own, and what is placed, with their first words; and the slots. */
typedef struct {
    const word *slots;
    const word *owners;
    const word *by_place;
    word owned;
    word placed;
    word pieces;
    word filled;
} Places;

static inline Places places_of(Run *run, const word *step) {
    const word *tables = table_of(run, step);
    word you = actor(run);
    Places places = {list(run, step, PLACE_GOODS_SLOTS), tables + 1, second_table(run, tables),
                     step[PLACE_GOODS_OWNED] + you, step[PLACE_GOODS_PLACED] + you, 0, 0};
    places.pieces = *cell(run, places.owned);
    places.filled = *cell(run, places.placed);
    return places;
}

/* The first of the places of a slot where nothing lies; -1: there is none, or the slot is not theirs. */
static inline word free_place(Run *run, const Places *where, word number) {
    const word *slot = part_at(run, where->slots[1 + number]);
    const word *places = list(run, slot, SLOT_PLACES_PLACES);
    if (!meets_word(run, where->owned, where->pieces, slot[SLOT_PLACES_OWNER]))
        return -1;
    for (const word *place = places + 1, *end = place + 2 * places[0]; place < end; place += 2)
        if (!lies_in_word(run, where->placed, where->filled, *place))
            return *place;
    return -1;
}

/* The slots of "you" with a free place, 62 of them from a number on. */
static inline word open_slots(Run *run, const Places *where, word number) {
    const word *of_owners = entries_from(where->owners, number);
    const word *of_places = entries_from(where->by_place, number);
    word slots = entries_with(of_owners, where->owners[0], where->pieces);
    word unsure = slots & (of_owners[UNSURE] | of_places[UNSURE]);
    slots &= ~entries_with(of_places, where->by_place[0], where->filled);
    for (; unsure; unsure &= unsure - 1)
        if (free_place(run, where, SET_BITS * number + lowest(unsure)) >= 0)
            slots |= unsure & -unsure;
        else
            slots &= ~(unsure & -unsure);
    return slots;
}

/* The first free place of every slot of the pieces that are owned. */
void list_places(Run *run, const word *step, Options *found) {
    int before = found->count, has_goods = goods_left(run, step) > 0;
    Places where = places_of(run, step);
    for (word number = 0; has_goods && SET_BITS * number < where.slots[0]; number++)
        for (word left = open_slots(run, &where, number); left; left &= left - 1)
            list_option(run, found, step, 1,
                        free_place(run, &where, SET_BITS * number + lowest(left)), 0);
    if (!has_goods || step[PLACE_GOODS_MAY_IDLE] || found->count == before)
        list_option(run, found, step, 0, 0, 0);
}

static OFTEN word fill_place(Run *run, word number, const word *step, word place) {
    word you = actor(run);
    put_in(run, step[PLACE_GOODS_PLACED] + you, place);
    TELL(run, step[PLACE_GOODS_SOURCE], you, place);
    return ~number;
}

word choose_place(Run *run, word number, const word *step, const Option *option) {
    return option->count ? fill_place(run, number, step, option->operands[0]) : step[PLACE_GOODS_FOLLOW];
}

/* One of what would be listed, each equally likely; there are no more slots than a word has bits. */
word place_any(Run *run, word number, const word *step, uint64_t *chance) {
    Places where = places_of(run, step);
    word open = goods_left(run, step) > 0 ? open_slots(run, &where, 0) : 0, count = bit_count(open);
    word left = below(chance, count + (!count || step[PLACE_GOODS_MAY_IDLE]));
    if (left == count)
        return step[PLACE_GOODS_FOLLOW];
    for (; left; left--)
        open &= open - 1;
    return fill_place(run, number, step, free_place(run, &where, lowest(open)));
}

/* ------------------------------------------------------------------ collecting */

/* Python merges transfers of fixed amounts that follow each other: all is given, and then told.
   What waits to be told here is such a run of transfers. */
typedef struct {
    int count;
    int too_much;
    const word *acts[64];
} Fixed;

static void tell_sources(Run *run, const Fixed *fixed) {
    word player = actor(run);
    for (int number = 0; number < fixed->count; number++) {
        const word *sources = list(run, fixed->acts[number], TRANSFER_SOURCES);
        for (word source = 1; source <= sources[0]; source++)
            TELL(run, sources[source], player, 1);
    }
}

static inline void tell_fixed(Run *run, Fixed *fixed) {
    if (run->log)
        tell_sources(run, fixed);
    if (fixed->too_much)
        hand_back(run, ref(run, fixed->acts[0], TRANSFER_CEILING));
    fixed->count = fixed->too_much = 0;
}

static OFTEN void give_fixed(Run *run, const word *transfer, Fixed *fixed) {
    const word *gives = list(run, transfer, TRANSFER_GIVES);
    word player = actor(run), most = part_in(run, transfer, TRANSFER_CEILING)[CEILING_MOST];
    for (word number = 0; number < gives[0]; number++) {
        const word *give = gives + 1 + 5 * number;
        add(run, give[0] + player * give[1], -give[4]);
        fixed->too_much |= add(run, give[2] + player * give[3], give[4]) > most;
    }
    if (fixed->count < 64)
        fixed->acts[fixed->count++] = transfer;
    else
        fail(run, TOO_MANY);
}

/* Is it more than to move fixed amounts? */
static OFTEN int collect_act(Run *run, word place, Fixed *fixed) {
    const word *part = part_at(run, place);
    if (part[0] == OP_TRANSFER && !part[TRANSFER_TIMES] && !part[TRANSFER_EACH]) {
        give_fixed(run, part, fixed);
        return 0;
    }
    tell_fixed(run, fixed);
    act(run, part);
    return 1;
}

/* Of 62 yields from one on, those whose pieces "you" own, and whose places are filled. */
static inline void collect_yields(Run *run, const word *step, word number, Fixed *fixed) {
    const word *yields = list(run, step, COLLECT_YIELDS) + 1 + SET_BITS * number;
    const word *tables = table_of(run, step), *owners = tables + 1, *by_place = second_table(run, tables);
    word you = actor(run), owned = step[COLLECT_OWNED] + you, placed = step[COLLECT_PLACED] + you;
    const word *of_owners = entries_from(owners, number), *of_places = entries_from(by_place, number);
    word looks = of_owners[UNSURE] | of_places[UNSURE], passed = 0, left;
    while ((left = entries_with(of_owners, owners[0], *cell(run, owned)) &
                   entries_with(of_places, by_place[0], *cell(run, placed)) & ~passed)) {
        int is_more = 0;
        for (; left && !is_more; left &= left - 1) {
            const word *yield = part_at(run, yields[lowest(left)]);
            passed = left ^ (left - 1);
            if (!(left & -left & looks) || (meets(run, owned, yield[YIELD_OWNER]) &&
                                            includes(run, placed, yield[YIELD_PLACES])))
                is_more = collect_act(run, yield[YIELD_ACT], fixed);
        }
        if (!is_more)
            return;
    }
}

word collect(Run *run, const word *step) {
    const word *always = list(run, step, COLLECT_ALWAYS);
    Fixed fixed;
    fixed.count = fixed.too_much = 0;
    for (word number = 1; number <= always[0]; number++)
        collect_act(run, always[number], &fixed);
    for (word number = 0; SET_BITS * number < list(run, step, COLLECT_YIELDS)[0]; number++)
        collect_yields(run, step, number, &fixed);
    tell_fixed(run, &fixed);
    return step[COLLECT_FOLLOW];
}

/* ------------------------------------------------------------------ moving what was placed */

/* Where the player who moves something has it, and where all of theirs is. */
typedef struct {
    const word *slots;
    word owned;
    word placed;
} Own;

static Own own_places(Run *run, const word *ways) {
    word you = actor(run);
    return (Own){list(run, ways, WAYS_SLOTS), ways[WAYS_OWNED] + you, ways[WAYS_PLACED] + you};
}

/* The last filled place of a slot, or the first free one; -1: there is none, or it is not theirs. */
static word place_in(Run *run, const Own *own, word slot, int is_filled) {
    const word *part = part_at(run, own->slots[slot]), *places = list(run, part, SLOT_PLACES_PLACES);
    word found = -1;
    if (!meets(run, own->owned, part[SLOT_PLACES_OWNER]))
        return -1;
    for (word number = 0; number < places[0] && (is_filled || found < 0); number++)
        if (lies_in(run, own->placed, places[1 + 2 * number]) == is_filled)
            found = places[1 + 2 * number];
    return found;
}

/* From the last filled place of a slot to the first free one of another; is there a way? All are
   listed, where somebody wants a list. */
static int find_shifts(Run *run, const word *ways, const word *offer, Options *found) {
    Own own = own_places(run, ways);
    int is_any = 0;
    for (word slot = 1; slot <= own.slots[0] && goes_on(run); slot++) {
        word start = place_in(run, &own, slot, 1);
        for (word other = 1; start >= 0 && other <= own.slots[0] && !run->fault; other++) {
            word end = other == slot ? -1 : place_in(run, &own, other, 0);
            if (end < 0)
                continue;
            if (!found)
                return 1;
            list_option(run, found, offer, 2, start, end);
            is_any = 1;
        }
    }
    return is_any;
}

int can_shift(Run *run, const word *test) {
    return find_shifts(run, part_in(run, test, CAN_SHIFT_WAYS), NULL, NULL);
}

void list_shifts(Run *run, const word *offer, Options *found) {
    find_shifts(run, part_in(run, offer, SHIFT_OFFER_WAYS), offer, found);
}

word take_shift(Run *run, const word *offer, const Option *option) {
    word placed = part_in(run, offer, SHIFT_OFFER_WAYS)[WAYS_PLACED] + actor(run);
    take_out(run, placed, operand(option, 0));
    put_in(run, placed, operand(option, 1));
    TELL(run, offer[SHIFT_OFFER_SOURCE], run->cells[ACTOR_CELL], operand(option, 0),
         operand(option, 1));
    return offer[SHIFT_OFFER_TARGET];
}
