/* SPDX-License-Identifier: MIT */
/*
 * The HTTP server. It uses libmicrohttpd, which is loaded on first use. Decides the answer to a
 * request and its headers. The store has the content of each address. request.c decides which
 * requests are allowed.
 *
 * Requests are answered in the thread of the library. A connection that listens for events is
 * suspended until there is a newer message, or until it is time to send an empty line so that the
 * connection stays open. Invariant: after `ending` is set, no more connections are suspended.
 */
#include "core/base/bounds.h"
#include "core/base/module.h"
#include "job/serve/http_library.h"
#include "job/serve/serve_model.h"

#include <errno.h>

#define CALLS(X)                                                                                   \
    X(MHD_start_daemon)                                                                            \
    X(MHD_stop_daemon)                                                                             \
    X(MHD_create_response_from_buffer)                                                             \
    X(MHD_create_response_from_callback)                                                           \
    X(MHD_add_response_header)                                                                     \
    X(MHD_queue_response)                                                                          \
    X(MHD_destroy_response)                                                                        \
    X(MHD_lookup_connection_value)                                                                 \
    X(MHD_get_connection_values)                                                                   \
    X(MHD_suspend_connection)                                                                      \
    X(MHD_resume_connection)

struct calls {
    CALLS(MODULE_FIELD)
};

static const struct module_symbol symbols[] = {CALLS(MODULE_SYMBOL)};

enum { PATIENCE = 15 /* seconds until an idle connection is closed */, EVENT_BLOCK = 16 * 1024 };

/** A connection that listens for events. */
struct listener {
    struct serve_http *http;
    struct MHD_Connection *connection;
    struct buf text; /* the text to send, from `at` */
    size_t at;
    unsigned number; /* the number of the last message */
    unsigned beat;
    bool aside;
};

struct serve_http {
    void *module;
    struct calls lib;
    struct MHD_Daemon *daemon;
    const struct serve_desk *desk;
    struct serve_store *store;
    /* the lock of the store protects this and all following members */
    VEC(struct listener *) listeners;
    unsigned beat;
    bool ending;
};

/** A request that is being received. */
struct request {
    struct buf body;
};

/* ---- answers */

/** The content security policy of pages. Scripts must be in the page or on this server. Images,
 * style sheets and fonts may be on other servers. A page may not send data to other servers. */
#define PAGE_POLICY                                                                                \
    "default-src 'self' data: blob:; script-src 'self' 'unsafe-inline'; style-src 'self' "         \
    "'unsafe-inline' https:; img-src 'self' data: https: http:; media-src 'self' data: https:; "   \
    "font-src 'self' data: https:; frame-src 'self' https:; connect-src 'self'; object-src "       \
    "'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
#define SHELL_POLICY                                                                               \
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src "      \
    "'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Adds the headers that all answers have. The policy for a PDF only limits which pages may show it
 * in a frame, because a browser's PDF viewer runs scripts of the browser. */
static void add_headers(const struct serve_http *h, struct MHD_Response *r, const char *mime,
                        bool shell) {
    bool pdf = strcmp(mime, "application/pdf") == 0;
    const char *policy = shell ? SHELL_POLICY : pdf ? "frame-ancestors 'self'" : PAGE_POLICY;
    const char *headers[][2] = {{"Content-Type", mime},
                                {"Cache-Control", "no-store"},
                                {"X-Content-Type-Options", "nosniff"},
                                {"Referrer-Policy", "no-referrer"},
                                {"Cross-Origin-Resource-Policy", "same-origin"},
                                {"Content-Security-Policy", policy}};
    for (size_t i = 0; i < ARRAY_LEN(headers); i++) {
        (void)h->lib.MHD_add_response_header(r, headers[i][0], headers[i][1]);
    }
}

/** An optional additional header of an answer. */
struct extra {
    const char *name, *value;
};

static enum MHD_Result answer(const struct serve_http *h, struct MHD_Connection *c, unsigned status,
                              const char *mime, struct str body, bool shell, struct extra extra) {
    struct MHD_Response *r = h->lib.MHD_create_response_from_buffer(
        body.n, (void *)(uintptr_t)(body.n ? body.p : ""), MHD_RESPMEM_MUST_COPY);
    if (!r) {
        return MHD_NO;
    }
    add_headers(h, r, mime, shell);
    if (extra.name) {
        (void)h->lib.MHD_add_response_header(r, extra.name, extra.value);
    }
    enum MHD_Result done = h->lib.MHD_queue_response(c, status, r);
    h->lib.MHD_destroy_response(r);
    return done;
}

