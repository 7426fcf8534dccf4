/* SPDX-License-Identifier: MIT */
/*
 * The language server: its messages (JSON-RPC 2.0), the open texts, and their diagnostics.
 */
#include "cite/bib/check/check.h"
#include "core/base/bounds.h"
#include "core/diag/ignore.h"
#include "job/build/settings.h"
#include "job/lsp/lsp_internal.h"
#include "job/site/site.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    NOT_JSON = -32700,
    NOT_A_REQUEST = -32600,
    NO_METHOD = -32601,
    WRONG_PARAMS = -32602,
    NOT_STARTED = -32002,
    REFUSED = -32803
};

/* ---- texts ---- */

static struct str keep(struct str s) {
    char *p = xcalloc(s.n + 1, 1);
    memcpy(p, s.n ? s.p : "", s.n);
    return (struct str){p, s.n};
}

static void free_text(struct str s) {
    free((char *)(uintptr_t)s.p);
}

static struct lsp_doc *doc_of(const struct lsp *s, struct str uri) {
    for (size_t i = 0; i < s->docs.n; i++) {
        if (str_eq(s->docs.p[i]->uri, uri)) {
            return s->docs.p[i];
        }
    }
    return NULL;
}

struct lsp_doc *lsp_doc_at(const struct lsp *s, struct str path) {
    for (size_t i = 0; path.n && i < s->docs.n; i++) {
        if (str_eq(s->docs.p[i]->path, path)) {
            return s->docs.p[i];
        }
    }
    return NULL;
}

/** Implements `read` of struct file_host: returns the texts that are open in the editor. */
static int read_open(void *user, struct arena *a, struct str path, size_t limit, struct str *out) {
    const struct lsp_doc *d = lsp_doc_at(user, path);
    if (!d) {
        return FILE_ON_DISK;
    }
    if (d->text.s.n > limit) {
        return EFBIG;
    }
    *out = arena_str(a, d->text.s);
    return 0;
}

struct str lsp_text_of(const struct lsp *s, struct str path) {
    const struct lsp_doc *d = lsp_doc_at(s, path);
    struct str text = STR_EMPTY;
    if (d) {
        return d->text.s;
    }
    return file_read(s->arena, path, LIMIT_SOURCE, &text) ? STR_EMPTY : text;
}

static void forget_check(struct lsp_doc *d) {
    if (d->checked && d->database) {
        diags_drop(&d->job.diags);
        arena_drop(d->job.arena);
    } else if (d->checked) {
        build_drop(&d->job);
    }
    d->checked = false;
}

static void drop_doc(struct lsp_doc *d) {
    forget_check(d);
    for (size_t i = 0; i < d->others.n; i++) {
        free_text(d->others.p[i]);
    }
    vec_drop(&d->others);
    buf_drop(&d->bytes);
    arena_drop(d->memory);
    free_text(d->uri);
    free_text(d->path);
    free(d);
}

/* ---- the tree ---- */

const struct doc_node *lsp_node_of(const struct lsp_doc *d, struct str id) {
    if (!d->checked || !d->job.doc || !id.n) {
        return NULL;
    }
    struct doc_walk w = doc_walk_start(d->job.doc->root);
    while (doc_walk_next(&w)) {
        if (w.enter && str_eq(doc_id(w.node), id)) {
            return w.node;
        }
    }
    return NULL;
}

struct str lsp_title_of(struct arena *a, const struct doc_node *n) {
    for (const struct doc_node *k = n->first; k; k = k->next) {
        if (k->kind == DOC_CAPTION) {
            n = k;
        }
    }
    struct str title = doc_plain(a, n);
    return title.n > 200 ? str_slice(title, 0, 200) : title;
}

/* ---- checking ---- */

/** Reads the text again after a change. The caller must first drop the last check, which borrows
 * from `memory`. */
