/* Random images times random cells: whatever the machine is given, it stays within its bounds.

       fuzz FILE SEED ROUNDS

   The file has images with the cells of a game each: how many words, how many cells; the words, the
   wide words and the cells. Half of the images have a few words changed, and most of the cells too;
   then options are listed and chosen, some of which nobody would list. Compiled with sanitizers, which
   stop it where anything is wrong. Prints how many images were taken, and how many choices made. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/thinking.h"

typedef struct {
    word *block;
    word *cells;
    size_t size;
    size_t length;
} Sample;

static uint64_t chance;

static word any(word bound) { return below(&chance, bound); }

static word odd_number(void) {
    static const word odd[] = {-1, 0, 1, 2, 62, 63, 64, 255, 1023, LARGEST, -LARGEST, INT64_MAX};
    word number = any(sizeof odd / sizeof *odd);
    return any(3) ? odd[number] : any(3) ? any(70) : (word)((uint64_t)any(LARGEST) << any(3));
}

static Sample read_sample(FILE *file) {
    Sample sample = {NULL, NULL, 0, 0};
    word head[2];
    if (fread(head, sizeof(word), 2, file) != 2)
        return sample;
    sample.size = (size_t)head[0];
    sample.length = (size_t)head[1];
    sample.block = malloc(sample.size * sizeof(word));
    sample.cells = malloc(sample.length * sizeof(word));
    if (fread(sample.block, sizeof(word), sample.size, file) != sample.size ||
        fread(sample.cells, sizeof(word), sample.length, file) != sample.length)
        abort();
    return sample;
}

/* Changed are words anywhere: the classes of parts, what they refer to, lengths, numbers. */
static Image *odd_image(const Sample *sample) {
    const char *fault = NULL;
    word *block = malloc(sample->size * sizeof(word));
    memcpy(block, sample->block, sample->size * sizeof(word));
    for (word change = any(2) ? any(4) : 0; change > 0; change--) {
        word place = any((word)sample->size), other = any((word)sample->size);
        block[place] = any(2) ? block[other] : any(2) ? block[place] + any(5) - 2 : odd_number();
    }
    Image *image = new_image(block, sample->size, &fault);
    free(block);
    return image;
}

static void begin(Run *run, const Image *image, const Sample *sample, word *memory) {
    *run = run_in(image, memory);
    size_t room = (size_t)(image->words + image->cells);
    memcpy(memory, sample->cells, (room < sample->length ? room : sample->length) * sizeof(word));
    run->depth = image->cells + any(3) * any(20);
    for (word change = any(4) ? any(12) : 0; change > 0; change--)
        run->cells[any(run->depth)] = odd_number();
    for (word index = 0; index < run->depth; index++)
        if (run->cells[index] > LARGEST || run->cells[index] < -LARGEST)
            run->cells[index] = 7;
}

static Option odd_option(const Image *image, const Options *listed) {
    Option option = {0};
    if (listed->count)
        option = listed->entries[any(listed->count)];
    if (!any(12)) {
        const word *parts = image->block + image->block[HEAD_PARTS];
        option.source = (int32_t)parts[1 + any(parts[0])];
        option.count = (unsigned char)any(MOST_OPERANDS + 1);
        option.anytime = (unsigned char)any(2);
        option.operands[0] = (int32_t)odd_number();
        option.operands[1] = (int32_t)odd_number();
        option.operands[2] = (int32_t)odd_number();
    }
    return option;
}

/* Somebody thinks a while, by odd weights: no word of them is said to be there that is not. */
static void think(Run *run, Options *listed) {
    const Image *image = run->image;
    word head[WEIGHTS_HEAD] = {any(20), 2 + any(4), any(80), any(40), any(3), 1 + any(3),
                               1 + any(6), any(image->cells), any(100)};
    word times = head[WEIGHTS_ROUNDS] * head[WEIGHTS_PARTS];
    word each = image->players * (head[WEIGHTS_PIECES] + head[WEIGHTS_GOODS]);
    word size = WEIGHTS_HEAD + times * (head[WEIGHTS_GOODS] * head[WEIGHTS_AMOUNTS] + each) +
                image->players * head[WEIGHTS_PLACES];
    word *words = malloc((size_t)size * sizeof(word));
    Thinker thinker = {.patience = 0};
    for (word place = 0; place < size; place++)
        words[place] = place < WEIGHTS_HEAD ? head[place] : any(9) ? any(5000) : odd_number();
    if (!any(9))
        words[any(WEIGHTS_HEAD)] = odd_number();
    int is_read = read_weights(&thinker.weights, words, (size_t)size, image);
    if (equip(&thinker, image) && is_read)
        play_ahead(run, &thinker, listed, any(5), 3);
    dismiss(&thinker);
    free(words);
}

/* A few choices at random. */
static void roll_a_while(Run *run, Options *lists) {
    Rollout rollout = {(uint64_t)any(1000), 1 + any(9), 0, any(2) ? (int)any(101) : 0};
    run->log = NULL;
    roll_on(run, &rollout, lists, lists + 1);
}

static long play(const Image *image, const Sample *sample, Options *lists) {
    struct Landscape *landscape = new_landscape(image);
    size_t words = (size_t)(image->words + image->cells + MOST_FRAMES);
    word *memory = calloc(words, sizeof(word));
    Log log = {0};
    Run run;
    long made = 0;
    begin(&run, image, sample, memory);
    for (int choice = 0; choice < 60; choice++) {
        run.aside = lists + 2;
        run.landscape = landscape;
        run.aside->count = lists[0].count = lists[1].count = 0;
        run.fuel = FUEL;
        run.fault = SOUND;
        run.nested = 0;
        list_all(&run, lists);
        list_anytime(&run, lists, lists + 1);
        Option option = odd_option(image, lists + (any(4) == 0));
        run.log = any(2) ? &log : NULL;
        log.count = 0;
        if (option.source && option.source < image->size)
            choose(&run, &option);
        if (!any(8) && !run.fault)
            think(&run, lists);
        if (!any(4) && !run.fault)
            roll_a_while(&run, lists);
        made++;
    }
    free(log.entries);
    free(memory);
    free(landscape);
    return made;
}

int main(int count, char **arguments) {
    FILE *file = count == 4 ? fopen(arguments[1], "rb") : NULL;
    if (!file)
        return 2;
    chance = strtoull(arguments[2], NULL, 10);
    long rounds = strtol(arguments[3], NULL, 10), taken = 0, made = 0;
    Sample samples[64];
    int number = 0;
    while (number < 64 && (samples[number] = read_sample(file)).block)
        number++;
    Options *lists = malloc(3 * sizeof(Options));
    for (long round = 0; round < rounds && number; round++) {
        const Sample *sample = samples + any(number);
        Image *image = odd_image(sample);
        if (!image)
            continue;
        taken++;
        made += play(image, sample, lists);
        free_image(image);
    }
    printf("%ld images, %ld choices\n", taken, made);
    free(lists);
    while (number--) {
        free(samples[number].block);
        free(samples[number].cells);
    }
    fclose(file);
    return 0;
}
