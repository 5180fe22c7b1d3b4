// verify unreach-call => TRUE
// A cell that says that it has a value has one that is not zero.
#include <stdbool.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct option {
    bool is_set;
    int value;
    struct option *next;
};
int main(void)
{
    struct option *options = NULL, *o;
    while (__VERIFIER_nondet_int()) {
        o = malloc(sizeof(struct option));
        o->value = __VERIFIER_nondet_int();
        o->is_set = o->value != 0;
        o->next = options;
        options = o;
    }
    for (o = options; o; o = o->next)
        if (__VERIFIER_nondet_int()) {
            o->value = 0;
            o->is_set = false;
        }
    for (o = options; o; o = o->next)
        if (o->is_set && o->value == 0)
            reach_error();
    return 0;
}
