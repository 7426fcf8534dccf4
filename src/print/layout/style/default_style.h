/* SPDX-License-Identifier: MIT */
/*
 * The style of a document: paper, margins, sizes, spaces, fonts, colours, heads and feet.
 *
 * The defaults are those of LaTeX's article class (classes.dtx, size10.clo to size12.clo, the
 * geometry and parskip packages); style_options.c reads the front matter. The rest of layout only
 * uses the result.
 */
#ifndef DOSSIER_LAYOUT_STYLE_DEFAULT_STYLE_H
#define DOSSIER_LAYOUT_STYLE_DEFAULT_STYLE_H

#include "core/data/data_node.h"
#include "model/doc/doc.h"
#include "print/layout/model/page.h"
#include "print/layout/model/sp.h"

struct looks; /* print/layout/style/look.h */
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

/** A font size and its line distance. */
struct type_size {
    sp size, leading;
};

/** List levels with dimensions of their own (LaTeX: \@listi to \@listiv). */
#define STYLE_LIST_LEVELS 4

enum running_place { RUN_LEFT, RUN_CENTER, RUN_RIGHT, RUN_COUNT };

/** Head or foot: templates with {page}, {pages}, {title}, {author}, {date}, {chapter}, {section};
 * may be empty. Text after a RUNNING_LITERAL has no placeholders. */
#define RUNNING_LITERAL '\1'
struct running_line {
    struct str part[RUN_COUNT];
    const struct look *look[RUN_COUNT]; /* from a style sheet, or NULL */
    bool capitals; /* titles are in slanted capitals, as in LaTeX's headings style */
    sp rule;       /* thickness of the rule between it and the text, 0 for none */
};

/** Running head and foot of a page. */
struct running {
    struct running_line head, foot;
    const struct look_margin_box *boxes; /* from a style sheet, by enum look_box, or NULL */
};

/** The pages of a head and foot: all, or left pages and the first page if they differ. */
enum running_kind { RUNNING_PAGES, RUNNING_EVEN, RUNNING_FIRST, RUNNING_KINDS };

/** The place of notes: at the foot of the page, in its margin, or collected after the chapter or
 * the text. */
enum note_place { NOTES_FOOT, NOTES_MARGIN, NOTES_CHAPTER, NOTES_END };

/** Named heads and feet: CSS's `@page name`. */
struct running_named {
    struct str name;
    struct running running[RUNNING_KINDS];
    const struct running_named *next;
};

/** A font family for text in one language. */
struct lang_font {
    struct str tag; /* a BCP 47 tag, or a prefix of one */
    struct str family;
};

struct page_style {
    sp paper_w, paper_h;
    sp left, top; /* of the text area */
    sp text_w, text_h;
    int columns;             /* per page: 1 or 2 */
    sp column_w, column_sep; /* see style_set_columns() */
    bool sideways;           /* for turned pages: width and height are exchanged */
    bool balance;            /* the columns of the last page end at the same height */
    bool two_sided;          /* `left` is the inner margin */
    bool chapters;           /* the class has chapters (doc_has_chapters()) */
    bool open_right;         /* chapters begin on right-hand pages */
    bool title_page;         /* title and abstract are on separate pages */
    struct str watermark;    /* behind the text of each page; may be empty */
    int line_numbers;        /* interval of line numbers in the margin; 0: none */
    enum note_place notes;
    bool draft;          /* black boxes beside lines that are too long */
    bool display_breaks; /* displays may be cut between lines: \allowdisplaybreaks */
    bool numbers_left;   /* equation numbers are on the left: LaTeX's leqno */
    sp head_sep;         /* from the head's baseline to the top of the text */
    sp foot_skip;        /* from the bottom of the text to the foot's baseline */
    sp top_skip;         /* from the top of the text to the first baseline */

    int base_size; /* 10, 11 or 12: the class option */
    struct type_size sizes[STEP_COUNT];
    sp em, ex; /* of the running text, for relative units; approximate until fonts are known */

    bool indent; /* paragraphs have an indent and no space between them */
    sp par_indent;
    struct v_glue par_skip;

    struct v_glue head_before[3], head_after[3]; /* headings of level 1, 2, 3 and deeper */
    struct {
        struct v_glue before[STYLE_LIST_LEVELS];    /* around a list */
        struct v_glue item_skip[STYLE_LIST_LEVELS]; /* between loose items */
        sp indent[STYLE_LIST_LEVELS];
        sp label_sep;
    } lists;
    struct v_glue entry_skip; /* between entries of a reference list */
    struct v_glue foot_ins;   /* above the footnotes, the rule included */
    sp text_float_sep;        /* at floats at the top or foot of a column */
    sp in_text_sep;           /* around floats at their anchor */

