/* qsort and bsearch. The sort is stable, as glibc's usually is, and the comparison sees elements of the array only.
 *
 * Few elements are sorted by insertion, with exchanges of neighbours: the addresses do not depend on the values. Many are
 * sorted by merging an array of indices; then every cycle of the permutation moves its elements, each once. */
#include "library.h"

#define FEW 16

typedef int (*comparison)(const void *, const void *);
typedef int (*comparison_with_argument)(const void *, const void *, void *);

struct order {
    char *base;
    size_t size;
    comparison plain;
    comparison_with_argument with_argument;
    void *argument;
};

static int compare(const struct order *o, size_t i, size_t j)
{
    const char *a = o->base + i * o->size, *b = o->base + j * o->size;
    return o->plain ? o->plain(a, b) : o->with_argument(a, b, o->argument);
}

static void sort_few(const struct order *o, size_t count)
{
    char *spare = __builtin_alloca(o->size);
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && compare(o, j - 1, j) > 0; j--) {
            char *right = o->base + j * o->size, *left = right - o->size;
            __builtin_memcpy(spare, left, o->size);
            __builtin_memcpy(left, right, o->size);
            __builtin_memcpy(right, spare, o->size);
        }
}

/* Merges the sorted runs [low, middle) and [middle, high) of indices. */
static void merge(const struct order *o, const size_t *from, size_t *to, size_t low, size_t middle, size_t high)
{
    size_t i = low, j = middle;
    for (size_t k = low; k < high; k++) {
        if (i < middle && (j >= high || compare(o, from[i], from[j]) <= 0))
            to[k] = from[i++];
        else
            to[k] = from[j++];
    }
}

static void sort_many(const struct order *o, size_t count)
{
    size_t *index = __builtin_alloca(count * sizeof *index);
    size_t *other = __builtin_alloca(count * sizeof *other);
    for (size_t i = 0; i < count; i++)
        index[i] = i;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t low = 0; low < count; low += 2 * width) {
            size_t middle = low + width < count ? low + width : count;
            size_t high = middle + width < count ? middle + width : count;
            merge(o, index, other, low, middle, high);
        }
        size_t *swap = index;
        index = other;
        other = swap;
    }
    char *spare = __builtin_alloca(o->size);
    for (size_t i = 0; i < count; i++) {
        if (index[i] == i)
            continue;
        __builtin_memcpy(spare, o->base + i * o->size, o->size);
        size_t hole = i;
        while (index[hole] != i) {
            size_t source = index[hole];
            __builtin_memcpy(o->base + hole * o->size, o->base + source * o->size, o->size);
            index[hole] = hole;
            hole = source;
        }
        __builtin_memcpy(o->base + hole * o->size, spare, o->size);
        index[hole] = hole;
    }
}

static void sort(const struct order *o, size_t count)
{
    if (count < 2 || o->size == 0)
        return;
    if (count <= FEW)
        sort_few(o, count);
    else
        sort_many(o, count);
}

LIBRARY void qsort(void *base, size_t count, size_t size, comparison compare_elements)
{
    struct order o = {base, size, compare_elements, 0, 0};
    sort(&o, count);
}

LIBRARY void qsort_r(void *base, size_t count, size_t size, comparison_with_argument compare_elements, void *argument)
{
    struct order o = {base, size, 0, compare_elements, argument};
    sort(&o, count);
}

LIBRARY void *bsearch(const void *key, const void *base, size_t count, size_t size, comparison compare_elements)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *element = (const char *)base + middle * size;
        int order = compare_elements(key, element);
        if (order == 0)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}