static void use_bytes(struct lsp_doc *d) {
    if (d->memory) {
        arena_drop(d->memory);
    }
    d->memory = arena_new();
    d->text = lsp_text_read(d->memory, buf_view(&d->bytes));
}

static void check_database(struct lsp *s, struct lsp_doc *d) {
    struct build_job *job = &d->job;
    *job = (struct build_job){.input = d->path, .arena = arena_new()};
    diags_init(&job->diags, job->arena);
    build_settle(job->arena, &s->opt, path_dir(d->path), &job->diags);
    struct source *src = source_new(job->arena, d->path, arena_str(job->arena, d->text.s));
    job->bib = bib_new(job->arena);
    (void)bib_read(job->bib, src, bib_format_of_name(d->path), &job->diags);
    bib_check(job->bib, &job->diags);
    struct diag_ignores ignores = {0};
    diag_ignores_read(&ignores, src, &job->diags);
    diag_ignores_apply(&ignores, &job->diags, true);
    diag_ignores_drop(&ignores);
}

void lsp_put_uri(const struct lsp *s, struct str path, struct buf *out) {
    const struct lsp_doc *d = lsp_doc_at(s, path);
    json_write_string(out, d ? d->uri : lsp_uri_of(s->arena, path));
}

void lsp_put_place(const struct lsp *s, struct str path, const struct lsp_text *t, size_t begin,
                   size_t end, struct buf *out) {
    buf_puts(out, "{\"uri\":");
    lsp_put_uri(s, path, out);
    buf_puts(out, ",\"range\":");
    lsp_put_range(out, t, begin, end);
    buf_putc(out, '}');
}

/** Finds the lines of a source, unless `t` already has them. */
static void use_text(const struct lsp *s, const struct source *src, struct lsp_text *t) {
    struct str text = src ? src->text : STR_EMPTY;
    if (!t->n || t->s.p != text.p || t->s.n != text.n) {
        *t = lsp_text_read(s->arena, text);
    }
}

static void put_diagnostic(struct lsp *s, const struct diag *g, struct lsp_text *lines,
                           struct buf *out) {
    static const int severities[] = {
        [DIAG_NOTE] = 3, [DIAG_WARNING] = 2, [DIAG_ERROR] = 1, [DIAG_FATAL] = 1};
    struct str text = g->hint.n ? arena_join(s->arena, 3, g->text, STR("\n"), g->hint) : g->text;
    use_text(s, g->span.src, lines);
    buf_puts(out, "{\"range\":");
    lsp_put_range(out, lines, g->span.begin, g->span.end);
    buf_printf(out, ",\"severity\":%d,\"source\":\"dossier\",\"code\":\"%s\"", severities[g->level],
               g->id->slug);
    json_write_member(out, "message", text);
    const char *sep = ",\"relatedInformation\":[";
    for (size_t i = 0; i < g->nrelated; i++) {
        if (g->related[i].span.src && str_starts(g->related[i].span.src->name, STR("/"))) {
            buf_printf(out, "%s{\"location\":", sep);
            const struct span at = g->related[i].span;
            use_text(s, at.src, lines);
            lsp_put_place(s, at.src->name, lines, at.begin, at.end, out);
            json_write_member(out, "message", g->related[i].text);
            buf_putc(out, '}');
            sep = ",";
        }
    }
    buf_puts(out, sep[1] ? "}" : "]}");
}

static void send(struct lsp *s, struct str body) {
    buf_printf(s->out, "Content-Length: %zu\r\n\r\n", body.n);
    buf_str(s->out, body);
}

/** Publishes the diagnostics about one file. Diagnostics without a place belong to the document. */
static void publish(struct lsp *s, struct str uri, const struct diags *all, struct str path,
                    bool own) {
    struct buf b = BUF_INIT;
    buf_puts(&b,
             "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/publishDiagnostics\",\"params\":{");
    json_write_member(&b, "uri", uri);
    buf_puts(&b, ",\"diagnostics\":[");
    const char *sep = "";
    struct lsp_text lines = {STR_EMPTY, NULL, 0};
    for (size_t i = 0; all && i < all->n; i++) {
        const struct diag *g = all->list[i];
        if (g->span.src ? str_eq(g->span.src->name, path) : own) {
            buf_puts(&b, sep);
            put_diagnostic(s, g, &lines, &b);
            sep = ",";
        }
    }
    buf_puts(&b, "]}}");
    send(s, buf_view(&b));
    buf_drop(&b);
}

