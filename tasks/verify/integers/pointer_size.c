// verify unreach-call --32 => TRUE
// verify unreach-call --64 => FALSE(unreach-call)
void reach_error(void);

int main(void)
{
    if (sizeof(void *) != sizeof(int))
        reach_error();
    return 0;
}
