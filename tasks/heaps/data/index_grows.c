// verify unreach-call => TRUE
// Each cell has a larger number than the one below.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct event {
    unsigned int stamp;
    struct event *older;
};
int main(void)
{
    struct event *newest = NULL;
    unsigned int now = 250;
    while (now < 4000000000u && __VERIFIER_nondet_int()) {
        struct event *e = malloc(sizeof *e);
        e->stamp = now++;
        e->older = newest;
        newest = e;
    }
    for (struct event *e = newest; e && e->older; e = e->older)
        if (e->stamp <= e->older->stamp)
            reach_error();
    return 0;
}
