/* SPDX-License-Identifier: MIT */
/*
 * The stages of a job in their order. Outputs are made even when there are errors: the reader sees
 * what is missing where it is missing, and the exit status tells.
 */
#include "build/build.h"

#include "base/file.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "bib/cache/cache.h"
#include "bib/check/check.h"
#include "build/files.h"
#include "dossier/version.h"
#include "html/html.h"
#include "image/image.h"
#include "layout/layout.h"
#include "pdf/pdf.h"

#include <errno.h>

static const char *const format_names[BUILD_FORMAT_COUNT] = {"html", "pdf"};

const char *build_format_name(enum build_format format) {
    return format_names[format];
}

enum build_format build_format_find(struct str name) {
    if (str_is(name, "html5")) { /* pandoc's names */
        return BUILD_HTML;
    }
    for (int i = 0; i < BUILD_FORMAT_COUNT; i++) {
        if (str_is(name, format_names[i])) {
            return (enum build_format)i;
        }
    }
    return BUILD_FORMAT_COUNT;
}

struct str build_output_path(struct arena *a, struct str dir, struct str input,
                             enum build_format format) {
    struct str stem = str_is(input, "-") ? STR("stdin") : path_stem(input);
    struct str name = arena_join(a, 3, stem, STR("."), str_of(format_names[format]));
    return path_join(a, dir, name);
}

/* ---- reading ---- */

/**
 * Ill-formed bytes are reported, one diagnostic a run of them, and become U+FFFD, so that all else
 * is still read. Lines and columns stay as they were: a bad byte counts as one character either
 * way.
 */
struct str build_repair_utf8(struct build_run *b, struct source *src) {
    size_t bad = utf8_check(src->text);
    if (bad == STR_NONE) {
        return src->text;
    }
    struct buf fixed;
    buf_init(&fixed, LIMIT_SOURCE * 3u);
    size_t from = 0;
    while (bad != STR_NONE) {
        size_t at = from + bad, end = at;
        buf_str(&fixed, str_slice(src->text, from, at));
        do {
            buf_rune(&fixed, UTF8_REPLACEMENT);
            end++;
        } while (utf8_check(str_slice(src->text, end, end + 4)) == 0 && end < src->text.n);
        diag_add(b->d, DIAG_INVALID_UTF8, span_make(src, at, end), "invalid UTF-8: byte 0x%02X",
                 (unsigned char)src->text.p[at]);
        from = end;
        bad = utf8_check(str_from(src->text, from));
    }
    buf_str(&fixed, str_from(src->text, from));
    struct str out = buf_keep(&fixed, b->arena);
    buf_drop(&fixed);
    return out;
}

/** What a file is that is no text, by its first bytes; NULL for what may be text. */
static const char *binary_kind(struct str text) {
    static const struct {
        struct str begin;
        const char *kind;
    } kinds[] = {
        {STR_INIT("%PDF-"), "a PDF"},
        {STR_INIT("\x89PNG\r\n"), "a PNG image"},
        {STR_INIT("\xFF\xD8\xFF"), "a JPEG image"},
        {STR_INIT("PK\x03\x04"), "a file of Word or another ZIP archive"},
        {STR_INIT("\xD0\xCF\x11\xE0"), "a file of Word or its like"},
        {STR_INIT("{\\rtf"), "a file in RTF"},
        {STR_INIT("\x1F\x8B"), "a compressed file"},
        {STR_INIT("SQLite format 3"), "an SQLite database"},
    };
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        if (str_starts(text, kinds[i].begin)) {
            return kinds[i].kind;
        }
    }
    return NULL;
}

static struct source *read_document(struct build_run *b) {
    struct build_job *job = b->job;
    struct str text;
    int err = file_read_stream(b->arena, job->input, LIMIT_SOURCE, &text);
    bool is_stdin = str_is(job->input, "-");
    struct str name = is_stdin ? STR("<stdin>") : job->input;
    const char *kind = err ? NULL : binary_kind(text);
    if (err || kind) {
        struct diag *g = diag_add(b->d, err == EFBIG ? DIAG_TOO_LARGE : DIAG_CANNOT_READ, SPAN_NONE,
                                  "cannot read `%.*s`", STR_ARG(name));
        if (kind) {
            diag_hint(b->d, g, "it is %s; documents are Markdown", kind);
        } else {
            diag_hint(b->d, g, "%s", file_why(err));
        }
        job->io_failed = true;
        return NULL;
    }
    if (!file_is_stream(job->input)) {
        build_note_input(b, job->input);
    }
    build_note_text(b, job->input, text, "text/markdown", "Source of this document");
    struct source *src = source_new(b->arena, name, text);
    struct str fixed = build_repair_utf8(b, src);
    return fixed.p == text.p ? src : source_new(b->arena, name, fixed);
}

/* ---- images ---- */

