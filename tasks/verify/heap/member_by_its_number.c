// verify memsafety => FALSE(valid-deref)
// A number behind the end of an object is made a pointer.
#include <stdint.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};
int main(void)
{
    struct node *a = malloc(sizeof *a);
    char *behind = (char *)((uintptr_t)a + sizeof *a);
    *behind = 1;
    free(a);
    return 0;
}
