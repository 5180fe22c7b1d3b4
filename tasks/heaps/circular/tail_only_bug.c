// verify memcleanup => FALSE(valid-memcleanup) by int=1 int=0
// The release of the ring stops before its last cell.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct cell {
    struct cell *next;
};
static struct cell *append(struct cell *last)
{
    struct cell *cell = malloc(sizeof(struct cell));
    if (last) {
        cell->next = last->next;
        last->next = cell;
    } else {
        cell->next = cell;
    }
    return cell;
}
static void release(struct cell *last)
{
    if (!last)
        return;
    struct cell *at = last->next;
    while (at != last) {
        struct cell *next = at->next;
        free(at);
        at = next;
    }
}
int main(void)
{
    struct cell *last = 0;
    while (__VERIFIER_nondet_int())
        last = append(last);
    release(last);
    return 0;
}
