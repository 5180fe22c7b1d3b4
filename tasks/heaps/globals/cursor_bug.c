// verify memsafety => FALSE(valid-deref) by int=1 int=2
// The cursor stays on the first cell when that one is deleted.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct line {
    struct line *next;
    int length;
};
struct line *lines, *cursor;
enum { INSERT = 1, DELETE, NEXT };

static void insert_line(void)
{
    struct line *new = malloc(sizeof *new);
    new->length = 0;
    new->next = lines;
    lines = new;
    if (!cursor)
        cursor = new;
}
static void delete_first(void)
{
    struct line *gone = lines;
    lines = gone->next;
    free(gone);
}
int main(void)
{
    int key;
    while ((key = __VERIFIER_nondet_int()) != 0) {
        if (key == INSERT)
            insert_line();
        else if (key == DELETE && lines)
            delete_first();
        else if (key == NEXT && cursor && cursor->next)
            cursor = cursor->next;
        if (cursor)
            cursor->length++;
        if (cursor && cursor->length > 100)
            cursor->length = 0;
    }
    return 0;
}
