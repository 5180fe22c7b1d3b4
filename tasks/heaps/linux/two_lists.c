// verify memsafety --32 => TRUE
// Each element is in two lists by two links; it leaves both before it is freed.
#include <stddef.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct list_head {
    struct list_head *next, *prev;
};
#define ENTRY(p, member) ((struct inode *)((char *)(p) - offsetof(struct inode, member)))
struct inode {
    struct list_head all, dirty;
};
static void add(struct list_head *new, struct list_head *head)
{
    new->next = head->next;
    new->prev = head;
    head->next->prev = new;
    head->next = new;
}
static void del(struct list_head *entry)
{
    entry->next->prev = entry->prev;
    entry->prev->next = entry->next;
    entry->next = entry->prev = entry;
}
int main(void)
{
    struct list_head all = { &all, &all }, dirty = { &dirty, &dirty };
    while (__VERIFIER_nondet_int()) {
        struct inode *inode = malloc(sizeof *inode);
        add(&inode->all, &all);
        inode->dirty.next = inode->dirty.prev = &inode->dirty;
        if (__VERIFIER_nondet_int())
            add(&inode->dirty, &dirty);
    }
    while (all.next != &all) {
        struct inode *inode = ENTRY(all.next, all);
        del(&inode->all);
        del(&inode->dirty);
        free(inode);
    }
    if (dirty.next != &dirty)
        ENTRY(dirty.next, dirty)->all.next = 0;
    return 0;
}
