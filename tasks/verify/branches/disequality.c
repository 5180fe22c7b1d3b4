// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int c = __VERIFIER_nondet_int();
    if (c != 177) {
        if (c == 177)
            reach_error();
    }
    return 0;
}
