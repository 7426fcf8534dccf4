/* SPDX-License-Identifier: MIT */
/*
 * A CSL 1.0.2 citation processor for C programs.
 *
 * Give it a style and CSL-JSON items, tell it what the document cites and in what order, and read
 * citations and bibliography back as HTML, as plain text or as a walk over formatted text:
 *
 *     struct csl_engine *e = csl_engine_new(style, style_len, my_locale, NULL, NULL);
 *     csl_engine_add_items(e, json, json_len);
 *     struct csl_engine_cite cite = CSL_ENGINE_CITE_INIT;
 *     cite.id = "doe2020";
 *     int number = csl_engine_cite(e, &cite, 1, 0);
 *     csl_engine_process(e);
 *     puts(csl_engine_citation_html(e, number));
 *     for (size_t i = 0; i < csl_engine_entry_count(e); i++) {
 *         puts(csl_engine_entry_html(e, i));
 *     }
 *     csl_engine_free(e);
 *
 * An engine is one document. Engines share nothing, so each thread may have its own. All text is
 * UTF-8. Strings that functions return belong to the engine and live as long as it does. Faults in
 * styles and items never stop the program: what can be used is used, the rest is reported in
 * messages with their places. Functions called out of order (results before csl_engine_process())
 * return NULL, 0 or -1.
 *
 * Programs link libdossier-csl, which is the processor without the rest (pkg-config dossier-csl),
 * or libdossier, which has it too; both together do no harm. Memory that runs out ends the process,
 * as dossier.h says. Everything here is there since version 0.1.
 */
#ifndef DOSSIER_CSL_H
#define DOSSIER_CSL_H

#include "dossier/version.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A processor with its style, its items and one document's citations. */
struct csl_engine;

/**
 * Finds a locale file: returns the text of `locales-LANG.xml` ("en-US", "de-DE") and its length, or
 * NULL when there is none. The text need only live until the function is called again.
 */
typedef const char *csl_engine_locale_fn(void *user, const char *lang, size_t *len);

struct csl_engine_options {
    const char *lang; /* BCP 47 of the document; NULL: the style's default-locale, then en-US */
    int links;        /* not 0: DOIs and URLs of entries become links */
};
#define CSL_ENGINE_OPTIONS_INIT                                                                    \
    { NULL, 0 }

/**
 * Reads a style. Never NULL; free it with csl_engine_free(). Without a locale function, or with one
 * that returns NULL, the locales of common languages are built in (by the Citation Style Language
 * project, https://citationstyles.org/, CC BY-SA 3.0). `opt` may be NULL.
 */
DOSSIER_API struct csl_engine *csl_engine_new(const char *style, size_t style_len,
                                              csl_engine_locale_fn *locale, void *user,
                                              const struct csl_engine_options *opt);
DOSSIER_API void csl_engine_free(struct csl_engine *e);
/** Whether the style can format anything; if not, messages tell why. */
DOSSIER_API int csl_engine_ok(const struct csl_engine *e);

/** What a style says of itself. Strings are empty when it does not say. */
struct csl_engine_style {
    const char *title, *id;
    const char *parent; /* dependent styles: the address of the style to use instead */
    const char *citation_format;
    int note;             /* citations belong into notes */
    int has_bibliography; /* not 0: there will be entries */
};
DOSSIER_API struct csl_engine_style csl_engine_style(const struct csl_engine *e);

/** Faults found so far, each as "style:12:5: warning: text [slug]". NULL behind the last. */
DOSSIER_API size_t csl_engine_message_count(const struct csl_engine *e);
DOSSIER_API const char *csl_engine_message(struct csl_engine *e, size_t i);

/**
 * Adds items: a JSON array of CSL-JSON items, or one item. They are known by their `id`; a later
 * one of the same id replaces the earlier. Nothing is in the bibliography until it is cited. They
 * are read as by `dossier build`: with the variables that a note holds (`original-date: 1900`),
 * names as text, titles in lists and dates in words.
 * Returns how many items were read, or -1 when the text is no JSON.
 */
DOSSIER_API int csl_engine_add_items(struct csl_engine *e, const char *json, size_t len);

/** One cite. Strings may be NULL; prefix and suffix may hold <i> <b> <sup> <sub> <sc>. */
struct csl_engine_cite {
    const char *id;
    const char *locator; /* "3-5" */
    const char *label;   /* "page", "chapter", ...; NULL: page, or what the locator says itself */
    const char *prefix, *suffix;
    int suppress_author; /* the names are left out: "Doe argues (2020)" */
    int author_only;     /* only the names */
};
#define CSL_ENGINE_CITE_INIT                                                                       \
    { NULL, NULL, NULL, NULL, NULL, 0, 0 }

