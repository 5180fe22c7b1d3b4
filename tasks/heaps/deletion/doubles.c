// verify memsafety => TRUE
// Neighbours with the same key become one cell.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct entry {
    unsigned char key;
    struct entry *next;
};
int main(void)
{
    struct entry *list = 0, *e;
    while (__VERIFIER_nondet_int()) {
        e = malloc(sizeof *e);
        e->key = __VERIFIER_nondet_int();
        e->next = list;
        list = e;
    }
    for (e = list; e; e = e->next) {
        while (e->next && e->next->key == e->key) {
            struct entry *same = e->next;
            e->next = same->next;
            same->next = 0;
            free(same);
        }
    }
    while (list) {
        e = list;
        list = e->next;
        free(e);
    }
    return 0;
}
