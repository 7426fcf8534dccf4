/* SPDX-License-Identifier: MIT */
/* Loads the functions of SQLite that the storage calls, on first use. */
#define SQLITE_CALLS_BY_NAME
#include "cite/bib/store/sqlite_calls.h"

#define SYMBOL(name) {#name, offsetof(struct sqlite_calls, name)},

const struct sqlite_calls *bib_sqlite_calls(void) {
    static const struct module_symbol symbols[] = {SQLITE_CALLS(SYMBOL)};
    return module_calls(MODULE_SQLITE, symbols, ARRAY_LEN(symbols), sizeof(struct sqlite_calls));
}
