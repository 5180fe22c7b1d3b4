// verify unreach-call => TRUE
// Whatever is set, abort does not return.
#include <signal.h>
#include <stdlib.h>
void reach_error(void);
static int calls;
static void on_abort(int number) { (void)number; if (calls++) reach_error(); }
int main(void)
{
    signal(SIGABRT, on_abort);
    abort();
    reach_error();
}
