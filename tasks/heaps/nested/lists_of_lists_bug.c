// verify memcleanup => FALSE(valid-memcleanup) by int=1 int=1 int=1 int=0 int=0
// Only the first cell of each row is freed.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct cell {
    struct cell *right;
};
struct row {
    struct cell *cells;
    struct row *down;
};
int main(void)
{
    struct row *rows = NULL;
    while (__VERIFIER_nondet_int()) {
        struct row *row = malloc(sizeof *row);
        row->cells = NULL;
        while (__VERIFIER_nondet_int()) {
            struct cell *cell = malloc(sizeof *cell);
            cell->right = row->cells;
            row->cells = cell;
        }
        row->down = rows;
        rows = row;
    }
    while (rows) {
        struct row *row = rows;
        if (row->cells) {
            struct cell *cell = row->cells;
            row->cells = cell->right;
            free(cell);
        }
        rows = row->down;
        free(row);
    }
    return 0;
}
