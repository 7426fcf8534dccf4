/* SPDX-License-Identifier: MIT */
/*
 * Draws an SVG file as a page of a PDF, with librsvg and cairo. pdfread then reads that PDF like
 * any figure.
 *
 * Why a library is used: SVG with CSS, markers, patterns, masks, filters, text on paths and all
 * installed fonts is a document format as large as ours. Letters remain text with embedded fonts,
 * so that readers can search them; curves remain curves. librsvg loads two dozen libraries, but
 * only if a document has such a figure. Without a base address it opens no files and no network
 * connections.
 *
 * Two features of draw.io are replaced first: light-dark(), whose first colour is used on paper
 * (CSS Color 5, 6), and requiredFeatures, which SVG 2 no longer has. Elements that are not drawn
 * are reported.
 */
#include "core/base/bounds.h"
#include "core/base/buf.h"
#include "core/base/module.h"
#include "core/data/xml.h"
#include "print/image/image_internal.h"
#include "print/image/svg_internal.h"
#include "print/image/svg_library.h"
#include "print/pdfread/form.h"

DIAG_USE(DIAG_SVG);
DIAG_USE(DIAG_TOO_LARGE);

#define RSVG_CALLS(X)                                                                              \
    X(rsvg_handle_new_from_data)                                                                   \
    X(rsvg_handle_render_document)
#define CAIRO_CALLS(X)                                                                             \
    X(cairo_pdf_surface_create_for_stream)                                                         \
    X(cairo_surface_finish)                                                                        \
    X(cairo_surface_destroy)                                                                       \
    X(cairo_surface_status)                                                                        \
    X(cairo_create)                                                                                \
    X(cairo_destroy)
#define OBJECT_CALLS(X) X(g_object_unref)
#define GLIB_CALLS(X) X(g_error_free)

struct calls {
    RSVG_CALLS(MODULE_FIELD)
    CAIRO_CALLS(MODULE_FIELD)
    OBJECT_CALLS(MODULE_FIELD)
    GLIB_CALLS(MODULE_FIELD)
};

/* ---- replacements before drawing */

/* Returns the position after a closing parenthesis. The matching opening parenthesis is just before
 * `at`. `*comma` becomes the position of the first comma between the two parentheses. */
static size_t behind_parenthesis(struct str s, size_t at, size_t *comma) {
    size_t open = 1;
    *comma = STR_NONE;
    for (; at < s.n && open; at++) {
        open += s.p[at] == '(';
        open -= s.p[at] == ')';
        if (s.p[at] == ',' && open == 1 && *comma == STR_NONE) {
            *comma = at;
        }
    }
    return at;
}

/* Replaces `light-dark(a, b)` with `a`. Nested functions are replaced from the outside to the
 * inside. */
static struct str drop_dark(struct arena *a, struct str s) {
    static const struct str call = STR_INIT("light-dark(");
    for (int depth = 0; depth < 4 && str_find(s, call) != STR_NONE; depth++) {
        struct buf b = BUF_INIT;
        for (size_t at = str_find(s, call); at != STR_NONE; at = str_find(s, call)) {
            size_t comma, end = behind_parenthesis(s, at + call.n, &comma);
            buf_str(&b, str_slice(s, 0, at));
            size_t stop = comma != STR_NONE ? comma : end > at + call.n ? end - 1 : end;
            buf_str(&b, str_slice(s, at + call.n, stop));
            s = str_from(s, end);
        }
        buf_str(&b, s);
        s = buf_finish(&b, a);
    }
    return s;
}

/* Removes requiredFeatures from all elements except foreignObject, because librsvg has all features
 * of SVG 1.1. */
static struct str drop_features(struct arena *a, struct str s) {
    static const struct str name = STR_INIT(" requiredFeatures=\"");
    struct buf b = BUF_INIT;
    for (size_t at = str_find(s, name); at != STR_NONE; at = str_find(s, name)) {
        size_t open = at, close = str_index(str_from(s, at + name.n), '"');
        while (open > 0 && s.p[open] != '<') {
            open--;
        }
        size_t end = close == STR_NONE ? s.n : at + name.n + close + 1;
        bool foreign = str_starts(str_from(s, open), STR("<foreignObject"));
        buf_str(&b, str_slice(s, 0, foreign ? end : at));
        s = str_from(s, end);
    }
    buf_str(&b, s);
    return buf_finish(&b, a);
}

/* Adds the namespace of SVG. It is required, but authors often omit it. */
static struct str add_namespace(struct arena *a, struct str s) {
    struct str tag = image_svg_tag(s);
    size_t end = str_index(tag, '>'), at = (size_t)(tag.p - s.p);
    bool plain = str_ends(str_slice(s, 0, at), STR("<svg"));
    struct str attrs = str_slice(tag, 0, end == STR_NONE ? 0 : end);
    if (!plain || str_find(attrs, STR("xmlns=")) != STR_NONE) {
        return s;
    }
    return arena_join(a, 3, str_slice(s, 0, at), STR(" xmlns=\"http://www.w3.org/2000/svg\""), tag);
}

/* ---- what is not drawn */

static bool is_within_switch(const struct xml_node *n) {
    return n->parent && str_is(n->parent->name, "switch");
}

static const char elsewhere[] = "an image from elsewhere";

