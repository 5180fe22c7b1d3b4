// verify unreach-call => TRUE
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void)
{
    int kind;
    unsigned char c = __VERIFIER_nondet_uchar();
    switch (c) {
    case '0' ... '9':
        kind = 1;
        break;
    case 'a' ... 'z':
    case 'A' ... 'Z':
        kind = 2;
        break;
    default:
        kind = 0;
    }
    if (kind == 1 && c - '0' > 9)
        reach_error();
    if (kind == 2 && (c | 32) - 'a' > 25)
        reach_error();
    return 0;
}
