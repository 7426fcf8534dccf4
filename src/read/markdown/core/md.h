/* SPDX-License-Identifier: MIT */
/*
 * Shared declarations of the module, and the state of reading one document. The files of core, in
 * the order in which to read them:
 *
 *   syntax.def          the syntaxes, one a row      source_text.c   lines, texts, their places
 *   mask.c              masks for cmark-gfm          attr_syntax.c   {#id .class key=value}
 *   block_extension.c   pandoc's blocks: div.c,      link_refs.c     link reference definitions
 *                       list_marker.c, verse.c ...   footnote.c      footnotes
 *   cmark.c, cmark_*.c  cmark-gfm's tree of blocks   inline_*.c      inlines of every leaf
 *
 * Invariants: 1. The lines that cmark-gfm gets have as many bytes as in the source: masks replace
 * single bytes, so that lines and byte columns are the same. 2. Text is always taken from the
 * source; cmark-gfm's copy only shows where it is. 3. Inlines are read after all blocks, when all
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

/** The source offset of bytes that are not in the source, such as the bytes of a folded scalar of
 * YAML. */
#define MD_NOWHERE UINT32_MAX

/** A line of text without its line end. The prefixes of the containers around it, such as `> `, may
 * have been removed. */
struct md_line {
    struct str s;
    uint32_t src; /* offset of s.p in the source, or MD_NOWHERE */
};

/** Lines that are read as blocks. */
struct md_region {
    const struct md_line *lines;
    size_t n;
    struct span fixed; /* the span of every line, if the lines are not in the source */
};

/** A piece of a text: from byte `at` of the text to the next piece, the text is equal to the bytes
 * at `src` of the source. */
struct md_piece {
    uint32_t at, src;
};

/** The text of a leaf: bytes of the source that are joined, with their places. */
struct md_text {
    struct str s;
    const struct md_piece *pieces;
    size_t npieces; /* if 0, exact places are unknown, and every span is `fixed` */
    struct span fixed;
};

/** A leaf whose inlines are read after all blocks. */
struct md_leaf {
    struct doc_node *node;
    struct md_text text;
    /* the leaf is in a footnote, in which further notes are not read */
    bool in_note;
    const struct math_macro *macros; /* the macros that apply to the formulas of the leaf */
    /* the file of the document that contains the leaf, see parts.c */
    size_t part;
};

struct md_ref {
    struct str url, title;
    struct doc_attr attr;
    bool used;      /* a link already has the identifier of the definition */
    bool linked;    /* a link refers to the definition */
    struct span at; /* place of the definition */
};

/** The body of a footnote. */
struct md_note {
    struct doc_node *body; /* a DOC_DIV of blocks, not in the tree */
    /* the first reference to the note, which gets the body; NULL without a reference */
    struct doc_node *first;
    size_t nodes;     /* the number of nodes of the body, counted before `first` got the body */
    struct str label; /* the label as it was written */
};

struct md_note_use {
    struct doc_node *node;
    struct md_note *note;
};

/** An attribute list of kramdown that is applied after all blocks are read. */
struct md_attr_use {
    /* the block that the list follows, or a placeholder at the place of the list */
    struct doc_node *node;
    struct md_text text; /* the text after `{:` */
    /* the node to which the list applies; set after all blocks are read, and NULL if there is
     * none */
    struct doc_node *target;
    bool placed; /* `node` is a placeholder */
};

typedef VEC(struct md_leaf) md_leaf_vec;
typedef VEC(struct doc_node *) md_node_list;
typedef VEC(struct md_note_use) md_use_vec;

/** What a reference by number shows. */
enum md_crossref_form {
    MD_REF_NUMBER,      /* "1": \ref, -@fig:a */
    MD_REF_PARENTHESES, /* "(1)": \eqref */
    MD_REF_SHORT,       /* "fig. 1": @fig:a, \cref */
    MD_REF_NAME,        /* "Figure 1": \autoref */
    MD_REF_TITLE,       /* the title of a section: \nameref */
    MD_REF_RANGE        /* "figs. 1 to 3": \crefrange{a}{b} */
};

