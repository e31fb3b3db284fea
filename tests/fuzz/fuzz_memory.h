/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_MEMORY_H
#define FUZZ_MEMORY_H

#include <tetress/tetress.h>

/*
 * An allocator for engines under test. It has none to give above `limit` bytes, since specs and
 * options may ask for terabytes, and hands large blocks out again without asking the system, which
 * would spend most of the fuzzer's time on clearing pages. `limit` must outlive its use.
 */
tetress_allocator fuzz_memory(const size_t *limit);

#endif
