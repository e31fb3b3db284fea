/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_VERSION_H
#define TETRESS_VERSION_H

#include <stddef.h>
#include <stdint.h>

/*
 * Marks every exported function. A program that links the static library on Windows defines
 * TETRESS_STATIC before it includes a header; elsewhere nothing has to be defined.
 */
#if defined(TETRESS_STATIC)
#define TETRESS_API
#elif defined(_WIN32)
#if defined(TETRESS_BUILD)
#define TETRESS_API __declspec(dllexport)
#else
#define TETRESS_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define TETRESS_API __attribute__((visibility("default")))
#else
#define TETRESS_API
#endif

/*
 * The version of these headers: MAJOR.MINOR.PATCH by the rules of semantic versioning. The build
 * reads these three lines. tetress_version() tells the version of the library that is loaded.
 */
#define TETRESS_VERSION_MAJOR 0
#define TETRESS_VERSION_MINOR 1
#define TETRESS_VERSION_PATCH 0

/*
 * The version of the binary interface, which is also the number in the shared library's soname. A
 * program that was built for one ABI version runs with every library of the same one; structures
 * may have grown by then, which their `size` settles (docs/reference/abi.md).
 */
#define TETRESS_ABI_VERSION 0

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The version of the library that is running, as text: "MAJOR.MINOR.PATCH". It may differ from the
 * version of the headers that the program was compiled with. Static text, never NULL. Any thread.
 */
TETRESS_API const char *tetress_version(void);

/*
 * The ABI version of the library that is running. A program that loads the library at run time
 * checks it before any other call, and calls nothing if it differs:
 *
 *     if (tetress_abi_version() != TETRESS_ABI_VERSION)
 *         return refuse("this libtetress has another binary interface");
 *
 * Any thread.
 */
TETRESS_API uint32_t tetress_abi_version(void);

#ifdef __cplusplus
}
#endif

#endif
