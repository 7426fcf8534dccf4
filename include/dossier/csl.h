/* SPDX-License-Identifier: MIT */
/*
 * A citation processor for C programs. It follows the specification of CSL 1.0.2
 * (https://docs.citationstyles.org/en/stable/specification.html).
 *
 * A program gives it a style, items in CSL-JSON, and the citations of a document in their order. It
 * receives the citations and the bibliography as HTML, as plain text or as formatted text:
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
 * An engine is for one document. It may be used by one thread at a time. Engines share nothing, so
 * each thread may have its own. Pointers to engines must not be NULL unless a function allows it.
 *
 * All text is UTF-8, and strings end with a NUL. Strings that the program passes are copied.
 * Strings that functions return belong to the engine and are valid until it is freed.
 *
 * Faults in styles and items do not stop the program. They are reported as messages with their
 * places, and the rest of the style or the items is used. Functions that are called in the wrong
 * order, such as results before csl_engine_process(), return NULL, 0 or -1.
 *
 * Programs link either libdossier-csl, which has only the processor (pkg-config name: dossier-csl),
 * or libdossier, which has it too. A program may link both. When memory runs out, the process ends
 * as described in dossier.h. All functions exist since version 0.1.
 */
#ifndef DOSSIER_CSL_H
#define DOSSIER_CSL_H

#include "dossier/version.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A processor with a style, items, and the citations of one document. */
struct csl_engine;

/**
 * A function of the program that provides locale files. `lang` is a language such as "en-US" or
 * "de-DE". The function returns the text of `locales-LANG.xml` and sets `*len` to its length in
 * bytes, or it returns NULL if it does not have this file. The text must be valid until the next
 * call of the function, or else until csl_engine_new() returns. `user` is the pointer that was
 * passed to csl_engine_new().
 */
typedef const char *csl_engine_locale_fn(void *user, const char *lang, size_t *len);

/** Options of an engine. */
struct csl_engine_options {
    const char *lang; /* the document's language as a BCP 47 tag; NULL: the style's default-locale,
                         else en-US */
    int links; /* not 0: DOI, URL, PMID and PMCID of entries become links (CSL, appendix VI) */
};
#define CSL_ENGINE_OPTIONS_INIT                                                                    \
    { NULL, 0 }

/**
 * Makes an engine for a style. `style` is the text of a .csl file, `style_len` its length in bytes.
 * The result is never NULL, and the caller frees it with csl_engine_free(). If the style cannot be
 * used, csl_engine_ok() is false.
 *
 * If `locale` is NULL or returns NULL, the library's own locales are used. It has those of common
 * languages (by the Citation Style Language project, https://citationstyles.org/, CC BY-SA 3.0).
 * `user` is passed to `locale`. `opt` may be NULL, which means CSL_ENGINE_OPTIONS_INIT.
 */
DOSSIER_API struct csl_engine *csl_engine_new(const char *style, size_t style_len,
                                              csl_engine_locale_fn *locale, void *user,
                                              const struct csl_engine_options *opt);
/** Frees an engine and all strings that it returned. `e` may be NULL. */
DOSSIER_API void csl_engine_free(struct csl_engine *e);
/** Returns 1 if the style can be used; otherwise 0, and the messages have the reason. */
DOSSIER_API int csl_engine_ok(const struct csl_engine *e);

/** The properties of a style (CSL, "Info" and "The Root Element"). Strings that the style does not
 * set are empty. */
struct csl_engine_style {
    const char *title, *id;
    const char *parent; /* the address of the style to use instead, if the style is dependent */
    const char *citation_format; /* "author-date", "numeric", "label", "note" or "author" */
    int note;                    /* not 0: citations are for notes (class="note") */
    int has_bibliography;        /* not 0: the style has cs:bibliography */
};
/** Returns the properties of the engine's style. */
DOSSIER_API struct csl_engine_style csl_engine_style(const struct csl_engine *e);

