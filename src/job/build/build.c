/* SPDX-License-Identifier: MIT */
/*
 * Runs the stages of a job in order. Outputs are written even when there are errors, so that users
 * see what is missing. The exit status reports the errors.
 */
#include "job/build/build.h"
#include "core/diag/missing.h"

#include "check/blind/review.h"
#include "check/compare/compare.h"
#include "check/document/document.h"
#include "check/limits/limits.h"
#include "cite/bib/check/check.h"
#include "cite/bib/database_files.h"
#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/memo/inputs.h"
#include "job/build/files.h"
#include "job/build/output.h"
#include "job/build/page_host.h"
#include "job/build/results.h"
#include "model/highlight/highlight.h"
#include "print/image/image.h"

DIAG_USE(DIAG_CHECK_UNUSED);
DIAG_USE(DIAG_EMPTY_DOCUMENT);
DIAG_USE(DIAG_FIELDS_HELD);
DIAG_USE(DIAG_PUBLIC_FIELD);
DIAG_USE(DIAG_MISSING_IMAGE);
DIAG_USE(DIAG_UNKNOWN_STYLE);

/* ---- images ---- */

bool build_makes(const struct build_run *b, const struct build_output *output) {
    bool made = false;
    for (size_t i = 0; i < b->job->ntargets && !made; i++) {
        made = b->job->targets[i].output == output;
    }
    return made;
}

unsigned build_laid_out(const struct build_run *b) {
    unsigned outputs = 0;
    for (size_t i = 0; i < build_noutputs; i++) {
        bool made = build_outputs[i].checks && (b->checking || build_makes(b, &build_outputs[i]));
        outputs |= made ? 1u << i : 0;
    }
    return outputs;
}

/** Whether the layout of an output of this run reads an image, and so reports errors inside the
 * image. Photos and icons have no parent node: they are only on web pages, which have no layout. */
static bool is_laid_out(const struct build_run *b, const struct doc *doc,
                        const struct doc_node *n) {
    unsigned outputs = build_laid_out(b);
    return n->parent && outputs && (doc_outputs_around(doc, n) & outputs);
}

void build_look_into(struct build_run *b, struct str path, size_t page, struct span at) {
    b->looked = b->looked.arena ? b->looked : MAP_IN(b->arena);
    if (map_put(&b->looked, path, b)) {
        return;
    }
    struct arena *scratch = arena_new();
    struct diags quiet;
    diags_init(&quiet, scratch);
    bool good = image_look(scratch, &b->opt->host, path, page, at, &quiet) && quiet.n == 0;
    diags_drop(&quiet);
    arena_drop(scratch);
    if (!good) { /* the image is read again, into memory that lives as long as the diagnostics */
        (void)image_look(b->arena, &b->opt->host, path, page, at, b->d);
    }
}

/** Reports errors inside an image that no output of this run lays out. */
static void look_into_image(struct build_run *b, const struct doc *doc, const struct doc_node *n,
                            struct str path) {
    int64_t page = 1;
    if (!b->job->surveys && !is_laid_out(b, doc, n)) {
        page = str_to_i64(doc_pair(n, "page"), &page) && page > 0 ? page : 1;
        build_look_into(b, build_page_image(b, path), (size_t)page, n->span);
    }
}

static void check_image(struct build_run *b, const struct doc *doc, struct doc_node *n) {
    struct str path = build_image_path(b, n->u.link.url);
    if (path.n == 0) {
        return;
    }
    bool found = file_host_exists(&b->opt->host, b->arena, path);
    if (found) {
        build_point_image(b, n, path);
    } else {
        found = build_find_image(b, n, &path);
    }
    vec_push(&b->images, path);
    if (found) {
        build_note_input(b, path);
        build_audit_file(b, path, n->span);
        look_into_image(b, doc, n, path);
        return;
    }
    if (build_refuse(b, path, n->span)) {
        return;
    }
    struct diag *g = diag_add(b->d, DIAG_MISSING_IMAGE, n->span, "image `%.*s` not found",
                              STR_ARG(n->u.link.url));
    if (!diag_hint_near(b->d, g, file_host_nearest(&b->opt->host, b->d, path))) {
        diag_hint(b->d, g, "paths are relative to the document");
    }
}

