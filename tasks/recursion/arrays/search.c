// verify unreach-call => TRUE
// What is found is an index of the array, or n.
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void reach_error(void);

#define SIZE 50000
int a[SIZE];
int find(int i, int n, int key)
{
    if (i == n)
        return n;
    if (a[i] == key)
        return i;
    return find(i + 1, n, key);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= n && n <= SIZE);
    int place = __VERIFIER_nondet_int();
    if (0 <= place && place < SIZE)
        a[place] = __VERIFIER_nondet_int();
    int key = __VERIFIER_nondet_int();
    int found = find(0, n, key);
    if (found < 0 || found > n || (found < n && a[found] != key))
        reach_error();
    return 0;
}
