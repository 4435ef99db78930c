/* From cells, records and options of Python to those of the machine, and back. */

#include "objects.h"

#include <stdlib.h>
#include <string.h>

PyObject *stuck(const Run *run) {
    static const char *const why[] = {
        "nothing is wrong",
        "a cell is not there",
        "a number is too large for the machine",
        "there is too much of something for the machine",
        "the machine does not know a part",
        "there is no memory",
    };
    return PyErr_Format(PyExc_ValueError, "left to Python: %s", why[run->fault]);
}

/* ------------------------------------------------------------------ cells */

/* Bytes, the lowest first, whatever the order in this computer is. */
static int read_wide(Run *run, word index, PyObject *number) {
    word begin = run->image->wide[index].begin, length = run->image->wide[index].words;
    PyObject *bytes =
        PyObject_CallMethod(number, "to_bytes", "ns", (Py_ssize_t)length * 8, "little");
    const unsigned char *found = bytes ? (unsigned char *)PyBytes_AsString(bytes) : NULL;
    if (!found) {
        Py_XDECREF(bytes);
        return -1;
    }
    for (word each = 0; each < length; each++) {
        uint64_t value = 0;
        for (int byte = 7; byte >= 0; byte--)
            value = value << 8 | found[8 * each + byte];
        memcpy(run->wide + begin + each, &value, sizeof value);
    }
    Py_DECREF(bytes);
    return 0;
}

static PyObject *write_wide(const Run *run, word index) {
    char bytes[8 * MOST_WORDS];
    word begin = run->image->wide[index].begin, length = run->image->wide[index].words;
    for (word each = 0; each < length; each++) {
        uint64_t value = (uint64_t)run->wide[begin + each];
        for (int byte = 0; byte < 8; byte++)
            bytes[8 * each + byte] = (char)(value >> 8 * byte & 255);
    }
    return PyObject_CallMethod((PyObject *)&PyLong_Type, "from_bytes", "y#s", bytes,
                               (Py_ssize_t)length * 8, "little");
}

/* Bits of a set, 62 in the cell itself and 62 in each of its words, in bytes. */
static int bit_in(const unsigned char *bytes, word place) { return bytes[place / 8] >> place % 8 & 1; }

static word word_of_set(const unsigned char *bytes, word number) {
    word value = 0;
    for (word place = 0; place < SET_BITS; place++)
        value |= (word)bit_in(bytes, SET_BITS * number + place) << place;
    return value;
}

static int read_set(Run *run, word index, PyObject *number) {
    word more = run->image->wide[index].more, begin = run->image->wide[index].begin;
    PyObject *bytes =
        PyObject_CallMethod(number, "to_bytes", "ns", (Py_ssize_t)(more + 1) * 8, "little");
    const unsigned char *found = bytes ? (unsigned char *)PyBytes_AsString(bytes) : NULL;
    int is_sound = found != NULL;
    for (word place = SET_BITS * (more + 1); is_sound && place < 64 * (more + 1); place++)
        is_sound = !bit_in(found, place);
    for (word each = 0; is_sound && each <= more; each++)
        *(each ? run->wide + begin + each - 1 : run->cells + index) = word_of_set(found, each);
    if (found && !is_sound)
        PyErr_SetString(PyExc_OverflowError, "a cell is too large for the machine");
    Py_XDECREF(bytes);
    return is_sound ? 0 : -1;
}

static PyObject *write_set(const Run *run, word index) {
    unsigned char bytes[8 * (MOST_WORDS + 1)] = {0};
    word more = run->image->wide[index].more, begin = run->image->wide[index].begin;
    for (word each = 0; each <= more; each++) {
        word value = each ? run->wide[begin + each - 1] : run->cells[index];
        for (size_t place = 0; place < SET_BITS; place++) {
            size_t at = (size_t)(SET_BITS * each) + place;
            bytes[at / 8] |= (unsigned char)((value >> place & 1) << at % 8);
        }
    }
    return PyObject_CallMethod((PyObject *)&PyLong_Type, "from_bytes", "y#s", (char *)bytes,
                               (Py_ssize_t)(more + 1) * 8, "little");
}

