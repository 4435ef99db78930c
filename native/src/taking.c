/* Pieces that a player takes for nothing: one by its name, or one of several by chance. */

#include "machine.h"

/* Each place is how it is told, and its cell. */
void take_piece(Run *run, const word *part) {
    const word *places = list(run, part, TAKE_PLACES);
    word piece = part[TAKE_PIECE], owned = part[TAKE_OWNED] + actor(run);
    if (lies_in(run, owned, piece))
        return;
    for (word number = 0; number < places[0]; number++) {
        const word *place = places + 1 + 2 * number;
        if (!copies_of(run, place[1], piece))
            continue;
        add_copies(run, place[1], piece, -1);
        put_in(run, owned, piece);
        TELL(run, place[0], run->cells[ACTOR_CELL], piece);
        return;
    }
}

int can_take(Run *run, const word *part) {
    const word *places = list(run, part, CAN_TAKE_PLACES);
    if (lies_in(run, part[CAN_TAKE_OWNED] + actor(run), part[CAN_TAKE_PIECE]))
        return 0;
    for (word number = 1; number <= places[0]; number++)
        if (copies_of(run, places[number], part[CAN_TAKE_PIECE]))
            return 1;
    return 0;
}

/* ------------------------------------------------------------------ by chance */

/* How many copies of a piece lie in all of its places, each how that is told and its cell; none that
   "you" own. */
static word left_of(Run *run, const word *step, word piece) {
    const word *places = list(run, step, DRAW_PIECE_PLACES);
    word copies = 0;
    if (lies_in(run, step[DRAW_PIECE_OWNED] + actor(run), piece))
        return 0;
    for (word place = 0; place < places[0]; place++)
        copies += copies_of(run, places[2 + 2 * place], piece);
    return copies;
}

static void give_piece(Run *run, const word *step, word piece) {
    const word *places = list(run, step, DRAW_PIECE_PLACES);
    for (word number = 0; number < places[0]; number++) {
        const word *place = places + 1 + 2 * number;
        if (!copies_of(run, place[1], piece))
            continue;
        add_copies(run, place[1], piece, -1);
        put_in(run, step[DRAW_PIECE_OWNED] + actor(run), piece);
        TELL(run, place[0], run->cells[ACTOR_CELL], piece);
        return;
    }
}

word draw_piece(Run *run, const word *step) {
    const word *pieces = list(run, step, DRAW_PIECE_PIECES);
    word copies = 0, number = 1;
    for (word each = 1; each <= pieces[0]; each++)
        copies += left_of(run, step, pieces[each]);
    if (!copies || run->fault)
        return step[DRAW_PIECE_FOLLOW];
    word left = by_chance(run, copies) - left_of(run, step, pieces[number]);
    while (left >= 0 && number < pieces[0] && goes_on(run))
        left -= left_of(run, step, pieces[++number]);
    give_piece(run, step, pieces[number]);
    return step[DRAW_PIECE_FOLLOW];
}
