/* Events: the records of one choice as numbers, until somebody reads them. Their type is a subclass of
   the Events of Python, with what that keeps in its slots. */

#include "objects.h"

#include <stdlib.h>
#include <string.h>

/* So many numbers are told of most choices at most. */
#define FEW 24

typedef struct {
    ImageObject *owner;
    PyObject *records;
    PyObject *events;
    PyObject *whole;
    size_t count;
    int is_secret;
    word *many; /* NULL: they are few */
    word few[FEW];
} EventsData;

static PyTypeObject *type_of_events;
static Py_ssize_t offset;
static Pool pool;

static EventsData *data_of(PyObject *self) { return (EventsData *)((char *)self + offset); }

PyObject *events_type(void) { return (PyObject *)type_of_events; }

static void delete_events(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    EventsData *data = data_of(self);
    Py_DECREF((PyObject *)data->owner);
    Py_XDECREF(data->records);
    Py_XDECREF(data->events);
    Py_XDECREF(data->whole);
    free(data->many);
    put_away(&pool, self);
    Py_DECREF((PyObject *)type);
}

PyObject *make_events(ImageObject *owner, int is_secret) {
    const Log *log = &owner->bench.log;
    PyObject *self = made_from(&pool, type_of_events);
    if (!self)
        return NULL;
    EventsData *data = data_of(self);
    Py_INCREF((PyObject *)owner);
    data->owner = owner;
    data->records = data->events = data->whole = NULL;
    data->count = log->count;
    data->is_secret = is_secret;
    data->many = NULL;
    if (log->count > FEW && !(data->many = malloc(log->count * sizeof(word)))) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    if (log->count)
        memcpy(data->many ? data->many : data->few, log->entries, log->count * sizeof(word));
    return self;
}

/* ------------------------------------------------------------------ what Python sees of them */

static PyObject *shared(PyObject *found) {
    Py_XINCREF(found);
    return found;
}

static PyObject *get_records(PyObject *self, void *Py_UNUSED(closure)) {
    EventsData *data = data_of(self);
    if (!data->records) {
        Log log = {.entries = data->many ? data->many : data->few, .count = data->count};
        data->records = write_log(&log);
    }
    return shared(data->records);
}

static PyObject *get_secret(PyObject *self, void *Py_UNUSED(closure)) {
    return PyBool_FromLong(data_of(self)->is_secret);
}

static PyObject *get_tell(PyObject *self, void *Py_UNUSED(closure)) {
    return shared(data_of(self)->owner->tell);
}

static PyObject *get_events(PyObject *self, void *Py_UNUSED(closure)) {
    PyObject *events = data_of(self)->events;
    return shared(events ? events : Py_None);
}

static PyObject *get_whole(PyObject *self, void *Py_UNUSED(closure)) {
    PyObject *whole = data_of(self)->whole;
    return shared(whole ? whole : Py_None);
}

static int keep(PyObject **kept, PyObject *value) {
    PyObject *before = *kept;
    *kept = shared(value);
    Py_XDECREF(before);
    return 0;
}

static int set_events(PyObject *self, PyObject *value, void *Py_UNUSED(closure)) {
    return keep(&data_of(self)->events, value);
}

static int set_whole(PyObject *self, PyObject *value, void *Py_UNUSED(closure)) {
    return keep(&data_of(self)->whole, value);
}

static PyGetSetDef attributes[] = {
    {"_records", get_records, NULL, "What the run left.", NULL},
    {"_secret", get_secret, NULL, "Do they begin in secret?", NULL},
    {"_tell", get_tell, NULL, "What makes events of a record.", NULL},
    {"_events", get_events, set_events, "The events, once they are read.", NULL},
    {"_whole", get_whole, set_whole, "The same, with where a secret begins and ends.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_dealloc, delete_events},
    {Py_tp_getset, attributes},
    {Py_tp_doc, "Events that the machine in C tells."},
    {0, NULL},
};

int make_events_type(PyObject *base) {
    if (type_of_events)
        return 0;
    PyObject *size = PyObject_GetAttrString(base, "__basicsize__");
    PyObject *bases = size ? PyTuple_Pack(1, base) : NULL;
    if (bases) {
        offset = (Py_ssize_t)PyLong_AsLong(size);
        PyType_Spec spec = {.name = "homesteaders_rules_native.Events", .slots = slots};
        spec.basicsize = (int)(offset + (Py_ssize_t)sizeof(EventsData));
        spec.flags = Py_TPFLAGS_DEFAULT;
        type_of_events = (PyTypeObject *)PyType_FromSpecWithBases(&spec, bases);
    }
    Py_XDECREF(size);
    Py_XDECREF(bases);
    return type_of_events ? 0 : -1;
}
