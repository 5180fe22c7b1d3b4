// run => ended 29
struct flags { unsigned a : 3; int b : 5; unsigned c : 1; long d : 20; };
int main(void) {
  struct flags f = {0};
  f.a = 13;
  f.b = -4;
  f.c = 1;
  f.d = 27;
  return f.a + f.b + f.c + f.d;
}
