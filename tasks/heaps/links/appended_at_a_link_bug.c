// verify memcleanup => FALSE(valid-memcleanup) by int=1 int=1 int=0
// The place stays where it was, and new nodes replace each other.
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
    }
    for (rec *r = records; r != NULL;) {
        rec *old = r;
        r = r->next;
        free(old);
    }
    return 0;
}
