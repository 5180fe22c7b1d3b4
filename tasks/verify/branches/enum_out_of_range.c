// verify unreach-call => FALSE(unreach-call) by int=3
// Nothing keeps an enumeration within its names.
int __VERIFIER_nondet_int(void);
void reach_error(void);

enum colour { RED, GREEN, BLUE };
int main(void)
{
    enum colour c = (enum colour)__VERIFIER_nondet_int();
    switch (c) {
    case RED:
    case GREEN:
    case BLUE:
        return 0;
    }
    if ((int)c == 3)
        reach_error();
    return 0;
}
