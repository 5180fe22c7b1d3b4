// run => ended 0
extern "C" void abort(void);

struct Base {
  int value;
  Base() : value(3) {}
  virtual int get() { return value; }
};
struct Left : virtual Base {
  int left;
};
struct Right : virtual Base {
  int get() override { return value * 10; }
};
struct Both : Left, Right {};

int main() {
  Both both;
  Left *left = &both;
  left->value = 4;
  Base *base = left;
  if (base->get() != 40)
    abort();
  return 0;
}
