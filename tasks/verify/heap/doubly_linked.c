// verify unreach-call => TRUE
// verify memsafety => TRUE
#include <stdlib.h>
void reach_error(void);

struct node {
    struct node *next, *back;
};
int main(void)
{
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->next = b;
    a->back = b;
    b->next = a;
    b->back = a;
    if (a->next->back != a || b->back->next != b)
        reach_error();
    free(a);
    free(b);
    return 0;
}
