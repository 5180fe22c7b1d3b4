// verify memcleanup => TRUE
// Items move from a queue of those that wait to one of those that are done, and all are freed.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct job {
    struct job *next;
};
int main(void)
{
    struct job *waiting = 0, *done = 0, *job;
    while (__VERIFIER_nondet_int()) {
        job = malloc(sizeof *job);
        job->next = waiting;
        waiting = job;
    }
    while (waiting && __VERIFIER_nondet_int()) {
        job = waiting;
        waiting = job->next;
        job->next = done;
        done = job;
    }
    while ((job = waiting)) {
        waiting = job->next;
        free(job);
    }
    while ((job = done)) {
        done = job->next;
        free(job);
    }
    return 0;
}
