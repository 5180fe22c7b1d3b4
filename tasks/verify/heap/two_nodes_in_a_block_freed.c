// verify memsafety => FALSE(valid-free)
// The second node is freed, but the block is that of the first one.
#include <stdlib.h>

struct node {
    struct node *next;
};
int main(void)
{
    struct node *a = malloc(2 * sizeof *a), *b = a + 1;
    a->next = b;
    b->next = a;
    free(b);
    return 0;
}