/** Images are checked here, once for both outputs. */
static void check_images(struct build_run *b, struct doc *doc) {
    if (!doc_has_kind(doc, DOC_IMAGE)) {
        return;
    }
    struct doc_walk w = doc_walk_start(doc->root);
    while (doc_walk_next(&w)) {
        if (!w.enter || w.node->kind != DOC_IMAGE) {
            continue;
        }
        struct str path = build_image_path(b, w.node->u.link.url);
        if (path.n && file_exists(path)) {
            build_note_input(b, path);
        } else if (path.n) {
            struct diag *g = diag_add(b->d, DIAG_MISSING_IMAGE, w.node->span,
                                      "image `%.*s` not found", STR_ARG(w.node->u.link.url));
            size_t n = 0;
            const struct str *near = build_list(b->arena, path_dir(path), STR(""), &n);
            struct str best = diag_nearest(path_base(path), near, n);
            if (best.n) {
                diag_hint(b->d, g, "did you mean `%.*s`?", STR_ARG(best));
            } else {
                diag_hint(b->d, g, "paths are relative to the document");
            }
        }
    }
}

static bool embed_image(void *user, struct str url, struct str *mime, struct str *bytes) {
    struct build_run *b = user;
    struct str path = build_image_path(b, url);
    if (path.n == 0 || !file_exists(path)) {
        return false;
    }
    if (file_read(b->arena, path, LIMIT_IMAGE_FILE, bytes)) {
        return false; /* layout reports what is wrong with the file */
    }
    *mime = image_mime(*bytes);
    return mime->n > 0;
}

/* ---- writing ---- */

static void write_output(struct build_run *b, enum build_format format, const struct buf *data) {
    struct str path = b->job->outputs[format];
    if (data->overflow) {
        diag_add(b->d, DIAG_TOO_LARGE, SPAN_NONE, "`%.*s` would be larger than %zu MB",
                 STR_ARG(path), data->limit / (1024 * 1024));
        return;
    }
    int err = str_is(path, "-") ? 0 : file_make_dirs(path_dir(path));
    if (!err) {
        err = file_write(path, buf_view(data));
    }
    if (err) {
        struct diag *g =
            diag_add(b->d, DIAG_CANNOT_WRITE, SPAN_NONE, "cannot write `%.*s`", STR_ARG(path));
        diag_hint(b->d, g, "%s", file_why(err));
        b->job->io_failed = true;
        return;
    }
    b->job->written[format] = true;
}

/** The theme of code that `highlight-style` asks for; NULL for `none`. */
static const struct highlight_theme *code_theme(struct build_run *b, const struct doc *doc) {
    const struct node *value = node_get(doc->front, "highlight-style");
    struct str name = node_text(value);
    if (node_bool(value, 1) == 0 || str_ieq(name, STR("none")) || str_ieq(name, STR("null"))) {
        return NULL;
    }
    const struct highlight_theme *theme = highlight_theme_find(name);
    if (!theme) {
        size_t n = 0;
        const struct str *names = highlight_theme_names(&n);
        struct diag *g = diag_add(b->d, DIAG_UNKNOWN_STYLE, value->span,
                                  "there are no colours for code named `%.*s`", STR_ARG(name));
        struct str near = diag_nearest(name, names, n);
        if (near.n) {
            diag_hint(b->d, g, "did you mean `%.*s`?", STR_ARG(near));
        }
        theme = highlight_theme_find(STR_EMPTY);
    }
    return theme;
}

static void make_html(struct build_run *b, const struct doc *doc) {
    struct buf out;
    buf_init(&out, 0);
    struct html_options opt = {.fragment = b->opt->fragment,
                               .sheets = b->sheets,
                               .nsheets = b->nsheets,
                               .generator = STR("dossier " DOSSIER_VERSION),
                               .theme = b->theme,
                               .embed = embed_image,
                               .user = b};
    html_write(&out, doc, &opt, b->d);
    write_output(b, BUILD_HTML, &out);
    buf_drop(&out);
}

/** Pages are laid out for the check as well: fonts, images and options are looked at there. */
static void make_pdf(struct build_run *b, const struct doc *doc, struct bib *bib) {
    struct layout_options layout = {
        .root = b->dir, .theme = b->theme, .sheets = b->sheets, .nsheets = b->nsheets};
    struct pages *pages = layout_document(b->arena, doc, b->opt->fonts, &layout, b->d);
    b->job->pages = pages->pages.n;
    struct pdf_options opt = {.epoch = b->opt->epoch, .producer = STR("dossier " DOSSIER_VERSION)};
    build_pdf_options(b, doc, bib, &opt);
    if (b->job->outputs[BUILD_PDF].n) {
        struct buf out;
        buf_init(&out, 0);
        if (pdf_write(&out, pages, &opt, b->d)) {
            write_output(b, BUILD_PDF, &out);
        }
        buf_drop(&out);
    }
    pages_drop(pages);
}