/** A reference to an equation, a figure, a table or a section. The member `u.link.ref` of its
 * DOC_LINK is its index in md_labels.refs plus 1. Copies of the DOC_LINK have the same index. */
struct md_crossref {
    struct str label, source;
    enum md_crossref_form form;
    /* the reference is written @Fig:a, with a capital because it begins a sentence */
    bool capital;
    /* the reference is in a command of cleveref, whose number is `group` */
    bool clever;
    bool sign; /* the reference is written with "@" */
    /* the reference is written `[](#a)`, which is an ordinary link if `a` is not a label */
    bool silent;
    bool in_link; /* the reference is in the text of a link */
    /* the heading of a reference such as `[Text of a heading]`, else NULL */
    struct doc_node *heading;
    /* number of the brackets or of the command that contain this reference and others; else 0 */
    size_t group;
};

/** An empty span whose identifier may become that of another node. */
struct md_mark {
    struct doc_node *span;
    bool tex; /* the mark is a \label */
};

/** A theorem or callout with a number. */
struct md_numbered {
    /* `text` is in the title of the division `node`; the number is added to it */
    struct doc_node *node, *text;
    enum doc_word kind;
    /* `word` is shown; `own` is the word if \newtheorem defines it, else empty */
    struct str word, own;
    /* from \newtheorem, or empty: the name of the counter, and the level of heading whose number
     * precedes the number, such as `section` */
    struct str counter, within;
    struct str environment;
};

/** The target of a label. */
struct md_target {
    struct doc_node *node;
    enum doc_word kind; /* the kind of the target, such as DOC_WORD_TABLE */
    /* the number and the title as they are shown; a section may have no number */
    struct str number, title;
    struct str word; /* the word before the number, or empty for the usual word of `kind` */
    /* the name of the environment if \newtheorem defines it, else empty */
    struct str environment;
    bool markup; /* the title has markup, such as emphasis */
};

/** The state of reading the cells of a notebook. */
struct md_cells {
    /* by default, `echo`, `eval` or `include` of a cell is false */
    bool hidden, idle, left_out;
    bool notebook; /* the document is a file .Rmd or .qmd */
    size_t n, not_run;
    /* number of cells that a tool would run, and number of cells without a label among them */
    size_t executed, unnamed;
    struct span first; /* place of the first cell that is not run */
};

struct md;
struct inl;

/** The readers of HTML and of LaTeX. core cannot include their headers, so markdown.c fills this
 * table. */
struct md_hooks {
    /** Returns the lines without the indentation that authors give to HTML. */
    struct md_region (*html_lines)(struct md *m, const struct md_region *r);
    /** Appends a block of HTML for pages, and its plain text for other outputs. */
    void (*html_block)(struct md *m, struct doc_node *to, struct str raw, struct span at);
    /** Reads an autolink or a tag at `<`. */
    bool (*html_tag)(struct inl *x);
    /** Turns start tags and their end tags within one text into nodes. */
    bool (*html_inlines)(struct md *m, struct doc_node *flat, bool splits);
    /** Reads a command, an environment or a formula at a backslash. */
    bool (*tex_command)(struct inl *x);
    /** Reads TeX's no-break space before a reference: `Figure~\ref{fig:a}`. */
    bool (*tex_tie)(struct inl *x);
    /** Reads a text of a document in LaTeX as inlines of `parent`. */
    void (*tex_inlines)(struct md *m, const struct md_text *t, struct doc_node *parent);
};

/** Labels, and references to them by number. */
struct md_labels {
    VEC(struct md_crossref) refs;
    VEC(struct md_mark) marks;
    VEC(struct md_numbered) numbered;
    struct map targets;    /* maps a label to a struct md_target */
    VEC(struct str) names; /* the labels in `targets` */
    struct map reserved;   /* the identifiers of theorems and callouts */
    size_t copied;         /* number of nodes copied from headings into references */
    bool in_math;          /* a formula contains a reference */
    bool by_section;       /* a reference leads to a section because of `autoSectionLabels` */
};

