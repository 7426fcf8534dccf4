/* SPDX-License-Identifier: MIT */
/*
 * The style of a document: paper, margins, sizes, spaces, fonts, colours, heads and feet.
 *
 * The defaults are those of LaTeX's article class (classes.dtx, size10.clo to size12.clo, the
 * geometry and parskip packages). style_options.c reads the front matter. The rest of the layout
 * only uses the resulting style.
 */
#ifndef DOSSIER_LAYOUT_STYLE_DEFAULT_STYLE_H
#define DOSSIER_LAYOUT_STYLE_DEFAULT_STYLE_H

#include "core/data/data_node.h"
#include "model/doc/doc.h"
#include "print/layout/model/page.h"
#include "print/layout/model/sp.h"

struct looks; /* see print/layout/style/look.h */
struct look_margin_box;
struct look;

/** LaTeX's size commands. */
enum type_step {
    STEP_TINY,
    STEP_SCRIPT,
    STEP_FOOTNOTE,
    STEP_SMALL,
    STEP_NORMAL,
    STEP_LARGE,
    STEP_LARGER,
    STEP_LARGEST,
    STEP_HUGE,
    STEP_HUGEST,
    STEP_COUNT
};

struct type_size {
    sp size, leading;
};

/** Number of list levels with dimensions of their own (LaTeX: \@listi to \@listiv). */
#define STYLE_LIST_LEVELS 4

enum running_place { RUN_LEFT, RUN_CENTER, RUN_RIGHT, RUN_COUNT };

/** A head or foot. It consists of templates, which may be empty and may contain {page}, {pages},
 * {title}, {author}, {date}, {chapter} and {section}. Text after the byte RUNNING_LITERAL contains
 * no placeholders. */
#define RUNNING_LITERAL '\1'
struct running_line {
    struct str part[RUN_COUNT];
    /* the looks of the parts, from a style sheet; each may be NULL */
    const struct look *look[RUN_COUNT];
    bool capitals; /* titles are in slanted capitals, as in LaTeX's page style "headings" */
    sp rule;       /* thickness of the rule between the head or foot and the text; 0: no rule */
};

struct running {
    struct running_line head, foot;
    /* the margin boxes of a style sheet, indexed by enum look_box; or NULL */
    const struct look_margin_box *boxes;
};

/** The kinds of pages that may have their own head and foot: all pages, left pages, and first
 * pages. */
enum running_kind { RUNNING_PAGES, RUNNING_EVEN, RUNNING_FIRST, RUNNING_KINDS };

/** Where notes are placed: at the foot of the page, in its margin, after the chapter, or after the
 * text. */
enum note_place { NOTES_FOOT, NOTES_MARGIN, NOTES_CHAPTER, NOTES_END };

/** Heads and feet with a name: CSS's `@page name`. */
struct running_named {
    struct str name;
    struct running running[RUNNING_KINDS];
    const struct running_named *next;
};

/** A font family for text in one language. */
struct lang_font {
    struct str tag; /* a BCP 47 tag, or the beginning of one */
    struct str family;
};

struct page_style {
    sp paper_w, paper_h;
    sp left, top; /* the left and top edge of the text area */
    sp text_w, text_h;
    int columns; /* number of columns per page: 1 or 2 */
    /* the width of a column and the space between columns; see style_set_columns() */
    sp column_w, column_sep;
    bool sideways; /* the style is that of turned pages, whose width and height are exchanged */
    bool balance;  /* the columns of the last page end at the same height */
    /* the document has page limits, so fewer pages matter more than floats near their text */
    bool few_pages;
    bool two_sided;                /* the document is two-sided: `left` is the inner margin */
    bool chapters;                 /* the class has chapters; see doc_has_chapters() */
    bool open_right;               /* chapters begin on right-hand pages */
    bool title_page;               /* title and abstract are on separate pages */
    enum page_numbering numbering; /* the form of the page numbers, from the first page on */
    struct str watermark; /* a word that is painted behind the text of each page; empty: none */
    int line_numbers;     /* the interval of line numbers in the margin; 0: no line numbers */
    enum note_place notes;
    bool draft;          /* lines that are too long are marked with black boxes */
    bool display_breaks; /* displays may be cut between lines: \allowdisplaybreaks */
    bool numbers_left;   /* equation numbers are on the left: LaTeX's leqno */
    sp head_sep;         /* distance from the head's baseline to the top of the text */
    sp foot_skip;        /* distance from the bottom of the text to the foot's baseline */
    sp top_skip;         /* distance from the top of the text to the first baseline */

    int base_size; /* the class option: 10, 11 or 12 */
    struct type_size sizes[STEP_COUNT];
    sp em, ex; /* units of the running text; approximate until the fonts are known */

    bool indent; /* paragraphs have an indent and no space between them */
    sp par_indent;
    struct v_glue par_skip;

    /* spaces around headings of level 1, of level 2, and of level 3 and deeper */
    struct v_glue head_before[3], head_after[3];
    struct {
        struct v_glue before[STYLE_LIST_LEVELS];    /* space around a list */
        struct v_glue item_skip[STYLE_LIST_LEVELS]; /* space between loose items */
        sp indent[STYLE_LIST_LEVELS];
        sp label_sep;
    } lists;
    struct v_glue entry_skip; /* space between entries of a reference list */
    struct { /* the factors of spaces, per mille; the lengths above are already scaled */
        int32_t lists, headings, title, references;
    } spacing;
    sp reference_size;      /* font size of reference lists; 0: that of the text */
    struct v_glue foot_ins; /* space above the footnotes, the rule included */
    sp text_float_sep;      /* space at floats at the top or foot of a column */
    sp in_text_sep;         /* space around floats at their anchor */