/** Returns the number of faults that were found so far. */
DOSSIER_API size_t csl_engine_message_count(const struct csl_engine *e);
/** Returns message `i`, counted from 0, in the form "style:12:5: warning: text [id]" with the line
 * and the column. NULL after the last message. */
DOSSIER_API const char *csl_engine_message(struct csl_engine *e, size_t i);

/**
 * Adds items. `json` is one CSL-JSON item or an array of items, `len` its length in bytes. An item
 * replaces an earlier one with the same `id`. Only items that are cited, or passed to
 * csl_engine_nocite(), are in the bibliography.
 *
 * The items may have the same forms as for `dossier build`: variables in a note
 * (`original-date: 1900`), names as texts, titles as lists, and dates in words.
 *
 * Returns the number of items that were added. Returns -1, and adds nothing, if the text is not
 * JSON or is longer than 1 GiB. Items without an `id` are reported and not added.
 */
DOSSIER_API int csl_engine_add_items(struct csl_engine *e, const char *json, size_t len);

/** One cite of a citation. Strings may be NULL. `locator`, `prefix` and `suffix` may have the tags
 * <i>, <b>, <sup>, <sub> and <sc>. */
struct csl_engine_cite {
    const char *id;      /* the id of the item */
    const char *locator; /* the place in the work: "3-5" */
    const char *label; /* a locator term of CSL: "page", "chapter"; NULL: the label at the start of
                          `locator` ("vol. 2"), else "page" */
    const char *prefix, *suffix; /* text before and after the cite, with its spaces */
    int suppress_author;         /* not 0: the names are left out, as after "Doe argues" */
    int author_only;             /* not 0: only the names are shown */
};
#define CSL_ENGINE_CITE_INIT                                                                       \
    { NULL, NULL, NULL, NULL, NULL, 0, 0 }

/**
 * Adds a citation with `n` cites, at most 100 000. Citations are added in the order of the
 * document. `note` is the number of the note that has the citation; 0 means that it is in the text.
 * Returns the number of the citation, counted from 0. Returns -1, and adds nothing, if an id is
 * unknown, `n` is too large, the style cannot be used, or csl_engine_process() was called.
 */
DOSSIER_API int csl_engine_cite(struct csl_engine *e, const struct csl_engine_cite *cites, size_t n,
                                int note);
/** Adds an item that is not cited to the bibliography; NULL adds all items. Returns 0. Returns -1
 * if the id is unknown, the style cannot be used, or csl_engine_process() was called. */
DOSSIER_API int csl_engine_nocite(struct csl_engine *e, const char *id);

/** Sorts and numbers the items, disambiguates the citations, and formats everything. It is called
 * once, after all citations were added. Returns 0. Returns -1 if the style cannot be used or the
 * function was called before. */
DOSSIER_API int csl_engine_process(struct csl_engine *e);

/* ---- results ---- */

/** Returns a citation as HTML, by its number. The string is empty if the style shows nothing for
 * the citation. NULL if the number is unknown. */
DOSSIER_API const char *csl_engine_citation_html(struct csl_engine *e, int number);
/** Returns a citation as plain text. Otherwise like csl_engine_citation_html(). */
DOSSIER_API const char *csl_engine_citation_text(struct csl_engine *e, int number);

/** Returns the number of entries in the bibliography. */
DOSSIER_API size_t csl_engine_entry_count(const struct csl_engine *e);
/** Returns the id of the item of entry `i`, counted from 0 in the style's order. NULL after the
 * last entry. */
DOSSIER_API const char *csl_engine_entry_id(const struct csl_engine *e, size_t i);
/** Returns entry `i` as HTML. NULL after the last entry. */
DOSSIER_API const char *csl_engine_entry_html(struct csl_engine *e, size_t i);
/** Returns entry `i` as plain text. NULL after the last entry. */
DOSSIER_API const char *csl_engine_entry_text(struct csl_engine *e, size_t i);

