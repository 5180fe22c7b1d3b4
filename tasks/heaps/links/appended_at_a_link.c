// verify memcleanup => TRUE
// The place of the next node is always the last link, be it the head or that of a node.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

typedef struct rec {
    struct rec *next;
    double x;
} rec;
int main(void)
{
    rec *records = NULL, **place = &records;
    while (__VERIFIER_nondet_int()) {
        *place = malloc(sizeof(rec));
        (*place)->x = 0.5;
        (*place)->next = NULL;
        place = &(*place)->next;
    }
    for (rec *r = records; r != NULL;) {
        rec *old = r;
        r = r->next;
        free(old);
    }
    return 0;
}
