// verify memsafety => FALSE(valid-memtrack) by int=1 int=-1
// The list is local, and lost where main is left early.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct entry {
    int number;
    struct entry *next;
};
int main(void)
{
    struct entry *entries = NULL;
    int number;
    while ((number = __VERIFIER_nondet_int()) != 0) {
        if (number < 0)
            return 1;
        struct entry *e = malloc(sizeof *e);
        e->number = number;
        e->next = entries;
        entries = e;
    }
    while (entries) {
        struct entry *e = entries;
        entries = e->next;
        free(e);
    }
    return 0;
}
