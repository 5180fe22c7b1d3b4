// Calls of all kinds: recursion, pointers to functions, variable arguments, memory of the stack, undefined functions.
#include <stdarg.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern int somewhere_else(int *);
extern void reach_error(void);

static int twice(int x) { return 2 * x; }
static int down(int x) { return x <= 0 ? 0 : 1 + down(x - 1); }
static int (*const choices[2])(int) = {twice, down};

static int total(int count, ...) {
    va_list list;
    va_start(list, count);
    int sum = 0;
    for (int i = 0; i < count; i++) sum += va_arg(list, int);
    va_end(list);
    return sum;
}

static int dynamic(int n) {
    int sum = 0;
    for (int i = 1; i <= n; i++) {
        int vla[i];
        vla[i - 1] = i;
        sum += vla[i - 1];
    }
    return sum;
}

int main(void) {
    int x = __VERIFIER_nondet_int(), y = 5;
    if (x < 0 || x > 4) exit(x);
    int r = choices[x & 1](x);
    if (r == 3) y = total(3, x, r, 10);
    if (dynamic(x) == 6) y++;
    for (int i = 0; i < 2; i++) { int fresh; if (fresh == i + 40) y += 2; fresh = 1; }
    if (somewhere_else(&y) == 1234 && y == 17) reach_error();
    return y;
}
