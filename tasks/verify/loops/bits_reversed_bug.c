// verify unreach-call => FALSE(unreach-call)
void reach_error(void);

static unsigned long long reversed(unsigned long long value)
{
    unsigned long long result = 0;
    for (int i = 0; i < 64; i++)
        if (value & 1ULL << i)
            result |= 1ULL << (63 - i);
    return result;
}

int main(void)
{
    unsigned long long least = reversed(1);
    if (least != 0x4000000000000000ULL)
        reach_error();
    return 0;
}
