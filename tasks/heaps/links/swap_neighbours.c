// verify memsafety => TRUE
// The first two cells behind each link change places.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct cell {
    struct cell *next;
};
int main(void)
{
    struct cell *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct cell *c = malloc(sizeof *c);
        c->next = list;
        list = c;
    }
    struct cell **link = &list;
    while (*link && (*link)->next) {
        struct cell *a = *link, *b = a->next;
        a->next = b->next;
        b->next = a;
        *link = b;
        link = &a->next;
    }
    while (list) {
        struct cell *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
