/* SPDX-License-Identifier: MIT */
/*
 * The CSL processor's inner interface: styles, locales, items and citations in, formatted trees
 * out. The public header (include/dossier/csl.h) wraps it for other programs; resolve uses it
 * directly.
 *
 * Work goes in one batch: register citations and items, call csl_process() once, read the results.
 * Nothing here knows documents: prefixes and suffixes are rich text, results are small trees.
 */
#ifndef DOSSIER_CSL_PROCESSOR_H
#define DOSSIER_CSL_PROCESSOR_H

#include "cite/bib/item/item.h"
#include "core/diag/diag.h"

struct csl_style;
struct csl;
struct locale; /* cite/csl/locale.h */

/** What a style says of itself (CSL 1.0.2, cs:info). */
struct csl_style_info {
    struct str title, title_short, id, parent, default_locale, citation_format, field;
    bool note;      /* class="note" */
    bool dependent; /* only info; follow `parent` */
    bool has_bibliography;
    bool numeric; /* the citation layout shows citation-number */
};

/**
 * Reads a style. Never NULL: faults are in `d` with positions and the rest is kept; `ok` of
 * csl_style_ok() is false when nothing can be formatted with it. The style borrows `src` and lives
 * in `a`; it is read-only afterwards and may be shared by processors.
 */
struct csl_style *csl_style_parse(struct arena *a, struct source *src, struct diags *d);
bool csl_style_ok(const struct csl_style *s);
const struct csl_style_info *csl_style_info(const struct csl_style *s);

/** The most files that one language is made of: en-US, a dialect, its language, another dialect. */
#define CSL_LOCALE_FILES 4
/** How locale files are found: returns the source of `locales-LANG.xml` for exactly `lang`, or
 * NULL. */
struct csl_locale_source {
    struct source *(*load)(void *user, struct str lang);
    void *user;
};

/** What the host decides. */
struct csl_options {
    struct str lang;   /* BCP 47 of the document; empty: the style's default-locale, then en-US */
    bool link_entries; /* wrap DOI, URL, PMID, PMCID of entries in CSL_OUT_LINK (CSL 1.0.2, appendix
                          VI) */
    struct pool *pool; /* core/base/pool.h: shares of a large document; NULL: no threads */
    bool titles_as_written; /* titles of a .bib keep their capitals, see cite/bib/item/sentence.h */
};

/**
 * The words of a language (BCP 47; empty: the style's default-locale, then en-US) for a style:
 * files and the style's own cs:locale merged. What cannot be had is reported in `d`. Lives in `a`,
 * with the sources that `files` gave; it is read-only afterwards and may be shared by processors of
 * that style.
 */
const struct locale *csl_locale_load(struct arena *a, const struct csl_style *style,
                                     struct str lang, const struct csl_locale_source *files,
                                     struct diags *d);
/** A processor for one document, in a language that was loaded for the style (`opt->lang` says
 * nothing any more). Lives in `a`; style and locale must live as long. */
struct csl *csl_new_in(struct arena *a, const struct csl_style *style, const struct locale *locale,
                       const struct csl_options *opt, struct diags *d);
/** Both at once. */
struct csl *csl_new(struct arena *a, const struct csl_style *style,
                    const struct csl_locale_source *locales, const struct csl_options *opt,
                    struct diags *d);

/** One cite of a citation. */
struct csl_cite {
    const struct item *item;
    struct rich locator;        /* "3-5", or empty */
    struct str label;           /* CSL's locator term: "page", "chapter"; empty is "page" */
    struct rich prefix, suffix; /* spaces included as written */
    bool suppress_author;       /* [-@a] */
    bool author_only;           /* the name alone, for author-in-text citations */
    int position;   /* forced: -1 none, 0 first, 1 subsequent, 2 ibid, 3 ibid-with-locator */
    bool near_note; /* forced together with `position` */
};

struct csl_citation {
    struct csl_cite *cites;
    size_t n;
    int note; /* number of the note it stands in; 0: in the text */
};

/** Makes room for so many citations, and for as many works, before the first: a document that cites
 * much is not to move them again and again. */
void csl_expect(struct csl *c, size_t ncitations);
/** Adds a citation in the order of the text; returns its number, from 0. The cites are copied. */
size_t csl_add_citation(struct csl *c, const struct csl_citation *citation);
/** Adds an item to the bibliography that is not cited (nocite). Twice is once. */
void csl_add_item(struct csl *c, const struct item *item);
/**
 * The bibliography is several lists: entries stand by the list that `list_of` says, from 0 to
 * n - 1, each list sorted as the style says; numbers go on from list to list. Before csl_process();
 * CSL itself knows one list.
 */
