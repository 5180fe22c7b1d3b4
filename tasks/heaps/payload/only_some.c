// verify memsafety => TRUE
// Some nodes have a payload, others a null pointer; only what there is is written and freed.
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
        if (node->payload)
            *node->payload = 3;
    while (list) {
        struct node *next = list->next;
        free(list->payload);
        free(list);
        list = next;
    }
    return 0;
}