    struct str family[4];         /* the family of each class, indexed by enum font_class */
    struct lang_font *lang_fonts; /* the families given by `babelfonts` */
    size_t nlang_fonts;
    unsigned features; /* the features of the running text: a sum of enum font_features */
    struct page_colour text_colour;
    struct {
        /* `own` means that the front matter sets the colours, so style sheets do not */
        bool coloured, own;
        struct page_colour colour, cite, url;
    } links;
    struct {
        bool own; /* the front matter or a style sheet sets heads or feet */
        /* heads and feet of first or left pages differ from those of other pages */
        bool first_differs, even_differs;
        sp first_down; /* how far the first page's text begins below that of other pages */
    } heads;
    struct running running[RUNNING_KINDS];
    const struct running_named *named; /* heads and feet with names; may be NULL */
    const struct running *blank;       /* heads and feet of blank pages; NULL: none */
    /* heads and feet of the page in a document of one page; NULL: those of a first page */
    const struct running *only;
    struct str lang;
    bool rtl; /* the document runs from right to left, so its pages are mirrored */
    bool ragged_right;
    int32_t tolerance; /* TeX's \tolerance: the maximum badness of lines */
    /* TeX's \emergencystretch: additional stretch of lines if they cannot be broken otherwise */
    sp emergency_stretch;

    /* the following members are for style sheets */
    sp root_size;        /* the size of a rem */
    bool own_paragraphs; /* the front matter sets the spaces and indents of paragraphs */
};

/** Reads the style from the front matter. Faults are reported at their place, and the default value
 * is used instead. `fonts` is used to find out which families are installed. `looks` has the style
 * sheets, or is NULL; style sheets apply where the front matter sets nothing. */
void style_read(struct arena *a, struct page_style *style, const struct doc *doc,
                struct fonts *fonts, const struct looks *looks, struct diags *d);

/** Sets the style of LaTeX's article at 10, 11 or 12 points (other sizes in proportion), on letter
 * paper with margins of an inch. */
void style_defaults(struct page_style *style, sp body_size);
/** Computes the text area from paper and margins. Returns false if it would be too small. */
bool style_set_area(struct page_style *style, sp left, sp right, sp top, sp bottom);
/** Computes the width of columns from the width of the text. */
void style_set_columns(struct page_style *style);

/** Margins: left, right, top, bottom. style_read_geometry() changes them according to `geometry`
 * and the keys for margins (geometry.c). */
struct page_margins {
    sp left, right, top, bottom;
    sp text_w, text_h; /* size of the text area; 0: determined by the margins */
};
void style_read_geometry(struct page_style *style, struct page_margins *m, const struct node *front,
                         struct diags *d);
/** The contents of heads and feet that have a placeholder. */
enum head_place {
    PLACE_NONE,
    PLACE_PAGE,
    PLACE_PAGES,
    PLACE_TITLE,
    PLACE_AUTHOR,
    PLACE_DATE,
    PLACE_SECTION,
    PLACE_CHAPTER,
    PLACE_COUNT
};
/** The content with this name, as in "{name}". PLACE_NONE for other names, which may be keys of the
 * front matter. */
enum head_place style_place(struct str name);
/** The name of the placeholder at the start of a template: "name" for "{name} x". Empty if the
 * template does not start with a placeholder. */
struct str style_place_name(struct str template);
/** Reads heads and feet from the front matter: page styles, and the keys from header-left to
 * footer-right (heads.c). */
void style_read_running(struct page_style *style, const struct node *front, struct diags *d);
/** Sets the heads and feet of one kind of page to the LaTeX page style with that name. The members
 * `look` of struct running_line are kept. Returns false if there is no such style. */
bool style_page_style(const struct page_style *style, enum running_kind kind, struct str name,
                      struct running *run);
/** The form of page numbers with this name in LaTeX. Returns false if there is none. */
bool style_numbering(struct str name, enum page_numbering *out);
/** The heads and feet with this name, for one kind of page: an entry of `named`, or LaTeX's page
 * style, which is written to `room`. NULL for an unknown name. */
const struct running *style_running(const struct page_style *style, struct str name,
                                    enum running_kind kind, struct running *room);
/** Reads the page settings in `header-includes`: a subset of fancyhdr and of LaTeX's parameters
 * (tex_preamble.c). Other commands are ignored with a note. */
void style_read_preamble(struct arena *a, struct page_style *style, const struct node *front,
                         struct diags *d);

/** Reads substitute families, and families for East Asian scripts and for single languages, and
 * passes them to `fonts` (font_choices.c). */
void style_read_font_choices(struct arena *a, struct page_style *style, const struct node *front,
                             struct fonts *fonts, struct diags *d);
/** Reports that a family is not installed. `instead` is the family that is used, or empty if the
 * value is ignored. */
void style_no_font(struct fonts *fonts, struct diags *d, const struct node *n, struct str family,
                   struct str instead);
/** The serif family for text in a language, if that language has a family of its own. Otherwise
 * empty. */
struct str style_lang_family(const struct page_style *style, struct str lang);
/** Looks up a paper size ("letter", "a4paper"). Returns false if the name is unknown. */
bool style_paper(struct str name, sp *w, sp *h);
/** Looks up a colour by its name or #rrggbb. Returns false if it is unknown. */
bool style_colour(struct str name, struct page_colour *out);

/** Reads a length of the front matter. An invalid length is reported at its place, and false is
 * returned. */
bool style_length(const struct page_style *style, const struct node *value, struct str text,
                  const char *key, sp whole, sp *out, struct diags *d);

#endif