/** Checks the photos of authors in the same way as images of the text. */
static void check_photos(struct build_run *b, struct doc *doc) {
    for (size_t i = 0; i < doc->meta.nauthors; i++) {
        struct doc_author *a = &doc->meta.authors[i];
        if (a->photo.n) {
            struct doc_node *n = doc_node_new(doc, DOC_IMAGE, a->photo_at);
            n->u.link.url = a->photo;
            check_image(b, doc, n);
            a->photo = n->u.link.url;
        }
    }
}

/** Checks the icon of a page like an image of the text, if its ending is that of an image. */
static void check_icon(struct build_run *b, struct doc *doc) {
    const struct node *icon = node_get(doc->front, "favicon");
    struct str name = str_trim(node_text(icon));
    if (name.n && !b->job->page && build_looks_into(name) && !build_font_mime(name).n) {
        struct doc_node *n = doc_node_new(doc, DOC_IMAGE, icon->span);
        n->u.link.url = name;
        check_image(b, doc, n);
    }
}

/** Reports an empty document. A page of a site may be empty. */
static void check_empty(struct build_run *b, const struct doc *doc) {
    if (doc->root->first || doc->meta.abstract || b->job->page || b->d->errors) {
        return;
    }
    struct diag *g =
        diag_add(b->d, DIAG_EMPTY_DOCUMENT, span_make(b->source, 0, 0),
                 doc->front && doc->front->n ? "the document has front matter, and no text below it"
                                             : "the document is empty");
    diag_hint(b->d, g, "write text, or save the file in your editor");
}

struct image_check {
    struct build_run *b;
    struct doc *doc;
};

static void check_images_in(void *user, struct doc_node *part) {
    struct image_check *c = user;
    struct doc_walk w = doc_walk_start(part);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_IMAGE) {
            check_image(c->b, c->doc, w.node);
        }
    }
}

/** Checks images once for all outputs. */
static void check_images(struct build_run *b, struct doc *doc) {
    struct image_check c = {b, doc};
    struct doc_node *parts[DOC_PARTS];
    check_photos(b, doc);
    check_icon(b, doc);
    if (!doc_has_kind(doc, DOC_IMAGE)) {
        return;
    }
    size_t n = doc_parts(doc, parts);
    for (size_t i = 0; i < n; i++) {
        check_images_in(&c, parts[i]);
    }
    doc_each_title_tree(doc, check_images_in, &c);
}

/* ---- writing ---- */

/** Returns the values that override the front matter: first those of the site, then those of the
 * command line. */
static const struct markdown_override *overrides(struct build_run *b, size_t *n) {
    const struct build_page *page = b->job->page;
    const struct node *front = page ? page->front : NULL;
    *n = b->opt->overrides.n;
    if (!front || !front->n) {
        return b->opt->overrides.p;
    }
    struct markdown_override *all = ARENA_ARRAY(b->arena, struct markdown_override, *n + front->n);
    size_t at = 0;
    for (size_t i = 0; i < front->n; i++) {
        all[at++] = (struct markdown_override){
            .key = front->keys[i], .value = front->items[i], .replaces = true};
    }
    for (size_t i = 0; i < b->opt->overrides.n; i++) {
        all[at++] = b->opt->overrides.p[i];
    }
    *n += front->n;
    return all;
}

static void begin_text(void *user, const struct node *front) {
    struct build_run *b = user;
    build_settings_document(b->settings, front, b->d);
}

/** Returns the time of this run. The result of a document that shows the time is not cached. */
static int64_t today(void *user) {
    struct build_run *b = user;
    memo_uncertain(b->opt->host.inputs);
    return b->opt->now ? b->opt->now : -1;
}

