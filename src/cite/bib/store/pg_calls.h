/* SPDX-License-Identifier: MIT */
/*
 * The functions of libpq, PostgreSQL's client library, that the storage calls. It may not be
 * installed.
 */
#ifndef DOSSIER_BIB_STORE_PG_CALLS_H
#define DOSSIER_BIB_STORE_PG_CALLS_H

#include "core/base/module.h"

#include <libpq-fe.h>

#define PG_CALLS(X)                                                                                \
    X(PQclear)                                                                                     \
    X(PQconnectdbParams)                                                                           \
    X(PQconninfoFree)                                                                              \
    X(PQconninfoParse)                                                                             \
    X(PQerrorMessage)                                                                              \
    X(PQexec)                                                                                      \
    X(PQexecParams)                                                                                \
    X(PQexecPrepared)                                                                              \
    X(PQfformat)                                                                                   \
    X(PQfinish)                                                                                    \
    X(PQfreemem)                                                                                   \
    X(PQgetisnull)                                                                                 \
    X(PQgetlength)                                                                                 \
    X(PQgetResult)                                                                                 \
    X(PQgetvalue)                                                                                  \
    X(PQnfields)                                                                                   \
    X(PQntuples)                                                                                   \
    X(PQprepare)                                                                                   \
    X(PQputCopyData)                                                                               \
    X(PQputCopyEnd)                                                                                \
    X(PQresultErrorField)                                                                          \
    X(PQresultStatus)                                                                              \
    X(PQsetNoticeProcessor)                                                                        \
    X(PQstatus)                                                                                    \
    X(PQtransactionStatus)

struct pg_calls {
    PG_CALLS(MODULE_FIELD)
};

/**
 * Loads libpq and fills `out`; false when it is not installed. It stays loaded until the process
 * ends, since its TLS library has exit handlers.
 */
bool bib_pg_calls_load(struct pg_calls *out);

#endif
