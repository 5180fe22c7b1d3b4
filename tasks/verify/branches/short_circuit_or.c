// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), calls = 0;
    if (x > 3 || (calls++, x < 4)) {
        if (calls > 1)
            reach_error();
        return 0;
    }
    reach_error();
    return 0;
}
