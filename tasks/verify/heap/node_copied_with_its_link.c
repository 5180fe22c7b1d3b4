// verify memsafety => FALSE(valid-free)
// Two nodes have the same link, and both free what is behind.
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
};
int main(void)
{
    struct node *a = calloc(1, sizeof *a), *b = malloc(sizeof *b);
    a->next = calloc(1, sizeof *a);
    memcpy(b, a, sizeof *b);
    free(a->next);
    free(a);
    free(b->next);
    free(b);
    return 0;
}
