/* SPDX-License-Identifier: MIT */
/*
 * Formats items in a citation style without a document. The style is searched for in the same way
 * as for documents.
 */
#include "cite/csl/processor.h"
#include "cite/csl/result_html.h"
#include "cite/resolve/resolve.h"
#include "job/build/files.h"
#include "model/tex/math/math_rich.h"

static void write_entry(struct buf *out, const struct csl_entry *e) {
    struct buf one = BUF_INIT;
    csl_text_write(&one, e->out);
    for (size_t i = 0; i < one.n; i++) {
        buf_putc(out, one.p[i] == '\n' ? ' ' : one.p[i]);
    }
    buf_putc(out, '\n');
    buf_drop(&one);
}

/** Returns the item with its math changed to plain text. */
static const struct item *without_math(struct arena *a, const struct item *it) {
    struct item *copy = NULL;
    for (size_t i = 0; i < it->nfields; i++) {
        const struct item_field *f = &it->fields[i];
        if (f->var >= VAR_DATES_BEGIN || !rich_has(f->u.text, RICH_MATH)) {
            continue;
        }
        if (!copy) {
            copy = ARENA_NEW(a, struct item);
            *copy = *it;
            copy->fields = arena_copy(a, it->fields, it->nfields * sizeof *it->fields);
        }
        copy->fields[i].u.text = tex_rich_without_math(a, f->u.text);
    }
    return copy ? copy : it;
}

bool build_format_items(struct arena *a, const struct build_options *opt,
                        const struct item *const *items, size_t n, struct buf *out,
                        struct diags *d) {
    struct build_job job = {.arena = a};
    struct build_run run = {.job = &job, .opt = opt, .arena = a, .d = d};
    struct resolve_styles styles;
    build_styles(&run, &styles);
    struct str name = opt->csl.n ? opt->csl : STR(RESOLVE_DEFAULT_STYLE);
    const struct csl_style *style = resolve_find_style(&styles, name, SPAN_NONE, d);
    if (style) {
        struct csl_options csl_opt = {.link_entries = false,
                                      .titles_as_written = str_is(name, RESOLVE_DEFAULT_STYLE)};
        const struct locale *locale = styles.locale(styles.user, style, STR_EMPTY, d);
        struct csl *csl = csl_new_in(a, style, locale, &csl_opt, d);
        for (size_t i = 0; i < n; i++) {
            csl_add_item(csl, without_math(a, items[i]));
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
