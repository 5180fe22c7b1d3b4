// verify unreach-call => TRUE
#include <ctype.h>
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void)
{
    unsigned char c = __VERIFIER_nondet_uchar();
    if (!!isalnum(c) != (isalpha(c) || isdigit(c)) || (isspace(c) && isgraph(c)) || (isprint(c) && iscntrl(c)))
        reach_error();
    if (isupper(c) && (!islower(tolower(c)) || toupper(tolower(c)) != c))
        reach_error();
    if (isxdigit(c) && !isdigit(c) && (tolower(c) < 'a' || tolower(c) > 'f'))
        reach_error();
    return 0;
}
