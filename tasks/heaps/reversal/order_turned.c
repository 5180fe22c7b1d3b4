// verify unreach-call => TRUE
// Ones before zeros; after the reversal no one is followed by a zero.
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
