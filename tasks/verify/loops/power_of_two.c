// verify unreach-call => FALSE(unreach-call)
void reach_error(void);

int main(void)
{
    unsigned int p = 1;
    int doublings = 0;
    while (p != 0) {
        p *= 2;
        doublings++;
    }
    if (doublings == 32)
        reach_error();
    return 0;
}
