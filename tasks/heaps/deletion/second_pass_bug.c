// verify memcleanup => FALSE(valid-memcleanup) by int=1 int=0 int=1 int=0 int=0
// In the second pass two marked neighbours are unlinked as one.
#include <stdbool.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct object {
    bool marked;
    struct object *next;
};
static struct object *objects;

static void mark(void)
{
    for (struct object *o = objects; o; o = o->next)
        if (__VERIFIER_nondet_int())
            o->marked = true;
}
static void sweep(void)
{
    struct object **at = &objects;
    while (*at) {
        struct object *o = *at;
        if (!o->marked) {
            at = &o->next;
            continue;
        }
        *at = o->next && o->next->marked ? o->next->next : o->next;
        free(o);
    }
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        struct object *o = calloc(1, sizeof *o);
        o->next = objects;
        objects = o;
        if (__VERIFIER_nondet_int()) {
            mark();
            sweep();
        }
    }
    for (struct object *o = objects; o; o = o->next)
        o->marked = true;
    sweep();
    return 0;
}
