// verify unreach-call => TRUE
// What a branch says about a variable in memory holds where it is read again.
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int level;

int main(void)
{
    level = __VERIFIER_nondet_int();
    if (level > 5 && level < 100) {
        if (level * 2 < 12)
            reach_error();
    }
    return 0;
}
