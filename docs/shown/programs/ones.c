// A list of ones that ends in a zero is built and read again.
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct List {
  int data;
  struct List *next;
};
int main(void) {
  struct List *a = malloc(sizeof *a), *p = a, *t;
  while (__VERIFIER_nondet_int()) {
    p->data = 1;
    t = malloc(sizeof *t);
    p->next = t;
    p = p->next;
  }
  p->data = 0;
  p = a;
  int x = p->data;
  while (x == 1) {
    p = p->next;
    x = p->data;
  }
  if (x != 0)
    reach_error();
  return 0;
}
