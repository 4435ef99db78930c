/* A game in play, as Python sees it: its options, choices, records, and random games to the end. */

#include "objects.h"

#include <stdlib.h>
#include <string.h>

#include "thinking.h"

static void lay_out(GameObject *game, const Image *image) {
    game->run = run_in(image, game->memory);
    game->run.aside = game->aside;
    game->run.landscape = game->landscape;
}

static PyObject *new_game(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    PyObject *image_object, *cells;
    static char *names[] = {"image", "cells", NULL};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO", names, &image_object, &cells))
        return NULL;
    ImageObject *owner = image_of(image_object);
    if (!owner)
        return NULL;
    GameObject *game = (GameObject *)PyType_GenericAlloc(type, 0);
    if (!game)
        return NULL;
    Py_INCREF((PyObject *)owner);
    game->owner = owner;
    const Image *image = owner->image;
    game->memory = malloc(words_in(image) * sizeof(word));
    game->listed = malloc(sizeof(Options));
    game->aside = malloc(sizeof(Options));
    game->landscape = new_landscape(image);
    if (!game->memory || !game->listed || !game->aside) {
        Py_DECREF((PyObject *)game);
        return PyErr_NoMemory();
    }
    game->aside->count = game->listed->count = 0;
    lay_out(game, image);
    if (read_cells(owner, &game->run, cells) < 0) {
        Py_DECREF((PyObject *)game);
        return NULL;
    }
    return (PyObject *)game;
}

static void delete_game(GameObject *game) {
    PyTypeObject *type = Py_TYPE((PyObject *)game);
    Py_XDECREF(game->options);
    Py_XDECREF((PyObject *)game->owner);
    free(game->memory);
    free(game->listed);
    free(game->aside);
    free(game->landscape);
    free(game->log.entries);
    PyObject_Free(game);
    Py_DECREF((PyObject *)type);
}

/* ------------------------------------------------------------------ what is listed */

static int list_now(GameObject *game) {
    if (game->is_listed)
        return 0;
    game->run.fuel = FUEL;
    list_all(&game->run, game->listed);
    if (game->run.fault) {
        stuck(&game->run);
        game->run.fault = SOUND;
        return -1;
    }
    game->is_listed = 1;
    return 0;
}

static PyObject *get_options(GameObject *game, void *Py_UNUSED(closure)) {
    if (!game->options) {
        if (list_now(game) < 0)
            return NULL;
        game->options = write_options(game->owner, game->listed->entries, game->listed->count);
    }
    Py_XINCREF(game->options);
    return game->options;
}

static PyObject *get_anytime(GameObject *game, void *Py_UNUSED(closure)) {
    if (list_now(game) < 0)
        return NULL;
    Options *found = malloc(sizeof(Options));
    if (!found)
        return PyErr_NoMemory();
    list_anytime(&game->run, game->listed, found);
    PyObject *options = game->run.fault ? stuck(&game->run) : write_options(game->owner, found->entries, found->count);
    game->run.fault = SOUND;
    free(found);
    return options;
}

/* What the machine lists, to compare it: for each the place of its part, how many operands it has,
   and these. */
static PyObject *get_numbers(GameObject *game, void *Py_UNUSED(closure)) {
    if (list_now(game) < 0)
        return NULL;
    PyObject *numbers = PyTuple_New(game->listed->count);
    for (int place = 0; numbers && place < game->listed->count; place++) {
        const Option *option = game->listed->entries + place;
        PyObject *entry = PyTuple_New((Py_ssize_t)option->count + 2);
        for (int each = 0; entry && each < (int)option->count + 2; each++)
            PyTuple_SetItem(entry, each,
                            PyLong_FromLongLong(!each       ? (word)option->source
                                                : each == 1 ? (word)option->count
                                                            : operand(option, each - 2)));
        if (!entry) {
            Py_DECREF(numbers);
            return NULL;
        }
        PyTuple_SetItem(numbers, place, entry);
    }
    return numbers;
}

static PyObject *get_cells(GameObject *game, void *Py_UNUSED(closure)) {
    return write_cells(&game->run);
}

