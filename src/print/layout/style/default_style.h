/* SPDX-License-Identifier: MIT */
/*
 * The style of a document: paper, margins, sizes, spaces, fonts, colours, heads and feet.
 *
 * Everything that LaTeX's article class fixes is fixed here (classes.dtx, size10.clo to size12.clo,
 * the geometry and parskip packages), and what the front matter asks for is read in
 * style_options.c. The rest of layout asks only this.
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

/** A size and its line distance. */
struct type_size {
    sp size, leading;
};

/** How many levels of lists have measures of their own (LaTeX: \@listi to \@listiv). */
#define STYLE_LIST_LEVELS 4

enum running_place { RUN_LEFT, RUN_CENTER, RUN_RIGHT, RUN_COUNT };

/** Head or foot: templates with {page}, {pages}, {title}, {author}, {date}, {chapter}, {section};
 * empty: nothing. What stands behind a RUNNING_LITERAL is no place holder. */
#define RUNNING_LITERAL '\1'
struct running_line {
    struct str part[RUN_COUNT];
    const struct look *look[RUN_COUNT]; /* of a style sheet, or NULL */
    bool capitals; /* titles stand in slanted capitals, as LaTeX's headings style has them */
    sp rule;       /* between it and the text: thickness, 0 for none */
};

/** Running head and foot of a page. */
struct running {
    struct running_line head, foot;
    const struct look_margin_box *boxes; /* of a style sheet, by enum look_box, or NULL */
};

/** Which pages they are for: all, left ones and the first one where they differ. */
enum running_kind { RUNNING_PAGES, RUNNING_EVEN, RUNNING_FIRST, RUNNING_KINDS };

/** Where notes stand: at the foot of the page, in its margin, or together behind the chapter or the
 * text. */
enum note_place { NOTES_FOOT, NOTES_MARGIN, NOTES_CHAPTER, NOTES_END };

/** Heads and feet that have a name: CSS's `@page name`. */
struct running_named {
    struct str name;
    struct running running[RUNNING_KINDS];
    const struct running_named *next;
};

/** A family for text in one language. */
struct lang_font {
    struct str tag; /* BCP 47, or its beginning */
    struct str family;
};

struct page_style {
    sp paper_w, paper_h;
    sp left, top; /* of the text */
    sp text_w, text_h;
    int columns;             /* of each page: 1 or 2 */
    sp column_w, column_sep; /* style_set_columns() */
    bool sideways;           /* of pages that are turned: paper and text have changed places */
    bool balance;            /* the last page's columns end at one height */
    bool two_sided;          /* `left` is the inner margin */
    bool chapters;           /* the class has them (doc_has_chapters()) */
    bool open_right;         /* they begin on right-hand pages */
    bool title_page;         /* title and abstract have pages of their own */
    struct str watermark;    /* behind the text of each page, or empty */
    int line_numbers;        /* every so many lines have one in the margin; 0: none */
    enum note_place notes;
    bool draft;          /* black boxes beside lines that stick out */
    bool display_breaks; /* pages are cut between the lines of displays: \allowdisplaybreaks */
    bool numbers_left;   /* of equations: LaTeX's leqno */
    sp head_sep;         /* from the head's baseline to the text's top */
    sp foot_skip;        /* from the text's bottom to the foot's baseline */
    sp top_skip;         /* from the text's top to the first baseline */

    int base_size; /* 10, 11, 12: the class option */
    struct type_size sizes[STEP_COUNT];
    sp em, ex; /* of the running text, for relative units; approximate before fonts are known */

    bool indent; /* paragraphs begin with an indent and stand without space between them */
    sp par_indent;
    struct v_glue par_skip;

    struct v_glue head_before[3], head_after[3];  /* headings of level 1, 2, 3 and deeper */
    struct v_glue list_before[STYLE_LIST_LEVELS]; /* around a list */
    struct v_glue item_skip[STYLE_LIST_LEVELS];   /* between loose items */
    sp list_indent[STYLE_LIST_LEVELS];
    sp label_sep;
    struct v_glue entry_skip; /* between entries of a reference list */
    struct v_glue foot_ins;   /* above the footnotes, the rule included */
    sp text_float_sep;        /* at floats at the top or foot */
    sp in_text_sep;           /* around floats that stand here */

