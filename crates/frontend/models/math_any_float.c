/* math.h for float: the functions whose result is bounded only. */
#define MATH_FLOAT
#include "math_any.h"
