/* SPDX-License-Identifier: MIT */
/*
 * The public API (include/dossier/csl.h): the processor for programs that do not use our arenas and
 * slices. This file copies data and checks the order of calls; it formats nothing.
 */
#include "dossier/csl.h"

#include "cite/bib/item/csl_tags.h"
#include "cite/bib/item/read.h"
#include "cite/csl/processor.h"
#include "cite/csl/result_html.h"
#include "core/base/bounds.h"
#include "core/base/map.h"

#include <stdlib.h>

struct csl_engine {
    struct arena *a;
    struct diags d;
    struct csl_style *style;
    struct csl *csl;
    csl_engine_locale_fn *locale;
    void *user;
    struct csl_locale_source source;
    struct map items; /* maps an id to a struct item */
    size_t citations;
    bool processed;
};

_Static_assert((int)CSL_ENGINE_ITALIC == (int)CSL_ITALIC &&
                   (int)CSL_ENGINE_SMALL_CAPS == (int)CSL_SMALL_CAPS &&
                   (int)CSL_ENGINE_SUPERSCRIPT == (int)CSL_SUP &&
                   (int)CSL_ENGINE_CODE == (int)CSL_CODE,
               "formats are those of the processor");

static struct str text_of(const char *z) {
    return z ? str_of(z) : STR_EMPTY;
}

static struct source *load_locale(void *user, struct str lang) {
    struct csl_engine *e = user;
    size_t len = 0;
    const char *text = e->locale ? e->locale(e->user, arena_str(e->a, lang).p, &len) : NULL;
    if (!text) {
        return NULL;
    }
    struct str name = arena_printf(e->a, "locales-%.*s.xml", STR_ARG(lang));
    return source_new(e->a, name, arena_str(e->a, (struct str){text, len}));
}

struct csl_engine *csl_engine_new(const char *style, size_t style_len, csl_engine_locale_fn *locale,
                                  void *user, const struct csl_engine_options *opt) {
    struct csl_engine *e = xcalloc(1, sizeof *e);
    e->a = arena_new();
    diags_init(&e->d, e->a);
    e->locale = locale;
    e->user = user;
    e->source = (struct csl_locale_source){.load = load_locale, .user = e};
    struct str text = arena_str(e->a, (struct str){style, style ? style_len : 0});
    e->style = csl_style_parse(e->a, source_new(e->a, STR("style"), text), &e->d);
    if (csl_style_ok(e->style)) {
        struct csl_options options = {
            .lang = opt && opt->lang ? arena_str(e->a, str_of(opt->lang)) : STR_EMPTY,
            .link_entries = opt && opt->links,
        };
        e->csl = csl_new(e->a, e->style, &e->source, &options, &e->d);
    }
    return e;
}

void csl_engine_free(struct csl_engine *e) {
    if (!e) {
        return;
    }
    map_drop(&e->items);
    diags_drop(&e->d);
    arena_drop(e->a);
    free(e);
}

int csl_engine_ok(const struct csl_engine *e) {
    return e->csl != NULL;
}

static const char *terminated(const struct csl_engine *e, struct str s) {
    return arena_str(e->a, s).p;
}

struct csl_engine_style csl_engine_style(const struct csl_engine *e) {
    const struct csl_style_info *info = csl_style_info(e->style);
    return (struct csl_engine_style){
        .title = terminated(e, info->title),
        .id = terminated(e, info->id),
        .parent = terminated(e, info->dependent ? info->parent : STR_EMPTY),
        .citation_format = terminated(e, info->citation_format),
        .note = info->note,
        .has_bibliography = info->has_bibliography,
    };
}

size_t csl_engine_message_count(const struct csl_engine *e) {
    return e->d.n;
}