/** An unknown command or environment. */
struct md_tex_unknown {
    struct str name;
    bool environment;
    size_t uses;
    struct span at; /* place of the first use */
};

/** The state of reading LaTeX. */
struct md_tex_state {
    md_node_list leaves;        /* leaves whose inlines include blocks of LaTeX */
    struct doc_node *note_mark; /* a \footnotemark whose text has not been read; or NULL */
    size_t budget;              /* number of bytes that the expansion of macros may still make */
    int numbered;               /* the last number of the latest list `enumerate` */
    const struct doc_node *numbers; /* the latest list `enumerate`, or NULL */
    /* the size of the title or heading that is being read, in per cent of the text; 0 means 100 */
    int size;
    bool tight;                /* \setlist has removed the space between items */
    struct str labels[4];      /* patterns for the labels of numbered lists, by level */
    struct doc_node *abstract; /* the text of an environment `abstract`, or NULL */
    bool references;           /* the document has a \bibliography */
    bool appendix;
    bool hfill;
    VEC(struct md_tex_unknown) unknown; /* unknown commands of a document in LaTeX */
    struct map bibitems;                /* maps the key of a \bibitem to a struct str, its label */
    /* databases that commands of LaTeX name in a document in Markdown, or NULL */
    struct node *databases;
    bool chapters;      /* sections are below chapters */
    bool biblatex;      /* the document loads biblatex */
    struct map colours; /* maps the name of a colour to its definition, see ltx_colour() */
    struct map crefs; /* words of \crefname: maps a kind to a struct str[2], singular and plural */
    bool hyperref;    /* the document loads hyperref */
    /* the document loads cleveref, with its options `capitalise` and `noabbrev` */
    bool cleveref, cref_capital, cref_full;
};

/** The state of one document while it is read. */
struct md {
    struct doc *doc;
    struct arena *a;
    struct diags *diags;
    const struct markdown_options *opt;
    const struct md_hooks *hooks;
    struct md_format format;
    bool github; /* cmark-gfm reads blocks and inlines */
    bool as_written;
    bool latex;    /* the source is LaTeX */
    bool bookdown; /* a format of bookdown applies, see md_is_bookdown(); set before the passes */
    struct doc_quotes quotes;
    int64_t epoch; /* time of the build in seconds since 1970; negative if unknown */

    /* The place that is being read. */
    const uint32_t *starts; /* offsets at which the files of the document begin, see parts.c */
    size_t nparts;          /* number of files, at least 1 */
    size_t part;            /* index of the file that is being read */
    bool in_front;          /* a text of the front matter is being read */
    bool in_note;
    /* the warning about nesting deeper than LIMIT_DOC_DEPTH was given */
    bool deep;
    const struct math_macro *macros; /* the macros that are defined for formulas at this place */
    struct math_budget math_budget;  /* the limit on the expansion of macros */