    struct str family[4];         /* by enum font_class */
    struct lang_font *lang_fonts; /* from `babelfonts` */
    size_t nlang_fonts;
    unsigned features; /* enum font_features of the running text */
    struct page_colour text_colour;
    struct {
        bool coloured, own; /* own: the front matter sets the colours, not style sheets */
        struct page_colour colour, cite, url;
    } links;
    struct {
        bool own;                         /* the front matter or a sheet sets them */
        bool first_differs, even_differs; /* RUNNING_FIRST and RUNNING_EVEN differ */
        sp first_down; /* how far the first page's text begins below that of others */
    } heads;
    struct running running[RUNNING_KINDS];
    const struct running_named *named; /* may be NULL */
    const struct running *blank;       /* of blank pages; NULL: none */
    const struct running *only;        /* of a single page; NULL: it is a first page */
    struct str lang;
    bool rtl; /* the document runs from right to left, and its pages are mirrored */
    bool ragged_right;
    int32_t tolerance;    /* TeX's maximal badness of lines */
    sp emergency_stretch; /* additional stretch of lines if no way is tolerable */

    /* of style sheets */
    sp root_size;        /* a rem */
    bool own_paragraphs; /* the front matter sets spaces and indents of paragraphs */
};

/**
 * Reads the style from the front matter. Faults are reported at their place, and the default is
 * used. `fonts` finds out whether families are installed. `looks` (or NULL) applies where the front
 * matter sets nothing.
 */
void style_read(struct arena *a, struct page_style *style, const struct doc *doc,
                struct fonts *fonts, const struct looks *looks, struct diags *d);

/** Sets LaTeX's article at 10, 11 or 12 points (other sizes in proportion), on letter paper with
 * margins of an inch. */
void style_defaults(struct page_style *style, sp body_size);
/** Computes the text area from paper and margins. */
bool style_set_area(struct page_style *style, sp left, sp right, sp top, sp bottom);
/** Computes the width of columns from that of the text. */
void style_set_columns(struct page_style *style);

/** Margins: left, right, top, bottom. style_read_geometry() changes them by `geometry` and the
 * margin keys (geometry.c). */
struct page_margins {
    sp left, right, top, bottom;
    sp text_w, text_h; /* 0: from the margins */
};
void style_read_geometry(struct page_style *style, struct page_margins *m, const struct node *front,
                         struct diags *d);
/** The name of the placeholder at the start of a template: "name" of "{name} x"; otherwise empty.
 */
struct str style_place_name(struct str template);
/** Reads heads and feet from the front matter: page styles, header-left to footer-right (heads.c).
 */
void style_read_running(struct page_style *style, const struct node *front, struct diags *d);
/** Sets the heads and feet of `run` to LaTeX's page style with that name, for one kind of pages;
 * the looks of their places are kept. False if there is no such style. */
bool style_page_style(const struct page_style *style, enum running_kind kind, struct str name,
                      struct running *run);
/** Heads and feet with a name, for one kind of pages: from `named`, or LaTeX's, written to `room`;
 * or NULL. */
const struct running *style_running(const struct page_style *style, struct str name,
                                    enum running_kind kind, struct running *room);
/** Reads the page settings in `header-includes`: a subset of fancyhdr and of LaTeX's parameters
 * (tex_preamble.c). The rest is ignored with a note. */
void style_read_preamble(struct arena *a, struct page_style *style, const struct node *front,
                         struct diags *d);

/** Reads substitute families, and those for East Asia and for single languages (font_choices.c),
 * and passes them to `fonts`. */
void style_read_font_choices(struct arena *a, struct page_style *style, const struct node *front,
                             struct fonts *fonts, struct diags *d);
/** The serif family for text in a language that has its own; otherwise empty. */
struct str style_lang_family(const struct page_style *style, struct str lang);
/** Looks up a paper size ("letter", "a4paper"); false if unknown. */
bool style_paper(struct str name, sp *w, sp *h);
/** Looks up a colour by name or #rrggbb; false if unknown. */
bool style_colour(struct str name, struct page_colour *out);

/** Reads a length of the front matter; a malformed one is reported at its place. */
bool style_length(const struct page_style *style, const struct node *value, struct str text,
                  const char *key, sp whole, sp *out, struct diags *d);

#endif
