/* SPDX-License-Identifier: MIT */
/*
 * What the files of the markdown room share. The way through them, each knowing only what stands
 * before it:
 *
 *   markdown.c  lines cut, front matter off          meta.c    the title block; authors.c authors
 *   metadata.c  blocks of YAML and of `%`
 *   syntax.def  the syntaxes, one a row              attr_syntax.c    {#id .class key=value}
 *   mask.c      what cmark-gfm must not see          link_refs.c    link reference definitions
 *   block_extension.c     it asks where no block of its own    smart.c   quotation marks by
 * language begins: div.c, list_marker.c, verse.c ...   footnote.c    footnotes, and to their places
 *   cmark.c     its tree becomes the document's      equation.c, crossref.c  numbers
 *   inline*.c   the text of every leaf               whole_tree.c  identifiers, depth, figures
 *   frame.c     callouts, theorems
 *
 * Invariants: 1. What is fed to cmark-gfm has the same bytes per line as the source: masks replace
 * byte by byte, so lines and byte columns hold. 2. Text is always taken from the source, never from
 * cmark-gfm's copy; its copy only says where. 3. Inlines are parsed after all blocks, when all
 * reference definitions and footnotes are known.
 */
#ifndef DOSSIER_MARKDOWN_MD_H
#define DOSSIER_MARKDOWN_MD_H

#include "core/base/map.h"
#include "core/base/vec.h"
#include "model/doc/doc.h"
#include "model/tex/math/math.h"
#include "read/markdown/core/markdown_options.h"
#include "read/markdown/core/syntax.h"

/** Source offset of bytes that stand in no source (a joined scalar of YAML). */
#define MD_NOWHERE UINT32_MAX

/** A line without its end, perhaps without what a container took from its front. */
struct md_line {
    struct str s;
    uint32_t src; /* offset of s.p in the source, or MD_NOWHERE */
};

/** Lines that are read together as blocks. */
struct md_region {
    const struct md_line *lines;
    size_t n;
    struct span fixed; /* the place of lines that stand nowhere */
};

/** From byte `at` of a text on, its bytes stand at `src` of the source, up to the next piece. */
struct md_piece {
    uint32_t at, src;
};

/** The text of a leaf: bytes of the source joined, with the way back. */
struct md_text {
    struct str s;
    const struct md_piece *pieces;
    size_t npieces; /* 0: no way back, every span is `fixed` */
    struct span fixed;
};

/** A leaf whose inlines wait for all blocks. */
struct md_leaf {
    struct doc_node *node;
    struct md_text text;
    bool in_note;                    /* within a footnote's body: no further notes */
    const struct math_macro *macros; /* those that are known here */
    size_t part;                     /* that it stands in */
};

struct md_ref {
    struct str url, title;
    struct doc_attr attr;
    bool used;      /* its identifier was given to a link */
    bool linked;    /* a link has it */
    struct span at; /* of the definition */
};

/** A footnote's body and where it is used. */
struct md_note {
    struct doc_node *body;  /* a DOC_DIV of blocks, not in the tree */
    struct doc_node *first; /* the DOC_NOTE that took them */
    size_t nodes;           /* how many nodes it has then */
    struct str label;       /* as written */
};

struct md_note_use {
    struct doc_node *node; /* the DOC_NOTE */
    struct md_note *note;
};

/** Left and right marks, double then single (smart.c). */
struct md_quotes {
    struct str open[2], close[2];
};

/** An attribute list of kramdown's that waits for all blocks. */
struct md_attr_use {
    struct doc_node *node;   /* what it is for; or an empty node in its place */
    struct md_text text;     /* from behind `{:` on */
    struct doc_node *target; /* what it is for, once all is read; NULL: nothing */
    bool placed;             /* the node is in its place */
};

typedef VEC(struct md_leaf) md_leaf_vec;
typedef VEC(struct doc_node *) md_node_list;
typedef VEC(struct md_note_use) md_use_vec;

/** What stands for a reference. */
enum md_crossref_form {
    MD_REF_NUMBER,      /* \ref, -@fig:a: "1" */
    MD_REF_PARENTHESES, /* \eqref: "(1)" */
    MD_REF_SHORT,       /* @fig:a, \cref: "fig. 1" */
    MD_REF_NAME,        /* \autoref: "Figure 1" */
    MD_REF_TITLE        /* \nameref: a section's title */
};

/** A reference to an equation, a figure, a table or a section; its place is the DOC_LINK (copies of
 * which there may be) that has its number. */
