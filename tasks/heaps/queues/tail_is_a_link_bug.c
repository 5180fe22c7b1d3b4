// verify memsafety => FALSE(valid-deref) by int=1 int=1 int=1
// When the queue becomes empty, the place is not that of the head again.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct packet {
    struct packet *next;
    unsigned length;
};
struct fifo {
    struct packet *first;
    struct packet **end;
};
static void fifo_init(struct fifo *f)
{
    f->first = 0;
    f->end = &f->first;
}
static void fifo_put(struct fifo *f, struct packet *p)
{
    p->next = 0;
    *f->end = p;
    f->end = &p->next;
}
static struct packet *fifo_get(struct fifo *f)
{
    struct packet *p = f->first;
    if (p) {
        f->first = p->next;
    }
    return p;
}
int main(void)
{
    struct fifo f;
    fifo_init(&f);
    while (__VERIFIER_nondet_int()) {
        struct packet *p = malloc(sizeof *p);
        fifo_put(&f, p);
        if (__VERIFIER_nondet_int())
            free(fifo_get(&f));
    }
    for (struct packet *p = fifo_get(&f); p; p = fifo_get(&f))
        free(p);
    return 0;
}
