// verify unreach-call => TRUE
_Bool __VERIFIER_nondet_bool(void);
void reach_error(void);

int main(void)
{
    int at = 0;
    for (int i = 0; i < 6; i++)
        if (__VERIFIER_nondet_bool())
            at++;
    if (at > 6 || at < 0)
        reach_error();
    return 0;
}