/** Publishes the diagnostics about other files, such as databases and included texts. Removes the
 * diagnostics of the previous check. Files that are open are left out, because they have their own
 * diagnostics. */
static void publish_others(struct lsp *s, struct lsp_doc *d) {
    str_list now = VEC_INIT;
    const struct diags *all = &d->job.diags;
    for (size_t i = 0; d->checked && i < all->n; i++) {
        struct str path = all->list[i]->span.src ? all->list[i]->span.src->name : STR_EMPTY;
        bool known = !str_starts(path, STR("/")) || lsp_doc_at(s, path);
        struct str uri = known ? STR_EMPTY : lsp_uri_of(s->arena, path);
        if (!known && !str_in(uri, now.p, now.n)) {
            publish(s, uri, all, path, false);
            vec_push(&now, keep(uri));
        }
    }
    for (size_t i = 0; i < d->others.n; i++) {
        if (!doc_of(s, d->others.p[i]) && !str_in(d->others.p[i], now.p, now.n)) {
            publish(s, d->others.p[i], NULL, STR_EMPTY, false);
        }
        free_text(d->others.p[i]);
    }
    vec_drop(&d->others);
    d->others = now;
}

static void check(struct lsp *s, struct lsp_doc *d) {
    forget_check(d);
    use_bytes(d);
    if (d->database) {
        check_database(s, d);
    } else {
        d->job = (struct build_job){
            .input = d->path, .metadata = site_settings_of(d->memory, d->path), .mends = true};
        build_run(&d->job, &s->opt);
    }
    d->checked = true;
    publish(s, d->uri, &d->job.diags, d->path, true);
    publish_others(s, d);
}

/* ---- notifications ---- */

static struct lsp_doc *doc_of_params(const struct lsp *s, const struct node *params) {
    return doc_of(s, node_text(node_at(params, STR("textDocument.uri"))));
}

static void open_text(struct lsp *s, const struct node *params) {
    const struct node *doc = node_get(params, "textDocument");
    struct str uri = node_text(node_get(doc, "uri")), path = lsp_path_of(s->arena, uri);
    struct lsp_doc *d = doc_of(s, uri);
    if (!path.n) {
        return;
    }
    if (!d) {
        d = xcalloc(1, sizeof *d);
        d->uri = keep(uri);
        d->path = keep(path);
        enum bib_format format = bib_format_of_name(path);
        d->database = format != BIB_FORMAT_COUNT && bib_format_is_bib(format);
        buf_init(&d->bytes, LIMIT_SOURCE);
        vec_push(&s->docs, d);
    }
    buf_clear(&d->bytes);
    buf_str(&d->bytes, node_text(node_get(doc, "text")));
    check(s, d);
}

static void apply_change(struct lsp *s, struct lsp_doc *d, const struct node *change) {
    const struct node *range = node_get(change, "range");
    struct str text = node_text(node_get(change, "text"));
    struct buf b;
    buf_init(&b, LIMIT_SOURCE);
    if (range && range->kind == NODE_MAP) {
        const struct lsp_text old = lsp_text_read(s->arena, buf_view(&d->bytes));
        size_t begin = lsp_offset_of(&old, lsp_read_position(node_get(range, "start")));
        size_t end = lsp_offset_of(&old, lsp_read_position(node_get(range, "end")));
        buf_str(&b, str_slice(old.s, 0, begin));
        buf_str(&b, text);
        buf_str(&b, str_from(old.s, end > begin ? end : begin));
    } else {
        buf_str(&b, text);
    }
    buf_drop(&d->bytes);
    d->bytes = b;
}

