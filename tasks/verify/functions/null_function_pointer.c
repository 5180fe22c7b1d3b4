// verify memsafety => FALSE(valid-deref)
// verify unreach-call => TRUE
// The invalid call ends the execution where memory is not monitored.
void reach_error(void);

int main(void)
{
    void (*f)(void) = 0;
    f();
    reach_error();
    return 0;
}
