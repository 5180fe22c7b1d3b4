// verify unreach-call => FALSE(unreach-call)
// Destructors run when the program exits.
void reach_error(void);

int done;
__attribute__((destructor)) static void finish(void)
{
    if (done)
        reach_error();
}
int main(void)
{
    done = 1;
    return 0;
}
