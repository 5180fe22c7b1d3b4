// verify memcleanup => TRUE
// Elements are added at both ends of a list with a global head, and all are deleted.
#include <stddef.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct list_head {
    struct list_head *next, *prev;
};
#define LIST_HEAD(name) struct list_head name = { &(name), &(name) }
#define list_entry(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
struct task {
    struct list_head link;
    int expired;
};
static LIST_HEAD(tasks);

static void insert(struct list_head *new, struct list_head *prev, struct list_head *next)
{
    next->prev = new;
    new->next = next;
    new->prev = prev;
    prev->next = new;
}
static void list_del(struct list_head *entry)
{
    entry->next->prev = entry->prev;
    entry->prev->next = entry->next;
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        struct task *task = malloc(sizeof *task);
        task->expired = __VERIFIER_nondet_int();
        if (task->expired)
            insert(&task->link, tasks.prev, &tasks);
        else
            insert(&task->link, &tasks, tasks.next);
    }
    while (tasks.next != &tasks) {
        struct task *task = list_entry(tasks.next, struct task, link);
        list_del(&task->link);
        free(task);
    }
    return 0;
}
