// run => violation use-after-scope 8
int main(void) {
  int *p;
  {
    int x = 3;
    p = &x;
  }
  return *p;
}
