/* Images: a block is copied and checked once, so that no module needs to look at it again.

   Checked is that the head and all lists lie within the block, that parts refer to parts of the
   right family that lie before them (so that nothing goes in circles), and that numbers are what
   their slots may hold. Cells and steps are looked at again where they are used, since those in
   play come from states. */

#define WITH_CHECK
#include <stdlib.h>
#include <string.h>

#include "machine.h"

#define SMALL ((word)1 << 40)

typedef struct {
    const Image *image;
    unsigned char *depths; /* by place: how deep is the part that begins there; 0: there is none */
    word here;             /* where the record begins that is checked */
    const char *fault;
} Check;

static int refuse(Check *check, const char *why) {
    if (!check->fault)
        check->fault = why;
    return 0;
}

/* How many slots the words of a check describe, up to the END that closes them. */
static word slots_of(const unsigned char **codes) {
    word slots = 0;
    for (;;) {
        unsigned char code = *(*codes)++;
        if (code == SLOT_END)
            return slots;
        slots++;
        if (code == SLOT_PART || code == SLOT_PERHAPS)
            (*codes)++;
        else if (code == SLOT_LIST)
            slots_of(codes);
        else if (code == SLOT_OPTIONAL)
            slots += slots_of(codes);
    }
}

static int refers(Check *check, word place, unsigned char family) {
    const Image *image = check->image;
    if (place <= 0 || place >= check->here || !check->depths[place])
        return refuse(check, "a part refers to what is no part before it");
    if (check->depths[place] >= check->depths[check->here])
        check->depths[check->here] = (unsigned char)(check->depths[place] + 1);
    if (check->depths[check->here] > DEEPEST)
        return refuse(check, "parts lie too deep within parts");
    if (!(FAMILIES_OF[image->block[place]] >> family & 1))
        return refuse(check, "a part refers to one of another family");
    return 1;
}

/* A plain list of numbers ; NULL where it is none. */
static const word *plain_list(const Image *image, word place, word wanted) {
    if (place < HEAD || place >= image->size)
        return NULL;
    const word *found = image->block + place;
    if (*found < 0 || *found > image->size - place - 1 || (wanted >= 0 && *found != wanted))
        return NULL;
    return found;
}

/* Bits are a word, or the negative place of a list of words: what needs more than one. */
static int are_bits(const Image *image, word value) {
    const word *words = value < 0 && value > -image->size ? plain_list(image, -value, -1) : NULL;
    if (value >= 0 || !words)
        return value >= 0 && value < LARGEST;
    for (word number = 1; number <= words[0]; number++)
        if (words[number] < 0 || words[number] >= LARGEST)
            return 0;
    return words[0] > 0;
}

static int fits(Check *check, unsigned char code, word value) {
    const Image *image = check->image;
    int sound = 1;
    switch (code) {
    case SLOT_NUMBER:
        sound = value > -SMALL && value < SMALL;
        break;
    case SLOT_INDEX:
        sound = value >= 0 && value < SMALL;
        break;
    case SLOT_BITS:
        sound = are_bits(image, value);
        break;
    case SLOT_FLAG:
        sound = value == 0 || value == 1;
        break;
    case SLOT_CELL:
        sound = value >= -1 && value <= image->cells;
        break;
    case SLOT_STEP:
        sound = value >= -1 && value < image->step_count;
        break;
    }
    return sound || refuse(check, "a slot holds what it may not");
}

static int entry_fits(Check *check, const unsigned char **codes, const word **slots);

static int list_fits(Check *check, const unsigned char **codes, word place) {
    const Image *image = check->image;
    const unsigned char *inner = *codes;
    word width = slots_of(codes);
    if (place <= 0 || place >= image->size)
        return refuse(check, "a list lies beyond the block");
    word length = image->block[place];
    if (length < 0 || length > image->size || (width && length > (image->size - place - 1) / width))
        return refuse(check, "a list is too long");
    const word *slots = image->block + place + 1;
    for (word number = 0; number < length; number++) {
        const unsigned char *again = inner;
        if (!entry_fits(check, &again, &slots))
            return 0;
    }
    return 1;
}

/* The slots up to an END. */
static int entry_fits(Check *check, const unsigned char **codes, const word **slots) {
    for (;;) {
        unsigned char code = *(*codes)++;
        if (code == SLOT_END)
            return 1;
        word value = *(*slots)++;
        if (code == SLOT_PART || code == SLOT_PERHAPS) {
            unsigned char family = *(*codes)++;
            if ((value || code == SLOT_PART) && !refers(check, value, family))
                return 0;
        } else if (code == SLOT_LIST) {
            if (!list_fits(check, codes, value))
                return 0;
        } else if (code == SLOT_OPTIONAL && !value) {
            *slots += slots_of(codes);
        } else if (code == SLOT_OPTIONAL) {
            if (!entry_fits(check, codes, slots))
                return 0;
        } else if (!fits(check, code, value)) {
            return 0;
        }
    }
}

static int record_fits(Check *check, word place) {
    const Image *image = check->image;
    word opcode = image->block[place];
    const unsigned char *codes = SLOTS + SLOTS_OF[opcode];
    const unsigned char *again = codes;
    if (place + 1 + slots_of(&again) > image->size)
        return refuse(check, "a part lies beyond the block");
    const word *slots = image->block + place + 1;
    return entry_fits(check, &codes, &slots);
}

static int payments_fit(Check *check, const word *ways) {
    const word *block = check->image->block;
    for (word number = 1; number <= ways[0]; number++) {
        const word *payment = block + ways[number];
        if (block[payment[PAYMENT_GOODS]] > MOST_PRICED || block[payment[PAYMENT_MASKS]] > MOST_PRICED)
            return refuse(check, "a payment takes too much");
    }
    return 1;
}