    md_leaf_vec leaves;
    struct md_labels labels;
    struct md_tex_state tex;
    /* keys of works that the front matter or \nocite adds to the list of references */
    VEC(struct doc_cite) nocite;
    struct md_cells cells;
    struct map entities;      /* maps the name of an entity to a struct str, its characters */
    struct map abbreviations; /* maps the first word of abbreviations to a struct md_abbreviation */
    struct {
        VEC(struct doc_node *) leaves;  /* leaves with tags of block elements */
        VEC(struct doc_node *) parents; /* nodes with tags among their blocks */
    } html;
    struct {
        struct map refs; /* maps a folded label to a struct md_ref */
        /* maps a text folded by md_label() to the first DOC_HEADING with that text */
        struct map headings;
        size_t budget; /* number of bytes that links may still copy from their definitions */
        bool reported; /* the warning about an exceeded budget was given */
    } links;
    struct {
        struct map by_label; /* maps a folded label to a struct md_note */
        VEC(struct md_note *) all;
        md_use_vec uses;
    } notes;
    struct {
        struct map keys; /* maps a key of doc->front to the origin of its value, see metadata.c */
        size_t bytes;    /* number of bytes of YAML that were read */
    } front;
    struct { /* kramdown.c */
        VEC(struct md_attr_use) uses;
        struct map lists; /* maps a name to the struct md_text of an attribute list */
        size_t named;     /* number of look-ups in `lists` */
        bool toc;         /* `{:toc}` was applied */
    } kramdown;
    struct {
        struct map numbers; /* maps a label of example lists, (@label), to its number */
        int last;           /* number of the last item `(@)` */
    } examples;
    struct { /* texts that the document inserts by name, see bookdown.c and shortcode.c */
        struct map texts;             /* maps bookdown's (ref:name) to its text */
        size_t text_bytes;            /* number of bytes that `texts` has added so far */
        const struct node *variables; /* values of _variables.yml; NULL before the first use */
        size_t bytes;                 /* number of bytes that shortcodes have added so far */
        int depth;                    /* depth of nested values */
        bool icon_reported;           /* the warning about omitted icons was given */
    } values;
    struct {
        size_t cells;  /* number of cells missing at the ends of rows, in all tables */
        bool reported; /* the warning about missing cells was given */
    } padding;
};

/* source_text.c */
/** Returns the span of bytes [begin, end) of a text. */
struct span md_span(const struct md_text *t, size_t begin, size_t end);
/** Makes a text that is equal to its bytes in the source. */
struct md_text md_text_at(struct md *m, struct str s, uint32_t src);
/** Makes a text from a line. `fixed` is the place of a line that is not in the source. */
struct md_text md_text_line(struct md *m, struct md_line line, struct span fixed);
/** Makes a text whose only known place is `fixed`. */
struct md_text md_text_fixed(struct str s, struct span fixed);
/** Returns the bytes [begin, end) of a text, as a text. */
struct md_text md_text_part(struct md *m, const struct md_text *t, size_t begin, size_t end);
/** Returns the bytes [from, to) of a text as lines. */
struct md_region md_text_region(struct md *m, const struct md_text *t, size_t from, size_t to);
/** Returns lines joined by newlines as one text. */
struct md_text md_text_lines(struct md *m, const struct md_region *r);
/** Splits a text into lines at LF, CRLF and CR. `src` is its offset in the source, or MD_NOWHERE;
 * `fixed` is then its place. */
struct md_region md_lines(struct md *m, struct str text, uint32_t src, struct span fixed);
/** Returns the span `first`, extended to the end of `last` if both are in the same source. */
static inline struct span md_span_to(struct span first, struct span last) {
    first.end = last.src == first.src && last.end > first.end ? last.end : first.end;
    return first;
}
/** Returns the span of bytes [begin, end) of a line. */
struct span md_line_span(const struct md *m, const struct md_region *r, size_t line, size_t begin,
                         size_t end);
/** Reports, once, that the document is nested deeper than LIMIT_DOC_DEPTH. */
void md_too_deep(struct md *m, struct span at);
/** Stores a leaf whose inlines are read later. Empty texts have no inlines and are not stored. */
void md_leaf(struct md *m, struct doc_node *node, struct md_text text);

/* These functions are in cmark.c. Only that file, block_extension.c, cmark_*.c and cmark_gfm.c use
 * cmark-gfm. */
/** Reads the lines of a region as blocks below `parent`, at nesting depth `depth`. */
void md_blocks(struct md *m, const struct md_region *r, struct doc_node *parent, int depth);
/** Returns the characters of a named entity, or the empty slice. The name is given without & and
 * ;. */
struct str md_entity(struct md *m, struct str name);

/* mask.c */
#define MD_MASK_REF '\x02' /* in place of the `[` of a link reference definition */
/* in place of a byte at which cmark-gfm would begin a block of its own; cmark-gfm then calls the
 * extension */
