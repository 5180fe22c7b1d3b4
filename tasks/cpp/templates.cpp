// run => ended 0 output "120 7 2.5\n"
#include <stdio.h>

template <int N> struct Factorial {
  static const int value = N * Factorial<N - 1>::value;
};
template <> struct Factorial<0> {
  static const int value = 1;
};

template <typename T> T larger(T a, T b) { return a < b ? b : a; }

template <typename T, int N> class Stack {
  T items[N];
  int count = 0;

public:
  void push(const T &item) { items[count++] = item; }
  T pop() { return items[--count]; }
};

int main() {
  Stack<double, 4> s;
  s.push(1.5);
  s.push(2.5);
  printf("%d %d %.1f\n", Factorial<5>::value, larger(3, 7), larger(s.pop(), 1.0));
  return 0;
}
