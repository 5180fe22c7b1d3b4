// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int state = 0, ok = 0, command = __VERIFIER_nondet_int(), p, n = __VERIFIER_nondet_int();
    for (;;)
        switch (state) {
        case 0:
            state = command == 177 ? 1 : 2;
            break;
        case 1:
            if (command == 177) {
                state = 3;
                command = __VERIFIER_nondet_int();
            } else
                state = 0;
            break;
        case 2:
            if (command != 177) {
                command = 79;
                state = 4;
                p = command;
                while (p > 0)
                    --p;
                if (p > 0)
                    reach_error();
            } else
                reach_error();
            break;
        case 3:
            if (command == 78) {
                state = 4;
                ok = 1;
            } else {
                state = 0;
                command = __VERIFIER_nondet_int();
            }
            break;
        case 4:
            if (ok) {
                if (command != 78)
                    reach_error();
            } else if (command != 79)
                reach_error();
            goto out;
        }
out:
    p = command;
    while (p < n)
        ++p;
    if (p < n)
        reach_error();
    return 0;
}
