// verify unreach-call => TRUE
// Whatever comes in is cut to 0 to 100, and all cells stay between these.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct sample {
    int percent;
    struct sample *next;
};
static int clamp(int x)
{
    if (x < 0)
        return 0;
    return x > 100 ? 100 : x;
}
int main(void)
{
    struct sample *samples = NULL;
    while (__VERIFIER_nondet_int()) {
        struct sample *s = malloc(sizeof *s);
        s->percent = clamp(__VERIFIER_nondet_int());
        s->next = samples;
        samples = s;
    }
    for (struct sample *s = samples; s; s = s->next)
        if (s->percent < 0 || s->percent > 100)
            reach_error();
    return 0;
}
