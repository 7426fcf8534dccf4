/* SPDX-License-Identifier: MIT */
/* Loads the functions of libpq that the storage calls. */
#include "cite/bib/store/pg_calls.h"

#define SYMBOL(name) {#name, offsetof(struct pg_calls, name)},

bool bib_pg_calls_load(struct pg_calls *out) {
    static const struct module_symbol symbols[] = {PG_CALLS(SYMBOL)};
    return module_load("libpq.so.5", symbols, ARRAY_LEN(symbols), out) != NULL;
}
