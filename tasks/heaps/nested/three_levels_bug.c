// verify memcleanup => FALSE(valid-memcleanup) by int=1 int=1 int=1 int=0 int=0 int=0
// The pages of the last book of a shelf are forgotten.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct page {
    struct page *next;
};
struct book {
    struct page *pages;
    struct book *next;
};
struct shelf {
    struct book *books;
    struct shelf *next;
};
#define NEW(list, type) \
    struct type *new_##type = calloc(1, sizeof(struct type)); \
    new_##type->next = list; \
    list = new_##type
#define DROP(list, type) \
    struct type *old_##type = list; \
    list = list->next; \
    free(old_##type)
int main(void)
{
    struct shelf *shelves = NULL;
    while (__VERIFIER_nondet_int()) {
        NEW(shelves, shelf);
        while (__VERIFIER_nondet_int()) {
            NEW(shelves->books, book);
            while (__VERIFIER_nondet_int()) {
                NEW(shelves->books->pages, page);
            }
        }
    }
    while (shelves) {
        while (shelves->books) {
            while (shelves->books->pages && shelves->books->next) {
                DROP(shelves->books->pages, page);
            }
            DROP(shelves->books, book);
        }
        DROP(shelves, shelf);
    }
    return 0;
}
