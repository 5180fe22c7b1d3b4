// verify unreach-call => FALSE(unreach-call)
#include <signal.h>
void reach_error(void);
static volatile sig_atomic_t seen;
static void on_user(int number) { seen = number; }
int main(void)
{
    struct sigaction action = {0};
    action.sa_handler = on_user;
    sigaction(SIGUSR1, &action, 0);
    raise(SIGUSR1);
    if (seen == SIGUSR1)
        reach_error();
    return 0;
}
