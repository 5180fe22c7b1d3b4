/* math.h for long double: the functions whose result is bounded only. */
#define MATH_LONG_DOUBLE
#include "math_any.h"
