/* SPDX-License-Identifier: MIT */
/*
 * Parts of an entry that are for web pages only: a link to the entry itself, BibTeX, citations in
 * three styles, a picture, and texts for screen readers that name the work to which a link belongs.
 */
#include "cite/resolve/entry.h"
#include "cite/resolve/order.h"

#include "cite/bib/format/format.h"
#include "model/tex/math/math_rich.h"

static void page_only(struct resolver *r, struct doc_node *n) {
    doc_add_class(r->doc, n, STR("only-html"));
}

/** The title as plain text. For a work without a title, its key. */
static struct str plain_title(struct resolver *r, const struct item *it) {
    struct str title = tex_rich_plain(r->arena, item_rich(it, VAR_TITLE));
    return title.n ? title : it->id;
}

void resolve_of_work(struct resolver *r, struct doc_node *parent, const struct item *it) {
    if (r->brief) {
        return; /* in a long list, only the entry around a link names the work */
    }
    struct doc_node *span = resolve_add(r, parent, DOC_SPAN, "visually-hidden");
    page_only(r, span);
    resolve_text(r, span, resolve_word(r, DOC_WORD_PUB_OF));
    resolve_text(r, span, plain_title(r, it));
}

void resolve_permalink(struct resolver *r, struct doc_node *item, const struct item *it) {
    struct doc_node *line = item->first;
    if (!line) {
        return;
    }
    struct doc_node *span = resolve_add(r, line, DOC_SPAN, "only-html");
    struct str url = arena_join(r->arena, 2, STR("#"), doc_id(item));
    resolve_text(r, span, STR(" "));
    struct doc_node *link = resolve_add_link(r, span, url);
    doc_add_class(r->doc, link, STR("pub-permalink"));
    struct str name = resolve_word(r, DOC_WORD_PUB_PERMALINK);
    doc_set_pair(r->doc, link, STR("aria-label"),
                 r->brief ? name
                          : arena_join(r->arena, 3, name, resolve_word(r, DOC_WORD_PUB_OF),
                                       plain_title(r, it)));
    if (r->brief) { /* in a long list, the tab key should not stop at each of these links */
        doc_set_pair(r->doc, link, STR("tabindex"), STR("-1"));
    }
    resolve_text(r, link, STR("#"));
}

/** Appends a collapsed element with a word as its summary. For screen readers the name of the work
 * is added. */
static struct doc_node *add_fold(struct resolver *r, struct doc_node *item, const struct item *it,
                                 const char *cls, struct str word) {
    struct doc_node *details = resolve_add(r, item, DOC_DETAILS, cls);
    page_only(r, details);
    struct doc_node *summary = resolve_add(r, details, DOC_SUMMARY, NULL);
    resolve_text(r, summary, word);
    resolve_of_work(r, summary, it);
    return details;
}

/* ---- BibTeX ---- */

/** Whether the entry requests its BibTeX (al-folio's `bibtex_show`). */
static bool wants_bibtex(const struct item *it, const struct pub_show *show) {
    struct str own = str_trim(item_extra(it, "bibtex_show").text);
    return str_is(own, "false") ? false : show->bibtex || (show->links && str_is(own, "true"));
}

void resolve_bibtex(struct resolver *r, struct doc_node *item, const struct item *it,
                    const struct pub_show *show) {
    if (!wants_bibtex(it, show)) {
        return;
    }
    struct buf text = BUF_INIT;
    const struct item *shown = bib_public_item(r->opt->published, r->arena, it, true);
    if (bib_write(r->arena, &text, BIB_BIBTEX, &shown, 1)) {
        struct doc_node *fold = add_fold(r, item, it, "pub-bibtex", STR("BibTeX"));
        struct doc_node *code = resolve_add(r, fold, DOC_CODE_BLOCK, NULL);
        code->u.code.text = buf_keep(&text, r->arena);
    }
    buf_drop(&text);
}

/* ---- citations ready made ---- */

/** The styles that are offered. `label` is the common name. */
static const struct {
    const char *name, *label;
} STYLES[] = {
    {"apa", "APA"}, {"chicago-author-date", "Chicago"}, {"modern-language-association", "MLA"}};

/** Whether the document's own style is also offered: it has a bibliography, and is neither one of
 * these styles nor our default, which has no common name. */
