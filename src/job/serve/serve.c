/* SPDX-License-Identifier: MIT */
/*
 * The main loop of the preview. It builds, reports and waits for changes. It first builds the page
 * of a document and shows it. Then it builds all outputs of the document, unless a file has changed
 * again.
 */
#include "job/serve/serve_model.h"

#include "core/base/child_process.h"
#include "core/base/module.h"
#include "core/base/net.h"

#include <errno.h>
#include <unistd.h>

enum { BEAT = 15000 }; /* milliseconds between two lines that keep connections open */

/** A document in the preview. */
struct shown {
    struct serve_page *page;
    struct str dir;            /* the folder of the document's file */
    struct str folder;         /* the folder of the document's page in addresses: "/people/" */
    struct str html, pdf;      /* addresses of the page and the PDF */
    struct build_target first; /* the target for only the page */
    struct build_target both[2];
};

struct preview {
    const struct serve_options *opt;
    struct arena *arena;
    struct serve_store *store;
    struct serve_http *http;
    struct watch *watch;
    struct build_live *live; /* two jobs for each document: the page, and all outputs */
    struct shown *shown;
    struct str token; /* a secret text that allows a page to open an editor */
    struct str run;   /* a random text that identifies this run of the program; it is not secret */
};

static void say(const struct preview *p, const char *fmt, ...) ATTR_PRINTF(2, 3);
static void say(const struct preview *p, const char *fmt, ...) {
    struct buf b = BUF_INIT;
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&b, fmt, ap);
    va_end(ap);
    if (p->opt->say) {
        p->opt->say(p->opt->user, buf_view(&b));
    }
    buf_drop(&b);
}

/* ---- documents */

/** The arguments of found_file(). */
struct found {
    struct preview *p;
    struct shown *d;
    size_t owner;
};

static void found_file(void *user, struct str path) {
    struct found *f = user;
    struct arena *a = arena_new();
    struct str address = arena_join(a, 2, f->d->folder, path);
    struct str root = f->d->dir.n ? f->d->dir : STR(".");
    struct str file = path_join(a, f->d->dir, path);
    serve_put_file(f->p->store, f->owner, address, file, root);
    arena_drop(a);
}

static void put_output(struct preview *p, struct shown *d, size_t owner,
                       const struct build_target *t) {
    struct arena *a = arena_new();
    bool html = t->output == build_output_named(STR("html"));
    if (t->written) {
        serve_put(p->store, owner, html ? d->html : d->pdf, t->data);
        d->page->pages = html ? d->page->pages : t->pages;
    }
    for (size_t i = 0; i < t->ncompanions; i++) {
        struct str address = arena_join(a, 2, d->folder, t->companions[i].name);
        serve_put(p->store, owner, address, t->companions[i].data);
    }
    if (html && t->written) {
        struct found f = {p, d, owner};
        serve_names(t->data, found_file, &f);
    }
    arena_drop(a);
}

/** Puts the outputs of a job into the store. */
static void take(struct preview *p, size_t i, const struct build_job *job, bool whole) {
    struct shown *d = &p->shown[i];
    serve_lock(p->store);
    if (!whole) {
        serve_forget(p->store, i);
    }
    for (size_t k = 0; k < job->ntargets; k++) {
        put_output(p, d, i, &job->targets[k]);
    }
    for (size_t k = 0; k < job->ninputs; k++) {
        serve_allow(p->store, job->inputs[k]);
    }
    serve_page_report(d->page, &job->diags, whole);
    serve_publish(p->store, p->run);
    serve_unlock(p->store);
    serve_http_tell(p->http, false);
}

static void build_document(struct preview *p, size_t i, bool whole) {
    struct shown *d = &p->shown[i];
    struct build_job job = p->opt->jobs[i];
    job.targets = whole ? d->both : &d->first;
    job.ntargets = whole ? ARRAY_LEN(d->both) : 1;
    build_live_run(p->live, 2 * i + whole, &job);
    take(p, i, &job, whole);
    if (whole && p->opt->built) {
        p->opt->built(p->opt->user, &job);
    }
    build_drop(&job);
}

static bool is_stale(const struct preview *p, size_t i, bool whole) {
    return build_live_is_stale(p->live, 2 * i + whole, p->watch);
}

/** Builds all documents marked in `stale`: first their pages, then all outputs. A document stays
 * marked if a new change interrupts its build. */
static void build_stale(struct preview *p, bool *stale) {
    size_t n = p->opt->njobs;
    build_live_round(p->live);
    for (size_t i = 0; i < n && !watch_signal(p->watch); i++) {
        if (stale[i]) {
            build_document(p, i, false);
        }
    }
    build_live_watch(p->live, p->watch, NULL, 0);
    build_live_round(p->live); /* in a new round, errors in databases are reported again */
    for (size_t i = 0; i < n && !watch_signal(p->watch) && !watch_pending(p->watch); i++) {
        if (stale[i]) {
            build_document(p, i, true);
            stale[i] = false;
        }
    }
    build_live_watch(p->live, p->watch, NULL, 0);
}

