/* Keeps a node for some inputs, and frees all others. leaks.cfa: adumbra cfa leaks.c --property memcleanup */
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static struct node *list;

static struct node *push(int value)
{
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = list;
    list = n;
    return n;
}

int main(void)
{
    for (;;) {
        int x = __VERIFIER_nondet_int();
        if (x % 2 == 0) {
            push(x);
        } else if (list) {
            struct node *next = list->next;
            free(list);
            list = next;
        }
        if (x % 8 == 3)
            break;
    }
    while (list && list->value % 16 != 4) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