/** Returns the time that is the present for lists of recent works: SOURCE_DATE_EPOCH, or else the
 * time of this run. */
static int64_t time_of_build(void *user) {
    struct build_run *b = user;
    return b->opt->epoch >= 0 ? b->opt->epoch : today(b);
}

/** Reads the document, without resolving its citations. */
static struct doc *parse(struct build_run *b, struct source *src, bool as_written,
                         struct diags *d) {
    const char *outputs[DOC_OUTPUTS];
    size_t noutputs = 0, noverrides = 0;
    const struct markdown_override *over = overrides(b, &noverrides);
    while (noutputs < build_noutputs) {
        outputs[noutputs] = build_outputs[noutputs].names[0];
        noutputs++;
    }
    struct markdown_options md = {.format = b->cv.data || b->latex.front ? STR_EMPTY : b->from,
                                  .filler = {build_fill_cv, "cv", b->cv.front, b},
                                  .latex = {b->latex.front, b->latex.begin, b->latex.end,
                                            b->latex.chapters, b->latex.biblatex,
                                            b->latex.bare_cites, b->latex.text_cites,
                                            b->latex.sorted_cites, b->latex.tight, b->latex.styled},
                                  .files = {build_open_included, build_last_figure, b},
                                  .starts = b->starts.p,
                                  .nstarts = b->starts.n,
                                  .defaults = b->defaults,
                                  .ndefaults = b->ndefaults,
                                  .overrides = over,
                                  .noverrides = noverrides,
                                  .outputs = arena_copy(b->arena, outputs, sizeof outputs),
                                  .noutputs = noutputs,
                                  .output = as_written ? NULL : b->output,
                                  .epoch = &b->opt->epoch,
                                  .today = today,
                                  .begin = as_written ? NULL : begin_text,
                                  .begin_user = b,
                                  .settle = build_make_anonymous,
                                  .settle_user = b,
                                  .lint = b->lints && !as_written,
                                  .as_written = as_written};
    for (size_t i = 0; i < MARKDOWN_PLACES; i++) {
        md.includes[i] = b->opt->includes[i].p;
        md.nincludes[i] = b->opt->includes[i].n;
    }
    timings_begin(b->opt->timings, "markdown");
    struct doc *doc = markdown_parse(b->arena, src, &md, d);
    timings_end(b->opt->timings);
    doc->links = b->opt->links;
    build_confine(b, doc, d);
    if (!as_written) {
        build_fill_variables(b, doc);
    }
    return doc;
}

/** Returns the document as its author wrote it. The first reading has reported its diagnostics. */
static struct doc *written(struct build_run *b) {
    if (!b->written) {
        struct diags quiet;
        diags_init(&quiet, b->arena);
        b->written = parse(b, b->source, true, &quiet);
        if (b->blind) {
            blind_review_source(b->blind, b->written);
        }
        diags_drop(&quiet);
    }
    return b->written;
}

static bool write_output(struct build_run *b, const struct doc *doc, struct build_target *t,
                         struct buf *data) {
    timings_begin(b->opt->timings, t->output->names[0]);
    bool written = t->output->write(b, doc, data, &t->pages);
    /* an output with pages was compared with the limits when it was laid out */
    if (!t->pages && !t->output->source && !b->job->since && limits_are_set(doc)) {
        struct limits_request limits = build_limits_request(b);
        struct str verdict = limits_check(&limits, doc, NULL, 0);
        b->job->verdict = b->job->verdict.n ? b->job->verdict : verdict;
    }
    timings_end(b->opt->timings);
    return written;
}

/** Checks an output before it is kept. */
static void look_at_output(struct build_run *b, struct doc *doc, struct build_target *t,
                           const struct buf *data) {
    if ((!b->blind && !b->opt->verify) || data->overflow) {
        return;
    }
    timings_begin(b->opt->timings, "verify");
    if (b->blind) {
        build_search_authors(b, doc, buf_view(data));
    }
    if (b->opt->verify) {
        build_verify_output(b, doc, t, buf_view(data));
    }
    timings_end(b->opt->timings);
}

