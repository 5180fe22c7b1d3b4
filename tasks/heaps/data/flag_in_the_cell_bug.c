// verify unreach-call => FALSE(unreach-call) by int=1 int=1 int=0 int=1
// The value is reset without the flag.
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
        }
    for (o = options; o; o = o->next)
        if (o->is_set && o->value == 0)
            reach_error();
    return 0;
}
