// verify memsafety => TRUE
// verify unreach-call => TRUE
// verify memcleanup => TRUE
#include <stdlib.h>
void reach_error(void);

struct node {
    int value;
    struct node *next;
};
int main(void)
{
    struct node *head = 0;
    for (int i = 0; i < 4; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = head;
        head = n;
    }
    int sum = 0;
    while (head) {
        struct node *n = head;
        sum += n->value;
        head = n->next;
        free(n);
    }
    if (sum != 6)
        reach_error();
    return 0;
}