/** Writes one output of the document. */
static void make_output(struct build_run *b, struct doc *doc, struct build_target *t) {
    bool source = t->output->source;
    doc = source ? written(b) : doc;
    /* the index of the output in the table; an output of the caller is not there */
    size_t number = 0;
    while (number < build_noutputs && t->output != &build_outputs[number]) {
        number++;
    }
    bool hides = !source && number < build_noutputs;
    struct doc_hidden *hidden = hides ? doc_hide(doc, number) : NULL;
    struct build_led *led = source ? NULL : build_lead(b, doc, t->output);
    struct buf data = BUF_INIT;
    b->output_dir = file_is_stream(t->path) ? STR_EMPTY : path_dir(t->path);
    b->target = t;
    if (b->job->surveys) {
        if (t->output->survey) {
            t->output->survey(b, doc);
        }
    } else if (t->given.p) {
        build_verify_output(b, doc, t, t->given);
    } else if (write_output(b, doc, t, &data)) {
        if (b->opt->audit && str_is(str_of(t->output->names[0]), "html")) {
            check_public_page(doc, buf_view(&data), b->job->page != NULL, b->d);
        }
        if (!b->checking) {
            look_at_output(b, doc, t, &data);
            build_keep_output(b, t, &data);
        }
    }
    build_end_companions(b);
    buf_drop(&data);
    build_unlead(led);
    doc_unhide(hidden);
}

const struct highlight_theme *build_code_theme(struct build_run *b, const struct doc *doc) {
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
        (void)diag_suggest(b->d, g, name, names, n);
        theme = highlight_theme_find(STR_EMPTY);
    }
    return theme;
}

/** Whether one of the kept diagnostics has the same id and the same place. A place may have several
 * notes: a block of LaTeX has one note for each package. */
static bool is_kept(const struct diags *d, size_t kept, const struct diag *g) {
    for (size_t i = kept; i-- > 0 && d->list[i]->span.src == g->span.src &&
                          d->list[i]->span.begin == g->span.begin;) {
        const struct diag *p = d->list[i];
        if (p->id == g->id && p->span.end == g->span.end && p->level == g->level &&
            (g->level != DIAG_NOTE || str_eq(p->text, g->text))) {
            return true;
        }
    }
    return false;
}

/** Drops diagnostics that repeat another diagnostic about the same place, for example when two
 * outputs report the same problem. */
static void drop_repeated(struct diags *d) {
    size_t kept = 0;
    for (size_t i = 0; i < d->n; i++) {
        const struct diag *g = d->list[i];
        if (g->span.src && is_kept(d, kept, g)) {
            d->errors -= g->level >= DIAG_ERROR;
            d->warnings -= g->level == DIAG_WARNING;
            continue;
        }
        d->list[kept++] = d->list[i];
    }
    d->n = kept;
}

/* The format of texts in databases. It excludes the syntax that would cite, name or number
 * something in the document. */
static const char note_format[] = "markdown-citations-yaml_metadata_block-pandoc_title_block"
                                  "-auto_identifiers-example_lists-raw_tex";

/** Reads a text of a database as Markdown. The diagnostics are dropped. */
static const struct doc_node *read_note(void *user, struct str text) {
    struct build_run *b = user;
    struct markdown_options md = {.format = STR(note_format)};
    struct diags quiet;
    diags_init(&quiet, b->arena);
    struct doc *doc =
        markdown_parse(b->arena, source_new(b->arena, STR("note"), text), &md, &quiet);
    build_confine(b, doc, &quiet);
    diags_drop(&quiet);
    return doc->root;
}

/** Implements `page_of` of struct resolve_options. */
static struct str page_of(void *user, struct str file) {
    const struct build_run *b = user;
    const struct build_page *page = b->job->page;
    return page->host.page_of ? page->host.page_of(page->user, file) : STR_EMPTY;
}

