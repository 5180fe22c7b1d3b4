// run => violation indeterminate-branch 7
/* The pointer can live in a register; what it points to must not follow it there without a value. */
int main(void) {
  int x;
  int *p = &x;
  int **q = &p;
  if (**q == 1) return 1;
  return 0;
}
