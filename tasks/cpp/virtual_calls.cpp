// run => ended 42
struct Shape {
  virtual int area() const = 0;
  virtual ~Shape() {}
};

struct Square : Shape {
  int side;
  explicit Square(int s) : side(s) {}
  int area() const override { return side * side; }
};

struct Named {
  virtual int name() const { return 1; }
  virtual ~Named() {}
};

struct Rectangle : Named, Shape {
  int w, h;
  Rectangle(int a, int b) : w(a), h(b) {}
  int area() const override { return w * h; }
  int name() const override { return 2; }
};

static int total(const Shape *const *shapes, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += shapes[i]->area();
  return sum;
}

int main() {
  Square s(6);
  Rectangle r(1, 4);
  const Shape *shapes[] = {&s, &r};
  const Named &named = r;
  return total(shapes, 2) + named.name();
}