struct md_crossref {
    struct str label, source;
    enum md_crossref_form form;
    bool capital;             /* @Fig:a, at the front of a sentence */
    bool sign;                /* written with "@" */
    bool silent;              /* `[](#a)`: any link may be that */
    bool in_link;             /* part of a link's text */
    struct doc_node *heading; /* `[Its text]` leads to it; NULL of all others */
    size_t group; /* in one pair of brackets with its neighbours of the same group; 0: in none */
};

/** An empty span that may name what it stands in. */
struct md_mark {
    struct doc_node *span;
    bool tex; /* it is a \label */
};

/** A theorem or a callout that gets a number. */
struct md_numbered {
    struct doc_node *node, *text; /* the division; its word, which the number goes behind */
    enum doc_word kind;
    struct str word, own; /* as it is shown; a \newtheorem's own, or empty */
};

/** What a label leads to. */
struct md_target {
    struct doc_node *node;
    enum doc_word kind;       /* DOC_WORD_TABLE and the others that have numbers */
    struct str number, title; /* as they are shown; a section may have no number */
    struct str word;          /* in front of the number in place of the kind's; or empty */
    bool markup;              /* the title is more than text */
};

/** What is known of the cells of a notebook. */
struct md_cells {
    bool hidden, idle, left_out; /* of all that do not say else: echo, eval, include are off */
    bool notebook;               /* by the document's name */
    size_t n, not_run;
    struct span first; /* that is not run */
};

struct md;
struct inl;

/** The readers of HTML and of LaTeX, which are above core: markdown.c fills this table. */
struct md_hooks {
    /** The lines of a region without what HTML is indented by. */
    struct md_region (*html_lines)(struct md *m, const struct md_region *r);
    /** Appends a block of HTML that stays as it is on the page, and its words for other outputs. */
    void (*html_block)(struct md *m, struct doc_node *to, struct str raw, struct span at);
    /** Reads what begins with `<`: an autolink or a tag. */
    bool (*html_tag)(struct inl *x);
    /** Pairs the tags below a text that was just read. */
    bool (*html_inlines)(struct md *m, struct doc_node *flat, bool splits);
    /** Reads what LaTeX's backslash begins: a command, an environment, a formula. */
    bool (*tex_command)(struct inl *x);
    /** Reads TeX's tie before a reference: `Figure~\ref{fig:a}`. */
    bool (*tex_tie)(struct inl *x);
};

/** Labels, and references to them by number. */
struct md_labels {
    VEC(struct md_crossref) refs;
    VEC(struct md_mark) marks;
    VEC(struct md_numbered) numbered; /* in the order of the text */
    struct map targets;               /* label -> struct md_target */
    VEC(struct str) names;            /* the labels in `targets` */
    struct map reserved;              /* identifiers of theorems and callouts */
    size_t copied;                    /* nodes of headings that references have copied */
    bool in_math;                     /* a formula contains a reference */
};

/** The state of reading LaTeX. */
struct md_tex_state {
    md_node_list leaves;        /* that contain blocks */
    struct doc_node *note_mark; /* a \footnotemark without its text; or NULL */
    size_t budget;              /* bytes that the expansion of macros may still make */
    int numbered;               /* the number of the last \item of an enumerate */
    struct doc_node *abstract;  /* of the environment, or NULL */
    bool references;            /* there is a \bibliography, */
    bool appendix;              /* an \appendix, */
    bool hfill;                 /* an \hfill */
};

/** The state of one document while it is read. */
struct md {
    struct doc *doc;
    struct arena *a;
    struct diags *diags;
    const struct markdown_options *opt;
    const struct md_hooks *hooks;
    struct md_format format;
    bool github;     /* cmark-gfm reads blocks and inlines */
    bool as_written; /* see struct markdown_options */
    bool bookdown;   /* the output is one of bookdown's formats; set before the passes */
    struct md_quotes quotes;
    int64_t epoch; /* time of the build in seconds; negative: unknown */

    /* The place that is read. */
    const uint32_t *starts; /* where the files of the document begin: parts.c */
    size_t nparts;          /* at least 1 */
    size_t part;            /* the current file */
    bool in_front;          /* in a text of the front matter */
    bool in_note;
    bool deep;                       /* LIMIT_DOC_DEPTH was reported */
    const struct math_macro *macros; /* macros of TeX math that are known here */
    struct math_budget math_budget;  /* for their expansion */

