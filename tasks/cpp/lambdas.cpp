// run => ended 33
template <typename F> static int apply(F f, int x) { return f(f(x)); }

static int call(int (*f)(int), int x) { return f(x); }

int main() {
  int offset = 10, count = 0;
  auto shift = [offset, &count](int x) {
    count++;
    return x + offset;
  };
  int a = apply(shift, 1);
  int b = call([](int x) { return x * 2; }, 5);
  return a + b + count;
}
