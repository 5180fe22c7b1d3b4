// verify unreach-call => TRUE
extern void reach_error(void);
extern volatile int status;
volatile int own;

int main(void)
{
    int once = status;
    own = once;
    if (own != once)
        reach_error();
    return 0;
}
