/* math.h for double: the functions with one right result. */
#define MATH_DOUBLE
#include "math_exact.h"
