/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memfd_create, open_memstream, a stderr that can be set */

/* A file in memory, and a stderr in memory. */
#include "fuzz_file.h"

#include <sys/mman.h>
#include <unistd.h>

static int descriptor = -1;
static char path[64];

static char *said;
static size_t said_length;

const char *fuzz_file_fill(const uint8_t *data, size_t size)
{
    if (descriptor < 0) {
        descriptor = memfd_create("fuzz", 0);
        snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    }
    MUST(ftruncate(descriptor, 0) == 0 && pwrite(descriptor, data, size, 0) == (ssize_t)size);
    return path;
}

size_t fuzz_file_size(void)
{
    off_t size = lseek(descriptor, 0, SEEK_END);

    MUST(size >= 0);
    return (size_t)size;
}

void fuzz_file_read(uint8_t *bytes, size_t size, size_t at)
{
    MUST(pread(descriptor, bytes, size, (off_t)at) == (ssize_t)size);
}

void fuzz_said_start(void)
{
    static FILE *memory;

    if (memory == NULL) {
        memory = open_memstream(&said, &said_length);
        MUST(memory != NULL);
        stderr = memory;
    }
    rewind(memory);
}

const char *fuzz_said(void)
{
    MUST(fflush(stderr) == 0);
    MUST(said_length == 0 || said[said_length - 1] == '\n');
    for (size_t i = 0; i < said_length; i++)
        MUST(said[i] == '\n' || ((unsigned char)said[i] >= ' ' && said[i] != 0x7f));
    said[said_length] = '\0';
    return said;
}
