// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int p1 = __VERIFIER_nondet_int(), p2 = __VERIFIER_nondet_int(), p3 = __VERIFIER_nondet_int();
    int l1 = 0, l2 = 0, l3 = 0;
    if (p1 != 0)
        l1 = 1;
    if (p2 != 0)
        l2 = 1;
    if (p3 != 0)
        l3 = 1;
    if (p1 != 0 && l1 != 1)
        goto error;
    l1 = 0;
    if (p2 != 0 && l2 != 1)
        goto error;
    l2 = 0;
    if (p3 != 0 && l3 != 1)
        goto error;
    return 0;
error:
    reach_error();
    return 1;
}
