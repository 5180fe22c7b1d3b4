/* SV-COMP's verifier functions beyond those that the translator knows (nondet of every scalar type, assume, error). */
#include "library.h"

LIBRARY void __VERIFIER_atomic_begin(void)
{
}

LIBRARY void __VERIFIER_atomic_end(void)
{
}

LIBRARY void __VERIFIER_nondet_memory(void *p, size_t size)
{
    __adumbra_havoc(p, size);
}
