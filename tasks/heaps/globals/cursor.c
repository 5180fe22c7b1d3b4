// verify memsafety => TRUE
// A cursor stays on some cell of a list; when that one is deleted, it goes to the next.
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
    if (cursor == gone)
        cursor = lines;
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
