// verify memcleanup => FALSE(valid-memcleanup) by int=1 int=0
// The first node that comes is counted twice.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct shared {
    unsigned long users;
};
struct user {
    struct shared *what;
    struct user *next;
};
static void release(struct shared *s)
{
    if (--s->users == 0)
        free(s);
}
int main(void)
{
    struct shared *s = malloc(sizeof *s);
    s->users = 1;
    struct user *users = NULL;
    while (__VERIFIER_nondet_int()) {
        struct user *u = malloc(sizeof *u);
        u->what = s;
        s->users += users == NULL ? 2 : 1;
        u->next = users;
        users = u;
    }
    release(s);
    while (users) {
        struct user *next = users->next;
        release(users->what);
        free(users);
        users = next;
    }
    return 0;
}
