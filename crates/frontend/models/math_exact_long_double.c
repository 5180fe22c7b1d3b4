/* math.h for long double: the functions with one right result. */
#define MATH_LONG_DOUBLE
#include "math_exact.h"
