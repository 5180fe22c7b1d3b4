// verify unreach-call => FALSE(unreach-call) by seed 2
// Each round has a new variable.
void reach_error(void);

int main(void)
{
    int last = 0;
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 1 && x != last)
            reach_error();
        x = 5;
        last = x;
    }
    return 0;
}