/** Reads the document and resolves its citations. */
static struct doc *resolve(struct build_run *b, struct source *src) {
    struct doc *doc = parse(b, src, false, b->d);
    /* a YAML block later in the text may contain settings */
    build_settings_document(b->settings, doc->front, b->d);
    const struct build_page *page = b->job->page;
    if (page && page->host.fill) {
        page->host.fill(page->user, doc, b->output, b->d);
        build_confine(b, doc, b->d);
    }
    timings_begin(b->opt->timings, "databases");
    struct bib *bib = build_databases(b, doc);
    b->job->bib = b->set ? NULL : bib;
    b->bib = bib;
    build_check_databases(b, bib);
    timings_end(b->opt->timings);
    struct resolve_styles styles;
    const struct node *csl = node_get(doc->front, "csl");
    if (csl && !b->opt->csl.n) {
        (void)build_refuse(b, path_join(b->arena, b->dir, node_text(csl)), csl->span);
    }
    build_styles(b, &styles);
    struct resolve_options resolve = {
        .csl = b->opt->csl,
        .has_database = build_names_database(b, doc),
        .databases_missing = b->databases_failed && !b->databases_read,
        .published = &b->published,
        .shared = build_shared_findings(b),
        .people = b->job->page ? b->job->page->people : NULL,
        .anonymous = b->blind ? b->blind->works : NULL,
        .venues = build_data_map(b, doc, "venues"),
        .coauthors = build_data_map(b, doc, "coauthors"),
        .affiliations = build_data_map(b, doc, "coauthor-affiliations"),
        .now = time_of_build,
        .markdown = read_note,
        .page_of = page ? page_of : NULL,
        .user = b,
        .trace = build_begin_trace(b, doc),
        .timings = b->opt->timings,
        .pool = b->opt->pool};
    b->published.also = node_get(doc->front, "publish-fields");
    timings_begin(b->opt->timings, "resolve");
    resolve_document(doc, bib, &styles, &resolve, b->d);
    doc_make_contents(doc);
    timings_end(b->opt->timings);
    bib_detach_stores(bib);
    if (b->opt->unused || (b->checking && diag_is_on(b->d, DIAG_CHECK_UNUSED))) {
        check_unused(doc, bib, b->d);
    }
    build_let_go(b);
    return doc;
}

/** Checks the document before it is written. */
static void check_document(struct build_run *b, struct doc *doc) {
    timings_begin(b->opt->timings, "check");
    check_empty(b, doc);
    check_images(b, doc);
    if (b->checking) {
        build_check_reference(b, doc);
    }
    build_check_content(b, doc);
    if (b->opt->audit) {
        build_audit(b, doc);
    }
    build_check_keys(b, doc);
    if (b->lints) {
        build_lint(b, doc);
    }
    if (b->blind) { /* no later step needs the keys of citations, so they are replaced */
        blind_review_look(b->blind, doc, b->d);
        blind_review_keys(b->blind, doc);
    }
    build_sheets(b, doc);
    b->theme = build_code_theme(b, doc);
    timings_end(b->opt->timings);
}

/** Reads the document for an output and resolves its citations. */
static struct doc *read_for(struct build_run *b, const char *output) {
    struct diags_mark before = diags_mark(b->d);
    b->output = output;
    struct doc *doc = resolve(b, b->source);
    if (bib_cache_failed(b->bib)) {
        /* the document is resolved again, without the index of databases */
        build_forget_databases(b);
        diags_rollback(b->d, before);
        b->databases_read = b->databases_failed = 0;
        buf_clear(&b->trace);
        b->cache = STR_EMPTY;
        doc = resolve(b, b->source);
    }
    check_document(b, doc);
    if (b->job->since) {
        compare_mark(doc, b->job->since);
    }
    b->job->doc = doc;
    return doc;
}

/** Reads the document again for an output that has options of its own. Drops diagnostics without a
 * place that were reported before. */
