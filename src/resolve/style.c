/* SPDX-License-Identifier: MIT */
/*
 * Finding styles by name and making processors of them. Where style files lie is the host's
 * business (struct resolve_styles).
 */
#include "resolve/resolver.h"

DIAG_USE(DIAG_CSL_SYNTAX);
DIAG_USE(DIAG_STYLE_NOT_FOUND);

/** How often a dependent style may point to another: the CSL project allows one step. */
#define MAX_PARENTS 4

/** "http://www.zotero.org/styles/ieee" -> "ieee" (CSL 1.0.2, cs:info, independent-parent). */
static struct str style_of_id(struct str id) {
    while (id.n && id.p[id.n - 1] == '/') {
        id.n--;
    }
    for (size_t i = id.n; i > 0; i--) {
        if (id.p[i - 1] == '/') {
            return str_from(id, i);
        }
    }
    return id;
}

/** Whether a text may be XML at all: what an XML parser has to say of a database is of no use. */
static bool is_xml(struct str text) {
    text = str_starts(text, STR("\xEF\xBB\xBF")) ? str_from(text, 3) : text;
    return str_starts(str_trim(text), STR("<"));
}

static void report_no_style(struct resolver *r, struct source *src, struct span at) {
    struct diag *g = diag_add(r->d, DIAG_CSL_SYNTAX, span_make(src, 0, 0),
                              "this file is no CSL style: it is not XML");
    diag_hint(r->d, g, "give the path of a .csl file, or the name of a style: `ieee`");
    if (at.src) {
        diag_relate(r->d, g, at, "named as a style here");
    }
}

static void report_not_found(struct resolver *r, struct str name, struct span at) {
    struct diag *g =
        diag_add(r->d, DIAG_STYLE_NOT_FOUND, at, "citation style `%.*s` not found", STR_ARG(name));
    size_t n = 0;
    const struct str *names = r->styles->names ? r->styles->names(r->styles->user, &n) : NULL;
    struct str near = names ? diag_nearest(name, names, n) : STR_EMPTY;
    if (near.n) {
        diag_hint(r->d, g, "did you mean `%.*s`?", STR_ARG(near));
    }
}

const struct csl_style *resolve_style(struct resolver *r, struct str name, struct span at) {
    struct str want = name;
    for (int step = 0; step < MAX_PARENTS; step++) {
        struct source *src = r->styles->style(r->styles->user, want);
        if (!src) {
            report_not_found(r, want, at);
            return NULL;
        }
        if (!is_xml(src->text)) {
            report_no_style(r, src, at);
            return NULL;
        }
        const struct csl_style *style = csl_style_parse(r->arena, src, r->d);
        const struct csl_style_info *info = csl_style_info(style);
        if (!info->dependent) {
            return csl_style_ok(style) ? style : NULL;
        }
        want = style_of_id(info->parent);
    }
    report_not_found(r, name, at);
    return NULL;
}

static struct source *load_locale(void *user, struct str lang) {
    const struct resolver *r = user;
    return r->styles->locale(r->styles->user, lang);
}

/** Our own style prints titles as they are written, others want sentence case; `title-case` in the
 * front matter decides otherwise. */
static bool titles_as_written(const struct resolver *r, const struct csl_style *style) {
    struct str asked = node_text(node_get(r->doc->front, "title-case"));
    return asked.n ? !str_is(asked, "sentence")
                   : style == r->style && str_is(r->style_name, RESOLVE_DEFAULT_STYLE);
}

struct csl *resolve_csl(struct resolver *r, const struct csl_style *style, bool link_entries) {
    struct csl_locale_source *locales = ARENA_NEW(r->arena, struct csl_locale_source);
    locales->load = load_locale;
    locales->user = r;
    struct csl_options opt = {.link_entries = link_entries,
                              .titles_as_written = titles_as_written(r, style),
                              .pool = r->opt->pool};
    if (node_get(r->doc->front, "lang")) {
        opt.lang = r->doc->meta.lang;
    }
    return csl_new(r->arena, style, locales, &opt, r->d);
}

void resolve_run_csl(struct resolver *r, struct csl *csl) {
    timings_begin(r->opt->timings, "csl");
    csl_process(csl);
    timings_end(r->opt->timings);
}

/* Languages whose locale of the CSL project says punctuation-in-quote="true"; other regions of
 * English do not. */
static const char *const quote_langs[] = {"en-US", "fa-IR", "hi-IN", "id-ID"};

bool resolve_punctuation_in_quote(const struct resolver *r) {
    struct str lang = node_get(r->doc->front, "lang") ? r->doc->meta.lang
                      : r->style                      ? csl_style_info(r->style)->default_locale
                                                      : STR_EMPTY;
    if (lang.n == 0 || str_is(lang, "en")) {
        return true; /* the default is en-US */
    }
    for (size_t i = 0; i < ARRAY_LEN(quote_langs); i++) {
        struct str full = str_of(quote_langs[i]);
        if (str_ieq(lang, full) || str_ieq(lang, str_slice(full, 0, 2))) {
            return true;
        }
    }
    return false;
}
