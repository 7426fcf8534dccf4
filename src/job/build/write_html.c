/* SPDX-License-Identifier: MIT */
/*
 * Writes documents as HTML, with the files that pages need.
 */
#include "cite/bib/item/front_item.h"
#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/base/word_list.h"
#include "core/data/css.h"
#include "dossier/version.h"
#include "job/build/files.h"
#include "job/build/output.h"
#include "job/build/page_host.h"
#include "print/image/image.h"
#include "write/web/companions.h"
#include "write/web/fragment.h"

/** Whether a figure has a format that browsers do not show. */
static bool is_for_paper(struct str path) {
    return str_iamong(path_ext(path), "pdf tif tiff");
}

/** Returns a file of the same name that browsers can show, for a figure in PDF or TIFF. Some
 * authors provide both files for their figures. */
static struct str beside(struct build_run *b, struct str path) {
    static const char *const endings[] = {".svg", ".png", ".webp", ".jpg", ".jpeg", ".gif"};
    struct str stem = str_slice(path, 0, path.n - path_ext(path).n - 1), dir = path_dir(path);
    /* whether the figure is from the last run of a notebook, see last_run.c */
    bool ran = str_starts(path_base(dir), STR("figure-"));
    for (size_t i = 0; i < ARRAY_LEN(endings) * (ran + 1u); i++) {
        stem = i < ARRAY_LEN(endings)
                   ? stem
                   : path_join(b->arena, path_dir(dir),
                               arena_join(b->arena, 2, STR("figure-html/"), path_stem(path)));
        struct str other = arena_join(b->arena, 2, stem, str_of(endings[i % ARRAY_LEN(endings)]));
        if (file_host_exists(&b->opt->host, b->arena, other)) {
            build_note_input(b, other);
            return other;
        }
    }
    return path;
}

struct str build_page_image(struct build_run *b, struct str path) {
    return is_for_paper(path) ? beside(b, path) : path;
}

static bool embed_image(void *user, struct str url, struct span at, struct str *mime,
                        struct str *bytes) {
    struct build_run *b = user;
    struct str path = build_page_image(b, build_image_path(b, url));
    if (path.n == 0) {
        return false;
    }
    int err = file_host_read(&b->opt->host, b->arena, path, LIMIT_IMAGE_FILE, bytes);
    if (err && !diags_name(b->d, path) && !diags_name(b->d, url)) {
        /* not reported yet, because the earlier check of images could read the file */
        image_unreadable(path, err, at, b->d);
    }
    *mime = err ? STR_EMPTY : image_mime(*bytes);
    if (mime->n) {
        image_publish(b->arena, *bytes, bytes);
    }
    return mime->n > 0; /* the check of images reports errors in the file */
}

/** Whether build_sheets() has reported a file that cannot be embedded. */
static bool is_reported(const struct build_run *b, struct str path) {
    return build_looks_into(path) && !(build_font_mime(path).n && build_laid_out(b));
}

static bool embed_beside(void *user, struct str sheet, struct str url, struct str *mime,
                         struct str *bytes) {
    struct build_run *b = user;
    url = str_slice(url, 0, str_index(url, '#'));
    struct str path = path_join(b->arena, path_dir(sheet), path_of_url(b->arena, url));
    *mime = STR_EMPTY;
    if (file_host_read(&b->opt->host, b->arena, path, LIMIT_IMAGE_FILE, bytes) != 0) {
        return is_reported(b, path);
    }
    build_note_input(b, arena_str(b->arena, path));
    *mime = build_font_mime(path);
    *mime = mime->n > 0 ? *mime : image_mime(*bytes);
    return mime->n > 0 || is_reported(b, path);
}

/** Implements `make` of struct web_setup. */
static bool make_companion(void *user, struct str name, const struct buf *data) {
    return build_companion(user, name, data);
}

/** Returns the address of the page's PDF relative to the page, if the run makes one; or empty. */
static struct str pdf_address(struct build_run *b) {
    for (size_t i = 0; i < b->job->ntargets; i++) {
        const struct build_target *t = &b->job->targets[i];
        if (str_is(str_of(t->output->names[0]), "pdf") && t->path.n && !file_is_stream(t->path) &&
            b->target->path.n) {
            bool beside = str_eq(path_dir(t->path), b->output_dir);
            struct str address =
                beside ? path_base(t->path) : build_seen_from(b->arena, b->output_dir, t->path);
            return str_starts(address, STR("/")) ? STR_EMPTY : address;
        }
    }
    return STR_EMPTY;
}

enum { MANY_WORKS = 1000 }; /* struct web_setup.many is set if there are more works than this */

/** Returns the work that the front matter of a page of a site describes with keys of HugoBlox or
 * academicpages, or NULL. */
static const struct item *own_work(struct build_run *b, const struct doc *doc) {
    static const char *const keys[] = {"publication", "publication_types", "paperurl", "citation"};
    bool work = false;
    for (size_t i = 0; i < ARRAY_LEN(keys) && !work; i++) {
        const struct node *n = node_get(doc->front, keys[i]);
        work = n && n->kind != NODE_NULL && (n->n || str_trim(node_text(n)).n);
    }
    /* nothing is reported here, because the check of keys reports misspelt keys */
    struct diags quiet;
    diags_init(&quiet, b->arena);
    const struct item *it =
        work ? item_of_page(b->arena, doc->front, STR("work"), NULL, &quiet) : NULL;
    diags_drop(&quiet);
    return it;
}

/** Finds the companions of the page that is being written. Returns false if it has neither
 * companions nor metadata. */
