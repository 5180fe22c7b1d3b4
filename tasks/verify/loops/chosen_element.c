// verify unreach-call => TRUE
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

static int elements[4] = {1, 2, 3, 4};

int main(void)
{
    unsigned char which = __VERIFIER_nondet_uchar();
    int i = 0;
    while (elements[which & 3] != 255 && i++ < 2)
        ;
    if (i > 3)
        reach_error();
    return 0;
}
