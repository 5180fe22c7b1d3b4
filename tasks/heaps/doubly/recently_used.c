// verify memsafety => TRUE
// What is used moves to the front of the list, what is evicted leaves at its end.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

typedef struct slot {
    int key;
    struct slot *next, *prev;
} slot;
static slot *front, *back;

static void unhook(slot *s)
{
    if (s->prev)
        s->prev->next = s->next;
    else
        front = s->next;
    if (s->next)
        s->next->prev = s->prev;
    else
        back = s->prev;
}
static void to_front(slot *s)
{
    s->prev = NULL;
    s->next = front;
    if (front)
        front->prev = s;
    else
        back = s;
    front = s;
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        slot *s = front;
        while (s && s->key != key)
            s = s->next;
        if (s) {
            unhook(s);
        } else {
            s = malloc(sizeof *s);
            s->key = key;
        }
        to_front(s);
        if (__VERIFIER_nondet_int()) {
            slot *old = back;
            unhook(old);
            free(old);
        }
    }
    return 0;
}
