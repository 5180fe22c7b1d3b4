// verify unreach-call => TRUE
// The odd numbers step over 100; the counter wraps and is odd for ever.
void reach_error(void);

int main(void)
{
    unsigned int i = 1;
    while (i != 100)
        i += 2;
    reach_error();
    return 0;
}
