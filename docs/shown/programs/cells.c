// Four cells with data 1, 1, 1, 0: `a` points to the first, `p` to the last.
extern void *malloc(unsigned long);
extern void reach_error(void);
struct List {
  long data;
  struct List *next;
} *a, *p;
int main(void) {
  a = p = malloc(sizeof *a);
  for (int i = 0; i < 3; i++) {
    p->data = 1;
    p->next = malloc(sizeof *p);
    p = p->next;
  }
  p->data = 0;
  p->next = 0;
  if (a->next->next->next != p)
    reach_error();
  return 0;
}
