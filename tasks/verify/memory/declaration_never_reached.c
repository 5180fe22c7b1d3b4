// verify valid-deref => UNKNOWN
// A variable ends with its block. Of one whose declaration is never reached, the compiler tells nothing.
int main(void)
{
    int *p = 0;
    switch (3) {
        int d;
    case 3:
        p = &d;
        *p = 42;
        break;
    }
    return *p;
}