const char *csl_engine_message(struct csl_engine *e, size_t i) {
    if (i >= e->d.n) {
        return NULL;
    }
    const struct diag *g = e->d.list[i];
    struct str where = STR_EMPTY;
    if (g->span.src) {
        struct line_col at = source_line_col(g->span.src, g->span.begin);
        where = arena_printf(e->a, "%.*s:%u:%u: ", STR_ARG(g->span.src->name), at.line, at.col);
    }
    return arena_printf(e->a, "%.*s%s: %.*s [%s]", STR_ARG(where), diag_level_name(g->level),
                        STR_ARG(g->text), g->id->slug)
        .p;
}

/* ---- items and citations ---- */

int csl_engine_add_items(struct csl_engine *e, const char *json, size_t len) {
    if (!json || len > LIMIT_DATABASE) {
        return -1;
    }
    struct str text = arena_str(e->a, (struct str){json, len});
    struct item_list list;
    if (!item_list_json(e->a, source_new(e->a, STR("items"), text), &list, &e->d)) {
        return -1;
    }
    int count = 0;
    for (size_t i = 0; i < list.n; i++) {
        if (list.p[i]->id.n) { /* the reader has reported each item without an id */
            map_put(&e->items, list.p[i]->id, list.p[i]);
            count++;
        }
    }
    return count;
}

int csl_engine_cite(struct csl_engine *e, const struct csl_engine_cite *cites, size_t n, int note) {
    if (!e->csl || e->processed || n > 100000) {
        return -1;
    }
    struct csl_cite *out = ARENA_ARRAY(e->a, struct csl_cite, n + 1);
    for (size_t i = 0; i < n; i++) {
        const struct item *it = map_lookup(&e->items, text_of(cites[i].id));
        if (!it) {
            return -1;
        }
        out[i] = (struct csl_cite){
            .item = it,
            .locator = item_tags_read(e->a, arena_str(e->a, text_of(cites[i].locator))),
            .label = arena_str(e->a, text_of(cites[i].label)),
            .prefix = item_tags_read(e->a, arena_str(e->a, text_of(cites[i].prefix))),
            .suffix = item_tags_read(e->a, arena_str(e->a, text_of(cites[i].suffix))),
            .suppress_author = cites[i].suppress_author != 0,
            .author_only = cites[i].author_only != 0,
            .position = -1,
        };
    }
    struct csl_citation citation = {.cites = out, .n = n, .note = note > 0 ? note : 0};
    e->citations++;
    return (int)csl_add_citation(e->csl, &citation);
}

int csl_engine_nocite(struct csl_engine *e, const char *id) {
    if (!e->csl || e->processed) {
        return -1;
    }
    if (id) {
        const struct item *it = map_lookup(&e->items, str_of(id));
        if (it) {
            csl_add_item(e->csl, it);
        }
        return it ? 0 : -1;
    }
    for (size_t i = 0; i < e->items.n; i++) {
        csl_add_item(e->csl, e->items.entries[i].value);
    }
    return 0;
}

int csl_engine_process(struct csl_engine *e) {
    if (!e->csl || e->processed) {
        return -1;
    }
    e->processed = true;
    csl_process(e->csl);
    return 0;
}

/* ---- results ---- */

static bool has_citation(const struct csl_engine *e, int number) {
    return e->processed && number >= 0 && (size_t)number < e->citations;
}

static bool has_entry(const struct csl_engine *e, size_t i) {
    return e->processed && i < csl_bibliography(e->csl).n;
}

static const char *write_result(const struct csl_engine *e, const struct csl_out *out,
                                void (*write)(struct buf *, const struct csl_out *)) {
    struct buf b = BUF_INIT;
    write(&b, out);
    const char *z = terminated(e, buf_view(&b));
    buf_drop(&b);
    return z;
}

const char *csl_engine_citation_html(struct csl_engine *e, int number) {
    return has_citation(e, number)
               ? write_result(e, csl_citation_out(e->csl, (size_t)number), csl_html_write)
               : NULL;
}

const char *csl_engine_citation_text(struct csl_engine *e, int number) {
    return has_citation(e, number)
               ? write_result(e, csl_citation_out(e->csl, (size_t)number), csl_text_write)
               : NULL;
}

