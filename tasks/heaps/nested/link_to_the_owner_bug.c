// verify unreach-call => FALSE(unreach-call) by int=1 int=1 int=0 int=0
// The cells of a row are linked to the row before.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct row;
struct cell {
    struct row *owner;
    struct cell *next;
};
struct row {
    struct cell *cells;
    struct row *next;
};
int main(void)
{
    struct row *rows = NULL;
    while (__VERIFIER_nondet_int()) {
        struct row *row = malloc(sizeof *row);
        row->cells = NULL;
        row->next = rows;
        while (__VERIFIER_nondet_int()) {
            struct cell *cell = malloc(sizeof *cell);
            cell->owner = rows;
            cell->next = row->cells;
            row->cells = cell;
        }
        rows = row;
    }
    for (struct row *row = rows; row; row = row->next)
        for (struct cell *cell = row->cells; cell; cell = cell->next)
            if (cell->owner != row)
                reach_error();
    return 0;
}
