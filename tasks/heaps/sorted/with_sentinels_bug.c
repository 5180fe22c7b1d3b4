// verify memsafety => FALSE(valid-deref) by int=1 int=2147483647
// Keys may be as large as that of the last sentinel, and the search passes it.
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
