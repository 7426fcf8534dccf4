/* SPDX-License-Identifier: MIT */
/*
 * The internal interface of the CSL processor: styles, locales, items and citations in, formatted
 * trees out. The public header (include/dossier/csl.h) wraps it for other programs; resolve uses it
 * directly.
 *
 * Work is one batch: register citations and items, call csl_process() once, read the results.
 * Documents are unknown here: prefixes and suffixes are rich text, results are small trees.
 */
#ifndef DOSSIER_CSL_PROCESSOR_H
#define DOSSIER_CSL_PROCESSOR_H

#include "cite/bib/item/item.h"
#include "core/diag/diag.h"

struct csl_style;
struct csl;
struct locale; /* cite/csl/locale.h */

/** The information of a style (CSL 1.0.2, cs:info). */
struct csl_style_info {
    struct str title, title_short, id, parent, default_locale, citation_format, field;
    bool note;      /* class="note" */
    bool dependent; /* it has only cs:info; use `parent` */
    bool has_bibliography;
    bool numeric; /* the citation layout shows citation-number */
};

/**
 * Reads a style. Never returns NULL: errors are in `d` with positions, and the rest is kept;
 * csl_style_ok() is false when the style cannot format anything. The style borrows `src` and lives
 * in `a`. It does not change later, so processors may share it.
 */
struct csl_style *csl_style_parse(struct arena *a, struct source *src, struct diags *d);

/** A store of the parsed trees of styles and locales, so that later runs need not parse them. */
struct csl_trees {
    /** The tree that was kept for a source with the same text, in `a`; or empty. */
    struct str (*find)(void *user, struct arena *a, const struct source *src);
    void (*keep)(void *user, const struct source *src, struct str tree);
    void *user;
};
/** As csl_style_parse(), with a store (or NULL). */
struct csl_style *csl_style_read(struct arena *a, struct source *src, const struct csl_trees *trees,
                                 struct diags *d);
bool csl_style_ok(const struct csl_style *s);
const struct csl_style_info *csl_style_info(const struct csl_style *s);

/** A style or locale file that is compiled into the program ("research-statement.csl",
 * "locales-en-US.xml"), as a new source in `a`; or NULL. */
struct source *csl_shipped(struct arena *a, struct str name);

/** The most files of one language: en-US, the primary dialect, the language, the dialect. */
#define CSL_LOCALE_FILES 4
/** How locale files are found: `load` returns the source of `locales-LANG.xml` for exactly `lang`,
 * or NULL. */
struct csl_locale_source {
    struct source *(*load)(void *user, struct str lang);
    void *user;
    const struct csl_trees *trees; /* of the files, or NULL */
};

/** Options of a processor. */
struct csl_options {
    struct str lang; /* BCP 47 of the document; empty: the style's default-locale, then en-US */
    /* wrap DOI, URL, PMID and PMCID of entries in CSL_OUT_LINK (CSL 1.0.2, appendix VI) */
    bool link_entries;
    struct pool *pool; /* core/base/pool.h: shares the work of a large document; NULL: no threads */
    bool titles_as_written; /* titles of a .bib keep their capitals (cite/bib/item/sentence.h) */
};

/**
 * Merges the locale of a language (BCP 47; empty: the style's default-locale, then en-US) from
 * files, those that are compiled into the program where `files` (or NULL) has none, and the style's
 * own cs:locale. A language without any file is reported in `d`. Lives in `a`, with the
 * sources from `files`. It does not change later, so processors of the style may share it.
 */
const struct locale *csl_locale_load(struct arena *a, const struct csl_style *style,
                                     struct str lang, const struct csl_locale_source *files,
                                     struct diags *d);
/** A processor for one document in a loaded locale (`opt->lang` is ignored). Lives in `a`; style
 * and locale must live as long. */
struct csl *csl_new_in(struct arena *a, const struct csl_style *style, const struct locale *locale,
                       const struct csl_options *opt, struct diags *d);
/** Loads the locale of `opt->lang` and makes a processor. */
struct csl *csl_new(struct arena *a, const struct csl_style *style,
                    const struct csl_locale_source *locales, const struct csl_options *opt,
                    struct diags *d);

/** One cite of a citation. */
struct csl_cite {
    const struct item *item;
    struct rich locator;        /* "3-5", or empty */
    struct str label;           /* CSL's locator term: "page", "chapter"; empty: "page" */
    struct rich prefix, suffix; /* with their spaces as written */
    bool suppress_author;       /* [-@a] */
    bool author_only;           /* only the name, for author-in-text citations */
    bool named;                 /* the sentence has its name: the rest may be empty */
    /* -1: by the text; else forced: 0 first, 1 subsequent, 2 ibid, 3 ibid-with-locator */
    int position;
    bool near_note; /* forced together with `position` */
};

