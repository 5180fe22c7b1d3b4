/* Sieve of Eratosthenes: prints the primes below 50 and checks each of them by division. */
#include <assert.h>
#include <stdio.h>

enum { LIMIT = 50 };

static int divides_none_below(int n) {
  for (int d = 2; d * d <= n; d++)
    if (n % d == 0)
      return 0;
  return 1;
}

int main(void) {
  _Bool composite[LIMIT] = {0};
  for (int i = 2; i < LIMIT; i++) {
    if (composite[i])
      continue;
    assert(divides_none_below(i));
    printf("%d\n", i);
    for (int j = i * i; j < LIMIT; j += i)
      composite[j] = 1;
  }
  return 0;
}
