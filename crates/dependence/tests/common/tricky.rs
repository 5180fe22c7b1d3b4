//! Programs that do with pointers what the analyses must not overlook.

/// Each is about one thing.
pub const TRICKY: &[(&str, &str)] = &[
    (
        "an index that wraps around",
        "struct E { int a, b, c; } t[4]; int *q; int main(void) { volatile unsigned n = 357913942; int i = (int)n; t[0].c = 1; q = (int *)((char *)t + (unsigned)(i * 12)); *q = 3;
           struct E *e = &t[i]; long w = 12; w *= i; if (sizeof w == 4) e->a = 5; return t[0].a + t[0].c; }",
    ),
    (
        "pointers byte by byte",
        "int x = 1, y = 2; int *p = &x, *q; int main(void) { char *a = (char *)&p, *b = (char *)&q; for (unsigned i = 0; i < sizeof p; i++) b[i] = a[i]; *q = 3;
           int *r; char *c = (char *)&r; for (unsigned i = 0; i < sizeof r; i++) c[i] = ((char *)&q)[i]; *r = 4; ((char *)&q)[0] ^= 1; ((char *)&q)[0] ^= 1; return *q + x + y; }",
    ),
    (
        "moves within an array of pointers",
        "#include <string.h>\nint x, y, z; int *a[6] = { &x, &y, &z }; int main(void) { memmove(a + 1, a, 4 * sizeof *a); *a[1] = 1; memmove(a, a + 2, 3 * sizeof *a); *a[1] = 2;
           char *c = (char *)a; memmove(c + 1, c, sizeof *a * 2); memmove(c, c + 1, sizeof *a * 2); *a[0] = 3; return x + y + z; }",
    ),
    (
        "halves of a pointer",
        "int x = 1; union { int *p; unsigned short s[4]; } u; union { int *p; unsigned short s[4]; } v; int main(void) { u.p = &x; for (int i = 0; i < 4; i++) v.s[i] = u.s[i]; *v.p = 3; u.s[0] = v.s[0]; *u.p = 2; return x; }",
    ),
    (
        "a list by exclusive or",
        "#include <stdlib.h>\n#include <stdint.h>\nstruct N { uintptr_t both; int d; }; int main(void) { struct N *last = 0, *head = 0; for (int i = 0; i < 4; i++) { struct N *n = malloc(sizeof *n); n->d = i; n->both = (uintptr_t)last; if (last) last->both ^= (uintptr_t)n; else head = n; last = n; }
           int s = 0; uintptr_t before = 0; for (struct N *n = head; n; ) { s += n->d; struct N *next = (struct N *)(n->both ^ before); before = (uintptr_t)n; n = next; } return s; }",
    ),
    (
        "variable arguments",
        "#include <stdarg.h>\nint x = 1, y = 2; static int sum(int n, ...) { va_list l, m; va_start(l, n); int s = 0; for (int i = 0; i < n; i++) { s += *va_arg(l, int *); s += (int)va_arg(l, double); } s += (int)va_arg(l, long double); va_copy(m, l); s += *va_arg(m, int *); va_end(m); va_end(l); return s; }
         static int pass(va_list l) { return *va_arg(l, int *); } static int outer(int n, ...) { va_list l; va_start(l, n); int s = pass(l) + pass(l); va_end(l); return s; }
         int main(void) { return sum(2, &x, 1.5, &y, 2.5, 3.0L, &x) + outer(2, &x, &y) + sum(1, &y, 1.0, 1.0L, &y); }",
    ),
    (
        "memory that grows",
        "#include <stdlib.h>\nint v[10]; int main(void) { int **a = 0; for (int i = 0; i < 10; i++) { a = realloc(a, (i + 1) * sizeof *a); a[i] = &v[i]; *a[i] = i; } int s = 0; for (int i = 0; i < 10; i++) s += *a[i];
           int **b = calloc(10, sizeof *b); for (int i = 0; i < 10; i++) b[i] = a[9 - i]; free(a); s += *b[3]; free(b); return s; }",
    ),
    (
        "pointers at any place",
        "#include <string.h>\nint x = 1, y = 2; struct __attribute__((packed)) P { char c; int *p; short s; int *q; } g[3]; char buffer[40]; int main(void) { g[1].p = &x; g[1].q = &y; *g[1].p = 4; *(int **)(buffer + 3) = &x; *(int **)(buffer + 13) = *(int **)(buffer + 3); **(int **)(buffer + 13) = 6;
           *(int **)(buffer + 5) = &y; **(int **)(buffer + 5) = 7; memcpy(&g[2], &g[1], sizeof g[2]); *g[2].q = 8; memset(buffer + 5, 0, 3); *(int **)(buffer + 20) = g[2].p; memcpy(buffer + 1, buffer + 20, sizeof(int *)); **(int **)(buffer + 1) = 9; return x + y; }",
    ),
    (
        "structures in arrays in structures",
        "extern int __VERIFIER_nondet_int(void); int v[8]; struct I { int *p; int k; }; struct O { int n; struct I in[3]; struct I *at; } a[4], b; struct W { struct O o[2]; } w, u; int main(void) { int i = __VERIFIER_nondet_int() & 3, j = __VERIFIER_nondet_int() & 1; for (int k = 0; k < 4; k++) { a[k].n = k; for (int m = 0; m < 3; m++) { a[k].in[m].p = &v[m + k]; a[k].in[m].k = m; } a[k].at = &a[k].in[j]; }
           b = a[i]; *b.in[j].p = 3; b.at->k = 4; a[j] = b; a[i] = a[j]; *a[i].at->p = 5; w.o[j] = a[i]; w.o[1 - j] = b; u = w; *u.o[j].in[2].p = 6; return v[0] + v[3] + *u.o[0].at->p + u.o[1].in[1].k; }",
    ),
    (
        "locals of callers in a list",
        "struct L { struct L *up; int d; }; static int depth(struct L *l) { int n = 0; for (; l; l = l->up) n += l->d; return n; } static int f(struct L *up, int n) { struct L here = { up, n }; int s = depth(&here); if (n > 0) s += f(&here, n - 1); return s; } static int g(struct L *up) { struct L mine = { up, 3 }; return depth(&mine); }
         int main(void) { struct L top = { 0, 1 }; return f(&top, 4) + g(&top) + g(0); }",
    ),
    (
        "an address that outlives its object",
        "int *old; static int f(int n) { int x = n; int same = old == &x; old = &x; return same + x; } static int *g(int n) { int y = n; int *volatile p = &y; return p; } int main(void) { int s = f(1) + f(2); int *p = g(1), *q = g(2); return s + (p == q); }",
    ),
    (
        "sorting by a function",
        "#include <stdlib.h>\nstatic int less(const void *a, const void *b) { return **(int *const *)a - **(int *const *)b; } static int more(const void *a, const void *b) { return less(b, a); } int v[5] = { 3, 1, 4, 1, 5 }; int *p[5];
         int main(int argc, char **argv) { for (int i = 0; i < 5; i++) p[i] = &v[i]; qsort(p, 5, sizeof *p, argc > 1 ? less : more); return *p[0] + argv[0][0]; }",
    ),
    (
        "what comes from outside",
        "extern int *pick(int *, int **); extern void *handle(void); int x, y; int *p = &x; struct { int *q; int k; } s = { &y, 1 }; int main(void) { int l = 3; int *r = pick(&l, &p); if (r == &x || r == &l) *r = 1; if (p) *p = 2; if (s.q) *s.q = 3; void *h = handle(); if (h == &s) s.k = 4; return l; }",
    ),
    (
        "functions as numbers",
        "static int one(int x) { return x + 1; } static int two(int x) { return x + 2; } struct { long id; unsigned long f; } t[] = { { 1, 0 }, { 2, 0 } }; typedef int (*F)(int); int main(void) { t[0].f = (unsigned long)one; t[1].f = (unsigned long)two; int s = 0; for (int i = 0; i < 2; i++) { F f = (F)t[i].f; s += f(i); } return s; }",
    ),
    (
        "before the start and behind the end",
        "int a[10], b[10]; int main(void) { int *p = a + 10; while (p-- > a) *p = 1; int *q = a - 3; q[5] = 2; long d = b - b; int *r = &b[9] - d - 9; *r = 3; for (int *e = b + 10, *i = b; i != e; i += 2) *i = 4; int (*m)[5] = (int (*)[5])a; m[1][2] = 5; return a[7] + b[0]; }",
    ),
];
