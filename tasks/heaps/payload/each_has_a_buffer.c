// verify memcleanup => TRUE
// Each node owns a buffer of its own; both are freed.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);

struct message {
    size_t length;
    char *text;
    struct message *next;
};
int main(void)
{
    struct message *inbox = NULL, *m;
    while (__VERIFIER_nondet_int()) {
        m = malloc(sizeof *m);
        m->length = __VERIFIER_nondet_uchar() + 1;
        m->text = malloc(m->length);
        m->text[m->length - 1] = '\0';
        m->next = inbox;
        inbox = m;
    }
    while ((m = inbox) != NULL) {
        inbox = m->next;
        free(m->text);
        free(m);
    }
    return 0;
}
