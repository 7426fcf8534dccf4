/* SPDX-License-Identifier: MIT */
/*
 * Declares the part of libpq that is called (libpq.so.5). Its header need not be installed.
 * tests/package/check_declared compares these declarations with it.
 */
#ifndef DOSSIER_BIB_STORE_PG_LIBRARY_H
#define DOSSIER_BIB_STORE_PG_LIBRARY_H

#include <stddef.h>

#ifdef DOSSIER_LIBRARY_HEADERS
#include <libpq-fe.h>
#else
#define PG_DIAG_MESSAGE_PRIMARY 'M'
#define PG_DIAG_SQLSTATE 'C'
typedef unsigned Oid;
typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef enum { CONNECTION_OK = 0 } ConnStatusType;
typedef enum {
    PGRES_COMMAND_OK = 1,
    PGRES_TUPLES_OK = 2,
    PGRES_COPY_OUT = 3,
    PGRES_COPY_IN = 4,
    PGRES_COPY_BOTH = 8
} ExecStatusType;
typedef enum { PQTRANS_IDLE = 0 } PGTransactionStatusType;
typedef struct _PQconninfoOption {
    char *keyword, *envvar, *compiled, *val, *label, *dispchar;
    int dispsize;
} PQconninfoOption;
typedef void (*PQnoticeProcessor)(void *user, const char *message);
#endif

void PQclear(PGresult *result);
PGconn *PQconnectdbParams(const char *const *keywords, const char *const *values, int expand);
void PQconninfoFree(PQconninfoOption *options);
PQconninfoOption *PQconninfoParse(const char *text, char **error);
int PQconsumeInput(PGconn *conn);
char *PQerrorMessage(const PGconn *conn);
int PQfformat(const PGresult *result, int field);
void PQfinish(PGconn *conn);
void PQfreemem(void *p);
int PQgetisnull(const PGresult *result, int row, int field);
int PQgetlength(const PGresult *result, int row, int field);
PGresult *PQgetResult(PGconn *conn);
char *PQgetvalue(const PGresult *result, int row, int field);
int PQisBusy(PGconn *conn);
int PQnfields(const PGresult *result);
int PQntuples(const PGresult *result);
int PQputCopyData(PGconn *conn, const char *data, int n);
int PQputCopyEnd(PGconn *conn, const char *error);
char *PQresultErrorField(const PGresult *result, int field);
ExecStatusType PQresultStatus(const PGresult *result);
int PQsendPrepare(PGconn *conn, const char *name, const char *query, int n, const Oid *types);
int PQsendQuery(PGconn *conn, const char *query);
int PQsendQueryParams(PGconn *conn, const char *query, int n, const Oid *types,
                      const char *const *values, const int *lengths, const int *formats,
                      int result_format);
int PQsendQueryPrepared(PGconn *conn, const char *name, int n, const char *const *values,
                        const int *lengths, const int *formats, int result_format);
PQnoticeProcessor PQsetNoticeProcessor(PGconn *conn, PQnoticeProcessor notice, void *user);
int PQsocket(const PGconn *conn);
ConnStatusType PQstatus(const PGconn *conn);
PGTransactionStatusType PQtransactionStatus(const PGconn *conn);

#endif
