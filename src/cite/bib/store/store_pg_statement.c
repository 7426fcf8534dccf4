/* SPDX-License-Identifier: MIT */
/*
 * Statements of PostgreSQL: their parameters, the values of their results, rows in the form of
 * COPY, and error messages. This file does not depend on particular tables.
 *
 * In both directions values are in the server's binary form (numbers with the highest byte first,
 * text as its bytes). The server is not trusted: each value is checked like any input.
 */
#include "cite/bib/store/store_pg.h"

#include "core/base/bounds.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>

DIAG_USE(DIAG_CANNOT_WRITE);
DIAG_USE(DIAG_LIBRARY_BUSY);
DIAG_USE(DIAG_LIBRARY_SERVER);

/* Types of PostgreSQL by their numbers, which do not change (pg_type.dat). */
enum { TYPE_INT8 = 20, TYPE_TEXT = 25, TYPE_INT8_LIST = 1016 };
enum { BINARY = 1 };

#define PIECE (1024 * 1024)
#define MOST_WAITS 1000000 /* maximum number of waits for one answer */

/* ---- errors ---- */

/** Returns a message of the server as one line. Empty if the message is not UTF-8. */
static struct str one_line(struct bib_pg *q, const char *text) {
    struct str s = str_trim(str_of(text ? text : ""));
    if (utf8_check(s) != STR_NONE) {
        return STR_EMPTY;
    }
    struct buf b;
    buf_init(&b, 4096);
    for (size_t i = 0; i < s.n; i++) {
        bool control = (unsigned char)s.p[i] < 0x20 || s.p[i] == 0x7F;
        if (!control) {
            buf_putc(&b, s.p[i]);
        } else if (b.n && b.p[b.n - 1] != ' ') {
            buf_puts(&b, s.p[i] == '\n' ? "; " : " ");
        }
    }
    return buf_finish(&b, q->base.arena);
}

/** Reports an error by its code (postgresql.org/docs/current/errcodes-appendix.html). */
static void report_code(struct bib_pg *q, struct str code, struct str text) {
    if (str_among(code, "55P03 40001 40P01 57014")) {
        q->base.io_failed = true;
        (void)bib_store_fault(&q->base, DIAG_LIBRARY_BUSY, "it is locked", STR_EMPTY);
        return;
    }
    if (str_is(code, "42P01") || str_is(code, "42703") || str_is(code, "3F000")) {
        (void)bib_store_damaged(&q->base, "its tables are not those of a library: %.*s",
                                STR_ARG(text));
        return;
    }
    if (str_starts(code, STR("XX"))) {
        (void)bib_store_damaged(&q->base, "%.*s", STR_ARG(text));
        return;
    }
    q->base.io_failed = true;
    (void)bib_store_fault(&q->base, DIAG_CANNOT_WRITE, "cannot be read or written", text);
}

/** Reports the loss of the connection, once. After that every statement fails. */
static bool has_gone(struct bib_pg *q, const char *text) {
    if (!q->lost) {
        q->lost = q->base.io_failed = true;
        (void)bib_store_fault(&q->base, DIAG_LIBRARY_SERVER, "the server has gone away",
                              one_line(q, text));
    }
    return false;
}

/** Reports the error of a result. With NULL, reports the error of the connection. Returns false. */
static bool failed(struct bib_pg *q, const PGresult *r) {
    struct str code = str_of(r ? q->lib.PQresultErrorField(r, PG_DIAG_SQLSTATE) : NULL);
    const char *text = r ? q->lib.PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    text = text ? text : q->lib.PQerrorMessage(q->conn);
    bool leaves = str_starts(code, STR("57P")) || str_starts(code, STR("08"));
    if (q->lost || leaves || q->lib.PQstatus(q->conn) != CONNECTION_OK) {
        return has_gone(q, text);
    }
    report_code(q, code, one_line(q, text));
    return false;
}

/* ---- parameters ---- */

/** Adds an array in the form of array_send(): the number of dimensions, whether there are nulls,
 * and the type; the length and the first index; then each element after its size. */
void bib_pg_ints(struct bib_sql *sql, struct buf *scratch, const bib_store_ids *list) {
    buf_clear(scratch);
    buf_big_endian(scratch, list->n ? 1 : 0, 4);
    buf_big_endian(scratch, 0, 4);
    buf_big_endian(scratch, TYPE_INT8, 4);
    if (list->n) {
        buf_big_endian(scratch, list->n, 4);
        buf_big_endian(scratch, 1, 4);
    }
    for (size_t i = 0; i < list->n; i++) {
        buf_big_endian(scratch, 8, 4);
        buf_big_endian(scratch, (uint64_t)list->p[i], 8);
    }
    (void)bib_sql_text(sql, buf_view(scratch));
    sql->params[sql->nparams - 1].type = BIB_SQL_NUMBERS;
}

