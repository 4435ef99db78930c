/* Frozen states: each holds its numbers and what is listed; cells and options of Python are made when
   somebody asks for them. Their type is a subclass of the State of Python, so that everything that
   takes a state takes these. */

#include "objects.h"

#include <stdlib.h>
#include <string.h>
#include <structmember.h>

typedef struct {
    ImageObject *owner;
    PyObject *table;
    PyObject *cells;
    PyObject *options; /* those of the listing, where Python finds them */
    Listing *listing;
    Listing *anytime; /* NULL: nobody has asked for them */
    word depth;
    size_t lines; /* of the memory */
    word *memory;
} StateData;

static PyTypeObject *state_type;
static Py_ssize_t offset;
static Pool pool;

static StateData *data_of(PyObject *self) { return (StateData *)((char *)self + offset); }

/* ------------------------------------------------------------------ the memory of states */

static word *room_for(ImageObject *owner, size_t words, size_t *lines) {
    *lines = (words + LINE - 1) / LINE;
    Spare *spare = *lines < MOST_LINES ? owner->spare + *lines : NULL;
    if (spare && spare->count)
        return spare->blocks[--spare->count];
    return malloc(*lines * LINE * sizeof(word));
}

static void give_back(ImageObject *owner, word *memory, size_t lines) {
    Spare *spare = lines < MOST_LINES ? owner->spare + lines : NULL;
    if (spare && spare->count < MOST_SPARE)
        spare->blocks[spare->count++] = memory;
    else
        free(memory);
}

static void delete_state(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    StateData *data = data_of(self);
    PyObject_ClearWeakRefs(self);
    give_back(data->owner, data->memory, data->lines);
    Py_DECREF((PyObject *)data->owner);
    Py_DECREF(data->table);
    Py_XDECREF(data->cells);
    drop_listing(data->listing);
    drop_listing(data->anytime);
    put_away(&pool, self);
    Py_DECREF((PyObject *)type);
}

/* The state with what lies on the workbench and is listed there. That is copied before anything is made
   which may run other code of Python. */
static PyObject *frozen(const Run *run, ImageObject *owner, PyObject *table) {
    const Options *listed = owner->bench.listed;
    Listing **place = place_of_listing(owner, listed->entries, listed->count);
    size_t lines, words = (size_t)(run->image->words + run->depth);
    word *memory = room_for(owner, words, &lines);
    if (!memory)
        return PyErr_NoMemory();
    memcpy(memory, run->wide, words * sizeof(word));
    Listing *listing = listing_in(owner, place, listed->entries, listed->count);
    PyObject *self = listing ? made_from(&pool, state_type) : NULL;
    if (!self) {
        give_back(owner, memory, lines);
        drop_listing(listing);
        return NULL;
    }
    Py_INCREF((PyObject *)owner);
    Py_INCREF(table);
    *data_of(self) = (StateData){.owner = owner,
                                 .table = table,
                                 .options = listing->options,
                                 .listing = listing,
                                 .depth = run->depth,
                                 .lines = lines,
                                 .memory = memory};
    return self;
}

/* What may be chosen is listed on the workbench; 0: it is left to Python. */
static int comes_to_options(Run *run, ImageObject *owner) {
    run->log = NULL;
    list_all(run, owner->bench.listed);
    return !run->fault;
}

/* The state that came out, and the events. */
static PyObject *pair_of(const Run *run, ImageObject *owner, PyObject *table, int is_secret) {
    PyObject *events = make_events(owner, is_secret);
    PyObject *next = events ? frozen(run, owner, table) : NULL;
    PyObject *pair = next ? PyTuple_Pack(2, next, events) : NULL;
    Py_XDECREF(next);
    Py_XDECREF(events);
    return pair;
}

static inline Run run_on(ImageObject *owner) {
    Workbench *bench = &owner->bench;
    bench->aside->count = 0;
    Run run = run_in(owner->image, bench->memory);
    run.aside = bench->aside;
    run.landscape = bench->landscape;
    return run;
}

/* The state as it is, laid on the workbench. */
static inline Run thawed(StateData *data) {
    Run run = run_on(data->owner);
    run.depth = data->depth;
    memcpy(run.wide, data->memory, (size_t)(run.image->words + run.depth) * sizeof(word));
    return run;
}

/* Cells of the library, laid on the workbench of an image; NULL where either is none. */
static ImageObject *laid(PyObject *image, PyObject *cells, Run *run) {
    ImageObject *owner = image_of(image);
    if (owner && !state_type) {
        PyErr_SetString(PyExc_RuntimeError, "types() comes first");
        return NULL;
    }
    if (!owner)
        return NULL;
    *run = run_on(owner);
    return read_cells(owner, run, cells) < 0 ? NULL : owner;
}

PyObject *make_state(PyObject *module, PyObject *arguments) {
    PyObject *image, *table, *cells;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OOO", &image, &table, &cells))
        return NULL;
    Run run;
    ImageObject *owner = laid(image, cells, &run);
    if (!owner)
        return NULL;
    return comes_to_options(&run, owner) ? frozen(&run, owner, table) : stuck(&run);
}

/* ------------------------------------------------------------------ what Python sees of it */

static PyObject *shared(PyObject *found) {
    Py_XINCREF(found);
    return found;
}

