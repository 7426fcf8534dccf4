/* SPDX-License-Identifier: MIT */
/*
 * The functions of libpq, PostgreSQL's client library, that the storage calls. It may not be
 * installed.
 */
#ifndef DOSSIER_BIB_STORE_PG_CALLS_H
#define DOSSIER_BIB_STORE_PG_CALLS_H

#include "cite/bib/store/pg_library.h"
#include "core/base/module.h"

struct pg_calls {
#define CALL(name) MODULE_FIELD(name)
#include "cite/bib/store/pg_calls.def"
#undef CALL
};

/**
 * Loads libpq and sets `out`. Returns false when it is not installed. It stays loaded until the
 * process ends, because its TLS library has exit handlers.
 */
bool bib_pg_calls_load(struct pg_calls *out);

#endif
