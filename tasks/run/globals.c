// run => ended 21
static int a[] = {1, 2, 3};
int *p = &a[1], **pp = &p;
struct { int n; int *q; const char *s; } g = {5, a + 2, "xyz"};
int zero[1000];
int main(void) { return **pp + *g.q + g.n + (g.s[1] == 'y') + zero[999] + 10; }
