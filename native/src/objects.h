/* What the modules that speak with Python share. */

#ifndef OBJECTS_H
#define OBJECTS_H

#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#include <Python.h>

#include "machine.h"

/* Options are made by Python when they are first listed, and kept for all games of a table. */
typedef struct {
    Option *keys;
    PyObject **made;
    size_t count;
    size_t capacity;
} Known;

/* What is listed together, and the tuple of it for Python with what that holds. It is often listed so
   again, and then shared: the image keeps some, two in a place, and states have theirs. */
#define LISTINGS 4096
typedef struct {
    PyObject *options;
    PyObject **made;
    int owners;
    int count;
    Option entries[];
} Listing;

/* Memory of states that are no more, by how many lines of words it has: most states are alone in
   their game, and the next one is about as large. */
#define LINE 32
#define MOST_LINES 16
#define MOST_SPARE 4
typedef struct {
    word *blocks[MOST_SPARE];
    int count;
} Spare;

/* Objects of one type that are no more: most states and events are, before the next ones come, which
   are made where they were. */
#define MOST_KEPT 4
typedef struct {
    PyObject *objects[MOST_KEPT];
    int count;
} Pool;

/* A new object: what its class in Python has room for is empty, and stays so. Nothing that it will hold
   leads back to it, so that the collector of garbage need not look at it; nor does it run here, since it
   may run other code of Python, which uses the workbench too. */
static inline PyObject *made_from(Pool *pool, PyTypeObject *type) {
    if (pool->count)
        return PyObject_Init(pool->objects[--pool->count], type);
    int collects = PyGC_Disable();
    PyObject *made = PyType_GenericAlloc(type, 0);
    if (collects)
        PyGC_Enable();
    if (made)
        PyObject_GC_UnTrack(made);
    return made;
}

/* What is in it is gone already. */
static inline void put_away(Pool *pool, PyObject *self) {
    if (pool->count < MOST_KEPT)
        pool->objects[pool->count++] = self;
    else
        PyObject_GC_Del(self);
}

/* The cells that were read last: many games begin with the same. */
typedef struct {
    PyObject *cells; /* NULL: none were read */
    word *memory;
    word depth;
} Beginning;

/* A place to try things out, and what is listed there; who holds the interpreter may use it. */
typedef struct {
    word *memory;
    Options *listed;
    Options *aside;
    Options *exchanges;
    struct Landscape *landscape;
    Log log;
} Workbench;

typedef struct {
    PyObject_HEAD
    Image *image;
    PyObject *make;
    PyObject *tell;    /* makes events of a record */
    PyObject *secrets; /* a byte for each step: is what happens there a secret? */
    const char *is_secret; /* these bytes */
    Known known;
    Listing **listings;
    Spare spare[MOST_LINES];
    Beginning beginning;
    Workbench bench;
} ImageObject;

/* A game in play. `options` is the tuple of what is listed; NULL until somebody asks. */
typedef struct {
    PyObject_HEAD
    ImageObject *owner;
    PyObject *options;
    word *memory;
    Options *listed;
    Options *aside;
    struct Landscape *landscape;
    Log log;
    Run run;
    int is_listed;
} GameObject;

/* So many words has a game, with room for unfinished business. */
static inline size_t words_in(const Image *image) {
    return (size_t)(image->words + image->cells + MOST_FRAMES);
}

/* What must be an image; NULL, with an error set, where it is none. */
ImageObject *image_of(PyObject *object);

/* types(State, Events): those that the machine makes, which are states and events to everybody. */
PyObject *make_types(PyObject *module, PyObject *bases);
/* state(image, table, cells): the state of a table with these cells, held by the machine. */
PyObject *make_state(PyObject *module, PyObject *arguments);
/* begin(image, table, cells, start, chance): the state and events of a game, with random numbers from
   there on, run from a step to its first question. */
PyObject *begin_game(PyObject *module, PyObject *arguments);
/* What the workbench has told, made of nothing but numbers until somebody reads them. */
PyObject *make_events(ImageObject *owner, int is_secret);
int make_events_type(PyObject *base);
PyObject *events_type(void);

extern PyType_Spec image_spec;
extern PyType_Spec game_spec;

/* Cells of Python into a run, and back. -1, with ValueError or TypeError, for what no run can hold. */
int read_cells(ImageObject *owner, Run *run, PyObject *cells);
PyObject *write_cells(const Run *run);
PyObject *write_log(const Log *log);
/* What is listed, with the options of Python, for one owner more; NULL, with an error set, where they
   cannot be made. What is listed is not looked at again once any is made. */
Listing *listing_in(ImageObject *owner, Listing **place, const Option *listed, int count);
/* Where the image keeps it. Until that has come from memory, there is time for something else. */
Listing **place_of_listing(ImageObject *owner, const Option *listed, int count);
void drop_listing(Listing *listing);
/* The options of Python, as a tuple, which others have too. */
PyObject *write_options(ImageObject *owner, const Option *listed, int count);
/* ValueError: the machine cannot carry it out, and Python can. */
PyObject *stuck(const Run *run);

#endif
