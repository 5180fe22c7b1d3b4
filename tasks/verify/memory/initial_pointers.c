// verify unreach-call => FALSE(unreach-call)
// Pointers in initialisers whose bytes are all zero were taken for null in formulas, so that nothing behind an access was reached.
void reach_error(void);

int x = 1, y = 2;
int *p = &x, **q = &p;
int (*table[2])(int);

static int one(int v) { return v + 1; }
int (*next)(int) = one;

static void set(int *a, int v) { *a = v; }

int main(void)
{
    set(p, 9);
    *q = &y;
    set(*q, x);
    if (next(y) == 10)
        reach_error();
    return 0;
}