static bool begin_companions(struct build_run *b, const struct doc *doc, struct web_companions *w) {
    const struct build_page *page = b->job->page;
    *w = (struct web_companions){.limit = 0};
    if (b->opt->fragment || (b->checking && !b->opt->audit)) {
        return false;
    }
    struct str path = b->target ? b->target->path : STR_EMPTY;
    struct str named = path.n ? path : b->job->name.n ? b->job->name : b->job->input;
    struct str stem = path_is_portable(path_stem(named)) ? path_stem(named) : STR("page");
    bool has = build_has_companions(b);
    struct web_setup setup = {.arena = b->arena,
                              .d = b->d,
                              .doc = (struct doc *)doc,
                              .stem = stem,
                              .published = &b->published,
                              .file = path.n ? path_base(path)
                                             : arena_join(b->arena, 2, stem, STR(".html")),
                              .pdf = has ? pdf_address(b) : STR_EMPTY,
                              .frame = page ? page->frame : NULL,
                              .make = has ? make_companion : NULL,
                              .user = b};
    setup.many = page && b->bib && bib_count(b->bib) > MANY_WORKS;
    setup.self = page ? own_work(b, doc) : NULL;
    build_hold(b);
    setup.works = web_works_find(b->arena, doc, b->bib);
    build_let_go(b);
    web_begin(w, &setup);
    return true;
}

/** Writes a fragment for content systems or for e-mail. If the address of the page is known, images
 * have the address of their file. */
static void write_simple(struct build_run *b, const struct doc *doc, struct html_options *opt,
                         struct buf *out) {
    struct str path = b->target ? b->target->path : STR_EMPTY;
    struct web_fragment fragment = {.email = b->opt->fragment == BUILD_FRAGMENT_EMAIL,
                                    .base = web_address(doc, path.n ? path_base(path) : STR_EMPTY)};
    struct buf html = BUF_INIT;
    opt->theme = NULL;
    opt->math_text = true;
    opt->embed = fragment.base.n ? NULL : opt->embed;
    html_write(&html, doc, opt, b->d);
    web_fragment(out, buf_view(&html), &fragment, b->d);
    buf_drop(&html);
}

bool build_write_html(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages) {
    const struct build_page *page = b->job->page;
    struct web_companions web;
    bool begun = begin_companions(b, doc, &web);
    struct html_options opt = {
        .fragment = b->opt->fragment,
        .head = buf_view(&web.head),
        .frame = page ? page->frame : NULL,
        .lines = b->opt->lines,
        .sheets = b->sheets,
        .nsheets = b->nsheets,
        .links = b->links.p,
        .nlinks = b->links.n,
        .generator = STR("dossier " DOSSIER_VERSION),
        .theme = b->theme,
        .embed = page ? NULL : embed_image, /* the images are beside the pages of a site */
        .embed_beside = embed_beside,
        .loads_nothing = b->opt->sandbox,
        .clips = b->styled,
        .user = b};
    if (b->opt->fragment > BUILD_FRAGMENT_FULL) {
        write_simple(b, doc, &opt, out);
    } else {
        html_write(out, doc, &opt, b->d);
    }
    if (begun) {
        web_end(&web, &opt);
    }
    *pages = 0;
    return true;
}

void build_survey_sheets(struct build_run *b) {
    if (b->nsheets == 0) {
        return;
    }
    struct html_options opt = {.sheets = b->sheets,
                               .nsheets = b->nsheets,
                               .embed_beside = embed_beside,
                               .loads_nothing = b->opt->sandbox,
                               .user = b};
    struct buf text = BUF_INIT;
    html_write_sheet(&text, &opt, b->d);
    buf_drop(&text);
}

void build_survey_html(struct build_run *b, const struct doc *doc) {
    struct web_companions web;
    if (begin_companions(b, doc, &web)) {
        web_end(&web, NULL);
    }
    bool embeds = !b->job->page;
    for (size_t i = 0; i < b->images.n && embeds; i++) {
        (void)build_page_image(b, b->images.p[i]);
    }
    if (!b->opt->fragment) {
        build_survey_sheets(b);
    }
}

void build_make_sheet(struct arena *a, const struct build_options *opt, struct str dir,
                      struct node *front, struct str look, struct build_shared_sheet *out,
                      struct diags *d) {
    struct build_job job = {.arena = a};
    struct build_run b = {.job = &job, .opt = opt, .arena = a, .d = d, .dir = dir};
    struct doc doc = {.arena = a, .front = front};
    build_sheets(&b, &doc);
    b.theme = build_code_theme(&b, &doc);
    struct html_options html = {.sheets = b.sheets,
                                .nsheets = b.nsheets,
                                .links = b.links.p,
                                .nlinks = b.links.n,
                                .theme = b.theme,
                                .look = look,
                                .embed_beside = embed_beside,
                                .user = &b};
    struct buf text = BUF_INIT;
    html_write_sheet(&text, &html, d);
    struct str *paths = ARENA_ARRAY(a, struct str, b.nsheets + 1);
    for (size_t i = 0; i < b.nsheets; i++) {
        paths[i] = b.sheets[i]->src->name;
    }
    *out = (struct build_shared_sheet){.text = buf_keep(&text, a),
                                       .paths = paths,
                                       .npaths = b.nsheets,
                                       .theme = b.theme,
                                       .inputs = vec_keep(&b.inputs, a),
                                       .ninputs = b.inputs.n};
    buf_drop(&text);
    build_run_end(&b);
}