static PyObject *get_cells(PyObject *self, void *Py_UNUSED(closure)) {
    StateData *data = data_of(self);
    if (!data->cells) {
        Run run = run_in(data->owner->image, data->memory);
        run.depth = data->depth;
        data->cells = write_cells(&run);
    }
    return shared(data->cells);
}

static PyObject *get_table(PyObject *self, void *Py_UNUSED(closure)) {
    return shared(data_of(self)->table);
}

static PyObject *get_anytime(PyObject *self, void *Py_UNUSED(closure)) {
    StateData *data = data_of(self);
    if (data->anytime)
        return shared(data->anytime->options);
    Options *listed = data->owner->bench.listed, *found = data->owner->bench.exchanges;
    Run run = thawed(data);
    listed->count = data->listing->count;
    memcpy(listed->entries, data->listing->entries, (size_t)listed->count * sizeof(Option));
    found->count = 0;
    if (listed->count)
        list_anytime(&run, listed, found);
    if (run.fault)
        return stuck(&run);
    Listing **place = place_of_listing(data->owner, found->entries, found->count);
    Listing *anytime = listing_in(data->owner, place, found->entries, found->count);
    if (!anytime)
        return NULL;
    drop_listing(data->anytime); /* making options may have run other code of Python */
    data->anytime = anytime;
    return shared(anytime->options);
}

/* ------------------------------------------------------------------ choosing */

PyObject *begin_game(PyObject *module, PyObject *arguments) {
    PyObject *image, *table, *cells;
    Py_ssize_t start;
    unsigned long long chance;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OOOnK", &image, &table, &cells, &start, &chance))
        return NULL;
    Run run;
    ImageObject *owner = laid(image, cells, &run);
    if (!owner)
        return NULL;
    *run.wide = (word)chance;
    run.log = &owner->bench.log;
    run.log->count = 0;
    run_from(&run, (word)start);
    return comes_to_options(&run, owner) ? pair_of(&run, owner, table, 0) : stuck(&run);
}

/* Which option of a listing is meant; NULL: none of these very objects. */
static const Option *meant(const Listing *listing, PyObject *wanted) {
    for (int place = 0; listing && place < listing->count; place++)
        if (listing->made[place] == wanted)
            return listing->entries + place;
    return NULL;
}

/* _after(option): the state after one of the options asked for, and the events; None for any other,
   and where the choice is left to Python. */
static PyObject *after(PyObject *self, PyObject *wanted) {
    StateData *data = data_of(self);
    ImageObject *owner = data->owner;
    const Option *option = meant(data->listing, wanted);
    if (!option && !(option = meant(data->anytime, wanted)))
        return shared(Py_None);
    Run run = thawed(data);
    word step = run.cells[NEXT_STEP_CELL];
    run.log = &owner->bench.log;
    run.log->count = 0;
    choose(&run, option);
    if (!comes_to_options(&run, owner))
        return shared(Py_None);
    return pair_of(&run, owner, data->table, owner->is_secret[step]);
}

static PyMethodDef methods[] = {
    {"_after", after, METH_O, "The state after an option, and the events; None: it is for Python."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef attributes[] = {
    {"_cells", get_cells, NULL, "The cells.", NULL},
    {"_table", get_table, NULL, "The table.", NULL},
    {"anytime", get_anytime, NULL, "The exchanges that may be used now.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

/* Python looks into an object for a member, without a call; where it lies is said once it is known. */
static PyMemberDef members[] = {
    {"_options", T_OBJECT_EX, 0, READONLY, "What may be chosen."},
    {"options", T_OBJECT_EX, 0, READONLY, "What may be chosen; empty when the game is over."},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_dealloc, delete_state},
    {Py_tp_methods, methods},
    {Py_tp_members, members},
    {Py_tp_getset, attributes},
    {Py_tp_doc, "A state that the machine in C holds."},
    {0, NULL},
};

static PyObject *subclass(PyObject *base) {
    PyObject *size = PyObject_GetAttrString(base, "__basicsize__");
    PyObject *bases = size ? PyTuple_Pack(1, base) : NULL, *type = NULL;
    if (bases) {
        offset = (Py_ssize_t)PyLong_AsLong(size);
        for (PyMemberDef *member = members; member->name; member++)
            member->offset = offset + (Py_ssize_t)offsetof(StateData, options);
        PyType_Spec spec = {.name = "homesteaders_rules_native.State", .slots = slots};
        spec.basicsize = (int)(offset + (Py_ssize_t)sizeof(StateData));
        spec.flags = Py_TPFLAGS_DEFAULT;
        type = PyType_FromSpecWithBases(&spec, bases);
    }
    Py_XDECREF(size);
    Py_XDECREF(bases);
    return type;
}

PyObject *make_types(PyObject *module, PyObject *bases) {
    PyObject *state, *events;
    (void)module;
    if (!PyArg_ParseTuple(bases, "O!O!", &PyType_Type, &state, &PyType_Type, &events))
        return NULL;
    if (!state_type && !(state_type = (PyTypeObject *)subclass(state)))
        return NULL;
    if (make_events_type(events) < 0)
        return NULL;
    return PyTuple_Pack(2, (PyObject *)state_type, events_type());
}
