/* SPDX-License-Identifier: MIT */
/* Loads the functions of SQLite that the storage calls, on first use. */
#define SQLITE_CALLS_BY_NAME
#include "cite/bib/store/sqlite_calls.h"

const struct sqlite_calls *bib_sqlite_calls(void) {
    static const struct module_symbol symbols[] = {
#define CALL(name) {#name, offsetof(struct sqlite_calls, name)},
#include "cite/bib/store/sqlite_calls.def"
#undef CALL
    };
    return module_calls(MODULE_SQLITE, symbols, ARRAY_LEN(symbols), sizeof(struct sqlite_calls));
}
