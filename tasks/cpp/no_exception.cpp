// run => ended 3
struct Guard {
  int &n;
  explicit Guard(int &m) : n(m) { n++; }
  ~Guard() { n++; }
};

static int half(int x) {
  if (x % 2)
    throw x;
  return x / 2;
}

int main() {
  int n = 0;
  try {
    Guard g(n);
    n += half(2);
  } catch (int) {
    return 100;
  }
  return n;
}
