/* SPDX-License-Identifier: MIT */
/*
 * @page: the sheet of paper, its margins, and its margin boxes (CSS Paged Media 3). The margin
 * boxes become templates of running headers and footers.
 */
#include "core/base/word_list.h"
#include "print/layout/style/default_style.h"
#include "print/layout/style/look_internal.h"

DIAG_USE(DIAG_CSS_UNSUPPORTED);

#define MAX_PAGES 256 /* maximum number of different page names */

static const char *const BOX_NAMES[BOX_COUNT] = {
#define BOX(place, name) [BOX_##place] = name,
#include "print/layout/style/look_boxes.def"
#undef BOX
};

/** Reads a page size: `A4 landscape`, `21cm 29.7cm`, `letter` (section 7.1). */
static bool read_size(struct look_reader *r, const struct look_tokens *tokens) {
    struct look_page *page = &r->looks->page;
    struct look_page p = *page;
    size_t lengths = 0;
    p.paper = STR_EMPTY;
    p.sized = p.landscape = p.portrait = false;
    for (size_t i = 0; i < tokens->n; i++) {
        struct look_value length;
        sp w, h;
        const struct css_token *t = &tokens->t[i];
        if (look_token_is(t, "landscape")) {
            p.landscape = true;
        } else if (look_token_is(t, "portrait")) {
            p.portrait = true;
        } else if (t->kind == CSS_IDENT && p.paper.n == 0 && style_paper(t->text, &w, &h)) {
            p.paper = t->text;
        } else if (lengths < 2 && look_value_read(r->arena, t, 1, TAKES_LENGTH, NULL, &length)) {
            p.width = lengths == 0 ? length : p.width;
            p.height = length; /* a single length is both width and height */
            p.sized = true;
            lengths++;
        } else if (!(tokens->n == 1 && look_token_is(t, "auto"))) {
            return false;
        }
    }
    bool turned = p.landscape || p.portrait;
    if (tokens->n == 0 || (p.sized && (p.paper.n > 0 || turned)) || (p.landscape && p.portrait)) {
        return false;
    }
    *page = p;
    return true;
}

/** Whether a template has a placeholder for a piece of content. */
static bool has_holder(const struct look_piece *p) {
    return p->kind == PIECE_COUNTER ? p->style == WORD_DECIMAL && str_among(p->text, "page pages")
                                    : p->kind == PIECE_STRING && p->style == WORD_NONE &&
                                          str_among(p->text, "title author date section chapter");
}

/** Adds a string of a sheet, which has no placeholders: `"{page}"` in a sheet is not a counter. */
static void add_literal(struct buf *out, struct str text) {
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '{' || text.p[i] == '\\' || text.p[i] == RUNNING_LITERAL) {
            buf_putc(out, RUNNING_LITERAL);
        }
        buf_putc(out, text.p[i]);
    }
}

/** Converts content such as `"p. " counter(page) " of " counter(pages)` to a template. Returns
 * false if that is not possible. */
static bool as_template(struct arena *a, const struct look_contents *c, struct str *out) {
    struct buf b = BUF_INIT;
    bool good = !c->silent;
    for (size_t i = 0; i < c->n && good; i++) {
        const struct look_piece *p = &c->pieces[i];
        if (p->kind == PIECE_TEXT && str_index(p->text, '\n') == STR_NONE) {
            add_literal(&b, p->text);
        } else if (has_holder(p)) {
            buf_printf(&b, "{%.*s}", STR_ARG(p->text));
        } else {
            good = false;
        }
    }
    *out = buf_finish(&b, a);
    return good;
}

/** Whether content can be in a margin box. Counters of the document cannot, because they have no
 * value there. */
static bool fits_pages(const struct look_contents *c) {
    for (size_t i = 0; i < c->n; i++) {
        const struct look_piece *p = &c->pieces[i];
        bool page = str_is(p->text, "page") || str_is(p->text, "pages");
        if (p->kind != PIECE_TEXT && p->kind != PIECE_IMAGE && p->kind != PIECE_STRING &&
            !(p->kind == PIECE_COUNTER && page)) {
            return false;
        }
    }
    return true;
}

/** Whether a property concerns the text on a line. */
static bool is_of_text(enum look_prop prop) {
    return prop <= LOOK_LETTER_SPACING || prop == LOOK_TEXT_TRANSFORM ||
           prop == LOOK_TEXT_DECORATION;
}

/** Whether a property concerns a box. */
static bool is_of_box(enum look_prop prop) {
    return (prop >= LOOK_MARGIN_TOP && prop <= LOOK_MAX_HEIGHT) || prop == LOOK_VERTICAL_ALIGN ||
           prop == LOOK_TEXT_ALIGN || prop == LOOK_BOX_SIZING;
}