#define MD_MASK_ASK '\x03'
#define MD_MASK_INK 'x' /* in place of bytes that must not begin a block */

/** The lines of a region as one text for cmark-gfm. */
struct md_mask {
    const struct md_region *region;
    char *text; /* the lines with newlines and masks, and a final NUL */
    size_t n;
    uint32_t *at;      /* the offset of each line in `text`, and that of the end */
    size_t formula_to; /* the line after the last masked formula */
};
void md_mask(struct md *m, const struct md_region *r, struct md_mask *out);
/** Whether too many cells are missing in the rows of the tables of a region. Reports this once. */
bool md_tables_too_wide(struct md *m, const struct md_region *r);
void md_mask_drop(struct md_mask *mask);
/** Returns the number of columns if a line is the delimiter row of a pipe table, `|---|:-:|`;
 * otherwise 0. */
size_t md_delimiter_row(struct str line);

/* line_space.c */
/** Whether a row of syntax.def is on. */
static inline bool md_on(const struct md *m, enum md_syntax row) {
    return m->format.on[row];
}
static inline bool md_is_blank(struct str line) {
    return !str_trim(line).n;
}
/** Returns the number of columns of white space at the beginning of a line (tab stops of 4).
 * `*bytes` is set to the number of its bytes. */
size_t md_indent(struct str line, size_t *bytes);
/** Returns the bytes [from, to) of a line, as a line. */
struct md_line md_line_part(struct md_line line, size_t from, size_t to);
/** Returns the line without the first `columns` columns of white space. */
struct md_line md_line_dedent(struct md_line line, size_t columns);

/* list_marker.c */
/** A list marker that cmark-gfm does not know: its style, delimiter and number. */
struct md_marker {
    enum doc_list_style style;
    enum doc_list_delim delim;
    int number;
    bool example;
    struct str label; /* the label of an example, (@label) */
    size_t n;         /* number of bytes, without the white space after the marker */
};
/** Returns the number of bytes of a list marker at `at`, including the white space after it, or 0.
 */
size_t md_list_marker(struct str line, size_t at);

/* attr_syntax.c */
/** Reads `{...}` at byte `at` of a text. Returns the number of bytes read, or 0 if they are not
 * attributes. `out` may be NULL. `*raw` is set to the format of `{=format}`, which is only allowed
 * if `raw` is not NULL. If `bad` is not NULL, `*bad` is set to the offset of an error. */
size_t md_attr(struct md *m, const struct md_text *t, size_t at, struct doc_attr *out,
               struct str *raw, size_t *bad);
/** Bare words of an attribute list. A word may occur several times. */
struct md_words {
    struct str *p;
    size_t n, cap;
};
/** Reads attributes and bare words from `at` on, up to `}`. The words are added to `words`. Returns
 * the offset after the brace, or 0 on an error. */
size_t md_attr_list(struct md *m, const struct md_text *t, size_t at, struct doc_attr *out,
                    struct md_words *words);
/** Adds attributes to the attributes of a node. */
void md_attr_put(struct md *m, struct doc_node *node, const struct doc_attr *attr);

/* link_refs.c */
/** Reads link reference definitions at the beginning of a paragraph. Returns the number of bytes
 * read. */
size_t md_refs_take(struct md *m, const struct md_text *t);
struct md_ref *md_ref(const struct md *m, struct str label);
/** Returns a label in the form for look-ups: with single spaces and folded case. */
struct str md_label(struct arena *a, struct str label);
/** Reports definitions that no link uses. */
void md_refs_report(struct md *m);
/** Subtracts the size of a link's address and title from the budget for definitions
 * (LIMIT_SUM_LINKS). If the budget is exceeded, reports this once and returns false; the link then
 * remains text. */
bool md_ref_affords(struct md *m, struct str url, struct str title, struct span at);
/** Returns the heading whose text is `label` (MANUAL, implicit_header_references), or NULL. */
struct doc_node *md_ref_heading(const struct md *m, struct str label);
/** Each of these functions reads a part of a link at `at`. It returns the number of bytes read, or
 * 0 if the part is not there. */