struct csl_citation {
    struct csl_cite *cites;
    size_t n;
    int note;    /* number of its note; 0: in the text */
    bool within; /* text of its note is before it, so that no term gets a capital */
    bool bare;   /* without the affixes of the style's citations */
};

/** Reserves memory for so many citations and works. Call before the first citation. */
void csl_expect(struct csl *c, size_t ncitations);
/** Adds a citation in the order of the text and returns its number, from 0. The cites are
 * copied. */
size_t csl_add_citation(struct csl *c, const struct csl_citation *citation);
/** Adds an item to the bibliography that is not cited (nocite). A second call for it has no
 * effect. */
void csl_add_item(struct csl *c, const struct item *item);
/**
 * Splits the bibliography into `n` lists: `list_of` returns the list of an item, from 0. Each list
 * is sorted by the style; numbers continue from list to list. Call before csl_process(). CSL itself
 * has only one list.
 */
void csl_set_lists(struct csl *c, size_t n, size_t (*list_of)(void *user, const struct item *it),
                   void *user);
/** Makes each entry of the bibliography complete: no dash replaces the authors of the previous
 * entry (CSL 1.0.2, subsequent-author-substitute). Call before csl_process(). */
void csl_set_apart(struct csl *c);
/** Decides positions, disambiguation, order, numbers and year suffixes. Call once, after all
 * citations and items were added. */
void csl_process(struct csl *c);

/** Results. */
enum csl_out_kind {
    CSL_OUT_TEXT,  /* text */
    CSL_OUT_SPAN,  /* children, with `format` */
    CSL_OUT_BLOCK, /* children, a display block (cs:display) */
    CSL_OUT_LINK,  /* children, to the address `*to` */
    CSL_OUT_CITE,  /* children: one cite, to be linked to the entry of `item` */
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
        32768 /* a name with item_name.highlight: a span around the whole formatted name */
};
enum csl_display {
    CSL_DISPLAY_BLOCK,
    CSL_DISPLAY_LEFT_MARGIN,
    CSL_DISPLAY_RIGHT_INLINE,
    CSL_DISPLAY_INDENT
};

/** Small, since a bibliography has about ten for each entry. */
struct csl_out {
    uint8_t kind;    /* enum csl_out_kind */
    uint8_t display; /* CSL_OUT_BLOCK: enum csl_display */
    uint16_t format; /* CSL_OUT_SPAN: enum csl_format */
    struct csl_out *next;
    union {
        struct str text; /* CSL_OUT_TEXT, CSL_OUT_MATH */
        struct {         /* every other kind */
            struct csl_out *first;
            union {
                const struct item *item; /* CSL_OUT_CITE */
                const struct str *to;    /* CSL_OUT_LINK */
            };
        };
    };
};

/** The result of citation `i`: a list of siblings, or NULL when it shows nothing. Call after
 * csl_process(). */
const struct csl_out *csl_citation_out(struct csl *c, size_t i);

struct csl_entry {
    const struct item *item;
    /* a list of siblings; with second-field-align it begins with a LEFT_MARGIN block */
    const struct csl_out *out;
};
struct csl_bibliography {
    struct csl_entry *entries; /* in the style's order */
    size_t n;
    bool hanging_indent;
    bool second_field_align, second_field_margin; /* flush, margin */
    int line_spacing, entry_spacing;              /* in lines; -1: not given */
};
/** The bibliography; `n` is 0 when the style has none. */
struct csl_bibliography csl_bibliography(struct csl *c);

/** Parses a locator such as "pp. 3-5", "chap. 2", "§ 4": sets `*label` (a CSL term) and `*locator`,
 * and returns the number of bytes that belong to it, or 0. The labels are the locale's terms. */
size_t csl_parse_locator(struct csl *c, struct str text, struct str *label, struct str *locator);

/** A term of the locale ("and", "et-al", "references") in its long form, singular or plural; empty
 * when undefined. */
struct str csl_term(struct csl *c, const char *name, bool plural);
/** The short form of a term as a style uses it in an entry: "ed.", "vol.", "pp.". */
struct str csl_term_short(struct csl *c, const char *name, bool plural);
/** The verb form of a role's term: "edited by", "translated by" (CSL 1.0.2). */
struct str csl_term_verb(struct csl *c, const char *name);
/** A date in the locale's form `text`, as far as its parts are known ("4. März 2021", "March 2021",
 * "May 23–27, 2019"; CSL 1.0.2, Localized Dates and Date Ranges). Of a range whose ends have
 * different parts, the first end. Lives in `a`. The year must be known. */
struct str csl_days_text(struct csl *c, struct arena *a, const struct item_date *date);
/** The suffix of a number that counts `noun` ("edition"): "nd" of "2nd", "." of "2."; borrowed (CSL
 * 1.0.2, Ordinal Suffixes). */
struct str csl_ordinal_suffix(struct csl *c, uint64_t number, const char *noun);

#endif
