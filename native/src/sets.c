/* Sets with more members than a word has bits for. */

#include "machine.h"

/* One of the words of a cell with a set. */
static word *set_word(Run *run, word index, word number) {
    const Image *image = run->image;
    if (!number)
        return cell(run, index);
    if ((uint64_t)index < (uint64_t)image->cells && number <= image->wide[index].more)
        return run->wide + image->wide[index].begin + number - 1;
    return cell(run, -1);
}

word *word_with(Run *run, word index, word member) {
    return member < 0 ? cell(run, -1) : set_word(run, index, member / SET_BITS);
}

int meets_long(Run *run, word index, word set) {
    for (word number = 0; number < words_of_set(run, set); number++) {
        word wanted = part_of_set(run, set, number);
        if (wanted && *set_word(run, index, number) & wanted)
            return 1;
    }
    return 0;
}

int includes_long(Run *run, word index, word set) {
    for (word number = 0; number < words_of_set(run, set); number++) {
        word wanted = part_of_set(run, set, number);
        if (wanted && (*set_word(run, index, number) & wanted) != wanted)
            return 0;
    }
    return 1;
}

word shared_long(Run *run, word index, word set) {
    word count = 0;
    for (word number = 0; number < words_of_set(run, set); number++) {
        word wanted = part_of_set(run, set, number);
        if (wanted)
            count += bit_count(*set_word(run, index, number) & wanted);
    }
    return count;
}

void join_long(Run *run, word index, word set, int is_in) {
    for (word number = 0; number < words_of_set(run, set); number++) {
        word wanted = part_of_set(run, set, number);
        if (wanted && is_in)
            *set_word(run, index, number) |= wanted;
        else if (wanted)
            *set_word(run, index, number) &= ~wanted;
    }
}

word last_in(Run *run, word set) {
    word number = set < 0 ? words_of_set(run, set) - 1 : 0, last = 0;
    while (number > 0 && !part_of_set(run, set, number))
        number--;
    for (word left = part_of_set(run, set, number) >> 1; left; left >>= 1)
        last++;
    return last + SET_BITS * (number > 0 ? number : 0);
}

/* ------------------------------------------------------------------ sets that are worked out */

Set set_in(Run *run, word index) {
    const Image *image = run->image;
    word more = (uint64_t)index < (uint64_t)image->cells ? image->wide[index].more : 0;
    Set found = {{0}};
    for (word number = 0; number <= more && number < SET_WORDS; number++)
        found.words[number] = *set_word(run, index, number);
    return found;
}

Set set_of(Run *run, word set) {
    Set found = {{0}};
    for (word number = 0; number < SET_WORDS; number++)
        found.words[number] = part_of_set(run, set, number);
    return found;
}

void join_set(Set *set, const Set *other) {
    for (int number = 0; number < SET_WORDS; number++)
        set->words[number] |= other->words[number];
}

void keep_shared(Set *set, const Set *other) {
    for (int number = 0; number < SET_WORDS; number++)
        set->words[number] &= other->words[number];
}

void leave_out(Set *set, const Set *other) {
    for (int number = 0; number < SET_WORDS; number++)
        set->words[number] &= ~other->words[number];
}

word size_of_set(const Set *set) {
    word size = 0;
    for (int number = 0; number < SET_WORDS; number++)
        size += bit_count(set->words[number]);
    return size;
}

word member_from(const Set *set, word first) {
    while (first >= 0 && first < SET_BITS * SET_WORDS) {
        uint64_t left = (uint64_t)set->words[first / SET_BITS] >> first % SET_BITS;
        if (!left) {
            first = (first / SET_BITS + 1) * SET_BITS;
            continue;
        }
        while (!(left & 1)) {
            left >>= 1;
            first++;
        }
        return first;
    }
    return -1;
}