static struct doc *read_again(struct build_run *b, const char *output) {
    struct build_job *job = b->job;
    size_t before = b->d->n;
    if (job->bib) {
        vec_push(&b->databases, job->bib);
    }
    b->databases_read = b->databases_failed = 0;
    struct doc *doc = read_for(b, output);
    size_t kept = before;
    for (size_t i = before; i < b->d->n; i++) {
        struct diag *g = b->d->list[i];
        bool repeated = false;
        for (size_t k = 0; k < before && !g->span.src && !repeated; k++) {
            repeated = b->d->list[k]->id == g->id && str_eq(b->d->list[k]->text, g->text);
        }
        b->d->errors -= repeated && g->level >= DIAG_ERROR;
        b->d->warnings -= repeated && g->level == DIAG_WARNING;
        b->d->list[kept] = g;
        kept += !repeated;
    }
    b->d->n = kept;
    return doc;
}

/** Writes "`a`, `b`". */
static void put_names(struct buf *out, const str_list *names) {
    for (size_t i = 0; i < names->n; i++) {
        buf_printf(out, "%s`%.*s`", i ? ", " : "", STR_ARG(names->p[i]));
    }
}

/** Reports which fields of works are not published, once for all outputs. An audit also reports the
 * fields that `publish-fields` publishes. */
static void report_held(struct build_run *b) {
    const struct bib_public *p = &b->published;
    struct buf names = BUF_INIT;
    if (p->let.n && b->opt->audit) {
        put_names(&names, &p->let);
        struct diag *g = diag_add(b->d, DIAG_PUBLIC_FIELD, p->also->span,
                                  "these private fields of works are published: %.*s",
                                  STR_ARG(buf_view(&names)));
        diag_hint(b->d, g, "`publish-fields` names them; without it they stay in the database");
        buf_clear(&names);
    }
    if (p->held.n) {
        put_names(&names, &p->held);
        struct diag *g =
            diag_add(b->d, DIAG_FIELDS_HELD, SPAN_NONE,
                     "these fields of works are not published: %.*s", STR_ARG(buf_view(&names)));
        diag_hint(b->d, g, "`publish-fields: [%.*s]` in the front matter publishes a field",
                  STR_ARG(p->held.p[0]));
    }
    buf_drop(&names);
}

/** Makes the requested outputs. A check makes only the outputs that find errors. */
static void make_outputs(struct build_run *b) {
    const struct build_job *job = b->job;
    size_t n = b->checking ? build_noutputs : job->ntargets;
    struct doc *doc = NULL;
    for (size_t i = 0; i < n; i++) {
        struct build_target check = {.output = &build_outputs[i]};
        struct build_target *t = b->checking ? &check : &job->targets[i];
        const char *name = t->output->names[0];
        bool audited = b->opt->audit && str_is(str_of(name), "html");
        if (b->checking && !t->output->checks && !audited) {
            continue;
        }
        if (!doc) {
            doc = read_for(b, name);
        } else if (!t->output->source && markdown_formats_differ(doc->front, b->output, name)) {
            doc = read_again(b, name);
        }
        if (i == 0 && !b->checking && !job->surveys) {
            build_guard_outputs(b);
        }
        make_output(b, doc, t);
    }
    report_held(b);
    if (!doc) { /* a check without outputs has not read the document yet */
        (void)read_for(b, NULL);
    }
}

static void run_stages(struct build_run *b, struct source *src) {
    b->source = src;
    b->checking = b->job->ntargets == 0;
    b->lints = b->checking || b->job->lint;
    b->cache = b->checking || b->opt->lint || b->opt->unused ? STR_EMPTY : b->opt->cache;
    make_outputs(b);
    b->job->older = vec_keep(&b->databases, b->arena);
    b->job->nolder = b->databases.n;
    vec_drop(&b->databases);
}

