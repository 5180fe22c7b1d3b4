// verify memcleanup => TRUE
// A skip list of two levels with a tower of pointers in each node, freed along the lower level.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

#define LEVELS 2
typedef struct skip {
    struct skip *to[LEVELS];
} skip;
int main(void)
{
    skip *head[LEVELS] = { NULL, NULL };
    while (__VERIFIER_nondet_int()) {
        skip *s = malloc(sizeof(skip));
        s->to[0] = head[0];
        head[0] = s;
        s->to[1] = head[1];
        if (__VERIFIER_nondet_int())
            head[1] = s;
    }
    skip *s = head[0];
    while (s) {
        skip *next = s->to[0];
        free(s);
        s = next;
    }
    return 0;
}