/* ---- addresses */

/** Returns the address of a page without its first slash and its ending: "people/ada" for
 * "people/ada.md". For a path that is absolute, hidden or contains "..", returns only the name:
 * "ada". */
static struct str stem_of(struct arena *a, const struct build_job *job) {
    struct str path = job->name.n ? job->name : job->input;
    struct str dir = path_dir(path);
    bool plain = !str_starts(path, STR("/")) && str_find(path, STR("..")) == STR_NONE &&
                 !str_starts(path, STR(".")) && str_find(path, STR("/.")) == STR_NONE;
    return plain ? path_join(a, dir, path_stem(path)) : path_stem(path);
}

static bool is_taken(const struct preview *p, size_t n, struct str html) {
    for (size_t i = 0; i < n; i++) {
        if (str_eq(p->shown[i].html, html)) {
            return true;
        }
    }
    return false;
}

static void place_documents(struct preview *p) {
    struct arena *a = p->arena;
    const struct build_output *html = build_output_named(STR("html"));
    const struct build_output *pdf = build_output_named(STR("pdf"));
    p->shown = ARENA_ARRAY(a, struct shown, p->opt->njobs ? p->opt->njobs : 1);
    for (size_t i = 0; i < p->opt->njobs; i++) {
        struct shown *d = &p->shown[i];
        struct str stem = stem_of(a, &p->opt->jobs[i]);
        d->html = arena_printf(a, "/%.*s.html", STR_ARG(stem));
        for (unsigned k = 2; is_taken(p, i, d->html); k++) {
            d->html = arena_printf(a, "/%.*s-%u.html", STR_ARG(stem), k);
        }
        struct str base = str_slice(d->html, 0, d->html.n - (sizeof "html" - 1));
        struct str dir = path_dir(d->html);
        d->pdf = arena_join(a, 2, base, STR("pdf"));
        d->dir = path_dir(p->opt->jobs[i].input);
        d->folder = str_is(dir, "/") ? dir : arena_join(a, 2, dir, STR("/"));
        d->page = serve_page_named(p->store, p->opt->jobs[i].input);
        serve_page_place(p->store, d->page, d->html, d->pdf);
        d->first.output = d->both[0].output = html;
        d->both[1].output = pdf;
    }
}

/* ---- the editor */

static int open_editor(void *user, const struct serve_place *place) {
    struct preview *p = user;
    struct arena *a = arena_new();
    struct str words[PROCESS_WORDS];
    size_t n = serve_editor_words(a, p->opt->editor, file_real_path(a, place->file), place->line,
                                  place->col, words);
    int error = n ? process_start(words, n, p->opt->environment) : EINVAL;
    arena_drop(a);
    return error;
}

static void open_browser(struct preview *p, struct str url) {
    if (p->opt->browser.n) {
        struct str words[] = {p->opt->browser, url};
        int error = process_start(words, ARRAY_LEN(words), p->opt->environment);
        if (error) {
            say(p, "dossier: cannot start `%.*s`: %s\n", STR_ARG(p->opt->browser), file_why(error));
        }
    }
}

/* ---- the run */

/** Makes a random word that cannot be guessed. Returns false if the system has no random
 * numbers. */
static bool make_word(struct arena *a, struct str *out) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    unsigned char bytes[SERVE_TOKEN];
    char text[SERVE_TOKEN];
    bool made = net_random(bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes && made; i++) {
        text[i] = letters[bytes[i] % 32];
    }
    *out = made ? arena_str(a, (struct str){text, sizeof text}) : STR_EMPTY;
    return made;
}

static enum serve_end listen_at(struct preview *p, struct serve_desk *desk, int *fd,
                                struct str *why) {
    struct str host = p->opt->host.n ? p->opt->host : STR("127.0.0.1");
    unsigned port = p->opt->port;
    int error = net_listen(host, port, fd, &desk->door.port);
    for (unsigned i = 0; error == EADDRINUSE && port > 0 && i < p->opt->tries; i++) {
        error = net_listen(host, ++port, fd, &desk->door.port);
    }
    if (error == EINVAL) {
        *why = arena_printf(p->arena, "`%.*s` is not a numeric address", STR_ARG(host));
        return SERVE_REFUSED;
    }
    if (error) {
        *why = arena_printf(p->arena, "cannot listen at port %u of %.*s: %s", p->opt->port,
                            STR_ARG(host), file_why(error));
        return SERVE_FAILED;
    }
    desk->door.host = str_is(host, "localhost") ? STR("127.0.0.1") : host;
    desk->door.open = !net_is_loopback(host);
    return SERVE_SIGNALLED;
}

static struct str url_of(struct preview *p, const struct serve_door *door) {
    bool any = str_is(door->host, "0.0.0.0") || str_is(door->host, "::");
    struct str host = any ? STR("127.0.0.1") : door->host;
    bool six = str_index(host, ':') != STR_NONE;
    return arena_printf(p->arena, "http://%s%.*s%s:%u/", six ? "[" : "", STR_ARG(host),
                        six ? "]" : "", door->port);
}