size_t csl_engine_entry_count(const struct csl_engine *e) {
    return e->processed ? csl_bibliography(e->csl).n : 0;
}

const char *csl_engine_entry_id(const struct csl_engine *e, size_t i) {
    return has_entry(e, i) ? terminated(e, csl_bibliography(e->csl).entries[i].item->id) : NULL;
}

const char *csl_engine_entry_html(struct csl_engine *e, size_t i) {
    return has_entry(e, i)
               ? write_result(e, csl_bibliography(e->csl).entries[i].out, csl_html_write)
               : NULL;
}

const char *csl_engine_entry_text(struct csl_engine *e, size_t i) {
    return has_entry(e, i)
               ? write_result(e, csl_bibliography(e->csl).entries[i].out, csl_text_write)
               : NULL;
}

struct csl_engine_layout csl_engine_layout(const struct csl_engine *e) {
    struct csl_engine_layout layout = {0, 0, -1, -1};
    if (e->processed) {
        struct csl_bibliography b = csl_bibliography(e->csl);
        layout.hanging_indent = b.hanging_indent;
        layout.second_field_align = b.second_field_margin ? 2 : b.second_field_align ? 1 : 0;
        layout.line_spacing = b.line_spacing;
        layout.entry_spacing = b.entry_spacing;
    }
    return layout;
}

/* ---- walks ---- */

static struct csl_engine_event event_of(const struct csl_out *n) {
    struct csl_engine_event ev = {.format = n->format & ~(unsigned)CSL_HIGHLIGHT};
    struct str text = STR_EMPTY;
    switch ((enum csl_out_kind)n->kind) {
    case CSL_OUT_TEXT:
        ev.kind = CSL_ENGINE_TEXT;
        text = n->text;
        break;
    case CSL_OUT_MATH:
        ev.kind = CSL_ENGINE_MATH;
        text = n->text;
        break;
    case CSL_OUT_SPAN:
        ev.kind = CSL_ENGINE_SPAN;
        break;
    case CSL_OUT_LINK:
        ev.kind = CSL_ENGINE_LINK;
        text = *n->to;
        break;
    case CSL_OUT_CITE:
        ev.kind = CSL_ENGINE_CITE;
        text = n->item ? n->item->id : STR_EMPTY;
        break;
    case CSL_OUT_BLOCK:
        ev.kind = n->display == CSL_DISPLAY_LEFT_MARGIN    ? CSL_ENGINE_LEFT_MARGIN
                  : n->display == CSL_DISPLAY_RIGHT_INLINE ? CSL_ENGINE_RIGHT_INLINE
                  : n->display == CSL_DISPLAY_INDENT       ? CSL_ENGINE_INDENT
                                                           : CSL_ENGINE_BLOCK;
        break;
    }
    ev.text = text.p ? text.p : "";
    ev.len = text.n;
    return ev;
}

static int walk(const struct csl_out *n, csl_engine_event_fn *fn, void *user, unsigned depth) {
    for (; n && depth < 4 * LIMIT_DOC_DEPTH; n = n->next) {
        struct csl_engine_event ev = event_of(n);
        int stop = fn(user, &ev);
        if (!stop && n->kind != CSL_OUT_TEXT && n->kind != CSL_OUT_MATH) {
            struct csl_engine_event end = {.kind = CSL_ENGINE_END, .text = ""};
            stop = walk(n->first, fn, user, depth + 1);
            stop = stop ? stop : fn(user, &end);
        }
        if (stop) {
            return stop;
        }
    }
    return 0;
}

int csl_engine_citation_walk(struct csl_engine *e, int number, csl_engine_event_fn *fn,
                             void *user) {
    return has_citation(e, number) ? walk(csl_citation_out(e->csl, (size_t)number), fn, user, 0)
                                   : -1;
}

int csl_engine_entry_walk(struct csl_engine *e, size_t i, csl_engine_event_fn *fn, void *user) {
    return has_entry(e, i) ? walk(csl_bibliography(e->csl).entries[i].out, fn, user, 0) : -1;
}
