/* The module of Python: images, and games on them. */

#include "objects.h"

#include <stdlib.h>

static int set_up(ImageObject *object) {
    Workbench *bench = &object->bench;
    object->listings = calloc(LISTINGS, sizeof(Listing *));
    bench->memory = malloc(words_in(object->image) * sizeof(word));
    object->beginning.memory = malloc(words_in(object->image) * sizeof(word));
    bench->listed = malloc(sizeof(Options));
    bench->aside = malloc(sizeof(Options));
    bench->exchanges = malloc(sizeof(Options));
    bench->landscape = new_landscape(object->image);
    if (!object->listings || !bench->memory || !bench->listed || !bench->aside ||
        !bench->exchanges || !object->beginning.memory)
        return -1;
    bench->aside->count = 0;
    return 0;
}

static PyObject *new_image_object(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    const char *words, *fault = NULL;
    Py_ssize_t length;
    PyObject *make, *tell, *secrets;
    static char *names[] = {"words", "make", "tell", "secrets", NULL};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "y#OOO!", names, &words, &length, &make,
                                     &tell, &PyBytes_Type, &secrets))
        return NULL;
    ImageObject *object = (ImageObject *)PyType_GenericAlloc(type, 0);
    if (!object)
        return NULL;
    Py_INCREF(make);
    Py_INCREF(tell);
    Py_INCREF(secrets);
    object->make = make;
    object->tell = tell;
    object->secrets = secrets;
    object->is_secret = PyBytes_AsString(secrets);
    object->image = new_image((const word *)words, (size_t)length / sizeof(word), &fault);
    if (!object->image) {
        Py_DECREF((PyObject *)object);
        PyErr_SetString(PyExc_ValueError, fault);
        return NULL;
    }
    if (PyBytes_Size(secrets) != object->image->step_count || set_up(object) < 0) {
        Py_DECREF((PyObject *)object);
        PyErr_SetString(PyExc_ValueError, "not every step is said to be secret or not");
        return NULL;
    }
    return (PyObject *)object;
}

static void delete_image_object(ImageObject *object) {
    PyTypeObject *type = Py_TYPE((PyObject *)object);
    for (size_t slot = 0; slot < object->known.capacity; slot++)
        Py_XDECREF(object->known.made[slot]);
    for (int slot = 0; object->listings && slot < LISTINGS; slot++)
        drop_listing(object->listings[slot]);
    for (int lines = 0; lines < MOST_LINES; lines++)
        while (object->spare[lines].count)
            free(object->spare[lines].blocks[--object->spare[lines].count]);
    free(object->listings);
    free(object->known.keys);
    free(object->known.made);
    Py_XDECREF(object->beginning.cells);
    free(object->beginning.memory);
    free(object->bench.memory);
    free(object->bench.listed);
    free(object->bench.aside);
    free(object->bench.exchanges);
    free(object->bench.landscape);
    free(object->bench.log.entries);
    Py_XDECREF(object->make);
    Py_XDECREF(object->tell);
    Py_XDECREF(object->secrets);
    free_image(object->image);
    PyObject_Free(object);
    Py_DECREF((PyObject *)type);
}

static PyType_Slot slots[] = {
    {Py_tp_new, new_image_object},
    {Py_tp_dealloc, delete_image_object},
    {Py_tp_doc,
     "Image(words, make, tell, secrets): a block, checked. `make` makes an option of the place of "
     "its part, its operands, and whether it is of any time and needed; `tell` makes events of a "
     "record; `secrets` says of each step whether it is secret. Raises ValueError for what is none."},
    {0, NULL},
};

PyType_Spec image_spec = {
    .name = "homesteaders_rules_native.Image",
    .basicsize = sizeof(ImageObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = slots,
};

static PyTypeObject *image_type;

ImageObject *image_of(PyObject *object) {
    if (image_type && PyType_IsSubtype(Py_TYPE(object), image_type))
        return (ImageObject *)object;
    PyErr_SetString(PyExc_TypeError, "wanted is an Image");
    return NULL;
}

/* The module and whoever asks for it have the type. */
static PyTypeObject *add_type(PyObject *module, PyType_Spec *spec) {
    PyTypeObject *type = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
    if (type && PyModule_AddType(module, type) < 0)
        Py_CLEAR(type);
    return type;
}

/* The numbers of the classes of parts that the machine can carry out. */
static PyObject *known_parts(void) {
    PyObject *known = PyFrozenSet_New(NULL);
    for (int opcode = 0; known && opcode < PARTS; opcode++) {
        PyObject *number = knows(opcode) ? PyLong_FromLong(opcode) : NULL;
        if (number && PySet_Add(known, number) < 0)
            Py_CLEAR(known);
        Py_XDECREF(number);
    }
    return known;
}

static int fill_module(PyObject *module) {
    PyObject *known = known_parts();
    int failed = !known || PyModule_AddObjectRef(module, "KNOWN", known) < 0 ||
                 PyModule_AddStringConstant(module, "VOCABULARY", VOCABULARY) < 0 ||
                 !(image_type = add_type(module, &image_spec)) || !add_type(module, &game_spec);
    Py_XDECREF(known);
    return failed ? -1 : 0;
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, fill_module},
    {0, NULL},
};

static PyMethodDef functions[] = {
    {"types", make_types, METH_VARARGS, "types(State, Events): the states and events made here."},
    {"state", make_state, METH_VARARGS, "state(image, table, cells): a state of a table."},
    {"begin", begin_game, METH_VARARGS,
     "begin(image, table, cells, start, chance): the first state and the events of a game that begins."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_machine",
    .m_doc = "The machine in C for linked programs.",
    .m_size = 0,
    .m_methods = functions,
    .m_slots = module_slots,
};

PyMODINIT_FUNC PyInit__machine(void) { return PyModuleDef_Init(&definition); }
