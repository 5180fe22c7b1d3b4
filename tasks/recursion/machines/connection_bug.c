// verify unreach-call => FALSE(unreach-call) by uchar=1 uchar=9 uchar=0
// A reset closes the connection, but the state stays.
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int is_open;
void opened(void);
void closed(void)
{
    unsigned char event = __VERIFIER_nondet_uchar();
    if (event == 0)
        return;
    if (event == 1) {
        is_open = 1;
        opened();
    } else {
        closed();
    }
}
void opened(void)
{
    unsigned char event = __VERIFIER_nondet_uchar();
    if (!is_open)
        reach_error();
    if (event == 0) {
        is_open = 0;
        closed();
    } else {
        if (event == 9)
            is_open = 0;
        opened();
    }
}
int main(void)
{
    closed();
    return 0;
}
