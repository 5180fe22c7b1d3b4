// verify unreach-call => FALSE(unreach-call) by uchar=105 uchar=100
// A block that is indented twice is left once.
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

unsigned int indentation;
void block(void)
{
    unsigned int mine = indentation;
    for (;;) {
        unsigned char line = __VERIFIER_nondet_uchar();
        if (line == 'i') {
            indentation = mine + 8;
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
