// verify unreach-call => FALSE(unreach-call)
// What an object holds that is only declared is not known.
extern void reach_error(void);
extern int numbers[];

int main(void)
{
    if (numbers[0] == 0)
        reach_error();
    return 0;
}
