// run => ended 123
static int f(int x) {
  switch (x) {
    case 1: return 1;
    case 5 ... 9: return 20;
    case -3: return 100;
    default: return 2;
  }
}
int main(void) { return f(1) + f(7) + f(-3) + f(1000); }