static void change_text(struct lsp *s, const struct node *params) {
    struct lsp_doc *d = doc_of_params(s, params);
    const struct node *changes = node_get(params, "contentChanges");
    if (!d || !changes || changes->kind != NODE_LIST) {
        return;
    }
    for (size_t i = 0; i < changes->n; i++) {
        apply_change(s, d, changes->items[i]);
    }
    check(s, d);
}

static void save_text(struct lsp *s, const struct node *params) {
    const struct lsp_doc *saved = doc_of_params(s, params);
    for (size_t i = 0; i < s->docs.n; i++) { /* the other documents may use the saved file */
        if (s->docs.p[i] != saved) {
            check(s, s->docs.p[i]);
        }
    }
}

static void close_text(struct lsp *s, const struct node *params) {
    struct lsp_doc *d = doc_of_params(s, params);
    for (size_t i = 0; d && i < s->docs.n; i++) {
        if (s->docs.p[i] == d) {
            s->docs.p[i] = s->docs.p[--s->docs.n];
            forget_check(d);
            publish(s, d->uri, NULL, STR_EMPTY, true);
            publish_others(s, d);
            drop_doc(d);
            return;
        }
    }
}

static const struct {
    const char *method;
    void (*take)(struct lsp *s, const struct node *params);
} notifications[] = {{"textDocument/didOpen", open_text},
                     {"textDocument/didChange", change_text},
                     {"textDocument/didSave", save_text},
                     {"textDocument/didClose", close_text}};

/* ---- requests ---- */

static const char capabilities[] =
    "{\"capabilities\":{\"positionEncoding\":\"utf-16\","
    "\"textDocumentSync\":{\"openClose\":true,\"change\":2,\"save\":true},"
    "\"completionProvider\":{\"triggerCharacters\":[\"@\",\"#\",\"{\",\"/"
    "\"]},\"hoverProvider\":true,"
    "\"definitionProvider\":true,\"referencesProvider\":true,"
    "\"renameProvider\":{\"prepareProvider\":true},"
    "\"codeActionProvider\":{\"codeActionKinds\":[\"quickfix\"]},\"documentSymbolProvider\":true,"
    "\"foldingRangeProvider\":true,\"documentLinkProvider\":{},"
    "\"documentFormattingProvider\":true},\"serverInfo\":{\"name\":\"dossier\"}}";

static const struct {
    const char *method;
    lsp_answer *answer;
} requests[] = {{"textDocument/completion", lsp_completion},
                {"textDocument/hover", lsp_hover},
                {"textDocument/definition", lsp_definition},
                {"textDocument/references", lsp_references},
                {"textDocument/codeAction", lsp_actions},
                {"textDocument/documentSymbol", lsp_symbols},
                {"textDocument/foldingRange", lsp_folding},
                {"textDocument/documentLink", lsp_links},
                {"textDocument/formatting", lsp_formatting},
                {"textDocument/prepareRename", lsp_prepare_rename}};

static void begin_answer(struct buf *b, const struct node *id) {
    buf_puts(b, "{\"jsonrpc\":\"2.0\",\"id\":");
    if (id && (id->kind == NODE_STRING || id->kind == NODE_NUMBER)) {
        json_write(b, id, 0);
    } else {
        buf_puts(b, "null");
    }
}

static void send_error(struct lsp *s, const struct node *id, int code, struct str why) {
    struct buf b = BUF_INIT;
    begin_answer(&b, id);
    buf_printf(&b, ",\"error\":{\"code\":%d", code);
    json_write_member(&b, "message", why);
    buf_puts(&b, "}}");
    send(s, buf_view(&b));
    buf_drop(&b);
}

