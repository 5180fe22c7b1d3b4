// verify unreach-call => TRUE
// main calls itself until as many calls are counted as the limit says.
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned int calls, limit, started;
int main(void)
{
    if (!started) {
        started = 1;
        limit = __VERIFIER_nondet_uint();
    }
    if (calls < limit) {
        calls++;
        return main();
    }
    if (calls != limit)
        reach_error();
    return 0;
}
