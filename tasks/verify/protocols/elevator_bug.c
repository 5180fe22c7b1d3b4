// verify unreach-call => FALSE(unreach-call) by bool=1 bool=1 bool=1 bool=1 bool=1
_Bool __VERIFIER_nondet_bool(void);
void reach_error(void);

int main(void)
{
    int floor = 0, up = 1;
    while (__VERIFIER_nondet_bool()) {
        if (floor == 5)
            up = 0;
        if (floor == 0)
            up = 1;
        floor += up ? 1 : -1;
        if (floor < 0 || floor > 4)
            reach_error();
    }
    return 0;
}
