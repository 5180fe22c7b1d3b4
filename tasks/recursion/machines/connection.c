// verify unreach-call => TRUE
// Data come only while the connection is open.
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
        opened();
    }
}
int main(void)
{
    closed();
    return 0;
}
