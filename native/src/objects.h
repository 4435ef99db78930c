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

typedef struct {
    PyObject_HEAD
    Image *image;
    PyObject *make;
    Known known;
} ImageObject;

/* A game in play. `options` is the tuple of what is listed; NULL until somebody asks. */
typedef struct {
    PyObject_HEAD
    ImageObject *owner;
    PyObject *options;
    word *memory;
    Options *listed;
    Options *aside;
    Log log;
    Run run;
    int is_listed;
} GameObject;

extern PyType_Spec image_spec;
extern PyType_Spec game_spec;

/* Cells of Python into a run, and back. -1, with an error set, for what no run can hold. */
int read_cells(Run *run, PyObject *cells);
PyObject *write_cells(const Run *run);
PyObject *write_log(const Log *log);
/* The options of Python, as a tuple. */
PyObject *write_options(ImageObject *owner, const Options *listed);
/* ValueError: the machine cannot carry it out, and Python can. */
PyObject *stuck(const Run *run);

#endif
