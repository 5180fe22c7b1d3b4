// verify unreach-call => TRUE
// An unsigned counter is never below zero: the loop does not end.
void reach_error(void);

int main(void)
{
    for (unsigned int i = 3; i >= 0; i--)
        ;
    reach_error();
    return 0;
}