/** The layout that the style sets for the bibliography (CSL, "Bibliography-specific Options",
 * "Whitespace"). */
struct csl_engine_layout {
    int hanging_indent;     /* not 0: entries have a hanging indent */
    int second_field_align; /* alignment of lines with the second field: 0: none, 1: "flush",
                               2: "margin", with the first field in the margin */
    int line_spacing, entry_spacing; /* distances in lines; -1 if the style does not set them */
};
/** Returns the layout of the bibliography. Before csl_engine_process(), nothing in it is set. */
DOSSIER_API struct csl_engine_layout csl_engine_layout(const struct csl_engine *e);

/* ---- formatted text ---- */

/** Bits for the formats of a span (CSL, "Formatting"). A span may have several. */
enum csl_engine_format {
    CSL_ENGINE_ITALIC = 1,
    CSL_ENGINE_OBLIQUE = 2,
    CSL_ENGINE_UPRIGHT = 4, /* ends the italics around the span */
    CSL_ENGINE_BOLD = 8,
    CSL_ENGINE_LIGHT = 16,
    CSL_ENGINE_NORMAL_WEIGHT = 32, /* ends the bold around the span */
    CSL_ENGINE_SMALL_CAPS = 64,
    CSL_ENGINE_NO_SMALL_CAPS = 128, /* ends the small capitals around the span */
    CSL_ENGINE_UNDERLINE = 256,
    CSL_ENGINE_NO_DECORATION = 512,
    CSL_ENGINE_SUPERSCRIPT = 1024,
    CSL_ENGINE_SUBSCRIPT = 2048,
    CSL_ENGINE_BASELINE = 4096,
    CSL_ENGINE_CODE = 16384
};

/** Kinds of events. All except CSL_ENGINE_TEXT and CSL_ENGINE_MATH begin a part that lasts until
 * its CSL_ENGINE_END. The four blocks are the values of CSL's attribute `display`. */
enum csl_engine_event_kind {
    CSL_ENGINE_TEXT,         /* `text` is plain text */
    CSL_ENGINE_MATH,         /* `text` is a formula in TeX */
    CSL_ENGINE_SPAN,         /* begins text with the formats in `format` */
    CSL_ENGINE_LINK,         /* begins a link; `text` is the address */
    CSL_ENGINE_CITE,         /* begins a cite; `text` is the id of the item */
    CSL_ENGINE_BLOCK,        /* begins a separate paragraph */
    CSL_ENGINE_LEFT_MARGIN,  /* begins text in the left margin, such as the number of an entry */
    CSL_ENGINE_RIGHT_INLINE, /* begins text to the right of the text in the margin */
    CSL_ENGINE_INDENT,       /* begins an indented block */
    CSL_ENGINE_END           /* ends the latest part that has not ended */
};

/** One event of a walk over formatted text. */
struct csl_engine_event {
    enum csl_engine_event_kind kind;
    unsigned format;  /* bits of enum csl_engine_format */
    const char *text; /* `len` bytes without a NUL at the end; never NULL. Valid as long as the
                         engine */
    size_t len;
};

/** A function of the program that receives the events of a walk. It returns 0 to continue the walk,
 * or another value to end it. */
typedef int csl_engine_event_fn(void *user, const struct csl_engine_event *event);

/** Calls `fn` for each event of a citation. Returns the last result of `fn`, 0 if it was not
 * called, or -1 if the number is unknown. `user` is passed to `fn`. */
DOSSIER_API int csl_engine_citation_walk(struct csl_engine *e, int number, csl_engine_event_fn *fn,
                                         void *user);
/** Calls `fn` for each event of entry `i` of the bibliography. Otherwise like
 * csl_engine_citation_walk(). */
DOSSIER_API int csl_engine_entry_walk(struct csl_engine *e, size_t i, csl_engine_event_fn *fn,
                                      void *user);

#ifdef __cplusplus
}
#endif

#endif
