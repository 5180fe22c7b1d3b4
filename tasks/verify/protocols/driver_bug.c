// verify unreach-call => FALSE(unreach-call) by int=5
int __VERIFIER_nondet_int(void);
void reach_error(void);

int completed, pending;
static int complete(void)
{
    if (completed)
        reach_error();
    completed = 1;
    return 0;
}
static int lower_driver(void)
{
    switch (__VERIFIER_nondet_int()) {
    case 0:
        return 0;
    case 5:
        pending = 1;
        return -1;
    default:
        pending = 1;
        return 259;
    }
}
static int dispatch(void)
{
    int status = lower_driver();
    if (status == 259)
        return status;
    if (status < 0)
        return complete(), status;
    return complete();
}
int main(void)
{
    dispatch();
    if (pending)
        complete();
    return 0;
}
