// verify unreach-call => FALSE(unreach-call) by int=0 int=1 int=0
// One more zero is put in front before the list is reversed.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

typedef struct cell {
    int bit;
    struct cell *next;
} cell;
static cell *cons(int bit, cell *next)
{
    cell *c = malloc(sizeof *c);
    c->bit = bit;
    c->next = next;
    return c;
}
int main(void)
{
    cell *list = NULL, *back = NULL;
    while (__VERIFIER_nondet_int())
        list = cons(0, list);
    while (__VERIFIER_nondet_int())
        list = cons(1, list);
    list = cons(0, list);
    while (list) {
        cell *next = list->next;
        list->next = back;
        back = list;
        list = next;
    }
    for (; back && back->next; back = back->next)
        if (back->bit && !back->next->bit)
            reach_error();
    return 0;
}
