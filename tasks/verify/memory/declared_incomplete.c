// verify valid-deref => TRUE
// An object of an incomplete type has one byte at least.
struct hidden;
extern struct hidden hidden;

int main(void)
{
    const char *first = (const char *)&hidden;
    return *first;
}
