// verify unreach-call => FALSE(unreach-call)
#include <search.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

static int compare(const void *a, const void *b)
{
    return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b;
}

/* An equal key is not added again. */
int main(void)
{
    int keys[2] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    void *root = 0;
    tsearch(&keys[0], &root, compare);
    int **second = tsearch(&keys[1], &root, compare);
    if (*second != &keys[1])
        reach_error();
    return 0;
}
