// verify valid-deref => TRUE
#include <dirent.h>
#include <string.h>

int main(void)
{
    DIR *d = opendir(".");
    if (!d)
        return 0;
    struct dirent *e = readdir(d);
    if (e && e->d_name[0] == '.' && e->d_name[1] == 0)
        e = readdir(d);
    closedir(d);
    return 0;
}
