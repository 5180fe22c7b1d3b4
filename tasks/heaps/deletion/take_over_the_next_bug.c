// verify memsafety => FALSE(valid-deref)
// The last cell has no next one to take over.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct cell {
    int value;
    struct cell *next;
};
static void delete_here(struct cell *c)
{
    struct cell *next = c->next;
    *c = *next;
    free(next);
}
int main(void)
{
    struct cell *list = malloc(sizeof *list);
    list->value = 1;
    list->next = NULL;
    for (int i = 0; __VERIFIER_nondet_int(); i = !i) {
        struct cell *c = malloc(sizeof *c);
        c->value = i;
        c->next = list;
        list = c;
    }
    for (struct cell *c = list; c;) {
        if (c->value)
            delete_here(c);
        else
            c = c->next;
    }
    while (list) {
        struct cell *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
