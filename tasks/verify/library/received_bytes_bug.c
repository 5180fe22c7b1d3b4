// verify unreach-call => FALSE(unreach-call) by seed 185
#include <sys/socket.h>
void reach_error(void);

/* Fewer bytes may come than were asked for. */
int main(void)
{
    char buffer[8];
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s >= 0 && recv(s, buffer, sizeof buffer, 0) == 3)
        reach_error();
    return 0;
}
