// verify valid-memtrack => FALSE(valid-memtrack)
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void)
{
    struct node *head = 0;
    for (int i = 0; i < 4; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        head = node;
    }
    head = head->next;
    for (;;)
        ;
}
