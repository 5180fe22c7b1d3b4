// verify memsafety => TRUE
// The link back from the second node to the first keeps the block.
#include <stdlib.h>

struct node {
    struct node *next;
};
int main(void)
{
    struct node *a = malloc(2 * sizeof *a), *b = a + 1;
    a->next = b;
    b->next = a;
    a = b->next;
    b = 0;
    free(a);
    return 0;
}
