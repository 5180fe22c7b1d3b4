// verify unreach-call => FALSE(unreach-call) by int=6 int=1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int level;

static void change(int *place)
{
    *place = __VERIFIER_nondet_int();
}

int main(void)
{
    level = __VERIFIER_nondet_int();
    if (level > 5 && level < 100) {
        change(&level);
        if (level * 2 < 12)
            reach_error();
    }
    return 0;
}