size_t md_scan_label(struct str s, size_t at);
size_t md_scan_url(struct str s, size_t at, struct str *url);
/** Reads an address that may contain spaces, as pandoc does. It ends before a title, attributes or
 * the end of the line; with `close`, also at a closing parenthesis that the address has not
 * opened. */
size_t md_scan_spaced_url(struct md *m, struct str s, size_t at, bool close, struct str *url);
size_t md_scan_title(struct str s, size_t at, struct str *title);
/** Reads a title that may contain quotation marks, as pandoc does. The title ends at a quotation
 * mark directly before `close`. If `close` is a line end, the end of the text also counts. */
size_t md_scan_loose_title(struct str s, size_t at, char close, struct str *title);
/** Reads a character reference (`&amp;`, `&#38;`) at `at`, and sets `*text` to its characters.
 * Returns its number of bytes, or 0 for other text. */
size_t md_scan_entity(struct md *m, struct str s, size_t at, struct str *text);
/** Returns a text with its backslash escapes and character references replaced. */
struct str md_unescape(struct md *m, struct str s);
/** Returns a text with its character references replaced. Backslashes are kept, as in autolinks. */
struct str md_unescape_entities(struct md *m, struct str s);

/* inline_pass.c */
/** Reads a text as inlines and appends them to `parent`. */
void md_inlines(struct md *m, const struct md_text *t, struct doc_node *parent);

/** Makes a DOC_MATH from the bytes [begin, end) of a text, which are TeX. */
struct doc_node *md_math(struct md *m, const struct md_text *t, size_t begin, size_t end,
                         bool display);

/* inline_text.c */
/** Removes white space at the beginning or the end of a text node. If the node's span is as long as
 * its text, the span is shortened in the same way. */
void md_trim_text(struct doc_node *n, bool front);
/** Moves the node `first` and its siblings before `end` to the end of `to`. NULL means no node as
 * `first`, and all siblings as `end`. */
void md_move(struct doc_node *to, struct doc_node *first, const struct doc_node *end);
/** Removes white space and soft breaks at the beginning or the end of the inlines of `parent`. */
void md_trim_inlines(struct doc_node *parent, bool front);

/* build_date.c */
/** Returns the day of the build in words, in the language of the document. If it is unknown,
 * reports this at `at` and returns an empty text. */
struct str md_today(struct md *m, struct span at);
/** Returns a date of the front matter (ISO, or Quarto's `today`) in Quarto's `date-format`. Returns
 * an empty text if the date is to be shown as it is written. */
struct str md_date_formed(struct md *m, struct str date, struct str form, struct span at);

/* footnote.c */
/** Returns the number of bytes of `[^label]:` at `at` without the colon, or 0 for other text. */
size_t md_note_label(struct str s, size_t at);
/** Returns the number of nodes of a tree. Counts no further than `most` + 1. */
size_t md_count_nodes(struct doc_node *root, size_t most);
/** Registers a footnote. The caller adds the blocks of its body. If the label is already used,
 * reports this and returns NULL. */
struct md_note *md_note_new(struct md *m, struct str label, struct span at);
/** Returns a DOC_NOTE for `[^label]`, or NULL if there is no such footnote. */
struct doc_node *md_note_ref(struct md *m, struct str label, struct span at);
/** Reports a footnote within a footnote. */
void md_note_within(struct md *m, struct span at);
/** Reports `text`, which was written in brackets, if it looks like a reference to a footnote. */
void md_note_undefined(struct md *m, struct str text, struct span at);
/** Moves the bodies of footnotes to their references. Reports unused footnotes. */
void md_notes_place(struct md *m);

/* label.c */
/** Registers `label` for the node `n`, with its kind and number. Returns the target that has the
 * label, which is an earlier one if there is one. */
struct md_target *md_label_add(struct md *m, struct doc_node *n, struct str label,
                               enum doc_word kind, struct str number);

