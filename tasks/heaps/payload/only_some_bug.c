// verify memsafety => FALSE(valid-deref) by int=1 int=0 int=0
// The payload is written without a look whether there is one.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct node {
    int *payload;
    struct node *next;
};
int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->payload = __VERIFIER_nondet_int() ? malloc(sizeof(int)) : NULL;
        node->next = list;
        list = node;
    }
    for (struct node *node = list; node; node = node->next)
        *node->payload = 3;
    while (list) {
        struct node *next = list->next;
        free(list->payload);
        free(list);
        list = next;
    }
    return 0;
}
