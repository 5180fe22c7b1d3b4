// verify unreach-call => TRUE
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

int main(void)
{
    unsigned int x = __VERIFIER_nondet_uint(), y = 0;
    for (int i = 0; i < 4; i++)
        y |= (x >> 8 * i & 255) << 8 * i;
    if (x != y)
        reach_error();
    return 0;
}
