#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
};

struct owner {
    long id;
    struct item *items;
    struct owner *next;
};

struct owner *all;

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        struct owner *o = malloc(sizeof *o);
        o->items = 0;
        o->next = all;
        all = o;
        while (__VERIFIER_nondet_int()) {
            struct item *i = malloc(sizeof *i);
            i->next = o->items;
            o->items = i;
        }
    }
    return 0;
}
