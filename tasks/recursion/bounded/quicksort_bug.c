// verify unreach-call => FALSE(unreach-call) by uchar=2 uchar=3 uchar=1 uchar=4
// The lower part is sorted without its last element.
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

static unsigned char a[4];
static void exchange(int i, int j)
{
    unsigned char old = a[i];
    a[i] = a[j];
    a[j] = old;
}
static void sort(int lo, int hi)
{
    if (lo >= hi)
        return;
    int at = lo;
    for (int i = lo; i < hi; i++)
        if (a[i] < a[hi])
            exchange(i, at++);
    exchange(at, hi);
    sort(lo, at - 2);
    sort(at + 1, hi);
}
int main(void)
{
    for (int i = 0; i < 4; i++)
        a[i] = __VERIFIER_nondet_uchar();
    sort(0, 3);
    for (int i = 0; i < 3; i++)
        if (a[i] > a[i + 1])
            reach_error();
    return 0;
}
