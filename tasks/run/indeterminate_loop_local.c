// run --property unreach-call => ended 3
/* A local of a loop body is a new object in each iteration; its address may repeat, its value is not kept. */
int main(void) {
  int n = 0;
  for (int i = 0; i < 3; i++) {
    int y = i;
    int *p = &y;
    n += *p;
  }
  return n;
}
