// verify unreach-call => FALSE(unreach-call)
void reach_error(void);

int trace;
static int note(int n)
{
    trace = 10 * trace + n;
    return n;
}
int main(void)
{
    int r = note(1) && note(0) && note(3);
    if (trace == 10 && !r)
        reach_error();
    return 0;
}
