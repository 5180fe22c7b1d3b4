// run => ended 0
#include <assert.h>
#include <initializer_list>
namespace units {
struct Metre {
  long value;
  friend Metre operator+(Metre a, Metre b) { return Metre{a.value + b.value}; }
  Metre &operator+=(Metre b) {
    value += b.value;
    return *this;
  }
  bool operator==(const Metre &b) const { return value == b.value; }
  explicit operator bool() const { return value != 0; }
};
Metre operator""_m(unsigned long long v) { return Metre{(long)v}; }
} // namespace units
using namespace units;

static int kind(int) { return 1; }
static int kind(double) { return 2; }
static int kind(const char *) { return 3; }

enum class Colour : unsigned char { Red = 200, Green };

int main() {
  Metre m = 3_m + 4_m;
  m += 1_m;
  assert(m == 8_m && m);
  assert(kind(1) == 1 && kind(1.0) == 2 && kind("") == 3);
  assert(static_cast<int>(Colour::Green) == 201);
  int (units::Metre::*none)() = nullptr;
  long Metre::*field = &Metre::value;
  assert(none == nullptr && m.*field == 8);
  int sum = 0;
  for (int x : {1, 2, 3})
    sum += x;
  assert(sum == 6);
  return 0;
}