    struct str family[4];         /* by enum font_class */
    struct lang_font *lang_fonts; /* of `babelfonts` */
    size_t nlang_fonts;
    unsigned features; /* enum font_features, of running text */
    bool link_colour_on;
    struct page_colour text_colour, link_colour, cite_colour, url_colour;
    struct running running[RUNNING_KINDS];
    const struct running_named *named; /* or NULL */
    const struct running *blank;       /* of blank pages, or NULL: they have none */
    sp first_down;                     /* how far the first page's text begins below the others' */
    bool own_running;                  /* the author or a sheet says what is in them */
    bool first_differs, even_differs;  /* what RUNNING_FIRST and RUNNING_EVEN are for */
    struct str lang;
    bool rtl; /* the document runs from right to left: its pages are mirrored */
    bool ragged_right;
    int32_t tolerance;    /* TeX's: how bad a line may be */
    sp emergency_stretch; /* what lines may stretch more where no way is tolerable */

    /* of style sheets */
    sp root_size;        /* a rem */
    bool own_links;      /* the front matter has colours of its own for links, */
    bool own_paragraphs; /* and its own spaces and indents for paragraphs: these win */
};

/**
 * The style that the front matter asks for. Faults are reported at their place and the default is
 * used. `fonts` is asked whether families are installed; `looks` (or NULL) holds where the front
 * matter says nothing.
 */
void style_read(struct arena *a, struct page_style *style, const struct doc *doc,
                struct fonts *fonts, const struct looks *looks, struct diags *d);

/** LaTeX's article at 10, 11 or 12 points (others in proportion), on letter paper with margins of
 * an inch. */
void style_defaults(struct page_style *style, sp body_size);
/** Derives the text area after paper or margins changed: right and bottom are margins. */
bool style_set_area(struct page_style *style, sp left, sp right, sp top, sp bottom);
/** Derives the columns' width from the text's. */
void style_set_columns(struct page_style *style);

/** Reads `geometry` and the margin keys (geometry.c). `margins`: left, right, top, bottom, changed
 * in place. */
struct page_margins {
    sp left, right, top, bottom;
    sp text_w, text_h; /* 0: from the margins */
};
void style_read_geometry(struct page_style *style, struct page_margins *m, const struct node *front,
                         struct diags *d);
/** The name of a place in braces that a template begins with: "name" of "{name} x"; or empty. */
struct str style_place_name(struct str template);
/** Heads and feet from the front matter: page styles, header-left to footer-right (heads.c). */
void style_read_running(struct page_style *style, const struct node *front, struct diags *d);
/** LaTeX's page style of that name for one kind of pages, in place of the heads and feet of `run`;
 * how their places look stays. False when there is none. */
bool style_page_style(const struct page_style *style, enum running_kind kind, struct str name,
                      struct running *run);
/** Heads and feet of one kind of pages under a name: of `named`, or LaTeX's, made in `room`; NULL
 * when there are none. */
const struct running *style_running(const struct page_style *style, struct str name,
                                    enum running_kind kind, struct running *room);
/** What `header-includes` says of the pages: a subset of fancyhdr and of LaTeX's parameters
 * (tex_preamble.c). What else it says is passed over, with a note. */
void style_read_preamble(struct arena *a, struct page_style *style, const struct node *front,
                         struct diags *d);

/** Families that stand in, and those of East Asia and of single languages (font_choices.c); tells
 * `fonts` of them. */
void style_read_font_choices(struct arena *a, struct page_style *style, const struct node *front,
                             struct fonts *fonts, struct diags *d);
/** The serif family for text in a language that has one of its own; else empty. */
struct str style_lang_family(const struct page_style *style, struct str lang);
/** Paper by name ("letter", "a4paper"); false when there is none. */
bool style_paper(struct str name, sp *w, sp *h);
/** Colour by name or #rrggbb; false when it is none. */
bool style_colour(struct str name, struct page_colour *out);

/** A length of the front matter, reported at its place when it is none. */
bool style_length(const struct page_style *style, const struct node *value, struct str text,
                  const char *key, sp whole, sp *out, struct diags *d);

#endif
