// verify unreach-call => FALSE(unreach-call) by int=7
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    for (;;) {
        int low = __VERIFIER_nondet_int() & 7;
        if (low > 6)
            reach_error();
    }
}