static void send_result(struct lsp *s, const struct node *id, struct str result) {
    struct buf b = BUF_INIT;
    begin_answer(&b, id);
    buf_puts(&b, ",\"result\":");
    buf_str(&b, result);
    buf_putc(&b, '}');
    send(s, buf_view(&b));
    buf_drop(&b);
}

/** Answers a request about an open text. */
static void answer_text(struct lsp *s, struct str method, const struct node *id,
                        const struct node *params) {
    lsp_answer *answer = NULL;
    bool rename = str_is(method, "textDocument/rename"), right = true;
    for (size_t i = 0; i < ARRAY_LEN(requests); i++) {
        answer = str_is(method, requests[i].method) ? requests[i].answer : answer;
    }
    struct lsp_doc *d = doc_of_params(s, params);
    if (!answer && !rename) {
        send_error(s, id, NO_METHOD, arena_join(s->arena, 2, STR("no method "), method));
        return;
    }
    if (!d) {
        send_error(s, id, WRONG_PARAMS, STR("the document is not open"));
        return;
    }
    struct buf b = BUF_INIT;
    struct str why = STR_EMPTY;
    if (rename) {
        right = lsp_rename(s, d, params, &b, &why);
    } else {
        answer(s, d, params, &b);
    }
    if (right) {
        send_result(s, id, buf_view(&b));
    } else {
        send_error(s, id, REFUSED, why);
    }
    buf_drop(&b);
}

static void answer(struct lsp *s, struct str method, const struct node *id,
                   const struct node *params) {
    if (str_is(method, "initialize")) {
        s->started = true;
        send_result(s, id, STR(capabilities));
    } else if (!s->started) {
        send_error(s, id, NOT_STARTED, STR("the first request is `initialize`"));
    } else if (str_is(method, "shutdown")) {
        s->shut = true;
        send_result(s, id, STR("null"));
    } else if (s->shut) {
        send_error(s, id, NOT_A_REQUEST, STR("the server is shut down"));
    } else {
        answer_text(s, method, id, params);
    }
}

bool lsp_message(struct lsp *s, struct str message, struct buf *out) {
    bool more = true;
    struct diags quiet;
    s->arena = arena_new();
    s->out = out;
    diags_init(&quiet, s->arena);
    const struct node *m =
        json_parse(s->arena, source_new(s->arena, STR("message"), message), &quiet);
    const struct node *id = node_get(m, "id"), *params = node_get(m, "params");
    struct str method = node_text(node_get(m, "method"));
    if (!m) {
        send_error(s, NULL, NOT_JSON, STR("the message is not JSON"));
    } else if (m->kind != NODE_MAP ||
               (!method.n && !node_get(m, "result") && !node_get(m, "error"))) {
        send_error(s, id, NOT_A_REQUEST, STR("the message has no method"));
    } else if (id && method.n) {
        answer(s, method, id, params);
    } else if (str_is(method, "exit")) {
        more = false;
    } else if (s->started && !s->shut) {
        for (size_t i = 0; i < ARRAY_LEN(notifications); i++) {
            if (str_is(method, notifications[i].method)) {
                notifications[i].take(s, params);
            }
        }
    }
    diags_drop(&quiet);
    arena_drop(s->arena);
    s->arena = NULL;
    return more;
}

bool lsp_was_shut_down(const struct lsp *s) {
    return s->shut;
}

struct lsp *lsp_new(const struct build_options *opt) {
    struct lsp *s = xcalloc(1, sizeof *s);
    s->opt = *opt;
    s->memory = arena_new();
    s->opt.fonts = fonts_new(s->memory);
    s->opt.shared = NULL;
    s->opt.cache = STR_EMPTY;
    s->opt.host = (struct file_host){.read = read_open, .user = s};
    return s;
}

void lsp_drop(struct lsp *s) {
    for (size_t i = 0; i < s->docs.n; i++) {
        drop_doc(s->docs.p[i]);
    }
    vec_drop(&s->docs);
    fonts_drop(s->opt.fonts);
    arena_drop(s->memory);
    free(s);
}
