// verify memsafety => TRUE
// The second half of a list is reversed, compared with the first one, and turned back.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

typedef struct ch {
    char c;
    struct ch *next;
} ch;
static ch *reverse(ch *s)
{
    ch *r = NULL;
    while (s) {
        ch *next = s->next;
        s->next = r;
        r = s;
        s = next;
    }
    return r;
}
int main(void)
{
    ch *s = malloc(sizeof *s);
    s->c = 'x';
    s->next = NULL;
    while (__VERIFIER_nondet_int()) {
        ch *n = malloc(sizeof *n);
        n->c = (char)__VERIFIER_nondet_int();
        n->next = s;
        s = n;
    }
    ch *middle = s;
    for (ch *fast = s; fast->next && fast->next->next; fast = fast->next->next)
        middle = middle->next;
    ch *half = reverse(middle->next);
    int same = 1;
    for (ch *a = s, *b = half; b; a = a->next, b = b->next)
        same &= a->c == b->c;
    middle->next = reverse(half);
    while (s) {
        ch *next = s->next;
        free(s);
        s = next;
    }
    return same;
}
