// verify unreach-call => TRUE
#include <sys/socket.h>
void reach_error(void);

int main(void)
{
    char buffer[8];
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0)
        return 0;
    long n = recv(s, buffer, sizeof buffer, 0);
    if (n < -1 || n > 8)
        reach_error();
    return 0;
}
