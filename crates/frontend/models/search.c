/* search.h without hash tables: linear search, binary trees and linked lists. The trees are not balanced, as glibc's are: twalk, which shows their shape, is not modelled. */
#include "library.h"

typedef int (*comparison)(const void *, const void *);

static void *find_linear(const void *key, const void *base, size_t count, size_t size, comparison compare)
{
    for (size_t i = 0; i < count; i++) {
        const char *element = (const char *)base + i * size;
        if (compare(key, element) == 0)
            return (void *)element;
    }
    return 0;
}

LIBRARY void *lfind(const void *key, const void *base, size_t *count, size_t size, comparison compare)
{
    return find_linear(key, base, *count, size, compare);
}

LIBRARY void *lsearch(const void *key, void *base, size_t *count, size_t size, comparison compare)
{
    void *found = find_linear(key, base, *count, size, compare);
    if (found)
        return found;
    found = (char *)base + *count * size;
    __builtin_memcpy(found, key, size);
    ++*count;
    return found;
}

/* The key comes first, since a node is used as a pointer to it. */
struct node {
    const void *key;
    struct node *left, *right;
};

static struct node **find_place(const void *key, struct node **place, comparison compare)
{
    while (*place) {
        int order = compare(key, (*place)->key);
        if (order == 0)
            break;
        place = order < 0 ? &(*place)->left : &(*place)->right;
    }
    return place;
}

LIBRARY void *tsearch(const void *key, void **root, comparison compare)
{
    if (!root)
        return 0;
    struct node **place = find_place(key, (struct node **)root, compare);
    if (!*place) {
        struct node *made = malloc(sizeof *made);
        if (!made)
            return 0;
        *made = (struct node){key, 0, 0};
        *place = made;
    }
    return *place;
}

LIBRARY void *tfind(const void *key, void *const *root, comparison compare)
{
    return root ? *find_place(key, (struct node **)root, compare) : 0;
}

/* Answers the parent, or something that is not null for the root. */
LIBRARY void *tdelete(const void *restrict key, void **restrict root, comparison compare)
{
    if (!root)
        return 0;
    struct node **place = (struct node **)root, *parent = 0;
    while (*place) {
        int order = compare(key, (*place)->key);
        if (order == 0)
            break;
        parent = *place;
        place = order < 0 ? &parent->left : &parent->right;
    }
    struct node *gone = *place;
    if (!gone)
        return 0;
    if (gone->left && gone->right) {
        /* The next larger one takes its place. */
        struct node **next = &gone->right;
        while ((*next)->left)
            next = &(*next)->left;
        struct node *successor = *next;
        gone->key = successor->key;
        *next = successor->right;
        free(successor);
        return parent ? parent : gone;
    }
    *place = gone->left ? gone->left : gone->right;
    free(gone);
    /* The result for the root is not specified, other than that it is no null pointer. */
    return parent ? (void *)parent : (void *)root;
}

static void destroy(struct node *node, void (*free_key)(void *))
{
    if (!node)
        return;
    destroy(node->left, free_key);
    destroy(node->right, free_key);
    free_key((void *)node->key);
    free(node);
}

LIBRARY void tdestroy(void *root, void (*free_key)(void *))
{
    destroy(root, free_key);
}

/* Queues of structures that begin with two pointers. */
struct link {
    struct link *next, *previous;
};

LIBRARY void insque(void *element, void *before)
{
    struct link *e = element, *p = before;
    if (!p) {
        e->next = e->previous = 0;
        return;
    }
    e->next = p->next;
    e->previous = p;
    if (p->next)
        p->next->previous = e;
    p->next = e;
}

LIBRARY void remque(void *element)
{
    struct link *e = element;
    if (e->next)
        e->next->previous = e->previous;
    if (e->previous)
        e->previous->next = e->next;
}
