// verify memsafety => FALSE(valid-memtrack)
// memset makes the only pointer null.
#include <stdlib.h>
#include <string.h>

struct node {
    int value;
    struct node *next;
};
int main(void)
{
    struct node *a = malloc(sizeof *a);
    a->next = malloc(sizeof *a);
    memset(a, 0, sizeof *a);
    free(a->next);
    free(a);
    return 0;
}