void build_run_end(struct build_run *b) {
    vec_drop(&b->inputs);
    vec_drop(&b->texts);
    vec_drop(&b->images);
    vec_drop(&b->links);
    vec_drop(&b->starts);
    map_drop(&b->sources);
    map_drop(&b->outputs);
    map_drop(&b->kept);
    guard_end(&b->guard);
    bib_public_drop(&b->published);
}

/** Runs a job. `kept`, which may be NULL, records the result. */
static void run(struct build_job *job, const struct build_options *opt,
                struct build_results *kept) {
    job->arena = arena_new();
    job->verdict = STR_EMPTY;
    job->unchanged = false;
    diags_init(&job->diags, job->arena);
    job->diags.most = job->mends ? LIMIT_FIXES : 0;
    struct build_options confined = *opt;
    struct build_run b = {.job = job, .opt = &confined, .arena = job->arena, .d = &job->diags};
    b.dir = file_is_stream(job->input) ? STR_EMPTY : path_dir(job->input);
    confined.host.fence = build_own_fence(&b);
    confined.host.inputs = build_results_inputs(kept);
    b.results = kept;
    b.asking = confined.host.inputs;
    if (opt->fonts) {
        fonts_begin(opt->fonts, confined.host.fence);
        fonts_time(opt->fonts, opt->timings);
    }
    build_look_on(&b, &confined);
    buf_init(&b.trace, 0);
    b.settings = ARENA_NEW(b.arena, struct build_settings);
    struct str project = build_settings_begin(b.settings, b.arena, b.opt, b.dir, b.d);
    if (project.n) {
        build_note_input(&b, project);
    }
    timings_begin(opt->timings, "read");
    struct source *src = build_read_document(&b);
    build_read_metadata(&b, src);
    timings_end(opt->timings);
    if (src) {
        run_stages(&b, src);
    }
    if (!src) {
        build_settings_document(b.settings, NULL, b.d);
    }
    if (opt->fonts) {
        /* the fence is freed with the job, so the fonts must no longer use it */
        fonts_end(opt->fonts);
    }
    job->io_failed = job->io_failed || diags_lack_package(b.d);
    diag_ignores_apply(&b.ignores, b.d, b.lints);
    diags_sort(&job->diags);
    drop_repeated(&job->diags);
    job->inputs = vec_keep(&b.inputs, job->arena);
    job->ninputs = b.inputs.n;
    if (kept) {
        /* the cached result includes diagnostics that another document has already reported */
        timings_begin(opt->timings, "results");
        build_results_keep(kept, &b);
        timings_end(opt->timings);
    }
    if (opt->shared && !job->later) {
        build_shared_settle(opt->shared, &job->diags, (struct diags_mark){0});
    }
    buf_drop(&b.trace);
    diag_ignores_drop(&b.ignores);
    build_run_end(&b);
}

void build_run(struct build_job *job, const struct build_options *opt) {
    timings_begin_document(opt->timings, job->input);
    timings_begin(opt->timings, "results");
    struct build_results *kept = build_results_open(job, opt);
    bool taken = kept && build_results_take(kept);
    timings_end(opt->timings);
    if (!taken) {
        run(job, opt, kept);
    }
    build_results_close(kept);
    timings_end_document(opt->timings);
}

void build_drop(struct build_job *job) {
    build_forget_later(job);
    for (size_t i = 0; i < job->nolder; i++) {
        bib_close_files(job->older[i]);
    }
    job->nolder = 0;
    if (job->bib) {
        bib_close_files(job->bib);
        job->bib = NULL;
    }
    for (size_t i = 0; i < job->ntargets; i++) {
        buf_drop(&job->targets[i].held);
    }
    diags_drop(&job->diags);
    arena_drop(job->arena);
    job->arena = NULL;
}

void build_reset(struct build_job *job) {
    for (size_t i = 0; i < job->ntargets; i++) {
        struct build_target *t = &job->targets[i];
        *t = (struct build_target){.output = t->output,
                                   .path = t->path,
                                   .given = t->given,
                                   .take = t->take,
                                   .take_user = t->take_user};
    }
    job->io_failed = job->refused = false;
}
