// run => ended 48
struct small { char c; short s; };
struct mixed { double d; int i; char *p; };
struct floats { float x, y; };
static struct mixed change(struct mixed m, struct small s, struct floats f) {
  m.i += s.c + s.s + (int)(f.x + f.y);
  m.p++;
  s.c = 100;
  return m;
}
int main(void) {
  char text[] = "ab";
  struct small s = {1, 2};
  struct mixed m = {2.5, 30, text};
  struct floats f = {4.25f, 5.75f};
  struct mixed r = change(m, s, f);
  return r.i + (r.p[0] == 'b') + (m.p[0] == 'a') + s.c + (int)r.d;
}
