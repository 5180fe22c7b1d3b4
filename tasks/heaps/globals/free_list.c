// verify memcleanup => TRUE
// Cells that are not used are kept in a list, and taken from there before new ones are made.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct cell {
    struct cell *next;
};
static struct cell *unused, *used;

static struct cell *get(void)
{
    struct cell *c = unused;
    if (c != NULL)
        unused = c->next;
    else
        c = malloc(sizeof *c);
    return c;
}
static void clear(struct cell **list)
{
    while (*list) {
        struct cell *c = *list;
        *list = c->next;
        free(c);
    }
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        struct cell **to = &used, *c;
        if (__VERIFIER_nondet_int() && used) {
            c = used;
            used = c->next;
            to = &unused;
        } else {
            c = get();
        }
        c->next = *to;
        *to = c;
    }
    clear(&used);
    clear(&unused);
    return 0;
}