/* A description of an element that cannot be drawn. NULL if it can be drawn. */
static const char *unseen(const struct xml_node *n) {
    static const char *const moving[] = {"animate", "animateTransform", "animateMotion", "set"};
    struct str href = xml_attr(n, "href");
    href = str_trim(href.p ? href : xml_attr(n, "xlink:href"));
    if (str_is(n->name, "foreignObject") && !is_within_switch(n)) {
        return "text that another program would lay out (foreignObject)";
    }
    if (str_is(n->name, "script")) {
        return "what a script would draw";
    }
    if ((str_is(n->name, "image") || str_is(n->name, "use")) && href.n &&
        !str_starts(href, STR("data:")) && !str_starts(href, STR("#"))) {
        return elsewhere;
    }
    for (size_t i = 0; i < ARRAY_LEN(moving); i++) {
        if (str_is(n->name, moving[i])) {
            return "what moves";
        }
    }
    return NULL;
}

/* Reports each kind of element that cannot be drawn, once, at its first place. Returns false if the
 * file is malformed or too large. */
static bool look_through(struct image_job *job, struct str text) {
    const char *reported[8] = {NULL};
    size_t nreported = 0, count = 0;
    struct source *src = source_new(job->arena, job->name, text);
    struct xml_node *root = xml_parse(job->arena, src, job->diags);
    for (struct xml_node *n = root; n; n = xml_following(root, n)) {
        const char *what = n->name.n ? unseen(n) : NULL;
        for (size_t i = 0; i < nreported && what; i++) {
            what = reported[i] == what ? NULL : what;
        }
        /* On a page, a browser shows these elements, except those whose contents are in another
         * file: browsers load no files for an image. */
        bool shown = job->looks && what != elsewhere;
        if (what && !shown && nreported < ARRAY_LEN(reported)) {
            reported[nreported++] = what;
            diag_add(job->diags, DIAG_SVG, n->span, "the %s cannot show %s of this SVG image",
                     job->looks ? "page" : "PDF", what);
        }
        if (++count > LIMIT_SVG_ELEMENTS) {
            diag_add(job->diags, DIAG_TOO_LARGE, n->span,
                     "this SVG image has more than %u elements", LIMIT_SVG_ELEMENTS);
            return false;
        }
    }
    return root != NULL && image_svg_uses_ok(job, root) && image_svg_work_ok(job, root);
}

/* ---- drawing */

static cairo_status_t take(void *user, const unsigned char *bytes, unsigned n) {
    struct buf *out = user;
    buf_add(out, bytes, n);
    return out->overflow ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_SUCCESS;
}

/*
 * Renders the drawing as a PDF of the given size in points. Returns false, with a diagnostic, if
 * the file cannot be drawn.
 */
static bool render(struct image_job *job, const struct calls *lib, struct str text, double width,
                   double height, struct buf *out) {
    GError *error = NULL;
    RsvgHandle *svg = lib->rsvg_handle_new_from_data((const uint8_t *)text.p, text.n, &error);
    bool ok = svg != NULL;
    if (ok) {
        cairo_surface_t *surface =
            lib->cairo_pdf_surface_create_for_stream(take, out, width, height);
        cairo_t *cairo = lib->cairo_create(surface);
        RsvgRectangle page = {0, 0, width, height};
        ok = lib->rsvg_handle_render_document(svg, cairo, &page, &error);
        lib->cairo_destroy(cairo);
        lib->cairo_surface_finish(surface);
        ok = ok && lib->cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS;
        lib->cairo_surface_destroy(surface);
        lib->g_object_unref(svg);
    }
    if (!ok) {
        image_damaged(job, "cannot be drawn: %s", error ? error->message : "it is too large");
    }
    if (error) {
        lib->g_error_free(error);
    }
    return ok;
}

static bool load(struct calls *lib) {
    static const struct {
        enum module id;
        struct module_symbol symbols[8];
    } libraries[] = {{MODULE_RSVG, {RSVG_CALLS(MODULE_SYMBOL)}},
                     {MODULE_CAIRO, {CAIRO_CALLS(MODULE_SYMBOL)}},
                     {MODULE_GOBJECT, {OBJECT_CALLS(MODULE_SYMBOL)}},
                     {MODULE_GLIB, {GLIB_CALLS(MODULE_SYMBOL)}}};
    for (size_t i = 0; i < ARRAY_LEN(libraries); i++) {
        size_t n = 0;
        while (n < ARRAY_LEN(libraries[i].symbols) && libraries[i].symbols[n].name) {
            n++;
        }
        if (!module_load(libraries[i].id, libraries[i].symbols, n, lib)) {
            return false;
        }
    }
    return true; /* the libraries stay loaded, because the types of glib cannot be unregistered */
}

bool image_svg_draw(struct image_job *job) {
    struct image *img = job->img;
    struct calls lib;
    struct buf out;
    struct str text = drop_features(job->arena, drop_dark(job->arena, img->file));
    text = add_namespace(job->arena, text);
    if (!look_through(job, img->file) || job->looks) {
        return job->looks;
    }
    if (!load(&lib)) {
        return image_no_library(job, MODULE_RSVG);
    }
    buf_init(&out, LIMIT_FORM_BYTES);
    bool ok = render(job, &lib, text, img->width * 0.75, img->height * 0.75, &out);
    if (ok) {
        img->form =
            pdfread_form(job->arena, job->name, buf_keep(&out, job->arena), 1, job->at, job->diags);
    }
    buf_drop(&out);
    return ok && img->form;
}