/** Reads a declaration of a margin box, except `content`. */
static void read_box_decl(struct look_reader *r, const struct css_decl *decl, look_decls *decls) {
    size_t had = decls->n;
    look_decl_read(r, decl, decls);
    if (decls->n > had && decls->p[had].prop < LOOK_COUNT && !is_of_text(decls->p[had].prop) &&
        !is_of_box(decls->p[had].prop)) {
        struct diag *g = diag_add(r->d, DIAG_CSS_UNSUPPORTED, decl->name_span,
                                  "the boxes of pages have no `%.*s`", STR_ARG(decl->name));
        diag_hint(r->d, g, "they have `content`, fonts, colours, sizes, borders and backgrounds");
        decls->n = had;
    }
}

static void read_box(struct look_reader *r, const struct css_rule *rule,
                     struct look_margin_box *boxes) {
    size_t i = 0;
    look_decls decls = VEC_INIT;
    while (i < BOX_COUNT && !str_is(rule->at, BOX_NAMES[i])) {
        i++;
    }
    if (i == BOX_COUNT) {
        struct diag *g = diag_add(r->d, DIAG_CSS_UNSUPPORTED, rule->prelude_span,
                                  "pages have no box `@%.*s`", STR_ARG(rule->at));
        diag_hint(r->d, g,
                  "they have @top-left, @top-center, @top-right, corners, @left-middle, and "
                  "@bottom- and @right- likewise");
        return;
    }
    for (size_t k = 0; k < rule->ndecls; k++) {
        const struct css_decl *decl = &rule->decls[k];
        struct look_tokens tokens;
        const struct look_contents *contents = NULL;
        if (str_starts(decl->name, STR("--"))) {
            continue;
        }
        if (!str_is(decl->name, "content")) {
            read_box_decl(r, decl, &decls);
        } else if (look_expand(r, decl, &tokens)) {
            if (look_contents_read(r->arena, tokens.t, tokens.n, &contents) &&
                fits_pages(contents)) {
                boxes[i].set = true;
                boxes[i].contents = contents;
            } else {
                look_bad_value(r, decl);
            }
        }
    }
    look_put(&boxes[i].look, vec_finish(&decls, r->arena), decls.n);
}

static bool is_margin(struct str name) {
    return str_is(name, "margin") || str_starts(name, STR("margin-"));
}

/** The reason why a size or margin cannot be set for some pages only. NULL: it can. */
static const char *why_not(const struct css_decl *decl, const struct look_page *page,
                           enum look_pages pages) {
    bool size = str_is(decl->name, "size");
    if (!size && !is_margin(decl->name)) {
        return NULL;
    }
    if (page->name.n > 0) {
        return "pages with a name are as large as the others";
    }
    if (pages == PAGES_BLANK) {
        return "blank pages are as large as the others";
    }
    if (pages == PAGES_ONLY) {
        return "a single page is as large as the first one";
    }
    if (pages == PAGES_FIRST && !str_is(decl->name, "margin-top")) {
        return "the first page is as large as the others";
    }
    return size && pages != PAGES_ALL ? "left and right pages are of one size" : NULL;
}

static void read_page_decl(struct look_reader *r, const struct css_decl *decl,
                           const struct look_page *page, enum look_pages pages, look_decls *out) {
    const char *why = why_not(decl, page, pages);
    struct look_tokens tokens;
    if (why) {
        struct diag *g = diag_add(r->d, DIAG_CSS_UNSUPPORTED, decl->name_span, "%s", why);
        diag_hint(r->d, g, "margin boxes can differ: `@top-left { content: none }`%s",
                  page->name.n > 0 || pages == PAGES_BLANK || pages == PAGES_ONLY ? ""
                  : pages == PAGES_FIRST ? ", and `margin-top`"
                                         : ", and the margins at the sides");
    } else if (str_is(decl->name, "size")) {
        if (look_expand(r, decl, &tokens) && !read_size(r, &tokens)) {
            look_bad_value(r, decl);
        }
    } else if (is_margin(decl->name)) {
        look_decl_read(r, decl, out);
    } else {
        struct diag *g = diag_add(r->d, DIAG_CSS_UNSUPPORTED, decl->name_span,
                                  "pages have no property `%.*s`", STR_ARG(decl->name));
        diag_hint(r->d, g, "they have size and margins; text belongs to `body`");
    }
}

static void read_page_decls(struct look_reader *r, const struct css_rule *rule,
                            struct look_page *page, enum look_pages pages) {
    look_decls decls = VEC_INIT;
    for (size_t i = 0; i < rule->ndecls; i++) {
        if (!str_starts(rule->decls[i].name, STR("--"))) {
            read_page_decl(r, &rule->decls[i], page, pages, &decls);
        }
    }
    look_put(&page->look[pages], vec_finish(&decls, r->arena), decls.n);
}

/** The kind of page that `:first` or a similar selector means. PAGES_COUNT if it is unknown. */
static enum look_pages pages_of(const struct css_token *t, size_t n) {
    static const char *const NAMES[] = {[PAGES_RIGHT] = "right",
                                        [PAGES_LEFT] = "left",
                                        [PAGES_FIRST] = "first",
                                        [PAGES_ONLY] = "only",
                                        [PAGES_BLANK] = "blank"};
    if (n == 0) {
        return PAGES_ALL;
    }
    for (enum look_pages i = PAGES_RIGHT; i < PAGES_COUNT; i++) {
        if (n == 2 && t[0].kind == CSS_COLON && t[1].kind == CSS_IDENT &&
            str_ieq(t[1].text, str_of(NAMES[i]))) {
            return i;
        }
    }
    return PAGES_COUNT;
}

