// What bears on what: a parameter that matters and one that does not, a store through an alias, an array that a call fills.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int next(int a, int b)
{
    b = b * 7;
    return a + 1;
}

void fill(int *cells, int value)
{
    cells[0] = value;
}

int main(void)
{
    int x, y, *p = &x, cells[2];
    int noise = __VERIFIER_nondet_int();
    y = noise * noise;
    *p = -2;
    fill(cells, x);
    int r = next(cells[0], y);
    if (r < 0)
        reach_error();
    return 0;
}