/**
 * Adds a citation in the order of the document; `note` is the number of the note it stands in, or 0
 * in the text. Returns its number, from 0, or -1 when an id is unknown (and nothing is added).
 */
DOSSIER_API int csl_engine_cite(struct csl_engine *e, const struct csl_engine_cite *cites, size_t n,
                                int note);
/** Puts an item into the bibliography that is not cited; NULL: all items. -1: unknown id. */
DOSSIER_API int csl_engine_nocite(struct csl_engine *e, const char *id);

/** Orders, numbers and tells apart, once, after everything was added. 0, or -1 without a style. */
DOSSIER_API int csl_engine_process(struct csl_engine *e);

/* ---- results ---- */

/** A citation. An empty string when the style shows nothing for it. */
DOSSIER_API const char *csl_engine_citation_html(struct csl_engine *e, int number);
DOSSIER_API const char *csl_engine_citation_text(struct csl_engine *e, int number);

/** Entries of the bibliography, in the style's order. */
DOSSIER_API size_t csl_engine_entry_count(const struct csl_engine *e);
DOSSIER_API const char *csl_engine_entry_id(const struct csl_engine *e, size_t i);
DOSSIER_API const char *csl_engine_entry_html(struct csl_engine *e, size_t i);
DOSSIER_API const char *csl_engine_entry_text(struct csl_engine *e, size_t i);

/** How the bibliography is to be laid out. */
struct csl_engine_layout {
    int hanging_indent;
    int second_field_align;          /* 0, 1: flush, 2: in the margin */
    int line_spacing, entry_spacing; /* in lines; -1: the style does not say */
};
DOSSIER_API struct csl_engine_layout csl_engine_layout(const struct csl_engine *e);

/* ---- formatted text ---- */

/** Formats of a span; several may be set. */
enum csl_engine_format {
    CSL_ENGINE_ITALIC = 1,
    CSL_ENGINE_OBLIQUE = 2,
    CSL_ENGINE_UPRIGHT = 4, /* inside italics */
    CSL_ENGINE_BOLD = 8,
    CSL_ENGINE_LIGHT = 16,
    CSL_ENGINE_NORMAL_WEIGHT = 32, /* inside bold */
    CSL_ENGINE_SMALL_CAPS = 64,
    CSL_ENGINE_NO_SMALL_CAPS = 128, /* inside small caps */
    CSL_ENGINE_UNDERLINE = 256,
    CSL_ENGINE_NO_DECORATION = 512,
    CSL_ENGINE_SUPERSCRIPT = 1024,
    CSL_ENGINE_SUBSCRIPT = 2048,
    CSL_ENGINE_BASELINE = 4096,
    CSL_ENGINE_CODE = 16384
};

enum csl_engine_event_kind {
    CSL_ENGINE_TEXT,        /* text */
    CSL_ENGINE_MATH,        /* text: TeX */
    CSL_ENGINE_SPAN,        /* begins; `format` */
    CSL_ENGINE_LINK,        /* begins; text: the address */
    CSL_ENGINE_CITE,        /* begins; text: the id of the item */
    CSL_ENGINE_BLOCK,       /* begins: a line of its own */
    CSL_ENGINE_LEFT_MARGIN, /* begins: the first field, in the margin */
    CSL_ENGINE_RIGHT_INLINE,
    CSL_ENGINE_INDENT,
    CSL_ENGINE_END /* what began last and has not ended, ends */
};

struct csl_engine_event {
    enum csl_engine_event_kind kind;
    unsigned format;
    const char *text; /* `len` bytes, not NUL-terminated */
    size_t len;
};

/** Takes one event; returns 0 to go on, anything else to stop. */
typedef int csl_engine_event_fn(void *user, const struct csl_engine_event *event);

/** Walks over a citation or an entry. Returns what the function returned last, or -1. */
DOSSIER_API int csl_engine_citation_walk(struct csl_engine *e, int number, csl_engine_event_fn *fn,
                                         void *user);
DOSSIER_API int csl_engine_entry_walk(struct csl_engine *e, size_t i, csl_engine_event_fn *fn,
                                      void *user);

#ifdef __cplusplus
}
#endif

#endif