static PyObject *get_player(GameObject *game, void *Py_UNUSED(closure)) {
    return PyLong_FromLongLong(game->run.cells[ACTOR_CELL]);
}

/* ------------------------------------------------------------------ choosing */

/* The records; on a fault the game is as it was. */
static PyObject *choose_now(GameObject *game, const Option *option) {
    Run *run = &game->run;
    size_t used = (size_t)(run->image->words + run->depth);
    word depth = run->depth, *before = malloc(used * sizeof(word));
    if (!before)
        return PyErr_NoMemory();
    memcpy(before, game->memory, used * sizeof(word));
    game->log.count = 0;
    run->log = &game->log;
    choose(run, option);
    run->log = NULL;
    PyObject *records = run->fault ? stuck(run) : write_log(&game->log);
    if (!records) {
        memcpy(game->memory, before, used * sizeof(word));
        run->depth = depth;
        run->fault = SOUND;
    } else {
        Py_CLEAR(game->options);
        game->is_listed = 0;
    }
    free(before);
    return records;
}

/* choose(option): one of `options`; None for any other. */
static PyObject *choose_listed(GameObject *game, PyObject *wanted) {
    PyObject *options = get_options(game, NULL);
    if (!options)
        return NULL;
    Py_ssize_t length = PyTuple_Size(options), place = 0;
    while (place < length && PyTuple_GetItem(options, place) != wanted)
        place++;
    Py_DECREF(options);
    if (place == length) {
        Py_INCREF(Py_None);
        return Py_None;
    }
    return choose_now(game, game->listed->entries + place);
}

static PyObject *pick(GameObject *game, PyObject *argument) {
    long number = PyLong_AsLong(argument);
    if ((number == -1 && PyErr_Occurred()) || list_now(game) < 0)
        return NULL;
    if (number < 0 || number >= game->listed->count) {
        PyErr_SetString(PyExc_IndexError, "there is no option of that number");
        return NULL;
    }
    return choose_now(game, game->listed->entries + number);
}

