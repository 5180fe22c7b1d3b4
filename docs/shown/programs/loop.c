/* The same function in C here and in LLVM in loop.ll. */
extern int input(void);

int function(int y) {
  int x = input();
  while (x < y)
    x++;
  return 0;
}

int main(void) {
  return function(10);
}
