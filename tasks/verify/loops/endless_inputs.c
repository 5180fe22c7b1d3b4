// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    for (;;) {
        int low = __VERIFIER_nondet_int() & 7;
        if (low > 7)
            reach_error();
    }
}
