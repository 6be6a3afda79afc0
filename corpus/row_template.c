/* One text, a function per element type. */
#define ROW_NAME turn_float
#define ROW_TYPE float
#include "row_template.h"
#undef ROW_NAME
#undef ROW_TYPE
#define ROW_NAME turn_short
#define ROW_TYPE short
#include "row_template.h"
