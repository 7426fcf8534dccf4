/* SPDX-License-Identifier: MIT */
/*
 * The internal interface of the CSL processor: styles, locales, items and citations are its input,
 * formatted trees its output. The public header (include/dossier/csl.h) wraps it for other
 * programs; resolve uses it directly.
 *
 * All work is done in one batch: register citations and items, call csl_process() once, read the
 * results. The processor does not depend on the document tree: prefixes and suffixes are rich text,
 * and results are small trees.
 */
#ifndef DOSSIER_CSL_PROCESSOR_H
#define DOSSIER_CSL_PROCESSOR_H

#include "cite/bib/item/item.h"
#include "core/diag/diag.h"

struct csl_style;
struct csl;
struct locale; /* see cite/csl/locale.h */

/** The information about a style (CSL 1.0.2, cs:info). */
struct csl_style_info {
    struct str title, title_short, id, parent, default_locale, citation_format;
    bool note;      /* the class of the style is "note" */
    bool dependent; /* the style has only cs:info; the style `parent` must be used */
    bool has_bibliography;
    bool numeric; /* the citation layout shows citation-number */
};

/**
 * Reads a style. Never returns NULL: errors are reported in `d` with their places, and the rest of
 * the style is used. csl_style_ok() is false when the style cannot format anything. The style
 * borrows `src` and is in the arena. It does not change later, so processors may share it.
 */
struct csl_style *csl_style_parse(struct arena *a, struct source *src, struct diags *d);

/** A store for the parsed trees of styles and locales, so that later runs need not parse them. */
struct csl_trees {
    /** Returns the stored tree of a source with the same text, in the arena, or an empty text. */
    struct str (*find)(void *user, struct arena *a, const struct source *src);
    void (*keep)(void *user, const struct source *src, struct str tree);
    void *user;
};
/** Like csl_style_parse(), with a store, which may be NULL. */
struct csl_style *csl_style_read(struct arena *a, struct source *src, const struct csl_trees *trees,
                                 struct diags *d);
bool csl_style_ok(const struct csl_style *s);
const struct csl_style_info *csl_style_info(const struct csl_style *s);

/** A style or locale file that is compiled into the program ("research-statement.csl",
 * "locales-en-US.xml"), as a new source in the arena, or NULL. */
struct source *csl_shipped(struct arena *a, struct str name);

/** The maximum number of files for one language: en-US, the primary dialect, the language, the
 * dialect. */
#define CSL_LOCALE_FILES 4
/** Finds locale files: `load` returns the source of `locales-LANG.xml` for exactly the language
 * `lang`, or NULL. */
struct csl_locale_source {
    struct source *(*load)(void *user, struct str lang);
    void *user;
    const struct csl_trees *trees; /* the store for the files, or NULL */
};

/** Options of a processor. */
struct csl_options {
    struct str lang; /* the BCP 47 tag of the document's language; empty: the style's
                        default-locale, then en-US */
    /* DOI, URL, PMID and PMCID of entries become CSL_OUT_LINK (CSL 1.0.2, appendix VI) */
    bool link_entries;
    struct pool *pool; /* threads that share the work of a large document, see core/base/pool.h;
                          NULL: no threads */
    bool titles_as_written; /* titles from a .bib keep their capitals (cite/bib/item/sentence.h) */
    bool books_as_written;  /* titles of books and theses do, as in BibTeX's styles */
};

/**
 * Loads the locale of a language (BCP 47; empty: the style's default-locale, then en-US). It is
 * merged from files and from the style's own cs:locale. Files that `files` (may be NULL) does not
 * find are taken from the program. If there is no file for the language, this is reported in `d`.
 * The locale is in the arena, together with the sources from `files`. It does not change later, so
 * processors of the style may share it.
 */
const struct locale *csl_locale_load(struct arena *a, const struct csl_style *style,
                                     struct str lang, const struct csl_locale_source *files,
                                     struct diags *d);
/** Makes a processor for one document, with a loaded locale (`opt->lang` is ignored). It is in the
 * arena. The style and the locale must live as long as it does. */
struct csl *csl_new_in(struct arena *a, const struct csl_style *style, const struct locale *locale,
                       const struct csl_options *opt, struct diags *d);
/** Loads the locale of `opt->lang` and makes a processor with it. */
struct csl *csl_new(struct arena *a, const struct csl_style *style,
                    const struct csl_locale_source *locales, const struct csl_options *opt,
                    struct diags *d);

/** One cite of a citation. */
struct csl_cite {
    const struct item *item;
    struct rich locator; /* the locator: "3-5", or empty */
    struct str label;    /* a locator term of CSL: "page", "chapter"; empty: "page" */
    /* the author's words before and after the work, with their spaces */
    struct rich prefix, suffix;
    bool suppress_author; /* the form [-@a] */
    bool all_names;       /* no name is left out for "et al." */
    bool author_only;     /* only the name is shown, for author-in-text citations */
    bool named; /* the sentence already contains the name, so the citation itself may be empty */
    /* -1: the text determines it; otherwise 0 first, 1 subsequent, 2 ibid, 3 ibid-with-locator */
    int position;
    bool near_note; /* the value of near-note that is set together with `position` */
};

struct csl_citation {
    struct csl_cite *cites;
    size_t n;
    int note; /* the number of the citation's note; 0: the citation is in the text */
    /* the note begins with other text, so a term at the start of the citation gets no capital */
    bool within;
    bool bare;    /* the citation is shown without the affixes of the style's citations */
    bool ordered; /* the cites stay in their order, whatever the style sorts by */
};