static int read_anew(Run *run, PyObject *cells) {
    const Image *image = run->image;
    Py_ssize_t length = PyTuple_Check(cells) ? PyTuple_Size(cells) : -1;
    if (length < image->cells || length > image->cells + MOST_FRAMES) {
        PyErr_SetString(PyExc_ValueError, "these are no cells of such a table");
        return -1;
    }
    for (word index = 0; index < length; index++) {
        PyObject *number = PyTuple_GetItem(cells, (Py_ssize_t)index);
        if (!PyLong_Check(number)) {
            PyErr_SetString(PyExc_TypeError, "cells are whole numbers");
            return -1;
        }
        run->cells[index] = 0;
        Wide wide = index < image->cells ? image->wide[index] : (Wide){0};
        if (wide.words || wide.more) {
            if ((wide.more ? read_set : read_wide)(run, index, number) < 0)
                return -1;
            continue;
        }
        int overflow = 0;
        word value = PyLong_AsLongLongAndOverflow(number, &overflow);
        if (overflow || is_large(value)) {
            PyErr_SetString(PyExc_OverflowError, "a cell is too large for the machine");
            return -1;
        }
        run->cells[index] = value;
    }
    run->depth = length;
    return 0;
}

static int refuse_cells(void) {
    if (PyErr_ExceptionMatches(PyExc_OverflowError))
        PyErr_SetString(PyExc_ValueError, "left to Python: a cell is too large for the machine");
    return -1;
}

int read_cells(ImageObject *owner, Run *run, PyObject *cells) {
    Beginning *last = &owner->beginning;
    size_t words = (size_t)run->image->words;
    if (cells == last->cells) {
        run->depth = last->depth;
        memcpy(run->wide, last->memory, (words + (size_t)last->depth) * sizeof(word));
        return 0;
    }
    if (read_anew(run, cells) < 0)
        return refuse_cells();
    PyObject *before = last->cells;
    Py_INCREF(cells);
    last->cells = cells;
    last->depth = run->depth;
    memcpy(last->memory, run->wide, (words + (size_t)run->depth) * sizeof(word));
    Py_XDECREF(before);
    return 0;
}

PyObject *write_cells(const Run *run) {
    const Image *image = run->image;
    PyObject *cells = PyTuple_New((Py_ssize_t)run->depth);
    for (word index = 0; cells && index < run->depth; index++) {
        Wide wide = index < image->cells ? image->wide[index] : (Wide){0};
        PyObject *number = wide.more    ? write_set(run, index)
                           : wide.words ? write_wide(run, index)
                                        : PyLong_FromLongLong(run->cells[index]);
        if (!number) {
            Py_DECREF(cells);
            return NULL;
        }
        PyTuple_SetItem(cells, (Py_ssize_t)index, number);
    }
    return cells;
}

/* ------------------------------------------------------------------ records */

static PyObject *write_record(const word *numbers, word length) {
    PyObject *record = PyTuple_New((Py_ssize_t)length);
    for (word place = 0; record && place < length; place++) {
        PyObject *number = PyLong_FromLongLong(numbers[place]);
        if (!number) {
            Py_DECREF(record);
            return NULL;
        }
        PyTuple_SetItem(record, (Py_ssize_t)place, number);
    }
    return record;
}

PyObject *write_log(const Log *log) {
    PyObject *records = PyList_New(0);
    size_t place = 0;
    while (records && place < log->count) {
        word length = log->entries[place];
        PyObject *record = write_record(log->entries + place + 1, length);
        if (!record || PyList_Append(records, record) < 0) {
            Py_XDECREF(record);
            Py_DECREF(records);
            return NULL;
        }
        Py_DECREF(record);
        place += (size_t)length + 1;
    }
    return records;
}

/* ------------------------------------------------------------------ options */

static size_t hash_of(const Option *option) {
    uint64_t hash = (uint64_t)option->source * GOLDEN;
    hash ^= (uint64_t)(uint32_t)option->operands[0] * MIXED_FIRST;
    hash ^= (uint64_t)(uint32_t)option->operands[1] * MIXED_SECOND + option->count;
    hash ^= (uint64_t)(uint32_t)option->operands[2] << 40;
    return (size_t)(hash ^ hash >> 29);
}

static int are_equal(const Option *one, const Option *other) {
    return one->source == other->source && one->count == other->count &&
           !memcmp(one->operands, other->operands, sizeof one->operands);
}

/* Where an option is, or where it would be. */
static size_t slot_of(const Known *known, const Option *option) {
    size_t slot = hash_of(option) & (known->capacity - 1);
    while (known->made[slot] && !are_equal(known->keys + slot, option))
        slot = (slot + 1) & (known->capacity - 1);
    return slot;
}

static int make_room(Known *known) {
    if (2 * known->count < known->capacity)
        return 0;
    Known larger = {.count = known->count, .capacity = known->capacity ? 2 * known->capacity : 256};
    larger.keys = calloc(larger.capacity, sizeof(Option));
    larger.made = calloc(larger.capacity, sizeof(PyObject *));
    if (!larger.keys || !larger.made) {
        free(larger.keys);
        free(larger.made);
        PyErr_NoMemory();
        return -1;
    }
    for (size_t slot = 0; slot < known->capacity; slot++)
        if (known->made[slot]) {
            size_t other = slot_of(&larger, known->keys + slot);
            larger.keys[other] = known->keys[slot];
            larger.made[other] = known->made[slot];
        }
    free(known->keys);
    free(known->made);
    *known = larger;
    return 0;
}