/** Marks the documents that the last change affects. Returns whether any document is marked. */
static bool find_stale(const struct preview *p, bool *stale) {
    bool any = false;
    for (size_t i = 0; i < p->opt->njobs; i++) {
        stale[i] = stale[i] || is_stale(p, i, false) || is_stale(p, i, true);
        any = any || stale[i];
    }
    return any;
}

static void serve_documents(struct preview *p) {
    bool *stale = ARENA_ARRAY(p->arena, bool, p->opt->njobs);
    memset(stale, true, p->opt->njobs * sizeof *stale);
    enum watch_event event = WATCH_CHANGED;
    while (event != WATCH_ENDED) {
        if (find_stale(p, stale)) {
            build_stale(p, stale);
        } else if (event == WATCH_NOTHING) {
            serve_http_tell(p->http, true);
        }
        process_collect();
        event = watch_wait(p->watch, find_stale(p, stale) ? 0 : BEAT);
    }
}

/** Sends a message to the pages after a build. */
static void tell(struct preview *p) {
    serve_lock(p->store);
    serve_publish(p->store, p->run);
    serve_unlock(p->store);
    serve_http_tell(p->http, false);
}

static void serve_site(struct preview *p, struct str out, struct str url) {
    struct str plain = str_slice(url, 0, url.n - 1); /* the address without its final slash */
    struct serve_folder *f = serve_folder_open(p->arena, p->opt, p->store, out, plain);
    enum watch_event event = WATCH_NOTHING;
    for (bool first = true; event != WATCH_ENDED; first = false) {
        if (first || event == WATCH_CHANGED) {
            (void)serve_folder_build(f, first ? NULL : p->watch);
            serve_folder_watch(f, p->watch);
            tell(p);
        } else {
            serve_http_tell(p->http, true);
        }
        if (first && !p->opt->ready) {
            open_browser(p, url);
        }
        process_collect();
        event = watch_wait(p->watch, BEAT);
    }
    serve_folder_close(f);
}

/** Makes a folder for the site's pages. It is removed when the server ends. */
static bool make_out(struct preview *p, struct str *out, struct str *why) {
    int error = p->opt->folder.n ? file_make_temp_dir(p->arena, p->opt->temp, out) : 0;
    if (error) {
        *why = arena_printf(p->arena, "cannot make a folder in `%.*s`: %s", STR_ARG(p->opt->temp),
                            file_why(error));
    }
    return error == 0;
}

static enum serve_end run(struct preview *p, struct str out, int *signal, struct str *why) {
    struct serve_desk desk = {.token = p->token,
                              .run = p->run,
                              .editor = p->opt->editor.n > 0,
                              .first = p->opt->njobs == 1 && !out.n ? p->shown[0].html : STR_EMPTY,
                              .root = out,
                              .open = open_editor,
                              .user = p};
    int fd = -1;
    enum serve_end end = listen_at(p, &desk, &fd, why);
    if (end != SERVE_SIGNALLED) {
        return end;
    }
    struct str url = url_of(p, &desk.door);
    if (p->opt->ready) { /* `ready` may enter the sandbox, where no program can be started */
        open_browser(p, url);
        if (!p->opt->ready(p->opt->user, out)) {
            close(fd);
            *why = STR_EMPTY;
            return SERVE_FAILED;
        }
    }
    p->http = serve_http_start(fd, &desk, p->store);
    if (!p->http) {
        const struct module_row *row = module_row(MODULE_HTTP);
        *why = arena_printf(p->arena, "the preview needs the library %s: install the package %s",
                            row->library, row->package);
        return SERVE_FAILED;
    }
    say(p, "serving at %.*s; Ctrl-C ends\n", STR_ARG(url));
    if (desk.door.open) {
        say(p, "dossier: other machines can read what is served: `--host` names an address of the "
               "network\n");
    }
    if (out.n) {
        serve_site(p, out, url);
    } else {
        if (!p->opt->ready) {
            open_browser(p, url);
        }
        serve_documents(p);
    }
    *signal = watch_signal(p->watch);
    serve_http_stop(p->http);
    return SERVE_SIGNALLED;
}

enum serve_end serve_run(struct arena *a, const struct serve_options *opt, int *signal,
                         struct str *why) {
    struct build_options build = *opt->build;
    build.lines = true;
    struct preview p = {.opt = opt, .arena = a, .store = serve_store_new()};
    p.live = build_live_new(&build, 2 * opt->njobs);
    p.watch = watch_new(opt->poll);
    *why = STR("the system has no random numbers");
    place_documents(&p);
    struct str out = STR_EMPTY;
    bool ready = make_word(a, &p.token) && make_word(a, &p.run) && make_out(&p, &out, why);
    enum serve_end end = ready ? run(&p, out, signal, why) : SERVE_FAILED;
    if (out.n) {
        (void)file_remove_temp_dir(out);
    }
    watch_drop(p.watch);
    build_live_drop(p.live);
    serve_store_drop(p.store);
    return end;
}
