// verify unreach-call => FALSE(unreach-call)
// A handler of SIGABRT runs when the program aborts.
#include <signal.h>
#include <stdlib.h>
void reach_error(void);
static void on_abort(int number) { if (number == SIGABRT) reach_error(); }
int main(void)
{
    signal(SIGABRT, on_abort);
    abort();
}
