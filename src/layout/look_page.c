/* SPDX-License-Identifier: MIT */
/*
 * @page: the sheet of paper, its margins, and what stands in them (CSS Paged Media 3). Margin boxes
 * become the templates that running heads and feet are made of.
 */
#include "layout/look_internal.h"
#include "layout/style.h"

static const char *const BOX_NAMES[BOX_COUNT] = {"top-left",    "top-center",    "top-right",
                                                 "bottom-left", "bottom-center", "bottom-right"};

/** `A4 landscape`, `21cm 29.7cm`, `letter` (section 7.1). */
static bool read_size(struct look_reader *r, const struct look_tokens *v) {
    struct look_page *page = &r->looks->page;
    struct look_page p = *page;
    size_t lengths = 0;
    p.paper = STR_EMPTY;
    p.sized = p.landscape = p.portrait = false;
    for (size_t i = 0; i < v->n; i++) {
        struct look_value length;
        sp w, h;
        const struct css_token *t = &v->t[i];
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
        } else if (!(v->n == 1 && t->kind == CSS_IDENT && str_ieq(t->text, STR("auto")))) {
            return false;
        }
    }
    *page = p;
    return v->n > 0 && !(p.sized && p.paper.n > 0);
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

/** `"p. " counter(page) " of " counter(pages)` as a template. */
static bool read_content(struct look_reader *r, const struct look_tokens *v, struct str *out) {
    struct buf b;
    bool good = v->n > 0;
    buf_init(&b, 0);
    for (size_t i = 0; i < v->n && good;) {
        const struct css_token *t = &v->t[i];
        size_t n = look_value_tokens(t, v->n - i);
        const char *holder = t->kind == CSS_FUNCTION ? counter_name(t, n) : NULL;
        bool none = v->n == 1 && t->kind == CSS_IDENT &&
                    (str_ieq(t->text, STR("none")) || str_ieq(t->text, STR("normal")));
        if (t->kind == CSS_STRING) {
            buf_str(&b, t->text);
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
    boxes[i].set = true;
    for (size_t k = 0; k < rule->ndecls; k++) {
        const struct css_decl *decl = &rule->decls[k];
        struct look_tokens v;
        struct str text = STR_EMPTY;
        if (!str_is(decl->name, "content")) {
            look_decl_read(r, decl, &decls);
        } else if (look_expand(r, decl, &v) && read_content(r, &v, &text)) {
            boxes[i].text = text;
        } else if (v.n > 0) {
            look_bad_value(r, decl);
        }
    }
    look_put(&boxes[i].look, vec_keep(&decls, r->arena), decls.n);
    vec_drop(&decls);
}

static bool is_margin(struct str name) {
    return str_is(name, "margin") || str_starts(name, STR("margin-"));
}

static void read_page_decls(struct look_reader *r, const struct css_rule *rule) {
    look_decls decls = VEC_INIT;
    for (size_t i = 0; i < rule->ndecls; i++) {
        const struct css_decl *decl = &rule->decls[i];
        struct look_tokens v;
        if (str_is(decl->name, "size")) {
            if (look_expand(r, decl, &v) && !read_size(r, &v)) {
                look_bad_value(r, decl);
            }
        } else if (is_margin(decl->name)) {
            look_decl_read(r, decl, &decls);
        } else if (!str_starts(decl->name, STR("--"))) {
            struct diag *g = diag_add(r->d, DIAG_CSS_UNSUPPORTED, decl->name_span,
                                      "pages have no property `%.*s`", STR_ARG(decl->name));
            diag_hint(r->d, g, "they have size and margins; text belongs to `body`");
        }
    }
    look_put(&r->looks->page.look, vec_keep(&decls, r->arena), decls.n);
    vec_drop(&decls);
}

void look_page_read(struct look_reader *r, const struct css_rule *rule) {
    bool first = rule->nprelude == 2 && rule->prelude[0].kind == CSS_COLON &&
                 rule->prelude[1].kind == CSS_IDENT && str_ieq(rule->prelude[1].text, STR("first"));
    if (rule->nprelude > 0 && !first) {
        struct diag *g = diag_add(r->d, DIAG_CSS_UNSUPPORTED, rule->prelude_span,
                                  "the PDF does not know these pages apart");
        diag_hint(r->d, g, "`@page` is all pages, `@page :first` the first one");
        return;
    }
    if (!first) {
        read_page_decls(r, rule);
    } else if (rule->ndecls > 0) {
        struct diag *g = diag_add(r->d, DIAG_CSS_UNSUPPORTED, rule->decls[0].name_span,
                                  "the first page is as large as the others");
        diag_hint(r->d, g, "only its margin boxes can differ: `@top-left { content: none }`");
    }
    for (size_t i = 0; i < rule->nrules; i++) {
        read_box(r, &rule->rules[i], first ? r->looks->page.first : r->looks->page.boxes);
    }
}
