// verify memsafety => FALSE(valid-deref)
// The head of a list lies in no element, but its element is read.
#include <stddef.h>

struct link {
    struct link *next;
};
struct element {
    long key[4];
    struct link link;
};
int main(void)
{
    struct link head = { &head };
    struct element *e = (struct element *)((char *)head.next - offsetof(struct element, link));
    return (int)e->key[0];
}
