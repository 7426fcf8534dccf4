/* SPDX-License-Identifier: MIT */
/*
 * The functions of SQLite that the storage calls. Each name is a macro for the library's function;
 * the library is loaded on first use. A call of a function that is missing here causes a linker
 * error.
 */
#ifndef DOSSIER_BIB_STORE_SQLITE_CALLS_H
#define DOSSIER_BIB_STORE_SQLITE_CALLS_H

#include "core/base/module.h"

#include <sqlite3.h>

struct sqlite_calls {
#define CALL(name) MODULE_FIELD(name)
#include "cite/bib/store/sqlite_calls.def"
#undef CALL
};
const struct sqlite_calls *bib_sqlite_calls(void);

#ifndef SQLITE_CALLS_BY_NAME
#define sqlite3_bind_int64 (bib_sqlite_calls()->sqlite3_bind_int64)
#define sqlite3_bind_pointer (bib_sqlite_calls()->sqlite3_bind_pointer)
#define sqlite3_bind_text64 (bib_sqlite_calls()->sqlite3_bind_text64)
#define sqlite3_busy_timeout (bib_sqlite_calls()->sqlite3_busy_timeout)
#define sqlite3_clear_bindings (bib_sqlite_calls()->sqlite3_clear_bindings)
#define sqlite3_close (bib_sqlite_calls()->sqlite3_close)
#define sqlite3_column_bytes (bib_sqlite_calls()->sqlite3_column_bytes)
#define sqlite3_column_int64 (bib_sqlite_calls()->sqlite3_column_int64)
#define sqlite3_column_text (bib_sqlite_calls()->sqlite3_column_text)
#define sqlite3_column_type (bib_sqlite_calls()->sqlite3_column_type)
#define sqlite3_db_config (bib_sqlite_calls()->sqlite3_db_config)
#define sqlite3_errcode (bib_sqlite_calls()->sqlite3_errcode)
#define sqlite3_errmsg (bib_sqlite_calls()->sqlite3_errmsg)
#define sqlite3_exec (bib_sqlite_calls()->sqlite3_exec)
#define sqlite3_finalize (bib_sqlite_calls()->sqlite3_finalize)
#define sqlite3_get_autocommit (bib_sqlite_calls()->sqlite3_get_autocommit)
#define sqlite3_last_insert_rowid (bib_sqlite_calls()->sqlite3_last_insert_rowid)
#define sqlite3_limit (bib_sqlite_calls()->sqlite3_limit)
#define sqlite3_open_v2 (bib_sqlite_calls()->sqlite3_open_v2)
#define sqlite3_prepare_v2 (bib_sqlite_calls()->sqlite3_prepare_v2)
#define sqlite3_reset (bib_sqlite_calls()->sqlite3_reset)
#define sqlite3_sleep (bib_sqlite_calls()->sqlite3_sleep)
#define sqlite3_snprintf (bib_sqlite_calls()->sqlite3_snprintf)
#define sqlite3_step (bib_sqlite_calls()->sqlite3_step)
#endif

#endif
