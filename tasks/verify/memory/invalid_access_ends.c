// verify unreach-call => TRUE
// verify memsafety => FALSE(valid-deref)
// Not monitored, the access out of bounds ends the execution.
void reach_error(void);

int main(void)
{
    int a[2] = { 0, 0 };
    int i = 7;
    a[i] = 1;
    reach_error();
    return 0;
}
