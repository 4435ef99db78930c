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

/* The first of its places where nothing lies; -1: there is none. `first` is the first word of what is
   placed. */
static inline word free_place(Run *run, const word *slot, word placed, word first) {
    const word *places = list(run, slot, SLOT_PLACES_PLACES);
    for (const word *place = places + 1, *end = place + 2 * places[0]; place < end; place += 2)
        if (!lies_in_word(run, placed, first, *place))
            return *place;
    return -1;
}

/* The first free place of every slot of the pieces that are owned. */
void list_places(Run *run, const word *step, Options *found) {
    const word *slots = list(run, step, PLACE_GOODS_SLOTS), *owners = table_of(run, step);
    word you = actor(run);
    word owned = step[PLACE_GOODS_OWNED] + you, placed = step[PLACE_GOODS_PLACED] + you;
    int before = found->count, has_goods = goods_left(run, step) > 0;
    word pieces = *cell(run, owned), filled = *cell(run, placed), end = has_goods ? slots[0] : 0;
    for (word number = 0; SET_BITS * number < end; number++)
        for (word left = owned_entries(owners, number, pieces); left; left &= left - 1) {
            const word *slot = part_at(run, slots[1 + SET_BITS * number + lowest(left)]);
            if (!meets_word(run, owned, pieces, slot[SLOT_PLACES_OWNER]))
                continue;
            word place = free_place(run, slot, placed, filled);
            if (place >= 0)
                list_option(run, found, step, 1, place, 0);
        }
    if (!has_goods || step[PLACE_GOODS_MAY_IDLE] || found->count == before)
        list_option(run, found, step, 0, 0, 0);
}

word choose_place(Run *run, word number, const word *step, const Option *option) {
    if (!option->count)
        return step[PLACE_GOODS_FOLLOW];
    put_in(run, step[PLACE_GOODS_PLACED] + actor(run), option->operands[0]);
    TELL(run, step[PLACE_GOODS_SOURCE], run->cells[ACTOR_CELL], option->operands[0]);
    return ~number;
}

/* ------------------------------------------------------------------ collecting */

/* Python merges transfers of fixed amounts that follow each other: all is given, and then told.
   What waits to be told here is such a run of transfers. */
typedef struct {
    int count;
    int too_much;
    word acts[64];
} Fixed;

static void tell_sources(Run *run, const Fixed *fixed) {
    word player = actor(run);
    for (int number = 0; number < fixed->count; number++) {
        const word *sources = list(run, part_at(run, fixed->acts[number]), TRANSFER_SOURCES);
        for (word source = 1; source <= sources[0]; source++)
            TELL(run, sources[source], player, 1);
    }
}

static inline void tell_fixed(Run *run, Fixed *fixed) {
    if (run->log)
        tell_sources(run, fixed);
    if (fixed->too_much)
        hand_back(run, ref(run, part_at(run, fixed->acts[0]), TRANSFER_CEILING));
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
        fixed->acts[fixed->count++] = place_of(run, transfer);
    else
        fail(run, TOO_MANY);
}

static OFTEN void collect_act(Run *run, word place, Fixed *fixed) {
    const word *part = part_at(run, place);
    if (part[0] == OP_TRANSFER && !part[TRANSFER_TIMES] && !part[TRANSFER_EACH]) {
        give_fixed(run, part, fixed);
        return;
    }
    tell_fixed(run, fixed);
    act(run, part);
}

/* Of 62 yields from one on, those whose pieces "you" own, and whose places are filled. */
static inline void collect_yields(Run *run, const word *step, word number, Fixed *fixed) {
    const word *yields = list(run, step, COLLECT_YIELDS) + 1 + SET_BITS * number;
    const word *owners = table_of(run, step);
    word you = actor(run), owned = step[COLLECT_OWNED] + you, placed = step[COLLECT_PLACED] + you;
    word first = *cell(run, owned), left = owned_entries(owners, number, first);
    while (left) {
        word here = lowest(left);
        const word *yield = part_at(run, yields[here]);
        left &= left - 1;
        if (!meets_word(run, owned, first, yield[YIELD_OWNER]) ||
            !includes(run, placed, yield[YIELD_PLACES]))
            continue;
        collect_act(run, yield[YIELD_ACT], fixed);
        if (*cell(run, owned) != first) {
            first = *cell(run, owned);
            left = owned_entries(owners, number, first) & -((word)2 << here);
        }
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
