/* SPDX-License-Identifier: MIT */
/*
 * TeX math as a tree, from which MathML is made for HTML, and boxes for pages (TeXbook, Appendix
 * G).
 *
 * The tree has no positions: classes decide spacing, and styles decide sizes. A symbol has a letter
 * and an alphabet ("x" and MATH_BOLD), for which math_styled() returns the character to show.
 */
#ifndef DOSSIER_TEX_MATH_MATH_H
#define DOSSIER_TEX_MATH_MATH_H

#include "core/base/buf.h"
#include "core/diag/diag.h"

/** TeX's classes of atoms (TeXbook, chapter 17). The parser has changed binary operators without
 * two operands to MATH_ORD (Appendix G, rules 5 and 6). */
enum math_class {
    MATH_ORD,
    MATH_OP,
    MATH_BIN,
    MATH_REL,
    MATH_OPEN,
    MATH_CLOSE,
    MATH_PUNCT,
    MATH_INNER
};

enum math_kind {
    MATH_ROW,      /* children in a row, from `first` */
    MATH_SYMBOL,   /* text: one character (with a combining U+0338 when it is negated); width_mu:
                      additional space on both sides, as for \implies */
    MATH_NUMBER,   /* text: 1.95 */
    MATH_TEXT,     /* text: \text{...}; with `name`, one identifier: \mathrm{max}, \log */
    MATH_SPACE,    /* a space of width_mu; or a rule of that width, from raise_mu to height_mu */
    MATH_SCRIPTS,  /* kid[0] nucleus, kid[1] subscript or NULL, kid[2] superscript or NULL */
    MATH_FRACTION, /* kid[0] over kid[1]; width_mu: thickness of the rule if not 0; `no_rule` for
                      \binom, which is within a MATH_FENCED */
    MATH_RADICAL,  /* kid[0] radicand, kid[1] degree or NULL */
    MATH_FENCED,   /* \left...\right: open, close; kid[0] a row, in which \middle is `stretchy` */
    MATH_ACCENT,   /* text: a combining character; kid[0] under it; `stretchy`: \widehat */
    MATH_OVER,     /* kid[0] with `text` (a rule, brace or arrow) or kid[1] above it */
    MATH_UNDER,    /* kid[0] with `text` or kid[1] below it */
    /* rows from `first`: each is a MATH_ROW of cells, which are MATH_ROWs themselves */
    MATH_TABLE,
    MATH_PHANTOM, /* empty space with the width or the height of kid[0], or both, raised by raise_mu
                   */
    MATH_BOX, /* \boxed, \cancel: kid[0] with `lines` around or through it; `rgb` is the colour of a
                 filled box */
    MATH_CHOICE, /* \mathchoice: four rows from `first`, one for each style */
    MATH_ERROR   /* text: source that could not be read */
};

enum math_variant {
    MATH_ITALIC,
    MATH_UPRIGHT,
    MATH_BOLD,
    MATH_BOLD_ITALIC,
    MATH_CAL,
    MATH_SCR, /* the characters of MATH_CAL, in round hand */
    MATH_FRAK,
    MATH_BB,
    MATH_SANS,
    MATH_MONO
};

/** TeX's styles. MATH_STYLE_INHERIT means the style of the parent. */
enum math_style {
    MATH_STYLE_INHERIT,
    MATH_STYLE_DISPLAY,
    MATH_STYLE_TEXT,
    MATH_STYLE_SCRIPT,
    MATH_STYLE_SCRIPT_SCRIPT
};

/** The kinds of tables. Matrices have 1em between columns, the columns of arrays have their own
 * spacing, cases are aligned to the left, and equations are aligned with each other. */
enum math_table {
    MATH_MATRIX,
    MATH_SMALL_MATRIX,
    MATH_ARRAY,
    MATH_CASES,
    MATH_ALIGNED, /* columns r l r l ..., no space between r and l; cells in display style */
    MATH_GATHERED,
    MATH_MULTLINE, /* one column: the first row is at the left, the last at the right, the others
                      are centred */
    MATH_SUBSTACK,
    MATH_DIAGRAM /* a CD diagram: objects, and arrows between them */
};

