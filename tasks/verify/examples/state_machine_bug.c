// verify unreach-call => FALSE(unreach-call) by int=177 int=78
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int state = 0, ok = 0, command = __VERIFIER_nondet_int();
    for (;;)
        switch (state) {
        case 0:
            state = command == 177 ? 1 : 2;
            break;
        case 1:
            state = 3;
            command = __VERIFIER_nondet_int();
            break;
        case 2:
            command = 79;
            state = 4;
            break;
        case 3:
            if (command == 78)
                state = 4;
            else {
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
            return 0;
        }
}
