/* SPDX-License-Identifier: MIT */
/*
 * @page: the sheet of paper, its margins, and what stands in them (CSS Paged Media 3). Margin boxes
 * become the templates that running heads and feet are made of.
 */
#include "layout/style/look_internal.h"
#include "layout/style/style.h"

DIAG_USE(DIAG_CSS_UNSUPPORTED);

static const char *const BOX_NAMES[BOX_COUNT] = {"top-left",    "top-center",    "top-right",
                                                 "bottom-left", "bottom-center", "bottom-right"};

/** `A4 landscape`, `21cm 29.7cm`, `letter` (section 7.1). */
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
        if (t->kind == CSS_IDENT && str_ieq(t->text, STR("landscape"))) {
            p.landscape = true;
        } else if (t->kind == CSS_IDENT && str_ieq(t->text, STR("portrait"))) {
            p.portrait = true;
        } else if (t->kind == CSS_IDENT && p.paper.n == 0 && style_paper(t->text, &w, &h)) {
            p.paper = t->text;
        } else if (lengths < 2 && look_value_read(r->arena, t, 1, TAKES_LENGTH, NULL, &length)) {
            p.width = lengths == 0 ? length : p.width;
            p.height = length; /* one length is both */
            p.sized = true;
            lengths++;
        } else if (!(tokens->n == 1 && t->kind == CSS_IDENT && str_ieq(t->text, STR("auto")))) {
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

static const char *counter_name(const struct css_token *t, size_t n) {
    static const struct {
        const char *function, *name, *holder;
    } KNOWN[] = {{"counter", "page", "{page}"},  {"counter", "pages", "{pages}"},
                 {"string", "title", "{title}"}, {"string", "author", "{author}"},
                 {"string", "date", "{date}"},   {"string", "section", "{section}"}};
    for (size_t i = 0; i < ARRAY_LEN(KNOWN) && n == 3; i++) {
        if (str_ieq(t[0].text, str_of(KNOWN[i].function)) && t[1].kind == CSS_IDENT &&
            str_is(t[1].text, KNOWN[i].name)) {
            return KNOWN[i].holder;
        }
    }
    return NULL;
}

/** A string says what it says: `"{page}"` is no counter. */
static void add_literal(struct buf *out, struct str text) {
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '{' || text.p[i] == '\\' || text.p[i] == RUNNING_LITERAL) {
            buf_putc(out, RUNNING_LITERAL);
        }
        buf_putc(out, text.p[i]);
    }
}

/** `"p. " counter(page) " of " counter(pages)` as a template. */
static bool read_content(struct look_reader *r, const struct look_tokens *tokens, struct str *out) {
    struct buf b;
    bool good = tokens->n > 0;
    buf_init(&b, 0);
    for (size_t i = 0; i < tokens->n && good;) {
        const struct css_token *t = &tokens->t[i];
        size_t n = look_value_tokens(t, tokens->n - i);
        const char *holder = t->kind == CSS_FUNCTION ? counter_name(t, n) : NULL;
        bool none = tokens->n == 1 && t->kind == CSS_IDENT &&
                    (str_ieq(t->text, STR("none")) || str_ieq(t->text, STR("normal")));
        if (t->kind == CSS_STRING) {
            add_literal(&b, t->text);
        } else if (holder) {
            buf_puts(&b, holder);
        } else {
            good = none;
        }
        i += n;
    }
    *out = buf_keep(&b, r->arena);
    buf_drop(&b);
    return good;
}

/** What text has that stands alone on its line; the rest of a box is where it stands. */
static bool is_of_text(enum look_prop prop) {
    return prop <= LOOK_LETTER_SPACING || prop == LOOK_TEXT_TRANSFORM ||
           prop == LOOK_TEXT_DECORATION;
}

/** A declaration of a box but `content`. */
static void read_box_decl(struct look_reader *r, const struct css_decl *decl, look_decls *decls) {
    size_t had = decls->n;
    look_decl_read(r, decl, decls);
    if (decls->n > had && !is_of_text(decls->p[had].prop)) {
        struct diag *g = diag_add(r->d, DIAG_CSS_UNSUPPORTED, decl->name_span,
                                  "the boxes of pages have no `%.*s`", STR_ARG(decl->name));
        diag_hint(r->d, g, "they have `content`, fonts and colours");
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
        diag_hint(r->d, g, "they have @top-left, @top-center, @top-right, and @bottom- likewise");
        return;
    }
    for (size_t k = 0; k < rule->ndecls; k++) {
        const struct css_decl *decl = &rule->decls[k];
        struct look_tokens tokens;
        struct str text = STR_EMPTY;
        if (str_starts(decl->name, STR("--"))) {
            continue;
        }
        if (!str_is(decl->name, "content")) {
            read_box_decl(r, decl, &decls);
        } else if (look_expand(r, decl, &tokens)) {
            if (read_content(r, &tokens, &text)) {
                boxes[i].set = true;
                boxes[i].text = text;
            } else {
                look_bad_value(r, decl);
            }
        }
    }
    look_put(&boxes[i].look, vec_keep(&decls, r->arena), decls.n);
    vec_drop(&decls);
}