    md_leaf_vec leaves;
    struct md_labels labels;
    struct md_tex_state tex;
    VEC(struct doc_cite) nocite; /* of the front matter and of \nocite */
    struct md_cells cells;
    struct map entities;      /* name -> struct str *, as cmark-gfm reads it */
    struct map abbreviations; /* first word -> struct md_abbreviation */
    struct {
        VEC(struct doc_node *) leaves;  /* texts that contain tags of blocks */
        VEC(struct doc_node *) parents; /* nodes with such tags among their blocks */
    } html;
    struct {
        struct map refs;     /* folded label -> struct md_ref */
        struct map headings; /* folded text -> the first DOC_HEADING with that text */
        size_t budget;       /* bytes that links may still take from definitions */
        bool reported;       /* the budget was exceeded, which was reported */
    } links;
    struct {
        struct map by_label;       /* folded label -> struct md_note */
        VEC(struct md_note *) all; /* in the order of the text */
        md_use_vec uses;
    } notes;
    struct {
        struct map keys; /* key of doc->front -> its origin: metadata.c */
        size_t bytes;    /* of YAML that were read */
    } front;
    struct { /* kramdown.c */
        VEC(struct md_attr_use) uses;
        struct map lists; /* name -> struct md_text of an attribute list */
        size_t named;     /* number of look-ups in `lists` */
        bool toc;         /* `{:toc}` was read */
    } kramdown;
    struct {
        struct map numbers; /* label of (@label) -> its number, as a pointer */
        int last;           /* number of the last (@) item */
    } examples;
    struct {                          /* texts that are inserted: bookdown.c, shortcode.c */
        struct map texts;             /* bookdown's (ref:name) -> its text */
        size_t text_bytes;            /* that they added so far */
        const struct node *variables; /* of _variables.yml; NULL: not read yet */
        size_t bytes;                 /* that values of shortcodes added so far */
        int depth;                    /* nested values */
    } values;
    struct {
        size_t cells;  /* missing cells of rows, in all tables */
        bool reported; /* too many of them */
    } padding;
};

/* source_text.c */
/** Span of bytes [begin, end) of a text. */
struct span md_span(const struct md_text *t, size_t begin, size_t end);
/** A text that stands in the source as it is. */
struct md_text md_text_at(struct md *m, struct str s, uint32_t src);
/** A text that stands nowhere byte by byte. */
struct md_text md_text_fixed(struct str s, struct span fixed);
/** Bytes [begin, end) of a text, as a text. */
struct md_text md_text_part(struct md *m, const struct md_text *t, size_t begin, size_t end);
/** Bytes [from, to) of a text as lines. */
struct md_region md_text_region(struct md *m, const struct md_text *t, size_t from, size_t to);
/** Lines joined by newlines, as one text. */
struct md_text md_text_lines(struct md *m, const struct md_region *r);
/** Cuts a text into lines; LF, CRLF and CR end them. */
struct md_region md_lines(struct md *m, struct str text, uint32_t src, struct span fixed);
/** Span of bytes of one line. */
struct span md_line_span(const struct md *m, const struct md_region *r, size_t line, size_t begin,
                         size_t end);
/** Reports LIMIT_DOC_DEPTH once. */
void md_too_deep(struct md *m, struct span at);
/** Remembers a leaf; empty texts are fine. */
void md_leaf(struct md *m, struct doc_node *node, struct md_text text);

/* cmark.c: with block_extension.c and cmark_*.c, the only files that see cmark-gfm */
/** Reads the lines of a region as blocks below `parent`, which is nested `depth` deep. */
void md_blocks(struct md *m, const struct md_region *r, struct doc_node *parent, int depth);
/** The characters of a named entity (without & and ;), or the empty slice. */
struct str md_entity(struct md *m, struct str name);

/* mask.c */
#define MD_MASK_REF '\x02' /* for the `[` of a link reference definition */
#define MD_MASK_ASK '\x03' /* for what begins a block of cmark-gfm's, and may be another's */
#define MD_MASK_INK 'x'    /* for what begins no block */

/** The lines of a region as they are fed to cmark-gfm. */
struct md_mask {
    const struct md_region *region;
    char *text; /* all lines, each with a newline, masked; NUL behind the end */
    size_t n;
    uint32_t *at;      /* line -> offset in text; one more for the end */
    size_t formula_to; /* lines before this one are a formula's from their front */
};
void md_mask(struct md *m, const struct md_region *r, struct md_mask *out);
/** Whether the tables of a region would be filled up beyond reason; says so then. */
bool md_tables_too_wide(struct md *m, const struct md_region *r);
void md_mask_drop(struct md_mask *mask);
/** Columns of a table's delimiter row, or 0 when the line is none. */
size_t md_delimiter_row(struct str line);

