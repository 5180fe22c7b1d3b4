// A list of any length is built; beside it, something is known.
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct List {
  long data;
  struct List *next;
};
int main(void) {
  struct List *list = 0;
  int built = 0;
  while (__VERIFIER_nondet_int()) {
    struct List *cell = malloc(sizeof *cell);
    cell->data = 1;
    cell->next = list;
    list = cell;
    built = 1;
  }
  if (built == 2)
    reach_error();
  return 0;
}
