/* math.h for float: the functions with one right result. */
#define MATH_FLOAT
#include "math_exact.h"
