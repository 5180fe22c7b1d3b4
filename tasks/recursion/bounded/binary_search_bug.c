// verify unreach-call => FALSE(unreach-call) by int=11
// The upper half begins one too late.
int __VERIFIER_nondet_int(void);
void reach_error(void);

static const int a[8] = { 1, 3, 5, 7, 9, 11, 13, 15 };
static int find(int lo, int hi, int key)
{
    if (lo >= hi)
        return -1;
    int middle = (lo + hi) / 2;
    if (a[middle] == key)
        return middle;
    return key < a[middle] ? find(lo, middle, key) : find(middle + 2, hi, key);
}
int main(void)
{
    int key = __VERIFIER_nondet_int();
    int is_there = 0 < key && key < 16 && key % 2 == 1;
    int found = find(0, 8, key);
    if (is_there ? found != key / 2 : found != -1)
        reach_error();
    return 0;
}
