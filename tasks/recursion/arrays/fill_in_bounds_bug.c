// verify memsafety => FALSE(valid-deref) by int=100000 int=100000
// The element after the last one is filled, too.
int __VERIFIER_nondet_int(void);

#define SIZE 100000
static int a[SIZE];
void fill(int i, int n)
{
    if (i > n)
        return;
    a[i] = i;
    fill(i + 1, n);
}
int main(void)
{
    int from = __VERIFIER_nondet_int();
    int n = __VERIFIER_nondet_int();
    if (0 <= from && n <= SIZE)
        fill(from, n);
    return 0;
}
