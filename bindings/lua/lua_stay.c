/* SPDX-License-Identifier: MIT */
/* Keeps the module in memory until the process ends, because finalizers run late. */
#define _GNU_SOURCE /* dladdr, RTLD_NOLOAD, RTLD_NODELETE */

#include <dlfcn.h>

#include "tetress_lua.h"

/* Here and not by a flag of the linker, because LuaRocks builds the module, too, and takes no flags
 * from a rockspec. */
void tlua_stay_loaded(void)
{
    static const char here = 0;
    Dl_info module;
    void *handle;

    if (dladdr(&here, &module) == 0)
        return;
    handle = dlopen(module.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
    if (handle != NULL)
        dlclose(handle); /* undoes the count of dlopen(); the mark stays */
}