static bool has_own(const struct resolver *r) {
    bool known = str_is(r->style_name, RESOLVE_DEFAULT_STYLE);
    for (size_t i = 0; i < ARRAY_LEN(STYLES); i++) {
        known = known || str_is(r->style_name, STYLES[i].name);
    }
    return r->style && !known && csl_style_info(r->style)->has_bibliography;
}

static struct str own_name(const struct resolver *r) {
    const struct csl_style_info *info = csl_style_info(r->style);
    return info->title_short.n ? info->title_short : info->title;
}

/** Formats the works of a list in one style. The results are stored by key. */
static void format_all(struct resolver *r, struct pub_cites *c, const struct csl_style *style,
                       struct str name, const struct pub_rows *rows) {
    struct pub_cite_style *s = &c->styles[c->n++];
    struct csl *csl = resolve_csl(r, style, style == r->style, false);
    csl_set_apart(csl);
    s->name = name;
    s->by_id = MAP_IN(r->arena);
    resolve_format(r, csl, rows, NULL, &s->by_id);
}

struct pub_cites *resolve_cites_make(struct resolver *r, const struct pub_rows *rows) {
    struct pub_cites *c = ARENA_NEW(r->arena, struct pub_cites);
    bool own = has_own(r);
    for (size_t i = 0; i < ARRAY_LEN(STYLES) && c->n + own < PUB_CITE_STYLES; i++) {
        struct str name = str_of(STYLES[i].name);
        const struct csl_style *style = r->styles->style(r->styles->user, name)
                                            ? resolve_style(r, name, SPAN_NONE)
                                            /* a style may be missing, because these styles need not
                                             * be installed */
                                            : NULL;
        if (style) {
            format_all(r, c, style, str_of(STYLES[i].label), rows);
        }
    }
    if (own || c->n == 0) {
        format_all(r, c, r->style, own_name(r), rows);
    }
    return c;
}

void resolve_styled(struct resolver *r, struct doc_node *parent, const struct csl_entry *entry) {
    for (const struct csl_out *out = entry->out; out; out = out->next) {
        struct csl_out one = *out;
        one.next = NULL;
        if (one.kind == CSL_OUT_BLOCK && one.display == CSL_DISPLAY_LEFT_MARGIN) {
            continue;
        }
        bool block = one.kind == CSL_OUT_BLOCK && one.display == CSL_DISPLAY_RIGHT_INLINE;
        resolve_out(r, parent, block ? one.first : &one, false);
    }
}

void resolve_cite_as(struct resolver *r, struct doc_node *item, const struct item *it,
                     const struct pub_cites *cites) {
    struct doc_node *fold = add_fold(r, item, it, "pub-cite", resolve_word(r, DOC_WORD_PUB_CITE));
    for (size_t i = 0; i < cites->n; i++) {
        const struct csl_entry *entry = map_lookup(&cites->styles[i].by_id, it->id);
        if (!entry) {
            continue;
        }
        struct doc_node *line = resolve_add(r, fold, DOC_PARA, NULL);
        resolve_text(r, resolve_add(r, line, DOC_SPAN, "pub-cite-name"), cites->styles[i].name);
        resolve_text(r, line, STR(" "));
        resolve_styled(r, resolve_add(r, line, DOC_SPAN, "pub-cite-text"), entry);
    }
    if (fold->first == fold->last) {
        doc_unlink(fold);
    }
}

/* ---- pictures ---- */

void resolve_thumbnail(struct resolver *r, struct doc_node *item, const struct item *it,
                       struct str base) {
    struct str file = str_trim(item_extra(it, "preview").text);
    if (file.n == 0 || str_is(file, "true") || str_is(file, "false") || !item->first) {
        return;
    }
    struct doc_node *box = doc_node_new(r->doc, DOC_PLAIN, SPAN_NONE);
    doc_add_class(r->doc, box, STR("pub-thumb"));
    page_only(r, box);
    struct doc_node *image = resolve_add(r, box, DOC_IMAGE, NULL);
    image->u.link.url = resolve_with_base(r, base, file);
    struct str alt = str_trim(item_extra(it, "preview_alt").text);
    /* without a text in the database, `alt` is empty, because the title describes the picture */
    doc_set_pair(r->doc, image, STR("alt"), alt.n ? alt : STR(""));
    doc_insert_before(item->first, box);
    doc_add_class(r->doc, item, STR("has-thumb"));
}
