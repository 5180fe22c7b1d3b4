// verify unreach-call => TRUE
// A block ends at the indentation at which it began, so that main sees 0 again.
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

unsigned int indentation;
void block(void)
{
    unsigned int mine = indentation;
    for (;;) {
        unsigned char line = __VERIFIER_nondet_uchar();
        if (line == 'i') {
            indentation = mine + 4;
            block();
        } else if (line == 'd') {
            indentation = mine - 4;
            return;
        }
        if (indentation != mine)
            reach_error();
    }
}
int main(void)
{
    indentation = 4;
    block();
    if (indentation != 0)
        reach_error();
    return 0;
}
