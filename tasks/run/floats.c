// run => ended 9
int main(void) {
  float f = 0.1f + 0.2f;
  double d = 0.1 + 0.2;
  long double l = 1.0L / 3.0L;
  volatile double z = 0.0;
  double nan = z / z;
  int n = 0;
  n += d != 0.3;
  n += f == 0.3f ? 2 : 4;
  n += nan != nan;
  n += (int)(l * 3.0L);
  n += !(nan < 1.0);
  n += (int)-2.7 + 5;
  return n;
}