/** The same thing said twice about one place (by two outputs, say) is said once. */
static void drop_repeated(struct diags *d) {
    size_t kept = 0;
    for (size_t i = 0; i < d->n; i++) {
        const struct diag *g = d->list[i], *p = kept ? d->list[kept - 1] : NULL;
        if (p && g->span.src && p->id == g->id && p->span.src == g->span.src &&
            p->span.begin == g->span.begin && p->span.end == g->span.end && p->level == g->level) {
            d->errors -= g->level >= DIAG_ERROR;
            d->warnings -= g->level == DIAG_WARNING;
            continue;
        }
        d->list[kept++] = d->list[i];
    }
    d->n = kept;
}

/**
 * Entries are decoded when they are asked for. A database of ordinary size is read whole, so that a
 * fault in an entry that is not cited yet is told as well; a check reads every one.
 */
static void check_database(struct build_run *b, struct bib *bib, bool checking) {
    size_t n = bib_count(bib);
    for (size_t i = 0; i < n && (checking || n <= LIMIT_EAGER_ITEMS); i++) {
        bib_at(bib, i, b->d);
    }
}

/** pandoc's keys that ask for something which is not made yet: said with --verbose, never an error.
 */
static void note_unsupported(struct build_run *b, const struct doc *doc) {
    static const char *const keys[] = {"lof", "lot"};
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        const struct node *value = node_get(doc->front, keys[i]);
        if (node_bool(value, 0) == 1) {
            diag_add(b->d, DIAG_UNSUPPORTED, value->span,
                     "`%s` changes nothing: no such list is made", keys[i]);
        }
    }
}

/** The document with its citations resolved. */
static struct doc *resolve(struct build_run *b, struct source *src, bool checking) {
    struct markdown_options md = {b->opt->flavour, b->opt->overrides, b->opt->noverrides};
    struct doc *doc = markdown_parse(b->arena, src, &md, b->d);
    note_unsupported(b, doc);
    struct bib *bib = b->job->bib = build_databases(b, doc);
    check_database(b, bib, checking);
    if (b->opt->lint) {
        bib_check(bib, b->d);
    }
    struct resolve_styles styles;
    build_styles(b, &styles);
    struct resolve_options resolve = {.csl = b->opt->csl,
                                      .has_database = build_names_database(b, doc),
                                      .databases_missing =
                                          b->databases_failed && !b->databases_read};
    resolve_document(doc, bib, &styles, &resolve, b->d);
    doc_make_contents(doc);
    bib_detach_stores(bib);
    if (b->opt->unused) {
        build_check_unused(b, doc, bib);
    }
    return doc;
}

static void run_stages(struct build_run *b, struct source *src) {
    bool checking = true;
    for (int i = 0; i < BUILD_FORMAT_COUNT; i++) {
        checking = checking && b->job->outputs[i].n == 0;
    }
    struct diags before = *b->d;
    b->cache = checking || b->opt->lint || b->opt->unused ? STR_EMPTY : b->opt->cache;
    struct doc *doc = resolve(b, src, checking);
    if (bib_cache_failed(b->job->bib)) { /* once more, with the databases read whole */
        bib_close_files(b->job->bib);
        b->d->n = before.n;
        b->d->errors = before.errors;
        b->d->warnings = before.warnings;
        b->d->suppressed = before.suppressed;
        b->databases_read = b->databases_failed = 0;
        b->cache = STR_EMPTY;
        doc = resolve(b, src, checking);
    }
    check_images(b, doc);
    build_sheets(b, doc);
    b->theme = code_theme(b, doc);
    if (b->job->outputs[BUILD_HTML].n) {
        make_html(b, doc);
    }
    if (b->job->outputs[BUILD_PDF].n || checking) {
        make_pdf(b, doc, b->job->bib);
    }
}

void build_run(struct build_job *job, const struct build_options *opt) {
    job->arena = arena_new();
    diags_init(&job->diags, job->arena);
    struct build_run b = {.job = job, .opt = opt, .arena = job->arena, .d = &job->diags};
    b.dir = file_is_stream(job->input) ? STR_EMPTY : path_dir(job->input);
    struct source *src = read_document(&b);
    if (src) {
        run_stages(&b, src);
    }
    diags_sort(&job->diags);
    drop_repeated(&job->diags);
    job->inputs = vec_keep(&b.inputs, job->arena);
    job->ninputs = b.inputs.n;
    vec_drop(&b.inputs);
    vec_drop(&b.texts);
    map_drop(&b.sources);
}

void build_drop(struct build_job *job) {
    if (job->bib) {
        bib_close_files(job->bib);
        job->bib = NULL;
    }
    diags_drop(&job->diags);
    arena_drop(job->arena);
    job->arena = NULL;
}