/** The lines that \boxed, \cancel and similar commands draw. */
enum math_line_flags {
    LINE_LEFT = 1,
    LINE_TOP = 2,
    LINE_RIGHT = 4,
    LINE_BOTTOM = 8,
    LINE_FRAME = 15,
    LINE_UP = 16,   /* from the lower left corner to the upper right one */
    LINE_DOWN = 32, /* from the upper left corner to the lower right one */
    LINE_THROUGH = 64,
    LINE_ANGLE = 128, /* the angle of a phasor */
    LINE_ARROW = 256  /* LINE_UP ends in an arrow, whose target is the superscript */
};

/** A line of a display that may have a number: the whole display, or one row of align. */
struct math_line {
    struct str label;  /* the argument of \label, or empty */
    struct math *tag;  /* the argument of \tag, or NULL */
    bool starred;      /* the number is of \tag*, which has no parentheses */
    bool numbered;     /* the line is numbered automatically, as in equation and align */
    struct str number; /* the number as it is shown, "(1)", or empty; math_number_lines() sets it */
    struct str reference; /* the number as \ref shows it, "1" */
    struct span at;       /* the place of \label or \tag */
    bool left;            /* the number is at the left margin: leqno */
    struct math_line *next;
};

/** A \ref or \eqref in a formula: a MATH_TEXT whose text is the label. */
struct math_ref {
    struct math *node;
    struct str label;
    bool parentheses;
    struct math_ref *next;
};

struct math {
    enum math_kind kind;
    enum math_class cls;
    enum math_variant variant;
    enum math_style style;        /* MATH_ROW, MATH_FRACTION, cells of a MATH_TABLE */
    enum math_table table;        /* MATH_TABLE */
    bool limits;                  /* in display style, scripts are above and below */
    bool limits_always;           /* \limits: scripts are above and below in all styles */
    bool stretchy;                /* the symbol grows with the contents beside, under or over it */
    bool name;                    /* MATH_TEXT: an identifier in math and not words */
    bool is_operator;             /* MATH_SYMBOL: an operator, even if its class was changed */
    bool no_rule;                 /* MATH_FRACTION */
    bool keep_width, keep_height; /* MATH_PHANTOM */
    bool shown;                   /* MATH_PHANTOM: \smash, which shows its contents */
    /* MATH_TABLE: its columns reach from margin to margin, as in flalign */
    bool to_margins;
    /* MATH_TABLE: there is no space between its columns, as in alignat */
    bool packed;
    /* in a row of a MATH_TABLE: the row is an \intertext, which is one cell from margin to margin
     */
    bool words;
    /* in a row of a MATH_TABLE: the number of \hline above it; in a MATH_TABLE: the number of
     * \hline at its end */
    int line_before;
    int big;          /* \big 1, \Big 2, \bigg 3, \Bigg 4; 0 means its natural size */
    int32_t width_mu; /* MATH_SPACE, in mu (1/18 em) */
    int32_t height_mu, raise_mu;
    unsigned lines;  /* MATH_BOX */
    bool coloured;   /* MATH_ROW, MATH_BOX */
    uint32_t rgb;    /* 0xRRGGBB */
    uint8_t percent; /* MATH_ROW: size in percent of the text's size, for \large; 0: unchanged */
    char lap;        /* MATH_PHANTOM without width: 'l' extends to the left, 'r' to the right,
                        'c' to both */
    struct str text;
    struct str open, close; /* MATH_FENCED; empty for '.' */
    struct str columns;     /* MATH_TABLE: "lcr", with '|' for rules; the last letter repeats */
    /* the line of a formula, or of a row that has its own number; else NULL */
    struct math_line *line;
    struct math_line *numbers; /* all lines of a formula, beginning with `line` */
    struct math_ref *refs;     /* all references in a formula */
    struct math *kid[3];
    struct math *first, *last, *next; /* children of a row or table, in order */
    struct span span;
};

/** The amount of output that macros in formulas of a document may still produce. */
struct math_budget {
    size_t bytes;
    bool told; /* the budget is used up, which was reported */
};

/** A list of the macros that are defined at one place of a document. NULL is the empty list. A list
 * is never changed: a new macro makes a new list. */
struct math_macro;

/**
 * Reads the definitions in TeX source (\newcommand, \def, \DeclareMathOperator and similar).
 * Returns `before` with these definitions in front. Other text is skipped. The result refers to
 * slices of `tex`. `d` may be NULL.
 */
