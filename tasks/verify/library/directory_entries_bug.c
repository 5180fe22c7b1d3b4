// verify valid-deref => FALSE(valid-deref) by seed 40
#include <dirent.h>

/* What readdir answers is gone when the directory is closed. */
int main(void)
{
    DIR *d = opendir(".");
    if (!d)
        return 0;
    struct dirent *e = readdir(d);
    closedir(d);
    return e ? e->d_name[0] : 0;
}