static PyObject *make_option(ImageObject *owner, const Option *option) {
    PyObject *operands = PyTuple_New((Py_ssize_t)option->count);
    for (int place = 0; operands && place < (int)option->count; place++) {
        PyObject *number = PyLong_FromLongLong(operand(option, place));
        if (!number) {
            Py_DECREF(operands);
            return NULL;
        }
        PyTuple_SetItem(operands, place, number);
    }
    if (!operands)
        return NULL;
    PyObject *made = PyObject_CallFunction(owner->make, "lNii", (long)option->source, operands,
                                           option->anytime, option->needed);
    return made;
}

/* Borrowed: the image keeps it. */
static PyObject *known_option(ImageObject *owner, const Option *option) {
    Known *known = &owner->known;
    if (make_room(known) < 0)
        return NULL;
    size_t slot = slot_of(known, option);
    if (known->made[slot])
        return known->made[slot];
    PyObject *made = make_option(owner, option);
    if (!made)
        return NULL;
    /* Making it may have run other Python code, and that may have listed options too. */
    if (make_room(known) < 0) {
        Py_DECREF(made);
        return NULL;
    }
    slot = slot_of(known, option);
    if (known->made[slot]) {
        Py_DECREF(made);
        return known->made[slot];
    }
    known->keys[slot] = *option;
    known->made[slot] = made;
    known->count++;
    return made;
}

static PyObject *new_options(ImageObject *owner, const Option *listed, int count) {
    PyObject *options = PyTuple_New(count);
    for (int place = 0; options && place < count; place++) {
        PyObject *option = known_option(owner, listed + place);
        if (!option) {
            Py_DECREF(options);
            return NULL;
        }
        Py_INCREF(option);
        PyTuple_SetItem(options, place, option);
    }
    return options;
}

/* Each on its own: a processor need not wait for one to look at the next. */
Listing **place_of_listing(ImageObject *owner, const Option *listed, int count) {
    uint64_t hash = (uint64_t)count, first = MIXED_FIRST, second = MIXED_SECOND, halves[2];
    for (int place = 0; place < count; place++, first += GOLDEN, second += GOLDEN) {
        memcpy(halves, listed + place, sizeof halves);
        hash += (halves[0] ^ first) * (halves[1] ^ second);
    }
    Listing **place = owner->listings + (((hash ^ hash >> 32) * MIXED_FIRST) >> 40) % (LISTINGS / 2) * 2;
#ifdef __GNUC__
    __builtin_prefetch(*place);
#endif
    return place;
}

void drop_listing(Listing *listing) {
    if (!listing || --listing->owners)
        return;
    Py_DECREF(listing->options);
    free(listing);
}

static int is_of(const Listing *listing, const Option *listed, int count) {
    return listing && listing->count == count &&
           !memcmp(listing->entries, listed, (size_t)count * sizeof(Option));
}

/* For the image and one owner more. */
static Listing *new_listing(ImageObject *owner, const Option *listed, int count) {
    size_t size = (size_t)count * sizeof(Option);
    Listing *listing = malloc(sizeof(Listing) + size + (size_t)count * sizeof(PyObject *));
    if (!listing) {
        PyErr_NoMemory();
        return NULL;
    }
    memcpy(listing->entries, listed, size);
    listing->made = (PyObject **)(listing->entries + count);
    listing->count = count;
    listing->owners = 2;
    if (!(listing->options = new_options(owner, listing->entries, count))) {
        free(listing);
        return NULL;
    }
    for (int place = 0; place < count; place++)
        listing->made[place] = PyTuple_GetItem(listing->options, place);
    return listing;
}

Listing *listing_in(ImageObject *owner, Listing **place, const Option *listed, int count) {
    Listing *found = is_of(place[0], listed, count)   ? place[0]
                     : is_of(place[1], listed, count) ? place[1]
                                                      : NULL;
    if (found) {
        found->owners++;
    } else if ((found = new_listing(owner, listed, count))) {
        Listing *before = place[1];
        place[1] = place[0];
        place[0] = found;
        drop_listing(before);
    }
    return found;
}

PyObject *write_options(ImageObject *owner, const Option *listed, int count) {
    Listing *listing =
        listing_in(owner, place_of_listing(owner, listed, count), listed, count);
    PyObject *options = listing ? listing->options : NULL;
    Py_XINCREF(options);
    drop_listing(listing);
    return options;
}
