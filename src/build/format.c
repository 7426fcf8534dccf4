/* SPDX-License-Identifier: MIT */
/*
 * Styles without documents: finds a style as a build does, formats items with it.
 */
#include "build/format.h"

#include "base/file.h"
#include "build/files.h"
#include "csl/html.h"
#include "csl/processor.h"
#include "resolve/resolve.h"

DIAG_USE(DIAG_STYLE_NOT_FOUND);

struct locales {
    const struct resolve_styles *styles;
};

static struct source *load_locale(void *user, struct str lang) {
    const struct locales *l = user;
    return l->styles->locale(l->styles->user, lang);
}

/** The style of a name; a dependent one leads to its parent (CSL 1.0.2, cs:info). */
static const struct csl_style *find_style(struct arena *a, const struct resolve_styles *styles,
                                          struct str name, struct diags *d) {
    struct str want = name;
    for (int step = 0; step < 4; step++) {
        struct source *src = styles->style(styles->user, want);
        if (!src) {
            break;
        }
        const struct csl_style *style = csl_style_parse(a, src, d);
        if (!csl_style_info(style)->dependent) {
            return csl_style_ok(style) ? style : NULL;
        }
        want = path_base(csl_style_info(style)->parent);
    }
    struct diag *g = diag_add(d, DIAG_STYLE_NOT_FOUND, SPAN_NONE, "citation style `%.*s` not found",
                              STR_ARG(name));
    size_t n;
    const struct str *names = styles->names(styles->user, &n);
    struct str near = diag_nearest(name, names, n);
    if (near.n) {
        diag_hint(d, g, "did you mean `%.*s`?", STR_ARG(near));
    }
    return NULL;
}

static void write_entry(struct buf *out, const struct csl_entry *e) {
    struct buf one;
    buf_init(&one, 0);
    csl_text_write(&one, e->out);
    for (size_t i = 0; i < one.n; i++) {
        buf_putc(out, one.p[i] == '\n' ? ' ' : one.p[i]);
    }
    buf_putc(out, '\n');
    buf_drop(&one);
}

bool build_format_items(struct arena *a, const struct build_options *opt,
                        const struct item *const *items, size_t n, struct buf *out,
                        struct diags *d) {
    struct build_job job = {.arena = a};
    struct build_run run = {.job = &job, .opt = opt, .arena = a, .d = d};
    struct resolve_styles styles;
    build_styles(&run, &styles);
    struct str name = opt->csl.n ? opt->csl : STR(RESOLVE_DEFAULT_STYLE);
    const struct csl_style *style = find_style(a, &styles, name, d);
    if (style) {
        struct locales locales = {&styles};
        struct csl_locale_source source = {load_locale, &locales};
        struct csl_options csl_opt = {.link_entries = false,
                                      .titles_as_written = str_is(name, RESOLVE_DEFAULT_STYLE)};
        struct csl *csl = csl_new(a, style, &source, &csl_opt, d);
        for (size_t i = 0; i < n; i++) {
            csl_add_item(csl, items[i]);
        }
        csl_process(csl);
        struct csl_bibliography list = csl_bibliography(csl);
        for (size_t i = 0; i < list.n; i++) {
            write_entry(out, &list.entries[i]);
        }
    }
    build_run_end(&run);
    return style != NULL;
}