void csl_set_lists(struct csl *c, size_t n, size_t (*list_of)(void *user, const struct item *it),
                   void *user);
/** Each entry of the bibliography is read alone: none has a dash for the authors of the one before
 * (CSL 1.0.2, subsequent-author-substitute). Before csl_process(). */
void csl_set_apart(struct csl *c);
/** Positions, disambiguation, sorting, numbers, year suffixes: once, after everything was added. */
void csl_process(struct csl *c);

/** Results. */
enum csl_out_kind {
    CSL_OUT_TEXT,  /* text */
    CSL_OUT_SPAN,  /* children, with `format` */
    CSL_OUT_BLOCK, /* children, a display block (cs:display) */
    CSL_OUT_LINK,  /* children, to the address `*to` */
    CSL_OUT_CITE,  /* children: what one cite shows, to be linked to the entry of `item` */
    CSL_OUT_MATH   /* text: TeX */
};
enum csl_format {
    CSL_ITALIC = 1,
    CSL_OBLIQUE = 2,
    CSL_ROMAN = 4 /* font-style normal inside italics */,
    CSL_BOLD = 8,
    CSL_LIGHT = 16,
    CSL_WEIGHT_NORMAL = 32,
    CSL_SMALL_CAPS = 64,
    CSL_CAPS_NORMAL = 128,
    CSL_UNDERLINE = 256,
    CSL_NO_DECORATION = 512,
    CSL_SUP = 1024,
    CSL_SUB = 2048,
    CSL_BASELINE = 4096,
    CSL_NOCASE = 8192,
    CSL_CODE = 16384,
    CSL_HIGHLIGHT =
        32768 /* a name whose item_name.highlight is set: a span around the whole formatted name */
};
enum csl_display {
    CSL_DISPLAY_BLOCK,
    CSL_DISPLAY_LEFT_MARGIN,
    CSL_DISPLAY_RIGHT_INLINE,
    CSL_DISPLAY_INDENT
};

/** Small: a bibliography has ten for each of its entries. */
struct csl_out {
    uint8_t kind;    /* enum csl_out_kind */
    uint8_t display; /* CSL_OUT_BLOCK: enum csl_display */
    uint16_t format; /* CSL_OUT_SPAN: enum csl_format */
    struct csl_out *next;
    union {
        struct str text; /* CSL_OUT_TEXT, CSL_OUT_MATH */
        struct {         /* all others */
            struct csl_out *first;
            union {
                const struct item *item; /* CSL_OUT_CITE */
                const struct str *to;    /* CSL_OUT_LINK */
            };
        };
    };
};

/** What citation `i` shows: a list of siblings (NULL: nothing). Valid after csl_process(). */
const struct csl_out *csl_citation_out(struct csl *c, size_t i);

struct csl_entry {
    const struct item *item;
    const struct csl_out
        *out; /* list of siblings; with second-field-align it begins with a LEFT_MARGIN block */
};
struct csl_bibliography {
    struct csl_entry *entries; /* in the style's order */
    size_t n;
    bool hanging_indent;
    bool second_field_align, second_field_margin; /* flush, margin */
    int line_spacing, entry_spacing;              /* in lines; -1: not given */
};
/** The bibliography; n is 0 when the style has none. */
struct csl_bibliography csl_bibliography(struct csl *c);

/** Locator label of a text like "pp. 3-5", "chap. 2", "§ 4": sets `*label` (CSL term) and
 * `*locator`, returns how many bytes belong to it; 0 when there is none. Words come from the
 * locale. */
size_t csl_parse_locator(struct csl *c, struct str text, struct str *label, struct str *locator);

/** A term of the locale ("and", "et-al", "references"), long form, singular or plural; empty when
 * undefined. */
struct str csl_term(struct csl *c, const char *name, bool plural);
/** The same in the form in which a style would ask for it in a short entry: "ed.", "vol.", "pp.".
 */
struct str csl_term_short(struct csl *c, const char *name, bool plural);
/** What a role says before names: "edited by", "translated by" (CSL 1.0.2, verb form). */
struct str csl_term_verb(struct csl *c, const char *name);
/** A day, or as much of it as is known, as the language writes it ("4. März 2021", "March 2021"):
 * the locale's date of form `text` (CSL 1.0.2, Localized Dates). Lives in `a`; the year has to be
 * known. */
struct str csl_day_text(struct csl *c, struct arena *a, const struct item_day *d);
/** What stands behind a number that counts `noun` ("edition"): "nd" of "2nd", "." of "2."; borrowed
 * (CSL 1.0.2, Ordinal Suffixes). */
struct str csl_ordinal_suffix(struct csl *c, uint64_t number, const char *noun);

#endif