/* ---- statements ---- */

/** The parameters in the form that libpq takes. */
struct sent {
    Oid types[BIB_SQL_MAX_PARAMS];
    const char *values[BIB_SQL_MAX_PARAMS];
    int lengths[BIB_SQL_MAX_PARAMS], forms[BIB_SQL_MAX_PARAMS];
    char numbers[BIB_SQL_MAX_PARAMS][8];
};

static bool make_sent(struct sent *s, const struct bib_sql *sql) {
    for (int i = 0; i < sql->nparams; i++) {
        const struct bib_sql_param *p = &sql->params[i];
        bool is_number = p->type == BIB_SQL_NUMBER;
        for (int k = 0; k < 8; k++) { /* the highest byte comes first */
            s->numbers[i][k] = (char)(unsigned char)((uint64_t)p->number >> (56 - 8 * k));
        }
        s->types[i] = is_number ? TYPE_INT8 : p->type == BIB_SQL_TEXT ? TYPE_TEXT : TYPE_INT8_LIST;
        s->values[i] = is_number ? s->numbers[i] : p->text.p;
        s->lengths[i] = is_number ? 8 : p->text.n <= INT_MAX ? (int)p->text.n : -1;
        s->forms[i] = BINARY;
        if (s->lengths[i] < 0) {
            return false;
        }
    }
    return true;
}

/** Returns the result if the statement has succeeded. Otherwise reports the error and returns
 * NULL. */
static PGresult *check_result(struct bib_pg *q, PGresult *r) {
    ExecStatusType status = q->lib.PQresultStatus(r);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
        return r;
    }
    (void)failed(q, r);
    q->lib.PQclear(r);
    return NULL;
}

/* ---- answers ---- */

/** Waits until an answer is complete. libpq's own functions would wait for ever if a server stops
 * in the middle of an answer. */
static bool wait_answer(struct bib_pg *q) {
    for (unsigned waits = 0; q->lib.PQisBusy(q->conn); waits++) {
        struct pollfd p = {.fd = q->lib.PQsocket(q->conn), .events = POLLIN};
        int ready = waits < MOST_WAITS ? poll(&p, 1, q->patience) : 0;
        if (ready == 0) {
            return has_gone(q, "it does not go on with its answer; "
                               "`tcp_user_timeout=300000` in the address waits for five minutes");
        }
        if (ready > 0 && !q->lib.PQconsumeInput(q->conn)) {
            break; /* PQgetResult() will return the error */
        }
        if (ready < 0 && errno != EINTR) {
            return has_gone(q, "");
        }
    }
    return true;
}

/** Returns the next result, or NULL after the last one and if the connection is lost. A server that
 * begins to send the rows of a COPY counts as lost: no statement requests this, and libpq would
 * return such a result for ever. */
static PGresult *next_result(struct bib_pg *q) {
    PGresult *r = !q->lost && wait_answer(q) ? q->lib.PQgetResult(q->conn) : NULL;
    ExecStatusType status = r ? q->lib.PQresultStatus(r) : PGRES_COMMAND_OK;
    if (status == PGRES_COPY_OUT || status == PGRES_COPY_BOTH) {
        q->lib.PQclear(r);
        r = NULL;
        (void)has_gone(q, "it sends rows that were not asked for");
    }
    return r;
}

/** Returns the result of the statement that was sent. If several statements were sent, returns the
 * result of the last one. Returns NULL if nothing was sent (`sent` is 0) or if the server does not
 * answer in time. */
static PGresult *answer(struct bib_pg *q, int sent) {
    PGresult *last = NULL;
    bool more = sent != 0;
    while (more) {
        PGresult *r = next_result(q);
        more = r && q->lib.PQresultStatus(r) != PGRES_COPY_IN;
        if (r || q->lost) {
            q->lib.PQclear(last);
            last = r;
        }
    }
    return last;
}

void bib_pg_rollback(struct bib_pg *q) {
    if (!q->lost) {
        q->lib.PQclear(answer(q, q->lib.PQsendQuery(q->conn, "ROLLBACK")));
    }
}

/** Prepares the statement that finds a key, unless it is prepared already. */
static bool prepare_find(struct bib_pg *q, const struct bib_sql *sql, const struct sent *s) {
    if (!q->has_find) {
        PGresult *made =
            answer(q, q->lib.PQsendPrepare(q->conn, "find", sql->text, sql->nparams, s->types));
        q->has_find = q->lib.PQresultStatus(made) == PGRES_COMMAND_OK || failed(q, made);
        q->lib.PQclear(made);
    }
    return q->has_find;
}