/** The pages with the given name. Without a name, all pages. */
static struct look_page *page_named(struct look_reader *r, struct str name) {
    struct look_page **at = &r->looks->named;
    if (name.n == 0) {
        return &r->looks->page;
    }
    while (*at && !str_eq((*at)->name, name)) {
        at = &(*at)->next;
    }
    if (!*at) {
        *at = ARENA_NEW(r->arena, struct look_page);
        (*at)->name = name;
    }
    return *at;
}

/** Reads one page selector of a list. */
static void read_pages(struct look_reader *r, const struct css_rule *rule,
                       const struct css_token *t, size_t n) {
    bool named = n > 0 && t[0].kind == CSS_IDENT;
    enum look_pages pages = pages_of(t + named, n - named);
    if (pages == PAGES_COUNT || r->npages >= MAX_PAGES) {
        struct diag *g = diag_add(r->d, DIAG_CSS_UNSUPPORTED, css_span(t, n),
                                  "the PDF does not know these pages apart");
        diag_hint(r->d, g,
                  "it knows `@page`, `@page name`, and of each `:first`, `:left`, `:right`, "
                  "`:only` and `:blank`");
        return;
    }
    struct look_page *page = page_named(r, named ? t[0].text : STR_EMPTY);
    r->npages += named;
    page->differ[pages] = page->differ[pages] || rule->ndecls > 0 || rule->nrules > 0;
    read_page_decls(r, rule, page, pages);
    for (size_t i = 0; i < rule->nrules; i++) {
        read_box(r, &rule->rules[i], page->boxes[pages]);
    }
}

void look_page_read(struct look_reader *r, const struct css_rule *rule) {
    size_t from = 0;
    for (size_t i = 0; i <= rule->nprelude; i++) {
        if (i < rule->nprelude && rule->prelude[i].kind != CSS_COMMA) {
            continue;
        }
        size_t to = i;
        from += from < to && rule->prelude[from].kind == CSS_SPACE;
        to -= to > from && rule->prelude[to - 1].kind == CSS_SPACE;
        read_pages(r, rule, rule->prelude + from, to - from);
        from = i + 1;
    }
}

/** Copies to `to` the properties of `from` that `to` does not set, or that are important only in
 * `from`. The rule of `from` is less specific. */
static void inherit_look(struct look *to, const struct look *from) {
    for (size_t i = 0; i < LOOK_COUNT; i++) {
        const struct look_value *v = from->v[i];
        if (v && (!to->v[i] || (v->important && !to->v[i]->important))) {
            to->v[i] = v;
        }
    }
}

static void inherit_page(struct look_page *to, enum look_pages kind, const struct look_page *from,
                         enum look_pages other) {
    inherit_look(&to->look[kind], &from->look[other]);
    for (size_t i = 0; i < BOX_COUNT; i++) {
        struct look_margin_box *box = &to->boxes[kind][i];
        if (!box->set) {
            box->set = from->boxes[other][i].set;
            box->contents = from->boxes[other][i].contents;
        }
        inherit_look(&box->look, &from->boxes[other][i].look);
    }
}

/** Lets each kind of page inherit from less specific kinds. */
static void inherit_kinds(struct look_page *page) {
    inherit_page(page, PAGES_RIGHT, page, PAGES_ALL);
    inherit_page(page, PAGES_LEFT, page, PAGES_ALL);
    inherit_page(page, PAGES_FIRST, page, PAGES_RIGHT);
    inherit_page(page, PAGES_ONLY, page, PAGES_FIRST);
}

/** Computes the final form of a margin box. */
static void finish_box(struct arena *a, struct look_margin_box *box, enum look_box place) {
    look_settle(&box->look, NULL);
    box->boxed = place > BOX_BOTTOM_RIGHT;
    for (enum look_prop p = 0; p < LOOK_COUNT; p++) {
        box->boxed = box->boxed || (box->look.v[p] && is_of_box(p));
    }
    bool template = !box->contents || as_template(a, box->contents, &box->text);
    box->boxed = box->boxed || !template;
    box->text = box->boxed ? STR_EMPTY : box->text;
}

static void finish_page(struct arena *a, struct look_page *page) {
    for (enum look_pages i = PAGES_ALL; i < PAGES_COUNT; i++) {
        look_settle(&page->look[i], NULL);
        for (enum look_box k = 0; k < BOX_COUNT; k++) {
            finish_box(a, &page->boxes[i][k], k);
        }
    }
}

void look_page_finish(struct arena *a, struct looks *looks) {
    inherit_kinds(&looks->page);
    for (struct look_page *p = looks->named; p; p = p->next) {
        inherit_kinds(p);
        for (enum look_pages i = PAGES_ALL; i < PAGES_BLANK; i++) {
            inherit_page(p, i, &looks->page, i);
        }
        finish_page(a, p);
    }
    finish_page(a, &looks->page);
}