/* image_caption.c */
/** Appends the texts of a figure's images to the caption of the figure: "(a) one; (b) two". */
void md_caption_images(struct md *m, struct doc_node *figure, struct doc_node *caption);

/* table_points.c */
/** Aligns the numbers in the cells of columns at their decimal points, by adding spaces. `how` has
 * a letter for each of the `n` columns: 'd' aligns the column, '?' aligns it if most of its cells
 * are numbers, and other letters do not align it. */
void md_align_points(struct md *m, struct doc_node *table, const char *how, size_t n);
/** Aligns the numbers in those columns that the attribute `decimal="2 3"` of a table lists. If the
 * table has the class `decimal` instead, aligns all columns of numbers. */
void md_align_asked(struct md *m, struct doc_node *table);

/* scalar_text.c */
/** Whether a node of YAML is a scalar with text. */
bool md_scalar_has_text(const struct node *n);
/** Returns the text of a scalar, and its lines, with their places in the source if possible. */
struct md_text md_scalar_text(struct md *m, const struct node *n);
struct md_region md_scalar_lines(struct md *m, const struct node *n);
/** Returns a DOC_SPAN with the inlines of a scalar. NULL if there is no text. */
struct doc_node *md_scalar_inlines(struct md *m, const struct node *n);

/* block_split.c */
/** Whether a node is a paragraph break among inlines. */
bool md_is_paragraph_break(const struct doc_node *n);
/** Moves blocks out of a leaf, and wraps the inlines before and after them in paragraphs. A leaf
 * other than a paragraph keeps only the text of the blocks. */
void md_split_blocks(struct md *m, struct doc_node *leaf);
/** Replaces paragraph breaks in a cell with line breaks. */
void md_split_cell(struct md *m, struct doc_node *cell);
/** Replaces the blocks among the children of `parent` with inlines. */
void md_flatten(struct md *m, struct doc_node *parent);

/* parts.c */
/** Returns the offset after the last byte of a part. */
size_t md_part_end(const struct md *m, size_t part);
/** md_part_put() sets the value of a name in the current file and returns NULL. If the name already
 * has a value there, it returns this value instead. md_part_get() returns the value in the current
 * file, or else in the first file that has one, or else NULL. */
void *md_part_put(struct md *m, struct map *names, struct str name, void *value);
void *md_part_get(const struct md *m, const struct map *names, struct str name);
/** Renames identifiers that several files of the document contain, and changes the links within
 * each file accordingly. */
void md_parts_settle(struct md *m);

/* kramdown.c */
/** Applies the attribute lists of kramdown. Called after all blocks are read, because a list may be
 * defined after its use. */
void md_attr_lists_place(struct md *m);

/* chunk.c */
/** Reads the options for all cells from the front matter. */
void md_cells_begin(struct md *m);
/** Reports cells that were not run. */
void md_cells_end(struct md *m);
/** Reports inline code that knitr or Quarto would run. If it is R code for the current date,
 * replaces it with the day of the build. */
void md_inline_cell(struct md *m, struct doc_node *code);

/* bookdown.c */
/** Returns `tex` with \label in place of bookdown's (\#eq:name). */
struct str md_bookdown_math(struct md *m, struct str tex);
/** If a paragraph is a definition of a text reference, `(ref:name) text`, stores it and returns
 * true. */
bool md_bookdown_text(struct md *m, const struct md_text *t);
/** Returns the text of a leaf with its text references replaced. */
struct md_text md_bookdown_fill(struct md *m, struct md_text t);
/** Reports unused text references. */
void md_bookdown_end(struct md *m);
/** Removes the marks of bookdown from headings `# (PART) Title`, and removes headings `# (APPENDIX)
 * Title`. After the latter, headings of the first level have letters (bookdown 2.2.4, special
 * headers). Called before sections are numbered. */
void md_bookdown_parts(struct md *m);

/* shortcode.c */
/** Whether a paragraph is {{< pagebreak >}}. */
bool md_shortcode_is_break(const struct md *m, struct str paragraph);

#endif
