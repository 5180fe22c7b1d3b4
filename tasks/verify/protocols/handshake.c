// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

enum { HELLO, KEY, DONE, CLOSED };
int main(void)
{
    int state = HELLO, key = 0;
    while (state != CLOSED) {
        int message = __VERIFIER_nondet_int();
        switch (state) {
        case HELLO:
            if (message == 1)
                state = KEY;
            break;
        case KEY:
            if (message == 2) {
                key = 1;
                state = DONE;
            } else if (message == 9)
                state = HELLO;
            break;
        case DONE:
            if (!key)
                reach_error();
            if (message == 0)
                state = CLOSED;
            break;
        default:
            reach_error();
        }
    }
    return 0;
}
