/* SPDX-License-Identifier: MIT */
/*
 * Loading libraries by name. The system finds and counts them; nothing is remembered here.
 */
#include "base/module.h"

#include <dlfcn.h>
#include <string.h>

void *module_load(const char *library, const struct module_symbol *symbols, size_t n, void *calls) {
    void *module = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    for (size_t i = 0; module && i < n; i++) {
        void *found = dlsym(module, symbols[i].name);
        if (!found) {
            module_drop(module);
            return NULL;
        }
        memcpy((char *)calls + symbols[i].at, &found, sizeof found);
    }
    return module;
}

void module_drop(void *module) {
    if (module) {
        (void)dlclose(module);
    }
}
