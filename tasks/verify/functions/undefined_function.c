// verify unreach-call => FALSE(unreach-call) by seed 1
// A function without a body returns any value.
void reach_error(void);

int external_sensor(int);
int main(void)
{
    int a = external_sensor(1), b = external_sensor(1);
    if (a != b)
        reach_error();
    return 0;
}
