// verify unreach-call => TRUE
// A list of twos is hung behind one of ones: no one follows a two.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct cell {
    int value;
    struct cell *next;
};
static struct cell *filled_with(int value)
{
    struct cell *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct cell *cell = malloc(sizeof *cell);
        cell->value = value;
        cell->next = list;
        list = cell;
    }
    return list;
}
static struct cell *append(struct cell *a, struct cell *b)
{
    if (!a)
        return b;
    struct cell *last = a;
    while (last->next)
        last = last->next;
    last->next = b;
    return a;
}
int main(void)
{
    struct cell *ones = filled_with(1), *twos = filled_with(2);
    struct cell *all = append(ones, twos);
    for (; all && all->next; all = all->next)
        if (all->value > all->next->value)
            reach_error();
    return 0;
}
