// verify unreach-call => FALSE(unreach-call) by int=1 int=0
// The walk does not count the last cell.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct cell {
    struct cell *next;
};
static unsigned length(const struct cell *list)
{
    if (list == NULL || list->next == NULL)
        return 0;
    return 1 + length(list->next);
}
int main(void)
{
    struct cell *list = NULL;
    unsigned built = 0;
    while (built < 10000 && __VERIFIER_nondet_int()) {
        struct cell *cell = malloc(sizeof *cell);
        cell->next = list;
        list = cell;
        built++;
    }
    if (length(list) != built)
        reach_error();
    return 0;
}
