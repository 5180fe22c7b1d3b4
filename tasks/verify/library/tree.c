// verify unreach-call => TRUE
#include <search.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

static int compare(const void *a, const void *b)
{
    return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b;
}

int main(void)
{
    int keys[2] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    void *root = 0;
    int **first = tsearch(&keys[0], &root, compare), **second = tsearch(&keys[1], &root, compare);
    if (*first != &keys[0] || **second != keys[1] || (first == second) != (keys[0] == keys[1]))
        reach_error();
    if (!tfind(&keys[1], &root, compare))
        reach_error();
    return 0;
}