/* What can be built lies in the order of the pieces. */
static int prices_fit(Check *check, const word *prices) {
    const word *block = check->image->block, *kinds = block + prices[PRICE_LIST_KINDS];
    for (word number = 1; number <= kinds[0]; number++) {
        const word *kind = block + kinds[number];
        if (number > 1 && kind[BUILDABLE_INDEX] <= block[kinds[number - 1] + BUILDABLE_INDEX])
            return refuse(check, "what can be built is in no order");
        if (!payments_fit(check, block + kind[BUILDABLE_WAYS]))
            return 0;
    }
    return 1;
}

static int parts_fit(Check *check, const word *parts) {
    const Image *image = check->image;
    for (word number = 1; number <= parts[0]; number++) {
        word place = parts[number];
        if (place < HEAD || place >= image->size)
            return refuse(check, "a part lies beyond the block");
        word opcode = image->block[place];
        if (opcode < 0 || opcode >= PARTS || !knows((int)opcode))
            return refuse(check, "a part is of no class that is known");
        check->depths[place] = 1;
    }
    for (word number = 1; number <= parts[0]; number++) {
        check->here = parts[number];
        if (!record_fits(check, parts[number]))
            return 0;
        if (image->block[check->here] == OP_PRICE_LIST &&
            !prices_fit(check, image->block + check->here))
            return 0;
    }
    return 1;
}

static int has_part(const Image *image, word opcode) {
    const word *parts = image->block + image->block[HEAD_PARTS];
    for (word number = 1; number <= parts[0]; number++)
        if (image->block[parts[number]] == opcode)
            return 1;
    return 0;
}

static int is_step(word opcode) { return opcode <= OP_COLLECT_DUE; }

static int steps_fit(Check *check) {
    const Image *image = check->image;
    for (word number = 0; number < image->step_count; number++) {
        word place = image->steps[number];
        if (place < HEAD || place >= image->size || !check->depths[place] ||
            !is_step(image->block[place]))
            return refuse(check, "a step is none");
    }
    word whole = image->block[HEAD_PROGRAM];
    if (whole < HEAD || whole >= image->size || !check->depths[whole] ||
        image->block[whole] != OP_PROGRAM)
        return refuse(check, "there is no program");
    return 1;
}

/* Where the words of wide cells begin, in the order of the cells; those of chance come first. Sets
   have so many more than one, which is written below nothing. */
static int lays_wide(Check *check, Image *image, const word *wide) {
    word next = 0;
    for (word index = 0; index < image->cells; index++) {
        word words = wide[1 + index], more = words < 0 && words >= -64 ? -words : 0;
        if (words < -64 || words > 64 || (words > 0) < (index == RANDOM_CELL) ||
            (words && index < RANDOM_CELL))
            return refuse(check, "a cell is too wide");
        words = words > 0 ? words : 0;
        image->wide[index] = (Wide){(int32_t)next, (int32_t)words, (int32_t)more};
        next += words + more;
    }
    return next == image->words || refuse(check, "the cells have another number of words");
}

static int head_fits(Check *check, Image *image) {
    const word *block = image->block;
    if (block[HEAD_SIZE] != image->size || block[HEAD_PLAYERS] < 1 || block[HEAD_PLAYERS] > 15 ||
        block[HEAD_CELLS] < REGISTERS_CELL || block[HEAD_CELLS] > MOST_CELLS ||
        block[HEAD_WORDS] < 1 || block[HEAD_WORDS] > MOST_WORDS)
        return refuse(check, "the head holds what it may not");
    image->players = (int32_t)block[HEAD_PLAYERS];
    image->cells = (int32_t)block[HEAD_CELLS];
    image->words = (int32_t)block[HEAD_WORDS];
    const word *wide = plain_list(image, block[HEAD_WIDE], image->cells);
    const word *steps = plain_list(image, block[HEAD_STEPS], -1);
    if (!wide || !steps || !plain_list(image, block[HEAD_DUTIES], *steps) ||
        !plain_list(image, block[HEAD_PARTS], -1))
        return refuse(check, "the head refers to what is no list");
    image->step_count = (int32_t)*steps;
    image->steps = steps + 1;
    image->duties = block + block[HEAD_DUTIES] + 1;
    image->wide = calloc((size_t)image->cells, sizeof(Wide));
    return (image->wide || refuse(check, "there is no memory")) && lays_wide(check, image, wide);
}

Image *new_image(const word *block, size_t size, const char **fault) {
    Image *image = calloc(1, sizeof(Image));
    unsigned char *depths = calloc(size + 1, 1);
    Check check = {image, depths, 0, NULL};
    if (!image || !depths || size < HEAD || size >= (size_t)1 << SOURCE_BITS) {
        refuse(&check, "the block is empty, or there is no memory");
    } else if (!(image->block = malloc(size * sizeof(word)))) {
        refuse(&check, "there is no memory");
    } else {
        memcpy(image->block, block, size * sizeof(word));
        image->size = (word)size;
        if (head_fits(&check, image) &&
            parts_fit(&check, image->block + image->block[HEAD_PARTS]) &&
            steps_fit(&check)) {
            image->program = image->block + image->block[HEAD_PROGRAM];
            image->has_ground = has_part(image, OP_GROUND);
            if (!make_ready(image))
                refuse(&check, "what is worked out of it takes too much memory");
        }
    }
    free(depths);
    if (check.fault) {
        free_image(image);
        *fault = check.fault;
        return NULL;
    }
    return image;
}

void free_image(Image *image) {
    if (image) {
        free(image->tables);
        free(image->ready);
        free(image->wide);
        free(image->block);
        free(image);
    }
}
