// The path through the list of ones that builds one cell and leaves both loops at once. With -DPREFIX, the error is before the last
// condition.
extern void *malloc(unsigned long);
extern void reach_error(void);
struct List {
  int data;
  struct List *next;
};
int main(void) {
  struct List *a = malloc(sizeof *a), *p = a;
  p->data = 0;
  p = a;
  int x = p->data;
  if (x != 1) {
#ifdef PREFIX
    reach_error();
#endif
    if (x != 0)
      reach_error();
  }
  return 0;
}
