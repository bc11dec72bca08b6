/* For programs that include the header of CDSChecker or C11Tester: its assertion. */
#ifndef HEDDLE_MODEL_ASSERT_H
#define HEDDLE_MODEL_ASSERT_H

#include <assert.h>

#define MODEL_ASSERT(condition) assert(condition)

#endif
