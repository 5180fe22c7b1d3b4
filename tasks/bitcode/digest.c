// What the bitcode files in this folder were compiled from, by clang 14 (typed pointers) and 19:
// `clang-N -O0 -g0 -emit-llvm -c digest.c -o clang-N.bc`, `clang-14 -O2 …` as clang-14-optimised.bc and
// `clang-14 -O1 -g -fdebug-compilation-dir=. …` as clang-14-debug.bc.
#include <stdarg.h>
#include <stdio.h>

struct node {
  int value;
  struct node *next;
  double weight;
};

union word {
  unsigned u;
  unsigned char bytes[4];
};

static struct node nodes[3] = {{3, &nodes[1], 0.5}, {5, &nodes[2], 0.25}, {7, 0, 2.0}};

static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int total = 0;
  while (n-- > 0)
    total += va_arg(list, int);
  va_end(list);
  return total;
}

static unsigned mix(unsigned h, unsigned v) {
  h ^= v;
  switch (v % 5) {
  case 0:
    h *= 16777619u;
    break;
  case 1:
  case 2:
    h = (h << 7) | (h >> 25);
    break;
  default:
    h += v * 31;
  }
  return h;
}

int main(void) {
  unsigned h = 2166136261u;
  for (struct node *n = nodes; n; n = n->next)
    h = mix(h, (unsigned)(n->value * n->weight * 8));
  union word w = {h};
  for (int i = 0; i < 4; i++)
    h = mix(h, w.bytes[i]);
  long long big = (long long)h * h;
  h = mix(h, (unsigned)(big >> 32));
  h = mix(h, (unsigned)sum(3, 4, 5, (int)(h & 15)));
  _Bool odd = h & 1;
  printf("%u %d\n", h, odd);
  return (int)(h % 251);
}