/* line_space.c */
/** Whether a row of syntax.def is on. */
static inline bool md_on(const struct md *m, enum md_syntax row) {
    return m->format.on[row];
}
static inline bool md_is_blank(struct str line) {
    return !str_trim(line).n;
}
/** How many `c` stand in a row from `at` on. */
size_t md_run(struct str s, size_t at, char c);
/** Columns of white space at the front (tab stops of 4); `*bytes`: how many bytes it is. */
size_t md_indent(struct str line, size_t *bytes);
/** The line without up to `columns` columns of white space at its front. */
struct md_line md_line_dedent(struct md_line line, size_t columns);

/* list_marker.c */
/** A list marker that cmark-gfm does not know, as written: its style, delimiter and number. */
struct md_marker {
    enum doc_list_style style;
    enum doc_list_delim delim;
    int number;
    bool example;
    struct str label; /* of (@label) */
    size_t n;         /* bytes, without the white space behind */
};
/** Bytes of any list marker at `line.p + at` with the white space behind it, or 0. */
size_t md_list_marker(struct str line, size_t at);

/* attr_syntax.c */
/**
 * Reads `{...}` at byte `at` of a text. Returns the bytes read, 0 when it is none. `out` may be
 * NULL; `*raw` gets the format of `{=format}` and makes it allowed (NULL: not allowed). When `*bad`
 * is not NULL it gets the offset of what could not be read.
 */
size_t md_attr(struct md *m, const struct md_text *t, size_t at, struct doc_attr *out,
               struct str *raw, size_t *bad);
/** Names that may be doubled. */
struct md_words {
    struct str *p;
    size_t n, cap;
};
/** Reads what stands in braces, from `at` on up to `}`, where words may stand alone: they go into
 * `words`. Returns the offset behind the brace, 0 when that cannot be read. */
size_t md_attr_list(struct md *m, const struct md_text *t, size_t at, struct doc_attr *out,
                    struct md_words *words);
/** Puts attributes on a node, beside those it has. */
void md_attr_put(struct md *m, struct doc_node *node, const struct doc_attr *attr);

/* link_refs.c */
/** Takes link reference definitions off the front of a paragraph; returns the bytes they take. */
size_t md_refs_take(struct md *m, const struct md_text *t);
struct md_ref *md_ref(const struct md *m, struct str label);
/** A label folded for look-ups: white space collapsed, case folded. */
struct str md_label(struct arena *a, struct str label);
/** Reports definitions that no link uses. */
void md_refs_report(struct md *m);
/** Takes an address and a title that a link has from a definition out of what all links may take
 * (LIMIT_SUM_LINKS); false when there is not as much left, which is reported once: then its text
 * stays text. */
bool md_ref_affords(struct md *m, struct str url, struct str title, struct span at);
/** The heading whose text is the label (MANUAL, implicit_header_references), or NULL. */
struct doc_node *md_ref_heading(const struct md *m, struct str label);
/** Pieces of links, shared with inline_link.c. Each returns the bytes read at `at`, 0 when there
 * are none. */
size_t md_scan_label(struct str s, size_t at);
size_t md_scan_url(struct str s, size_t at, struct str *url);
/** An address with white space in it, as pandoc reads it, up to a title, attributes or the end of
 * the line; `close`: up to a `)` that closes none of its own. */
size_t md_scan_spaced_url(struct md *m, struct str s, size_t at, bool close, struct str *url);
size_t md_scan_title(struct str s, size_t at, struct str *title);
/** As pandoc reads it: a quotation mark ends it before `close`, or before the end of the line where
 * that is a line's end. */
size_t md_scan_loose_title(struct str s, size_t at, char close, struct str *title);
/** A character reference (`&amp;`, `&#38;`) at `at`; returns its bytes, 0 when it is none. */
size_t md_scan_entity(struct md *m, struct str s, size_t at, struct str *text);
/** Backslash escapes and entities resolved. */
struct str md_unescape(struct md *m, struct str s);
/** Only entities: backslashes are themselves in autolinks. */
struct str md_unescape_entities(struct md *m, struct str s);

/** Column alignment from the letter that cmark-gfm uses. */
enum doc_align md_align(uint8_t letter);

/* inline_pass.c */
/** Parses a leaf's text into inlines at the end of `parent`. */
void md_inlines(struct md *m, const struct md_text *t, struct doc_node *parent);

