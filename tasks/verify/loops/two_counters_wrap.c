// verify unreach-call => TRUE
// The counters wrap around, but they do so together.
_Bool __VERIFIER_nondet_bool(void);
void reach_error(void);

int main(void)
{
    unsigned char a = 0, b = 0;
    while (__VERIFIER_nondet_bool()) {
        a++;
        b++;
    }
    if (a != b)
        reach_error();
    return 0;
}