static bool is_margin(struct str name) {
    return str_is(name, "margin") || str_starts(name, STR("margin-"));
}

static void read_page_decls(struct look_reader *r, const struct css_rule *rule,
                            enum look_pages pages) {
    look_decls decls = VEC_INIT;
    for (size_t i = 0; i < rule->ndecls; i++) {
        const struct css_decl *decl = &rule->decls[i];
        struct look_tokens tokens;
        bool size = str_is(decl->name, "size");
        if (str_starts(decl->name, STR("--"))) {
            continue;
        }
        if ((pages == PAGES_FIRST && (size || is_margin(decl->name))) ||
            (pages != PAGES_ALL && size)) {
            struct diag *g =
                diag_add(r->d, DIAG_CSS_UNSUPPORTED, decl->name_span,
                         pages == PAGES_FIRST ? "the first page is as large as the others"
                                              : "left and right pages are of one size");
            diag_hint(r->d, g, "margin boxes can differ: `@top-left { content: none }`%s",
                      pages == PAGES_FIRST ? "" : ", and the margins at the sides");
        } else if (size) {
            if (look_expand(r, decl, &tokens) && !read_size(r, &tokens)) {
                look_bad_value(r, decl);
            }
        } else if (is_margin(decl->name)) {
            look_decl_read(r, decl, &decls);
        } else {
            struct diag *g = diag_add(r->d, DIAG_CSS_UNSUPPORTED, decl->name_span,
                                      "pages have no property `%.*s`", STR_ARG(decl->name));
            diag_hint(r->d, g, "they have size and margins; text belongs to `body`");
        }
    }
    look_put(&r->looks->page.look[pages], vec_keep(&decls, r->arena), decls.n);
    vec_drop(&decls);
}

/** Which pages a rule is for; PAGES_COUNT when the selector is not known. */
static enum look_pages pages_of(const struct css_rule *rule) {
    static const char *const NAMES[] = {
        [PAGES_RIGHT] = "right", [PAGES_LEFT] = "left", [PAGES_FIRST] = "first"};
    const struct css_token *t = rule->prelude;
    if (rule->nprelude == 0) {
        return PAGES_ALL;
    }
    for (enum look_pages i = PAGES_RIGHT; i < PAGES_COUNT; i++) {
        if (rule->nprelude == 2 && t[0].kind == CSS_COLON && t[1].kind == CSS_IDENT &&
            str_ieq(t[1].text, str_of(NAMES[i]))) {
            return i;
        }
    }
    return PAGES_COUNT;
}

void look_page_read(struct look_reader *r, const struct css_rule *rule) {
    enum look_pages pages = pages_of(rule);
    if (pages == PAGES_COUNT) {
        struct diag *g = diag_add(r->d, DIAG_CSS_UNSUPPORTED, rule->prelude_span,
                                  "the PDF does not know these pages apart");
        diag_hint(r->d, g, "it knows `@page`, `@page :first`, `@page :left` and `@page :right`");
        return;
    }
    struct look_page *page = &r->looks->page;
    page->differ[pages] = page->differ[pages] || rule->ndecls > 0 || rule->nrules > 0;
    read_page_decls(r, rule, pages);
    for (size_t i = 0; i < rule->nrules; i++) {
        read_box(r, &rule->rules[i], page->boxes[pages]);
    }
}

/** Puts over `from`, which is less specific, what `to` says itself. */
static void inherit_look(struct look *to, const struct look *from) {
    for (size_t i = 0; i < LOOK_COUNT; i++) {
        const struct look_value *v = from->v[i];
        if (v && (!to->v[i] || (v->important && !to->v[i]->important))) {
            to->v[i] = v;
        }
    }
}

static void inherit_page(struct look_page *page, enum look_pages to, enum look_pages from) {
    inherit_look(&page->look[to], &page->look[from]);
    for (size_t i = 0; i < BOX_COUNT; i++) {
        struct look_margin_box *box = &page->boxes[to][i];
        if (!box->set) {
            box->set = page->boxes[from][i].set;
            box->text = page->boxes[from][i].text;
        }
        inherit_look(&box->look, &page->boxes[from][i].look);
    }
}

void look_page_finish(struct look_page *page) {
    inherit_page(page, PAGES_RIGHT, PAGES_ALL);
    inherit_page(page, PAGES_LEFT, PAGES_ALL);
    inherit_page(page, PAGES_FIRST, PAGES_RIGHT);
    for (enum look_pages i = PAGES_ALL; i < PAGES_COUNT; i++) {
        look_settle(&page->look[i], NULL);
        for (size_t k = 0; k < BOX_COUNT; k++) {
            look_settle(&page->boxes[i][k].look, NULL);
        }
    }
}
