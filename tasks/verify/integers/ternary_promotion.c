// verify unreach-call => FALSE(unreach-call)
// The type of the conditional is unsigned: -1 becomes large.
void reach_error(void);

int main(void)
{
    int t = 1;
    long long r = t ? -1 : 0u;
    if (r > 0)
        reach_error();
    return 0;
}
