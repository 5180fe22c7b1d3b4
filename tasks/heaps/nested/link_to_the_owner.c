// verify unreach-call => TRUE
// Every cell of a row links back to the row that has it.
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
        rows = row;
        while (__VERIFIER_nondet_int()) {
            struct cell *cell = malloc(sizeof *cell);
            cell->owner = rows;
            cell->next = row->cells;
            row->cells = cell;
        }
    }
    for (struct row *row = rows; row; row = row->next)
        for (struct cell *cell = row->cells; cell; cell = cell->next)
            if (cell->owner != row)
                reach_error();
    return 0;
}
