// verify unreach-call --32 => FALSE(unreach-call) by int=65536
// verify unreach-call --64 => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    long l = (long)x * 65536;
    if (x > 0 && l <= 0)
        reach_error();
    return 0;
}
