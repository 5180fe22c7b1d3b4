// verify memsafety => TRUE
// Insertion between two sentinels with the smallest and the largest key, so no end is looked for.
#include <limits.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

typedef struct entry {
    int key;
    struct entry *next;
} entry;
static entry *make(int key, entry *next)
{
    entry *e = malloc(sizeof *e);
    e->key = key;
    e->next = next;
    return e;
}
int main(void)
{
    entry *list = make(INT_MIN, make(INT_MAX, NULL));
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        if (key == INT_MAX)
            continue;
        entry *before = list;
        while (before->next->key <= key)
            before = before->next;
        before->next = make(key, before->next);
    }
    while (list) {
        entry *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
