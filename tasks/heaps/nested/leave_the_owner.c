// verify memsafety => TRUE
// A member that leaves unlinks itself from its group, and ends the group if it was the only one.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct member {
    struct group *group;
    struct member *next;
};
struct group {
    struct member *members;
};
static void join(struct group *group)
{
    struct member *m = malloc(sizeof *m);
    m->group = group;
    m->next = group->members;
    group->members = m;
}
static struct member *leave(struct member *m)
{
    struct group *group = m->group;
    struct member *rest = m->next;
    group->members = rest;
    free(m);
    if (rest == NULL)
        free(group);
    return rest;
}
int main(void)
{
    struct group *group = malloc(sizeof *group);
    group->members = NULL;
    join(group);
    while (__VERIFIER_nondet_int())
        join(group);
    struct member *m = group->members;
    while (m)
        m = leave(m);
    return 0;
}
