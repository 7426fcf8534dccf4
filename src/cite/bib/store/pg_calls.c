/* SPDX-License-Identifier: MIT */
/* Loads the functions of libpq that the storage calls. */
#include "cite/bib/store/pg_calls.h"

bool bib_pg_calls_load(struct pg_calls *out) {
    static const struct module_symbol symbols[] = {
#define CALL(name) {#name, offsetof(struct pg_calls, name)},
#include "cite/bib/store/pg_calls.def"
#undef CALL
    };
    return module_load(MODULE_POSTGRES, symbols, ARRAY_LEN(symbols), out) != NULL;
}