#define NO_EXTRA ((struct extra){NULL, NULL})

static enum MHD_Result say(const struct serve_http *h, struct MHD_Connection *c, unsigned status,
                           const char *text) {
    return answer(h, c, status, "text/plain; charset=utf-8", str_of(text), true, NO_EXTRA);
}

static enum MHD_Result answer_buf(const struct serve_http *h, struct MHD_Connection *c,
                                  unsigned status, const char *mime, struct buf *b) {
    enum MHD_Result done = answer(h, c, status, mime, buf_view(b), true, NO_EXTRA);
    buf_drop(b);
    return done;
}

static enum MHD_Result answer_lines(const struct serve_http *h, struct MHD_Connection *c,
                                    const char *mime, const char *const *lines) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; lines[i]; i++) {
        buf_puts(&b, lines[i]);
    }
    return answer_buf(h, c, MHD_HTTP_OK, mime, &b);
}

/* ---- events */

/** Prepares the next text for a listener. Returns false if there is nothing to send. The caller
 * must hold the lock. */
static bool take_news(struct listener *l) {
    unsigned number;
    struct str message = serve_message(l->http->store, &number);
    bool news = number != l->number;
    if (!news && l->beat == l->http->beat) {
        return false;
    }
    buf_clear(&l->text);
    l->at = 0;
    l->beat = l->http->beat;
    if (news) {
        buf_puts(&l->text, "event: build\ndata: ");
        buf_str(&l->text, message);
        buf_puts(&l->text, "\n\n");
        l->number = number;
    } else {
        buf_puts(&l->text, ": \n\n");
    }
    return true;
}

static ssize_t read_events(void *user, uint64_t pos, char *out, size_t max) {
    struct listener *l = user;
    struct serve_http *h = l->http;
    ssize_t n = 0;
    (void)pos;
    serve_lock(h->store);
    if (l->at >= l->text.n && !take_news(l)) {
        if (h->ending) {
            n = MHD_CONTENT_READER_END_OF_STREAM;
        } else {
            l->aside = true;
            h->lib.MHD_suspend_connection(l->connection);
        }
    } else {
        size_t left = l->text.n - l->at, take = left < max ? left : max;
        memcpy(out, l->text.p + l->at, take);
        l->at += take;
        n = (ssize_t)take;
    }
    serve_unlock(h->store);
    return n;
}

static void drop_listener(void *user) {
    struct listener *l = user;
    struct serve_http *h = l->http;
    serve_lock(h->store);
    for (size_t i = 0; i < h->listeners.n; i++) {
        if (h->listeners.p[i] == l) {
            h->listeners.p[i] = vec_last(&h->listeners);
            h->listeners.n--;
            break;
        }
    }
    serve_unlock(h->store);
    buf_drop(&l->text);
    free(l);
}

static enum MHD_Result answer_events(struct serve_http *h, struct MHD_Connection *c) {
    struct listener *l = xcalloc(1, sizeof *l);
    *l = (struct listener){.http = h, .connection = c};
    buf_init(&l->text, 0);
    struct MHD_Response *r = h->lib.MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, EVENT_BLOCK, read_events, l, drop_listener);
    if (!r) {
        buf_drop(&l->text);
        free(l);
        return MHD_NO;
    }
    serve_lock(h->store);
    l->beat = h->beat;
    vec_push(&h->listeners, l);
    serve_unlock(h->store);
    add_headers(h, r, "text/event-stream", true);
    enum MHD_Result done = h->lib.MHD_queue_response(c, MHD_HTTP_OK, r);
    h->lib.MHD_destroy_response(r);
    return done;
}

/** Resumes all suspended connections. The caller must hold the lock. */
static void wake_listeners(struct serve_http *h) {
    for (size_t i = 0; i < h->listeners.n; i++) {
        if (h->listeners.p[i]->aside) {
            h->listeners.p[i]->aside = false;
            h->lib.MHD_resume_connection(h->listeners.p[i]->connection);
        }
    }
}

