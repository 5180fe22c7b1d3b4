// verify unreach-call => FALSE(unreach-call)
// verify no-overflow => FALSE(no-overflow)
// Where overflow is not monitored it wraps, and the loop ends.
void reach_error(void);

int main(void)
{
    int i = 2147483600;
    while (i > 0)
        i++;
    reach_error();
    return 0;
}
