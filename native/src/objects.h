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

/* What is listed together is often listed so again: the tuples of Python are kept, one in a slot. */
#define LISTINGS 4096
typedef struct {
    PyObject *options; /* NULL: there is none */
    Option *entries;
    int count;
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
    Known known;
    Listing *listings;
    Spare spare[MOST_LINES];
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

/* So many numbers are told of most choices at most. */
#define FEW 24

/* What lies on the workbench is copied before any object is made: that may run other Python code,
   which uses the workbench too. */
typedef struct {
    word *memory;
    Option *listed;
    word depth;
    int count;
    size_t lines; /* of the memory */
    size_t told;
    word few[FEW]; /* what is told, where it is little */
    word *entries;
} Outcome;

/* What must be an image; NULL, with an error set, where it is none. */
ImageObject *image_of(PyObject *object);

/* types(State, Events): those that the machine makes, which are states and events to everybody. */
PyObject *make_types(PyObject *module, PyObject *bases);
/* state(image, table, cells): the state of a table with these cells, held by the machine. */
PyObject *make_state(PyObject *module, PyObject *arguments);
/* begin(image, table, cells, start): the state and events of a game run from a step to its first
   question. */
PyObject *begin_game(PyObject *module, PyObject *arguments);
/* Events that the log tells, made of nothing but numbers until somebody reads them. */
PyObject *make_events(ImageObject *owner, const Outcome *outcome, int is_secret);
int make_events_type(PyObject *base);
PyObject *events_type(void);

extern PyType_Spec image_spec;
extern PyType_Spec game_spec;

/* Cells of Python into a run, and back. -1, with an error set, for what no run can hold. */
int read_cells(Run *run, PyObject *cells);
PyObject *write_cells(const Run *run);
PyObject *write_log(const Log *log);
/* The options of Python, as a tuple, which others have too. */
PyObject *write_options(ImageObject *owner, const Option *listed, int count);
/* ValueError: the machine cannot carry it out, and Python can. */
PyObject *stuck(const Run *run);

#endif
