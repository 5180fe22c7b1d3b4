// verify memcleanup => TRUE
// A queue that knows its last cell only: the ring leads from there to the first one.
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
    free(last);
}
int main(void)
{
    struct cell *last = 0;
    while (__VERIFIER_nondet_int())
        last = append(last);
    release(last);
    return 0;
}