/** Reserves memory for a number of citations. Must be called before the first one. */
void csl_expect(struct csl *c, size_t ncitations);
/** Adds a citation. Citations are added in the order of the text. Returns its number, from 0. The
 * cites are copied. */
size_t csl_add_citation(struct csl *c, const struct csl_citation *citation);
/** Adds an item to the bibliography that is not cited (nocite). A second call for the same item has
 * no effect. */
void csl_add_item(struct csl *c, const struct item *item);
/**
 * Splits the bibliography into `n` lists. `list_of` returns the list of an item, from 0. The style
 * sorts each list; numbers continue from list to list. Must be called before csl_process(). CSL
 * itself has only one list.
 */
void csl_set_lists(struct csl *c, size_t n, size_t (*list_of)(void *user, const struct item *it),
                   void *user);
/** Makes each entry of the bibliography complete: authors that equal those of the previous entry
 * are not replaced by a dash (CSL 1.0.2, subsequent-author-substitute). Must be called before
 * csl_process(). */
void csl_set_apart(struct csl *c);
/** Decides positions, disambiguation, order, numbers and year suffixes. Must be called once, after
 * all citations and items were added. */
void csl_process(struct csl *c);

/** The kinds of nodes in a result tree. */
enum csl_out_kind {
    CSL_OUT_TEXT,  /* a text, in `text` */
    CSL_OUT_SPAN,  /* children with the formatting `format` */
    CSL_OUT_BLOCK, /* a display block (cs:display) with children */
    CSL_OUT_LINK,  /* children that link to the address `*to` */
    CSL_OUT_CITE,  /* the children of one cite, which should link to the entry of `item` */
    CSL_OUT_MATH   /* a formula; `text` is its TeX */
};
enum csl_format {
    CSL_ITALIC = 1,
    CSL_OBLIQUE = 2,
    CSL_ROMAN = 4 /* upright (font-style normal) inside italics */,
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
    CSL_CODE = 16384,
    CSL_HIGHLIGHT =
        32768 /* a name with item_name.highlight; the span is around the whole formatted name */
};
enum csl_display {
    CSL_DISPLAY_BLOCK,
    CSL_DISPLAY_LEFT_MARGIN,
    CSL_DISPLAY_RIGHT_INLINE,
    CSL_DISPLAY_INDENT
};

/** A node of a result tree. It is small, because a bibliography has about ten nodes for each
 * entry. */
struct csl_out {
    uint8_t kind;    /* a value of enum csl_out_kind */
    uint8_t display; /* for CSL_OUT_BLOCK: a value of enum csl_display */
    uint16_t format; /* for CSL_OUT_SPAN: a sum of enum csl_format */
    struct csl_out *next;
    union {
        struct str text; /* the text, for CSL_OUT_TEXT and CSL_OUT_MATH */
        struct {         /* the children, for all other kinds */
            struct csl_out *first;
            union {
                const struct item *item; /* the cited item, for CSL_OUT_CITE */
                const struct str *to;    /* the address, for CSL_OUT_LINK */
            };
        };
    };
};

/** The result of citation `i`: a list of siblings, or NULL when it shows nothing. Must be called
 * after csl_process(). */
const struct csl_out *csl_citation_out(struct csl *c, size_t i);

struct csl_entry {
    const struct item *item;
    /* the entry as a list of siblings; with second-field-align it begins with a LEFT_MARGIN
     * block */
    const struct csl_out *out;
};
struct csl_bibliography {
    struct csl_entry *entries; /* the entries in the order of the style */
    size_t n;
    bool hanging_indent;
    bool second_field_align, second_field_margin; /* second-field-align is "flush", or "margin" */
    /* numbers of lines; -1: the style does not set the number */
    int line_spacing, entry_spacing;
};
/** The bibliography. `n` is 0 when the style has none. */
struct csl_bibliography csl_bibliography(struct csl *c);

/** Parses a locator such as "pp. 3-5", "chap. 2" or "§ 4". Sets `*label`, a term of CSL, and
 * `*locator`. Returns the number of bytes that belong to the locator, or 0. The labels are the
 * terms of the locale. */
size_t csl_parse_locator(struct csl *c, struct str text, struct str *label, struct str *locator);

/** A term of the locale ("and", "et-al", "references") in its long form, singular or plural. Empty
 * when it is not defined. */
struct str csl_term(struct csl *c, const char *name, bool plural);
/** The short form of a term as a style uses it in an entry: "ed.", "vol.", "pp.". */
struct str csl_term_short(struct csl *c, const char *name, bool plural);
/** The verb form of the term for a role: "edited by", "translated by" (CSL 1.0.2). */
struct str csl_term_verb(struct csl *c, const char *name);
/** Returns a date in the locale's form `text`, with the parts that are known and without a season
 * ("4. März 2021", "March 2021", "May 23–27, 2019"; CSL 1.0.2, Localized Dates and Date Ranges).
 * A range without an end has its dash ("2001–"). A date with `literal` is that text; the year of
 * any other must be known. In the arena. */
struct str csl_days_text(struct csl *c, struct arena *a, const struct item_date *date);
/** The suffix of an ordinal number before `noun`, a term such as "edition": "nd" for 2 in English,
 * "." in German (CSL 1.0.2, Ordinal Suffixes). The text is borrowed from the locale. */
struct str csl_ordinal_suffix(struct csl *c, uint64_t number, const char *noun);

#endif
