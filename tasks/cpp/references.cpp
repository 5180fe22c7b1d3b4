// run => ended 0
#include <assert.h>

static void swap(int &a, int &b) {
  int t = a;
  a = b;
  b = t;
}

static int &larger(int &a, int &b) { return a < b ? b : a; }

struct Wrapper {
  int &&moved;
};

int main() {
  int x = 1, y = 2;
  swap(x, y);
  larger(x, y) = 9;
  assert(x == 9 && y == 1);
  const int &temporary = x + y;
  assert(temporary == 10);
  int &&own = static_cast<int &&>(x);
  own++;
  assert(x == 10);
  return 0;
}
