// run => ended 67
#include <stdarg.h>
struct big { long a, b, c; };
static long sum(int n, ...) {
  va_list ap, copy;
  va_start(ap, n);
  va_copy(copy, ap);
  long total = 0;
  for (int i = 0; i < n; i++) total += va_arg(ap, int);
  total += (long)va_arg(ap, double);
  struct big s = va_arg(ap, struct big);
  total += s.a + s.b + s.c;
  total += *va_arg(ap, int *);
  total += va_arg(ap, long long) == 5000000000LL;
  total += (long)va_arg(ap, long double);
  va_end(ap);
  total += va_arg(copy, int);
  va_end(copy);
  return total;
}
int main(void) {
  int ten = 10;
  struct big s = {7, 8, 9};
  return (int)sum(3, 1, 2, 3, 20.5, s, &ten, 5000000000LL, 5.0L);
}
