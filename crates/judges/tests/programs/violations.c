// Ways to go wrong with memory, by an input.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

static int *keep(int *p) { static int *kept; if (p) kept = p; return kept; }

int main(void) {
    int way = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int(), *p = malloc(4 * sizeof(int)), local = 3;
    memset(p, 0, 16);
    switch (way) {
    case 0: p[i] = 1; break;
    case 1: free(p); if (i == 5) local = p[1]; return local;
    case 2: free(p); if (i > 7) free(p); return 0;
    case 3: if (i & 1) p++; free(p); return 0;
    case 4: if (i == 9) p = 0; *p = 3; break;
    case 5: { int *q; if (i) { int inner = 4; q = &inner; } else q = &local; local += *q; break; }
    case 6: keep(p); if (i == 2) { p = 0; keep(&local); } return 0;
    case 7: memcpy(p, &local, i); break;
    case 8: ((char *)"text")[i & 7] = 'x'; break;
    case 9: { int (*f)(void) = i == 1 ? (int (*)(void))p : 0; if (i == 1 || i == 2) return f(); break; }
    }
    free(p);
    return local;
}