void serve_http_tell(struct serve_http *h, bool beat) {
    serve_lock(h->store);
    h->beat += beat;
    wake_listeners(h);
    serve_unlock(h->store);
}

/* ---- requests for content */

static struct str header(const struct serve_http *h, struct MHD_Connection *c, const char *name) {
    return str_of(h->lib.MHD_lookup_connection_value(c, MHD_HEADER_KIND, name));
}

/** Whether the page of the document is put into the surrounding page with tabs (see shell.c). This
 * is done for a page in a tab of a browser. It is not done for a page in a frame or for a request
 * of another program. */
static bool wants_shell(const struct serve_http *h, struct MHD_Connection *c, const char *mime) {
    const char *as = h->lib.MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, "dossier");
    struct str dest = header(h, c, "Sec-Fetch-Dest");
    bool page = str_starts(str_of(mime), STR("text/html"));
    if (!page || str_is(str_of(as), "page")) {
        return false;
    }
    return dest.p ? str_is(dest, "document")
                  : str_find(header(h, c, "Accept"), STR("text/html")) != STR_NONE;
}

static enum MHD_Result answer_shell(const struct serve_http *h, struct MHD_Connection *c) {
    struct buf b = BUF_INIT;
    serve_write_shell(&b, h->desk->token, h->desk->editor);
    return answer_buf(h, c, MHD_HTTP_OK, "text/html; charset=utf-8", &b);
}

static enum MHD_Result answer_missing(const struct serve_http *h, struct MHD_Connection *c,
                                      struct str address) {
    struct buf b = BUF_INIT;
    serve_write_missing(&b, address);
    return answer_buf(h, c, MHD_HTTP_NOT_FOUND, "text/html; charset=utf-8", &b);
}

/** Returns the real path of a file, in `a`, or an empty text if the file is not below `root`.
 * Symbolic links are resolved. */
static struct str confined(struct arena *a, struct str file, struct str root) {
    struct str real = file_real_path(a, file), top = file_real_path(a, root);
    bool below = str_starts(real, STR("/")) && str_starts(top, STR("/")) &&
                 (str_is(top, "/") || path_is_below(real, top));
    return below && !file_is_dir(real) ? real : STR_EMPTY;
}

static enum MHD_Result answer_file(const struct serve_http *h, struct MHD_Connection *c,
                                   struct arena *a, struct str file, struct str root,
                                   unsigned status) {
    struct str real = confined(a, file, root), text;
    struct file_id id;
    if (real.n == 0 || file_identify(real, &id) != 0 ||
        file_read(a, real, LIMIT_IMAGE_FILE, &text) != 0) {
        return answer_missing(h, c, path_base(file));
    }
    const char *mime = serve_mime(real);
    if (wants_shell(h, c, mime)) {
        return answer_shell(h, c);
    }
    struct str tag = arena_printf(a, "\"%llx-%llx-%x\"", (unsigned long long)id.inode,
                                  (unsigned long long)id.changed, id.changed_ns);
    return answer(h, c, status, mime, text, false, (struct extra){"ETag", tag.p});
}

/** Redirects the address of a folder to the address with a slash, so that relative links work. */
static enum MHD_Result redirect(const struct serve_http *h, struct MHD_Connection *c,
                                struct arena *a, struct str address) {
    struct str to = arena_str(a, serve_address(a, address));
    return answer(h, c, MHD_HTTP_FOUND, "text/plain; charset=utf-8", STR_EMPTY, true,
                  (struct extra){"Location", to.p});
}

/** Answers from the folder of a site. The answer is a file, the index of a folder, or a page whose
 * ending is missing in the address. */
