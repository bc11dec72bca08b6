/* For programs that include the header of CDSChecker: accesses that are not atomic, and that it is
 * to look for races of. A program for it begins at `user_main`. */
#ifndef HEDDLE_LIBRACE_H
#define HEDDLE_LIBRACE_H

#include <stdint.h>

#define user_main main

#define store_8(place, value) ((void)(*(uint8_t *)(place) = (value)))
#define store_16(place, value) ((void)(*(uint16_t *)(place) = (value)))
#define store_32(place, value) ((void)(*(uint32_t *)(place) = (value)))
#define store_64(place, value) ((void)(*(uint64_t *)(place) = (value)))
#define load_8(place) (*(const uint8_t *)(place))
#define load_16(place) (*(const uint16_t *)(place))
#define load_32(place) (*(const uint32_t *)(place))
#define load_64(place) (*(const uint64_t *)(place))

#endif
