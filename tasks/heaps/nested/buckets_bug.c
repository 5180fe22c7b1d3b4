// verify memsafety => FALSE(valid-deref) by int=-1 int=-1
// The hash of a negative key lies before the table.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

#define BUCKETS 4
struct entry {
    int key;
    struct entry *next;
};
static struct entry *table[BUCKETS];

static struct entry **find(int key)
{
    struct entry **at = &table[key % BUCKETS];
    while (*at && (*at)->key != key)
        at = &(*at)->next;
    return at;
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        struct entry **at = find(key);
        if (*at) {
            struct entry *gone = *at;
            *at = gone->next;
            free(gone);
        } else {
            *at = malloc(sizeof **at);
            (*at)->key = key;
            (*at)->next = NULL;
        }
    }
    return 0;
}