static enum MHD_Result answer_site(const struct serve_http *h, struct MHD_Connection *c,
                                   struct arena *a, struct str address) {
    struct str root = h->desk->root, below = str_from(address, 1);
    struct str file = path_join(a, root, below);
    bool folder = below.n == 0 || str_ends(below, STR("/"));
    bool odd = str_starts(below, STR("/")) || str_find(address, STR("/.")) != STR_NONE;
    if (!odd && !folder && file_is_dir(file)) {
        return redirect(h, c, a, arena_join(a, 2, address, STR("/")));
    }
    if (folder) {
        file = path_join(a, file, STR("index.html"));
    } else if (!file_exists(file)) {
        file = arena_join(a, 2, file, STR(".html"));
    }
    if (!odd && confined(a, file, root).n) {
        return answer_file(h, c, a, file, root, MHD_HTTP_OK);
    }
    struct str missing = path_join(a, root, STR("404.html"));
    return file_exists(missing) && !wants_shell(h, c, "text/html")
               ? answer_file(h, c, a, missing, root, MHD_HTTP_NOT_FOUND)
               : answer_missing(h, c, address);
}

/** Answers from the store. If the store has no such address, returns MHD_NO and leaves `*there`
 * false. */
static enum MHD_Result answer_item(const struct serve_http *h, struct MHD_Connection *c,
                                   struct arena *a, struct str address, bool *there) {
    serve_lock(h->store);
    const struct serve_item *item = serve_get(h->store, address);
    *there = item != NULL;
    struct str data = STR_EMPTY, file = STR_EMPTY, root = STR_EMPTY;
    unsigned version = 0;
    if (item && item->data.p) {
        data = (struct str){arena_copy(a, item->data.p, item->data.n + 1), item->data.n};
        version = item->version;
    } else if (item) {
        file = arena_str(a, item->file);
        root = arena_str(a, item->root);
    }
    serve_unlock(h->store);
    if (!*there) {
        return MHD_NO;
    }
    if (file.n) {
        return answer_file(h, c, a, file, root, MHD_HTTP_OK);
    }
    const char *mime = serve_mime(address);
    if (wants_shell(h, c, mime)) {
        return answer_shell(h, c);
    }
    struct str tag = arena_printf(a, "\"%.*s-%u\"", STR_ARG(h->desk->run), version);
    return answer(h, c, MHD_HTTP_OK, mime, data, false, (struct extra){"ETag", tag.p});
}

static enum MHD_Result answer_own(struct serve_http *h, struct MHD_Connection *c, struct str name) {
    return str_is(name, "events") ? answer_events(h, c)
           : str_is(name, "shell.js")
               ? answer_lines(h, c, "text/javascript; charset=utf-8", serve_script)
           : str_is(name, "shell.css") ? answer_lines(h, c, "text/css; charset=utf-8", serve_sheet)
                                       : say(h, c, MHD_HTTP_NOT_FOUND, "not found\n");
}

static enum MHD_Result answer_first(struct serve_http *h, struct MHD_Connection *c,
                                    struct arena *a) {
    if (h->desk->first.n) {
        return redirect(h, c, a, h->desk->first);
    }
    struct buf b = BUF_INIT;
    serve_lock(h->store);
    serve_write_index(&b, h->store);
    serve_unlock(h->store);
    return answer_buf(h, c, MHD_HTTP_OK, "text/html; charset=utf-8", &b);
}

static enum MHD_Result answer_get(struct serve_http *h, struct MHD_Connection *c,
                                  struct str address) {
    if (str_starts(address, STR(SERVE_OWN))) {
        return answer_own(h, c, str_from(address, sizeof SERVE_OWN - 1));
    }
    struct arena *a = arena_new();
    bool there;
    enum MHD_Result done = answer_item(h, c, a, address, &there);
    if (!there && h->desk->root.n) {
        done = answer_site(h, c, a, address);
    } else if (!there && str_is(address, "/")) {
        done = answer_first(h, c, a);
    } else if (!there) {
        done = answer_missing(h, c, address);
    }
    arena_drop(a);
    return done;
}

/* ---- opening the editor */