/** A DOC_MATH of bytes [begin, end) of a text, parsed. */
struct doc_node *md_math(struct md *m, const struct md_text *t, size_t begin, size_t end,
                         bool display);

/* build_date.c */
/** The day of the build, as the document's language writes it; reported at `at` when it is not
 * known, and empty. */
struct str md_today(struct md *m, struct span at);

/* footnote.c */
/** Bytes of `[^label]` before a colon, or 0. */
size_t md_note_label(struct str s, size_t at);
/** Registers the body of a footnote, to be filled with blocks; NULL when the label is taken. */
struct md_note *md_note_new(struct md *m, struct str label, struct span at);
/** A DOC_NOTE for `[^label]`, or NULL when there is no such footnote. */
struct doc_node *md_note_ref(struct md *m, struct str label, struct span at);
/** Reports brackets that are printed as they stand when they look like a reference to a footnote.
 */
void md_note_undefined(struct md *m, struct str text, struct span at);
/** Puts the bodies of footnotes where they are referred to; reports those that nothing refers to.
 */
void md_notes_place(struct md *m);

/* smart.c */
/** The quotation marks of a language (BCP 47); English ones when it is unknown. */
void md_quotes_of(struct str lang, struct md_quotes *out);

/* label.c */
/** Gives a node a label; the first node that gets one keeps it, and its target is returned. */
struct md_target *md_label_add(struct md *m, struct doc_node *n, struct str label,
                               enum doc_word kind, struct str number);

/* scalar_text.c */
/** Whether a node of YAML is a scalar with text. */
bool md_scalar_has_text(const struct node *n);
/** The text of a scalar, and its lines, with the way back into the source where there is one. */
struct md_text md_scalar_text(struct md *m, const struct node *n);
struct md_region md_scalar_lines(struct md *m, const struct node *n);
/** A DOC_SPAN of a scalar's inlines; NULL without text. */
struct doc_node *md_scalar_inlines(struct md *m, const struct node *n);

/* block_split.c */
/** A paragraph's end among inlines. */
bool md_is_paragraph_break(const struct doc_node *n);
/** Takes blocks out of a leaf: what is before and behind them are paragraphs; leaves that are none
 * keep their text. */
void md_split_blocks(struct md *m, struct doc_node *leaf);
/** A cell holds no paragraphs: lines part what were some. */
void md_split_cell(struct md *m, struct doc_node *cell);
/** Inlines in the place of blocks below `parent`. */
void md_flatten(struct md *m, struct doc_node *parent);

/* parts.c */
/** The byte behind a part's last one. */
size_t md_part_end(const struct md *m, size_t part);
/** Gives a name its value in the part that is read, unless it has one there, which is returned.
 * Without an own value, parts have the first that any part gave. */
void *md_part_put(struct md *m, struct map *names, struct str name, void *value);
void *md_part_get(const struct md *m, const struct map *names, struct str name);
/** Identifiers that several parts give are told apart, and the links of each part lead to its own.
 */
void md_parts_settle(struct md *m);

/* kramdown.c */
/** Puts the attribute lists on what they stand at; definitions may follow their uses. */
void md_attr_lists_place(struct md *m);

/* chunk.c */
/** What the front matter says of cells, before the body is read. */
void md_cells_begin(struct md *m);
/** Reports that code was not run. */
void md_cells_end(struct md *m);
/** Reports code in the text that knitr or Quarto would have run; R's for today becomes the day of
 * the build. */
void md_inline_cell(struct md *m, struct doc_node *code);

/* bookdown.c */
/** TeX with \label in place of bookdown's (\#eq:name). */
struct str md_bookdown_math(struct md *m, struct str tex);
/** Whether a paragraph defines a text, `(ref:name) text`: then it is remembered. */
bool md_bookdown_text(struct md *m, const struct md_text *t);
/** A leaf's text with those texts in the places of their names. */
struct md_text md_bookdown_fill(struct md *m, struct md_text t);
/** Reports those that nothing used. */
void md_bookdown_end(struct md *m);
/** Headings `# (PART) Title` lose the mark; `# (APPENDIX) Title` is not shown, the next of the
 * first level is numbered A (bookdown 2.2.4, special headers). Before sections have numbers. */
void md_bookdown_parts(struct md *m);

/* shortcode.c */
/** Whether a paragraph is {{< pagebreak >}}. */
bool md_shortcode_is_break(const struct md *m, struct str paragraph);

#endif