PGresult *bib_pg_query(struct bib_pg *q, const struct bib_sql *sql) {
    struct sent s;
    int sent = 0;
    if (!make_sent(&s, sql)) {
        (void)bib_store_fault(&q->base, DIAG_CANNOT_WRITE, "a text is too large", STR_EMPTY);
        return NULL;
    }
    if (sql->kept != BIB_SQL_FIND_KEY) {
        sent = q->lib.PQsendQueryParams(q->conn, sql->text, sql->nparams, s.types, s.values,
                                        s.lengths, s.forms, BINARY);
    } else if (prepare_find(q, sql, &s)) {
        sent = q->lib.PQsendQueryPrepared(q->conn, "find", sql->nparams, s.values, s.lengths,
                                          s.forms, BINARY);
    } else {
        return NULL;
    }
    return check_result(q, answer(q, sent));
}

PGresult *bib_pg_query_last(struct bib_pg *q, const char *sql) {
    return check_result(q, answer(q, q->lib.PQsendQuery(q->conn, sql)));
}

bool bib_pg_run(struct bib_pg *q, const char *sql) {
    PGresult *r = bib_pg_query_last(q, sql);
    q->lib.PQclear(r);
    return r != NULL;
}

bool bib_pg_do(struct bib_pg *q, const struct bib_sql *sql) {
    PGresult *r = bib_pg_query(q, sql);
    q->lib.PQclear(r);
    return r != NULL;
}

/* ---- COPY ---- */

/** Sends rows in COPY's binary format: a signature, 32 bits of flags, the length of an extension
 * (0), the rows, and -1 as the end (postgresql.org/docs/current/sql-copy.html, "Binary Format"). */
static bool send_rows(struct bib_pg *q, struct str rows) {
    static const char head[] = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0", end[] = "\377\377";
    bool sound = q->lib.PQputCopyData(q->conn, head, sizeof head) == 1;
    for (size_t at = 0; at < rows.n && sound; at += PIECE) {
        struct str piece = str_slice(rows, at, rows.n - at > PIECE ? at + PIECE : rows.n);
        sound = q->lib.PQputCopyData(q->conn, piece.p, (int)piece.n) == 1;
    }
    return sound && q->lib.PQputCopyData(q->conn, end, (int)sizeof end - 1) == 1 &&
           q->lib.PQputCopyEnd(q->conn, NULL) == 1;
}

bool bib_pg_copy(struct bib_pg *q, const char *sql, struct str rows) {
    PGresult *r = answer(q, q->lib.PQsendQuery(q->conn, sql));
    bool sound = q->lib.PQresultStatus(r) == PGRES_COPY_IN;
    if (!sound) {
        (void)failed(q, r);
    }
    q->lib.PQclear(r);
    if (!sound) {
        return false;
    }
    sound = send_rows(q, rows) || failed(q, NULL);
    for (r = next_result(q); r; r = next_result(q)) {
        ExecStatusType status = q->lib.PQresultStatus(r);
        /* sending has failed midway, so the server still waits for rows */
        bool more = status == PGRES_COPY_IN;
        if (sound && status != PGRES_COMMAND_OK) {
            sound = failed(q, r);
        }
        q->lib.PQclear(r);
        if (more) {
            break;
        }
    }
    return sound && !q->lost;
}

/* ---- values ---- */

int64_t bib_pg_get_int(struct bib_pg *q, const PGresult *r, int row, int column) {
    int n = column < q->lib.PQnfields(r) ? q->lib.PQgetlength(r, row, column) : 0;
    const unsigned char *p = (const unsigned char *)(n ? q->lib.PQgetvalue(r, row, column) : "");
    if (n && q->lib.PQfformat(r, column) != BINARY) {
        int64_t value = 0;
        (void)str_to_i64((struct str){(const char *)p, (size_t)n}, &value);
        return value;
    }
    uint64_t v = n > 0 && n <= 8 && p[0] & 0x80 ? UINT64_MAX : 0;
    for (int i = 0; i < n && n <= 8; i++) {
        v = v << 8 | p[i];
    }
    return (int64_t)v;
}

bool bib_pg_number(const struct bib_sql_row *row, int column, int64_t *out) {
    struct bib_pg *q = pg_of(row->s);
    *out = bib_pg_get_int(q, row->result, row->at, column);
    return !q->lib.PQgetisnull(row->result, row->at, column);
}

struct str bib_pg_text(const struct bib_sql_row *row, int column, bool *sound) {
    struct bib_pg *q = pg_of(row->s);
    const PGresult *r = row->result;
    int n = column < q->lib.PQnfields(r) ? q->lib.PQgetlength(r, row->at, column) : 0;
    struct str text = {n > 0 ? q->lib.PQgetvalue(r, row->at, column) : "", n > 0 ? (size_t)n : 0};
    if (text.n > LIMIT_SOURCE || utf8_check(text) != STR_NONE) {
        *sound = false;
        return STR_EMPTY;
    }
    return text;
}