/* Does a record begin there? */
static int is_part(const Image *image, word place) {
    const word *parts = image->block + image->block[HEAD_PARTS];
    word low = 1, high = parts[0] + 1;
    while (low < high) {
        word middle = (low + high) / 2;
        if (parts[middle] < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low <= parts[0] && parts[low] == place;
}

/* take(place, operands, anytime): an option that need not be listed. */
static PyObject *take(GameObject *game, PyObject *arguments) {
    Option option = {.source = 0};
    PyObject *operands;
    word numbers[MOST_OPERANDS] = {0};
    int place, is_anytime;
    if (!PyArg_ParseTuple(arguments, "iO!p", &place, &PyTuple_Type, &operands, &is_anytime))
        return NULL;
    Py_ssize_t length = PyTuple_Size(operands);
    if (!is_part(game->owner->image, place) || length > MOST_OPERANDS) {
        PyErr_SetString(PyExc_ValueError, "left to Python: no such option is known");
        return NULL;
    }
    option.source = (unsigned)place;
    option.anytime = is_anytime != 0;
    for (Py_ssize_t each = 0; each < length; each++) {
        long number = PyLong_AsLong(PyTuple_GetItem(operands, each));
        if (number == -1 && PyErr_Occurred())
            return NULL;
        numbers[each] = number;
    }
    if (!set_operands(&option, (int)length, numbers)) {
        PyErr_SetString(PyExc_ValueError, "left to Python: no such option is known");
        return NULL;
    }
    return choose_now(game, &option);
}

/* ------------------------------------------------------------------ random games */

/* What was before the choice at which the machine got stuck: played up to there once more. */
static void play_again(GameObject *game, Rollout *rollout, const word *before, word depth,
                       uint64_t chance, Options *exchanges) {
    Run *run = &game->run;
    memcpy(game->memory, before, (size_t)(run->image->words + depth) * sizeof(word));
    run->depth = depth;
    run->fault = SOUND;
    rollout->budget = rollout->done;
    rollout->done = 0;
    rollout->chance = chance;
    roll_on(&game->run, rollout, game->listed, exchanges);
}

/* rollout(seed, budget, anytime): how many decisions were made, the random numbers after them, and
   whether the machine is stuck at the next. Others may use the interpreter meanwhile. */
static PyObject *roll_out(GameObject *game, PyObject *arguments) {
    unsigned long long seed;
    long long budget;
    int anytime, is_stuck = 0;
    if (!PyArg_ParseTuple(arguments, "KLi", &seed, &budget, &anytime))
        return NULL;
    Rollout rollout = {seed, budget, 0, anytime};
    word depth = game->run.depth;
    size_t size = (size_t)(game->run.image->words + depth) * sizeof(word);
    word *before = malloc(size);
    Options *exchanges = anytime ? malloc(sizeof(Options)) : NULL;
    if (!before || (anytime && !exchanges)) {
        free(before);
        free(exchanges);
        return PyErr_NoMemory();
    }
    memcpy(before, game->memory, size);
    Py_CLEAR(game->options);
    game->is_listed = 0;
    Py_BEGIN_ALLOW_THREADS
    roll_on(&game->run, &rollout, game->listed, exchanges);
    is_stuck = game->run.fault != SOUND;
    if (is_stuck)
        play_again(game, &rollout, before, depth, seed, exchanges);
    Py_END_ALLOW_THREADS
    free(before);
    free(exchanges);
    return Py_BuildValue("LKi", rollout.done, (unsigned long long)rollout.chance, is_stuck);
}

/* ahead(weights, last, budget): plays on by what positions are worth, up to a round, or so many
   choices; is the next one left to Python? Then the game is spoilt. */
static PyObject *ahead(GameObject *game, PyObject *arguments) {
    const Image *image = game->run.image;
    PyObject *bytes;
    long long last, budget;
    Thinker thinker = {.patience = 0};
    if (!PyArg_ParseTuple(arguments, "O!LL", &PyBytes_Type, &bytes, &last, &budget))
        return NULL;
    const word *words = (const word *)PyBytes_AsString(bytes);
    size_t size = (size_t)PyBytes_Size(bytes) / sizeof(word);
    if (!read_weights(&thinker.weights, words, size, image)) {
        PyErr_SetString(PyExc_ValueError, "these are no weights for such a table");
        return NULL;
    }
    if (!equip(&thinker, image)) {
        dismiss(&thinker);
        return PyErr_NoMemory();
    }
    Py_CLEAR(game->options);
    game->is_listed = 0;
    Py_BEGIN_ALLOW_THREADS
    play_ahead(&game->run, &thinker, game->listed, last, budget);
    Py_END_ALLOW_THREADS
    dismiss(&thinker);
    return PyBool_FromLong(game->run.fault != SOUND);
}

/* ------------------------------------------------------------------ the type */

static PyMethodDef methods[] = {
    {"choose", (PyCFunction)choose_listed, METH_O,
     "Carry out one of `options`: the records; None for another one."},
    {"pick", (PyCFunction)pick, METH_O, "Carry out an option by its number: the records."},
    {"take", (PyCFunction)take, METH_VARARGS,
     "Carry out an option by the place of its part and its operands: the records."},
    {"rollout", (PyCFunction)roll_out, METH_VARARGS,
     "Play on at random: the number of decisions, the random numbers after them, and whether the "
     "next one is left to Python."},
    {"ahead", (PyCFunction)ahead, METH_VARARGS,
     "Play on by what positions are worth: is the next choice left to Python?"},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef attributes[] = {
    {"options", (getter)get_options, NULL, "What may be chosen.", NULL},
    {"anytime", (getter)get_anytime, NULL, "The exchanges that may be used now.", NULL},
    {"numbers", (getter)get_numbers, NULL, "What may be chosen, as numbers.", NULL},
    {"cells", (getter)get_cells, NULL, "The cells, as a state has them.", NULL},
    {"player", (getter)get_player, NULL, "The seat that decides.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_new, new_game},
    {Py_tp_dealloc, delete_game},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {Py_tp_doc, "Game(image, cells): a game in play. Raises ValueError for what it cannot hold."},
    {0, NULL},
};

PyType_Spec game_spec = {
    .name = "homesteaders_rules_native.Game",
    .basicsize = sizeof(GameObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = slots,
};
