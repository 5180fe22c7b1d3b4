// verify memsafety => FALSE(valid-memtrack) by int=1 int=1 int=0
// A server goes without its sessions.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct session {
    struct session *next;
};
struct server {
    struct server *next, *prev;
    struct session *sessions;
};
static struct server *servers;

static void start(void)
{
    struct server *s = calloc(1, sizeof(struct server));
    s->next = servers;
    if (servers)
        servers->prev = s;
    servers = s;
}
static void stop(struct server *s)
{
    if (s->prev)
        s->prev->next = s->next;
    else
        servers = s->next;
    if (s->next)
        s->next->prev = s->prev;
    free(s);
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        start();
        struct server *at = servers;
        while (at->next && __VERIFIER_nondet_int())
            at = at->next;
        struct session *session = malloc(sizeof *session);
        session->next = at->sessions;
        at->sessions = session;
        if (__VERIFIER_nondet_int())
            stop(at);
    }
    return 0;
}
