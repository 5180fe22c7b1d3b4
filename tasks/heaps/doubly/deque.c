// verify memcleanup => TRUE
// A deque: cells come and go at both ends.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

enum side { LEFT, RIGHT };
struct cell {
    struct cell *to[2];
};
struct deque {
    struct cell *end[2];
};
static void put(struct deque *d, enum side s)
{
    struct cell *c = malloc(sizeof *c);
    c->to[s] = NULL;
    c->to[1 - s] = d->end[s];
    if (d->end[s])
        d->end[s]->to[s] = c;
    else
        d->end[1 - s] = c;
    d->end[s] = c;
}
static void drop(struct deque *d, enum side s)
{
    struct cell *c = d->end[s];
    d->end[s] = c->to[1 - s];
    if (d->end[s])
        d->end[s]->to[s] = NULL;
    else
        d->end[1 - s] = NULL;
    free(c);
}
int main(void)
{
    struct deque d = { .end = { NULL, NULL } };
    while (__VERIFIER_nondet_int()) {
        enum side s = __VERIFIER_nondet_int() ? RIGHT : LEFT;
        if (__VERIFIER_nondet_int() || !d.end[LEFT])
            put(&d, s);
        else
            drop(&d, s);
    }
    while (d.end[LEFT])
        drop(&d, LEFT);
    return 0;
}
