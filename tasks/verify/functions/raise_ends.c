// verify unreach-call => TRUE
// A signal that nobody handles ends the program.
#include <signal.h>
void reach_error(void);
int main(void)
{
    signal(SIGUSR1, SIG_IGN);
    raise(SIGUSR1);
    signal(SIGUSR1, SIG_DFL);
    raise(SIGUSR1);
    reach_error();
}
