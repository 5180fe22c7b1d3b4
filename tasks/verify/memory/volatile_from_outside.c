// verify unreach-call => FALSE(unreach-call)
// Each read of a volatile object that others define may give another value.
extern void reach_error(void);
extern volatile int status;

int main(void)
{
    status = 1;
    if (status == 0)
        reach_error();
    return 0;
}
