// verify unreach-call => FALSE(unreach-call) by int=1 int=1 int=0
// The cell behind the inserted one still points back over it.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

typedef struct dnode {
    struct dnode *next, *prev;
} dnode;
static void insert_behind(dnode *at)
{
    dnode *new = malloc(sizeof *new);
    new->prev = at;
    new->next = at->next;
    at->next = new;
}
static void remove_behind(dnode *at)
{
    dnode *gone = at->next;
    if (!gone)
        return;
    at->next = gone->next;
    if (gone->next)
        gone->next->prev = at;
    free(gone);
}
int main(void)
{
    dnode *list = calloc(1, sizeof *list), *at = list;
    for (int c; (c = __VERIFIER_nondet_int()) != 0;) {
        if (c == 1)
            insert_behind(at);
        else if (c == 2)
            remove_behind(at);
        else
            at = at->next ? at->next : list;
    }
    for (at = list; at->next; at = at->next)
        if (at->next->prev != at)
            reach_error();
    return 0;
}