const struct math_macro *math_macros_read(struct arena *a, const struct math_macro *before,
                                          struct str tex, struct span at, struct diags *d);
/** Reads the definitions that tex_to_rich() can use: of commands that it does not know, with bodies
 * of known commands. Errors are not reported. */
const struct math_macro *math_macros_for_text(struct arena *a, const struct math_macro *before,
                                              struct str tex);
/** Returns `tex` with its macros expanded, in the arena. Returns `tex` itself if it has none, or if
 * a limit is reached, which is reported. A percent sign begins no comment. */
struct str math_macros_expand(struct arena *a, struct str tex, const struct math_macro *macros,
                              struct span at, struct diags *d);
/** Returns the length of the definitions at the beginning of TeX source, including the white space
 * after them. Returns 0 if the source does not begin with definitions. */
size_t math_macros_length(struct arena *a, struct str tex);
/** Adds a macro. `name` has no backslash. `body` has #1 to #9 for its arguments. */
const struct math_macro *math_macro_new(struct arena *a, const struct math_macro *before,
                                        struct str name, struct str body);

/**
 * Parses TeX math (the text between the dollar signs). Never NULL, always a MATH_ROW: unreadable
 * parts become MATH_ERROR in it and are reported. `at` is the place of `tex` in its source. `d` may
 * be NULL. The result refers to slices of `tex`. `macros`, and those that the formula defines, are
 * expanded first; spans refer to the original text.
 */
struct math *math_parse(struct arena *a, struct str tex, struct span at,
                        const struct math_macro *macros, struct math_budget *budget,
                        struct diags *d);
/** The counter of equations. */
struct math_count {
    struct str before; /* the text before each number: "2." of a chapter, the number of
                          subequations, or empty */
    bool letters;      /* the numbers are letters, a, b, c, as within subequations */
    int n;             /* how many numbers were given */
};
/** Gives numbers to the lines of a formula. Automatic numbers are counted from `count`. The numbers
 * are at the left margin (`left`) or at the right. Returns whether there are any numbers. */
bool math_number_lines(struct arena *a, struct math *m, bool left, struct math_count *count);
/** Counts and returns the next number. */
struct str math_count_next(struct arena *a, struct math_count *count);
/** Returns the character for `cp` in an alphabet: one of the Mathematical Alphanumeric Symbols, or
 * `cp`. */
uint32_t math_styled(uint32_t cp, enum math_variant variant);
/** Returns the alignment of a table's column ('l', 'c', 'r'). `columns` of the table gives it.
 * After the last letter, this letter is repeated; for aligned equations, all letters are repeated
 * (r l r l). */
char math_column(const struct math *table, size_t column);
/** Whether a table consists of equations, in display style with \jot between the rows. */
bool math_is_equations(enum math_table table);
/** Returns the number of columns of a table, at least 1. `*rows` becomes the number of rows. */
size_t math_columns(const struct math *table, size_t *rows);
/** Returns the atom within nested rows of one child. */
const struct math *math_inside(const struct math *m);
/** Whether a script contains only primes, which are raised in fonts. */
bool math_is_prime(const struct math *m);
/** Whether an atom is a \middle, which has the effect of a closing and an opening delimiter
 * (e-TeX).
 */
bool math_is_middle(const struct math *m);
/** Returns the row of a \mathchoice for a style other than MATH_STYLE_INHERIT. */
const struct math *math_choice(const struct math *m, enum math_style style);
/** Sets the colour, 0xRRGGBB, for a name from LaTeX's xcolor or for `#rrggbb`. Returns false for
 * other text. */
bool math_colour_named(struct str name, uint32_t *rgb);
/** Writes presentation MathML (MathML Core) as `<math>` without an annotation. */
void math_to_mathml(struct buf *out, const struct math *m, bool display);
/** Writes the formula as Office Math (ECMA-376 part 1, section 22.1): `<m:oMath>`. `m` and `w` are
 * the prefixes of the namespaces of math and of text. */
void math_to_omml(struct buf *out, const struct math *m, bool display);
/** Writes the formula as one line of plain text, for metadata and alternative texts: "Θ(log n)",
 * "10^32". */
void math_to_plain(struct buf *out, const struct math *m);

#endif