static enum MHD_Result answer_open(struct serve_http *h, struct MHD_Connection *c,
                                   struct str body) {
    const struct serve_desk *d = h->desk;
    struct arena *a = arena_new();
    struct serve_place place;
    enum MHD_Result done;
    if (!serve_origin_is_ours(&d->door, header(h, c, "Origin")) ||
        !serve_token_is(header(h, c, "X-Dossier-Token"), d->token)) {
        done = say(h, c, MHD_HTTP_FORBIDDEN, "only pages of the preview may ask for that\n");
    } else if (!d->editor) {
        done = say(h, c, MHD_HTTP_CONFLICT, "no editor was named: --editor\n");
    } else if (!serve_read_place(a, body, &place)) {
        done = say(h, c, MHD_HTTP_BAD_REQUEST, "that names no place\n");
    } else {
        serve_lock(h->store);
        bool known = serve_is_allowed(h->store, place.file);
        serve_unlock(h->store);
        int error = known ? d->open(d->user, &place) : 0;
        struct str why = arena_printf(a, "the editor does not start: %s\n", file_why(error));
        done = !known  ? say(h, c, MHD_HTTP_FORBIDDEN, "the preview is not made from that file\n")
               : error ? say(h, c, MHD_HTTP_INTERNAL_SERVER_ERROR, why.p)
                       : say(h, c, MHD_HTTP_OK, "opened\n");
    }
    arena_drop(a);
    return done;
}

static enum MHD_Result count_host(void *user, enum MHD_ValueKind kind, const char *key,
                                  const char *value) {
    size_t *n = user;
    (void)kind, (void)value;
    *n += str_ieq(str_of(key), STR("Host"));
    return MHD_YES;
}

static enum MHD_Result answer_request(void *user, struct MHD_Connection *c, const char *url,
                                      const char *method, const char *version, const char *upload,
                                      size_t *nupload, void **state) {
    struct serve_http *h = user;
    struct request *q = *state;
    (void)version;
    if (!q) {
        q = xcalloc(1, sizeof *q);
        buf_init(&q->body, SERVE_BODY);
        *state = q;
        return MHD_YES;
    }
    if (*nupload) {
        buf_add(&q->body, upload, *nupload);
        *nupload = 0;
        return MHD_YES;
    }
    size_t hosts = 0;
    (void)h->lib.MHD_get_connection_values(c, MHD_HEADER_KIND, count_host, &hosts);
    bool open = strcmp(method, "POST") == 0 && strcmp(url, SERVE_OWN "open") == 0;
    if (hosts != 1 || !serve_host_is_ours(&h->desk->door, header(h, c, "Host"))) {
        return say(h, c, MHD_HTTP_FORBIDDEN,
                   "this is not the preview's own name; it is asked for as localhost, with its "
                   "port\n");
    }
    if (!open && strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0) {
        return answer(h, c, MHD_HTTP_METHOD_NOT_ALLOWED, "text/plain; charset=utf-8",
                      STR("pages can only be read\n"), true, (struct extra){"Allow", "GET, HEAD"});
    }
    if (url[0] != '/') {
        return say(h, c, MHD_HTTP_BAD_REQUEST, "no address\n");
    }
    if (!open) {
        return answer_get(h, c, str_of(url));
    }
    return q->body.overflow ? say(h, c, MHD_HTTP_CONTENT_TOO_LARGE, "too long\n")
                            : answer_open(h, c, buf_view(&q->body));
}

static void end_request(void *user, struct MHD_Connection *c, void **state,
                        enum MHD_RequestTerminationCode why) {
    struct request *q = *state;
    (void)user, (void)c, (void)why;
    if (q) {
        buf_drop(&q->body);
        free(q);
        *state = NULL;
    }
}

/* ---- start and end */

struct serve_http *serve_http_start(int fd, const struct serve_desk *desk,
                                    struct serve_store *store) {
    struct serve_http *h = xcalloc(1, sizeof *h);
    *h = (struct serve_http){.desk = desk, .store = store};
    h->module = module_load(MODULE_HTTP, symbols, ARRAY_LEN(symbols), &h->lib);
    if (h->module) {
        h->daemon = h->lib.MHD_start_daemon(
            MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL,
            NULL, answer_request, h, MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_LIMIT,
            (unsigned)SERVE_CONNECTIONS, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)SERVE_MEMORY,
            MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)PATIENCE, MHD_OPTION_NOTIFY_COMPLETED,
            end_request, h, MHD_OPTION_END);
    }
    if (!h->daemon) {
        module_drop(h->module);
        free(h);
        return NULL;
    }
    return h;
}

void serve_http_stop(struct serve_http *h) {
    serve_lock(h->store);
    h->ending = true;
    wake_listeners(h);
    serve_unlock(h->store);
    h->lib.MHD_stop_daemon(h->daemon);
    vec_drop(&h->listeners);
    module_drop(h->module);
    free(h);
}
