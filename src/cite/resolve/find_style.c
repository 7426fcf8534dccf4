/* SPDX-License-Identifier: MIT */
/*
 * Finds styles by name and makes processors for them. The host, which uses this module, decides
 * where the files of styles are (struct resolve_styles).
 */
#include "cite/resolve/resolver.h"

DIAG_USE(DIAG_CSL_SYNTAX);
DIAG_USE(DIAG_STYLE_NOT_FOUND);

/** Limit for a chain of dependent styles. The CSL project allows one step. */
#define MAX_PARENTS 4

/** The name in the id of a style: "http://www.zotero.org/styles/ieee" -> "ieee" (CSL 1.0.2,
 * cs:info, independent-parent). */
static struct str style_of_id(struct str id) {
    while (id.n && id.p[id.n - 1] == '/') {
        id.n--;
    }
    return str_from(id, str_after_last(id, '/'));
}

/** Whether a text may be XML. For files in another format, the errors of an XML parser would not
 * help. */
static bool is_xml(struct str text) {
    return str_starts(str_trim(str_from(text, str_bom(text))), STR("<"));
}

static void report_no_style(struct source *src, struct span at, struct diags *d) {
    struct diag *g = diag_add(d, DIAG_CSL_SYNTAX, span_make(src, 0, 0),
                              "this file is not a CSL style: it is not XML");
    diag_hint(d, g, "give the path of a .csl file, or the name of a style: `ieee`");
    if (at.src) {
        diag_relate(d, g, at, "named as a style here");
    }
}

static void report_not_found(const struct resolve_styles *styles, struct str name, struct span at,
                             struct diags *d) {
    struct diag *g =
        diag_add(d, DIAG_STYLE_NOT_FOUND, at, "citation style `%.*s` not found", STR_ARG(name));
    size_t n = 0;
    const struct str *names = styles->names ? styles->names(styles->user, &n) : NULL;
    if (names && diag_suggest(d, g, name, names, n)) {
        return;
    }
    if (name.n > 0 && name.p[0] != '-' && str_past_name(name, 0, "-") == name.n) {
        diag_hint(d, g,
                  "`dossier styles search %.*s` searches the package "
                  "citation-style-language-styles; name a .csl file by its path",
                  STR_ARG(name));
    }
}

const struct csl_style *resolve_find_style(const struct resolve_styles *styles, struct str name,
                                           struct span at, struct diags *d) {
    struct str want = name;
    for (int step = 0; step < MAX_PARENTS; step++) {
        struct source *src = styles->style(styles->user, want);
        if (!src) {
            report_not_found(styles, want, at, d);
            return NULL;
        }
        if (!is_xml(src->text)) {
            report_no_style(src, at, d);
            return NULL;
        }
        const struct csl_style *style = styles->compile(styles->user, src, d);
        const struct csl_style_info *info = csl_style_info(style);
        if (!info->dependent) {
            return csl_style_ok(style) ? style : NULL;
        }
        want = style_of_id(info->parent);
    }
    report_not_found(styles, name, at, d);
    return NULL;
}

const struct csl_style *resolve_style(struct resolver *r, struct str name, struct span at) {
    return resolve_find_style(r->styles, name, at, r->d);
}

/** Whether titles keep their capitals. They do in our default style, while other styles get
 * sentence case. `title-case` in the front matter takes precedence. */
static bool titles_as_written(const struct resolver *r, bool own) {
    struct str asked = node_text(node_get(r->doc->front, "title-case"));
    return asked.n ? !str_is(asked, "sentence")
                   : own && str_is(r->style_name, RESOLVE_DEFAULT_STYLE);
}

struct csl *resolve_csl(struct resolver *r, const struct csl_style *style, bool own,
                        bool link_entries) {
    struct csl_options opt = {.link_entries = link_entries,
                              .titles_as_written = titles_as_written(r, own),
                              .books_as_written = own && str_starts(r->style_name, STR("bibtex-")),
                              .pool = r->opt->pool};
    struct str lang = node_get(r->doc->front, "lang") ? r->doc->meta.lang : STR_EMPTY;
    const struct locale *locale = r->styles->locale(r->styles->user, style, lang, r->d);
    return csl_new_in(r->arena, style, locale, &opt, r->d);
}

void resolve_run_csl(struct resolver *r, struct csl *csl) {
    timings_begin(r->opt->timings, "csl");
    csl_process(csl);
    timings_end(r->opt->timings);
}

/* Languages whose CSL locale has punctuation-in-quote="true". Among the dialects of English, only
 * American English has it. */
static const char *const quote_langs[] = {"en-US", "fa-IR", "hi-IN", "id-ID"};

bool resolve_punctuation_in_quote(const struct resolver *r) {
    struct str lang = node_get(r->doc->front, "lang") ? r->doc->meta.lang
                      : r->style                      ? csl_style_info(r->style)->default_locale
                                                      : STR_EMPTY;
    if (lang.n == 0 || str_is(lang, "en")) {
        return true; /* an empty language means en-US */
    }
    for (size_t i = 0; i < ARRAY_LEN(quote_langs); i++) {
        struct str full = str_of(quote_langs[i]);
        if (str_ieq(lang, full) || str_ieq(lang, str_slice(full, 0, 2))) {
            return true;
        }
    }
    return false;
}
