// run => ended 21
struct Counter {
  int start;
  explicit Counter(int s) : start(s) {}
};

int calls = 0;
static int first() { return ++calls * 10; }

static int next() {
  static Counter counter(first());
  return counter.start++;
}

int main() {
  next();
  int second = next();
  return second + next() - 2 * calls + (calls == 1 ? 0 : 100) + (second == 11 ? 0 : 50);
}
