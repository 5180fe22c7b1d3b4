// verify memsafety => TRUE
// Where something is wrong the program leaves main early; globals keep what was made.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct entry {
    int number;
    struct entry *next;
};
struct entry *entries;

int main(void)
{
    int number;
    while ((number = __VERIFIER_nondet_int()) != 0) {
        if (number < 0)
            return 1;
        struct entry *e = malloc(sizeof *e);
        e->number = number;
        e->next = entries;
        entries = e;
    }
    while (entries) {
        struct entry *e = entries;
        entries = e->next;
        free(e);
    }
    return 0;
}
