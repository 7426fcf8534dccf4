/* SPDX-License-Identifier: MIT */
/*
 * The document tree. The readers make it, resolve inserts citations and publication lists, and the
 * outputs read it. Nodes have links to their parent, siblings and children. doc_walk visits them
 * without recursion. All memory belongs to the document's arena.
 */
#ifndef DOSSIER_DOC_DOC_H
#define DOSSIER_DOC_DOC_H

#include "core/base/arena.h"
#include "core/base/buf.h"
#include "core/base/map.h"
#include "core/data/data_node.h"
#include "core/diag/diag.h"
#include "model/doc/language.h"

#define DOC_OUTPUTS 32 /* the maximum number of outputs of one document */

struct math; /* model/tex/math/math.h */
struct math_macro;

enum doc_kind {
    /* blocks */
    DOC_ROOT,
    DOC_PARA,
    DOC_PLAIN, /* text of a tight list item or a cell: a paragraph without vertical space */
    DOC_HEADING,
    DOC_QUOTE, /* block quote */
    DOC_CODE_BLOCK,
    DOC_RAW_BLOCK, /* raw HTML or another format, which is named in code.info ("html", "latex") */
    DOC_LIST,
    DOC_ITEM,
    DOC_DEF_LIST, /* children: DOC_DEF_TERM and DOC_DEF_BODY in order */
    DOC_DEF_TERM, /* children: inlines */
    DOC_DEF_BODY, /* children: blocks */
    DOC_RULE,
    DOC_TABLE, /* children: DOC_CAPTION (0 or 1), DOC_ROW; caption's children: inlines */
    DOC_CAPTION,
    DOC_ROW,
    DOC_CELL, /* children: inlines */
    DOC_DIV,
    DOC_DETAILS, /* first child DOC_SUMMARY (inlines), then blocks; it can be folded in HTML and is
                    shown completely in PDF */
    DOC_SUMMARY,
    DOC_FIGURE, /* an image that is the only content of its paragraph: DOC_PLAIN with the image,
                   then DOC_CAPTION */
    DOC_BIBLIOGRAPHY, /* a reference list made by resolve; children: DOC_BIB_ENTRY */
    DOC_BIB_ENTRY,    /* children: DOC_BIB_LABEL (0 or 1) and inlines */
    /* inlines */
    DOC_BIB_LABEL, /* "[5]", if the style has second-field-align; children: inlines */
    DOC_TEXT,
    DOC_SOFT_BREAK,
    DOC_LINE_BREAK,
    DOC_EMPH,
    DOC_STRONG,
    DOC_STRIKE,
    DOC_UNDERLINE,
    DOC_SUP,
    DOC_SUB,
    DOC_SMALL_CAPS,
    DOC_UPRIGHT, /* ends emphasis inside of emphasis: CSL's font-style="normal" inside italics */
    DOC_CODE,
    DOC_MATH,
    DOC_LINK,
    DOC_IMAGE, /* children: the alternative text */
    DOC_NOTE,  /* a footnote at the place of its reference; children: blocks */
    DOC_SPAN,
    DOC_RAW_INLINE,
    DOC_CITE, /* a citation; it has no children before resolve, and contains its text afterwards */
    DOC_KIND_COUNT,
    DOC_BLOCK_COUNT = DOC_BIB_LABEL /* the kinds of blocks come before those of inlines */
};

struct doc_pair {
    struct str key, value;
    struct span span; /* the place of the value in the source */
};

/** pandoc's attributes {#id .class key=value}. */
struct doc_attr {
    struct str id;
    struct str *classes;
    size_t nclasses;
    struct doc_pair *pairs;
    size_t npairs;
    struct {
        const void *of; /* the array that has room for further elements */
        size_t n;       /* the number of elements that fit in that array */
    } room[2];          /* for the arrays of classes and of pairs, see node_attr.c */
    struct str element; /* the name of the HTML element in the source, in lower case; the attributes
                           are then HTML attributes; empty for other syntaxes */
    /* the attributes that were made just before these; this member links all attributes of the
     * document */
    struct doc_attr *made_before;
    /* the nearest earlier attributes that have had an identifier: see doc_id_taken() */
    struct doc_attr *named_before;
    bool named;  /* these attributes are linked by `named_before` */
    bool shared; /* several nodes with the same class share the struct, so it is copied before it is
                    changed */
};

enum doc_align { DOC_ALIGN_DEFAULT, DOC_ALIGN_LEFT, DOC_ALIGN_CENTER, DOC_ALIGN_RIGHT };
enum doc_list_style {
    DOC_BULLET,
    DOC_DECIMAL,
    DOC_LOWER_ALPHA,
    DOC_UPPER_ALPHA,
    DOC_LOWER_ROMAN,
    DOC_UPPER_ROMAN,
    DOC_UNMARKED /* neither bullets nor numbers, for publication lists without numbers */
};
enum doc_list_delim { DOC_DELIM_PERIOD, DOC_DELIM_PAREN, DOC_DELIM_PARENS, DOC_DELIM_BRACKETS };
enum doc_task { DOC_TASK_NONE, DOC_TASK_OPEN, DOC_TASK_DONE };

/** pandoc's citation modes: [@a], @a, [-@a]; and \citeauthor, \citeyear, \citetitle and
 * \fullcite. */
enum doc_cite_mode {
    DOC_CITE_NORMAL,
    DOC_CITE_IN_TEXT,
    DOC_CITE_SUPPRESS_AUTHOR,
    DOC_CITE_AUTHOR,
    DOC_CITE_YEAR,
    DOC_CITE_TITLE,
    DOC_CITE_FULL
};

/** One cite: a key and the text around it. */
struct doc_cite {
    struct str key;
    struct span span; /* exact place of "@key" (with '-' or braces) in the source */
    enum doc_cite_mode mode;
    struct doc_node *prefix; /* a DOC_SPAN with inlines, or NULL */
    struct doc_node *suffix; /* everything after the key, including the locator; may be NULL */
    bool all_names;          /* all authors are named, as in natbib's \citet* */
    bool verbatim;           /* a cite of LaTeX: no locator is read in the suffix */
};

/**
 * A node. Nodes of these kinds have memory for all members of `u`: lists, code, math, links,
 * images, citations and reference lists. Nodes of other kinds have memory only for members up to
 * the size of `text`. Therefore, nodes must be copied with doc_copy() and never as structs, and the
 * kind of a short node must never be changed to that of a long node.
 */
struct doc_node {
    enum doc_kind kind;
    struct doc_node *parent, *next, *first; /* a walk reads only these members and `kind` */
    struct doc_node *prev, *last;
    struct doc_attr *attr; /* NULL: the node has no attributes */
    struct span span;      /* place in the source; SPAN_NONE for nodes that resolve has made */
    union {
        struct {
            int level; /* from 1 to 6 */
            bool unnumbered;
            bool appendix;     /* the number of the heading belongs to an appendix */
            struct str number; /* the number, "2.1", which doc_number_sections() sets; else empty */
        } heading;
        struct {
            enum doc_list_style style;
            enum doc_list_delim delim;
            int start;
            bool tight;
            bool reversed;     /* numbers decrease from `start` */
            struct str prefix; /* a text before every number: "J" for J3, or empty */
        } list;
        struct {
            enum doc_task task;
            int number; /* the number that an item of an ordered list shows; it is set when the item
                           is made */
            struct str key; /* for an entry of a publication list: the key of its work */
        } item;
        struct {
            struct str text;
            struct str info; /* language of a code block, or format of raw text */
            bool asked;      /* DOC_RAW_*: the author has named the format, as in {=html} */
        } code;              /* DOC_CODE, DOC_CODE_BLOCK, DOC_RAW_* */
        struct {
            enum doc_align *aligns;
            /* the widths of columns in thousandths of the line width; if NULL, the content
             * determines them */
            int *widths;
            int ncols;
            bool even; /* the widths are from dashes of equal length, so the author did not choose
                          them */
        } table;
        struct {
            int number; /* the number of the caption; 0 before doc_number_captions() */
            /* the number as it is shown: "2", or "1.2" where each chapter has its own count */
            struct str shown;
        } caption;
        struct {
            bool head;
            bool foot; /* a row of the table's foot, for sums and similar values; these are the last
                          rows */
        } row;
        struct {
            enum doc_align align;
            int colspan, rowspan; /* at least 1 */
            bool head;
        } cell;
        struct {
            struct str text;
            bool escaped; /* used only while Markdown is read: the text is not syntax */
        } text;
        struct {
            struct str url, title;
            /* used only while Markdown is read: for a DOC_LINK made by a reference, the number of
             * the reference, from 1; otherwise 0 */
            size_t ref;
        } link; /* DOC_LINK, DOC_IMAGE */
        struct {
            struct str tex;
            struct math *tree;
            bool display;
            struct str plain; /* plain text for doc_plain(); if empty, `tex` is used */
        } math;
        struct {
            int number; /* number from 1, in the order of the text; doc_number_notes() sets it */
        } note;
        struct {
            struct doc_cite *cites;
            size_t n;
            bool in_text; /* a citation as a part of the sentence: @a, or @a [p. 3] */
            /* the citation is printed without the brackets of the style, as for \citealp */
            bool bare;
            bool ordered; /* the works are in the order of the source, not in that of the style */
            struct str source; /* the citation as it was written; it is shown for missing entries */
        } cite;
        struct {
            struct str key;
            bool hanging;      /* DOC_BIBLIOGRAPHY: CSL's hanging-indent */
            bool second_field; /* DOC_BIBLIOGRAPHY: CSL's second-field-align */
            /* distances that CSL sets, in lines; -1 if it sets none */
            int line_spacing, entry_spacing;
        } bib;
    } u;
};

/** A further way to contact a person: a room, a telephone, a page at a service. */
struct doc_contact {
    const char *icon; /* one of a fixed set of words: "office", "phone", "github" */
    struct str name;  /* name of the service: "GitHub"; empty if `text` is sufficient */
    struct str url;   /* the address to which the contact leads; may be empty */
    struct str text;  /* the text on paper: "github.com/ialder" */
    bool profile;     /* `url` is a page of the person (rel="me") */
};

/** An author in the title block. */
struct doc_author {
    struct doc_node *name; /* DOC_SPAN with inlines */
    struct str plain;      /* the name as text, for metadata */
    struct doc_node **affiliations;
    size_t naffiliations;
    struct str marks; /* marks of those `notes` of the document that are about the person: "*,¶"; or
                         empty */
    struct str email, orcid, url;
    struct str photo;             /* an image's file, or empty */
    struct span photo_at;         /* the place of the photo in the front matter */
    struct doc_contact *contacts; /* further ways to contact the author */
    size_t ncontacts;
};

/** A note below all authors: "* These authors contributed equally." */
struct doc_author_note {
    struct str mark;       /* the mark at the names: "*"; may be empty */
    struct doc_node *text; /* DOC_SPAN with inlines */
};

/** The title block and other metadata that outputs use. All other keys are only in `front`. */
struct doc_meta {
    struct doc_node *title, *subtitle, *date; /* DOC_SPAN with inlines, or NULL */
    struct str title_plain, subtitle_plain, date_plain;
    struct doc_author *authors;
    size_t nauthors;
    struct doc_node **affiliations; /* affiliations of the whole document */
    size_t naffiliations;
    struct doc_node **places; /* affiliations to which authors refer, in the order of their list */
    size_t nplaces;
    struct doc_author_note *notes;
    size_t nnotes;
    struct doc_node **details; /* lines of a title page: degree, university, supervisor... */
    size_t ndetails;
    struct doc_node *abstract; /* DOC_DIV with blocks, or NULL */
    struct str *keywords;
    size_t nkeywords;
    struct str lang; /* language tag (BCP 47); "en-US" by default */
    struct str description;
};

/** A line of the table of contents. */
struct doc_contents_entry {
    int level;             /* the level of nesting, from 1, without gaps */
    struct str id;         /* the identifier of the heading or of the captioned object */
    struct doc_node *text; /* DOC_SPAN with inlines, without links, notes and identifiers */
    int division;          /* division of the heading; DOC_SECTION for other lines */
};

enum doc_contents_kind {
    DOC_CONTENTS_HEADINGS,
    DOC_CONTENTS_FIGURES,
    DOC_CONTENTS_TABLES,
    DOC_CONTENTS_LISTINGS,
    DOC_CONTENTS_COUNT
};

struct doc_contents {
    enum doc_contents_kind kind;
    struct str title;
    struct doc_node *heading; /* the title, as a heading of the highest level in the list */
    bool own_title, foreign;  /* the author has set the title; the title is in English because the
                                 language is unknown */
    struct doc_contents_entry *entries;
    size_t n;
};

enum doc_class_kind { DOC_CLASS_ARTICLE, DOC_CLASS_REPORT, DOC_CLASS_BOOK };
/** Divisions of a document, as LaTeX counts them. The division of a heading may be any number from
 * DOC_PART on. */
enum { DOC_PART = -1, DOC_CHAPTER = 0, DOC_SECTION = 1 };

/** Properties of the document class (doc_find_class()). */
struct doc_class {
    enum doc_class_kind kind;
    bool open_right; /* by default, chapters begin on right-hand pages, and the paper is printed on
                        both sides */
    bool bare;       /* the number of a chapter is before its title, without a word */
    int top, base;   /* division and level of the highest headings; not set in articles */
};

/** Counters that begin again in each section. */
enum doc_within { DOC_WITHIN_EQUATIONS = 1, DOC_WITHIN_FIGURES = 2, DOC_WITHIN_TABLES = 4 };

/** Which links of a page may be followed. */
enum doc_links {
    DOC_LINKS_INERT, /* links that do not lead to files on the reader's computer */
    DOC_LINKS_FILES, /* all links, including those to files */
    DOC_LINKS_WEB    /* links to the web, and to files beside the page */
};

/** A scalar of the front matter read as Markdown. */
struct doc_front_text {
    const struct node *value;
    struct doc_node *text; /* DOC_DIV with blocks, or DOC_SPAN with inlines */
};

struct doc {
    struct arena *arena;
    struct source *source;
    struct node *front; /* the front matter as a map, merged with -M and -V of the command line;
                           never NULL */
    /* every scalar of `front`, in the same order, read as Markdown; NULL if no output needs them */
    struct doc_front_text *front_texts;
    size_t nfront_texts;
    struct doc_meta meta;
    struct str variant; /* names of the variants that are built, separated by commas, or empty */
    struct doc_node *root;
    struct doc_cite *nocite; /* keys of `nocite`, "*" for all */
    size_t nnocite;
    struct doc_contents *contents[DOC_CONTENTS_COUNT]; /* made by doc_make_contents(), or NULL */
    const struct math_macro *macros; /* macros of the whole document, for text that is not part of
                                        the document, such as titles from a database */
    struct doc_class cls;
    /* the counters that begin again in each section (\numberwithin): a sum of enum doc_within */
    unsigned within;
    struct doc_node *notes_head; /* the heading above collected notes, or NULL */
    struct doc_attr *last_attr, *last_named;
    const char *const *outputs; /* names of the possible outputs ("html"), at most DOC_OUTPUTS, see
                                   doc_outputs_of() */
    size_t noutputs;
    enum doc_links links; /* where the links of the document may lead */
    bool github; /* the document was read as GFM or CommonMark, so HTML fragments follow their
                    specifications */
    struct {
        const char *cls;
        struct doc_attr *attr;
    } shared[4]; /* for node_attr.c: the latest shared attributes */
    struct {
        char *at, *end;
        size_t n;
    } rooms;                   /* for node.c: memory for nodes, and the number of long nodes */
    bool made[DOC_KIND_COUNT]; /* kinds of the nodes that were made, or whose kind was changed by
                                  doc_change_kind() */
};

struct doc *doc_new(struct arena *a, struct source *src);
struct doc_node *doc_node_new(struct doc *d, enum doc_kind kind, struct span span);
/** Whether a node of that kind was ever made. It is used to skip walks over large trees. It is not
 * reliable for kinds that nodes get without doc_change_kind(): DOC_PARA, DOC_PLAIN, DOC_TEXT. */
bool doc_has_kind(const struct doc *d, enum doc_kind kind);
/** Changes the kind of a node to one that uses the same struct of `u`. A short node must never be
 * changed to a long one. After this, doc_has_kind() is still correct. */
void doc_change_kind(struct doc *d, struct doc_node *n, enum doc_kind kind);
struct doc_node *doc_text_new(struct doc *d, struct str text, struct span span);
struct doc_node *doc_link_new(struct doc *d, struct str url, struct span span);

void doc_append(struct doc_node *parent, struct doc_node *child);
/** Appends a new node, or a new text, to the children of `parent` and returns it. */
struct doc_node *doc_add(struct doc *d, struct doc_node *parent, enum doc_kind kind,
                         struct span span);
struct doc_node *doc_add_text(struct doc *d, struct doc_node *parent, struct str text,
                              struct span span);
void doc_insert_before(struct doc_node *at, struct doc_node *node);
void doc_insert_after(struct doc_node *at, struct doc_node *node);
/** Inserts a node before a child of `parent`, or as the last child if `before` is NULL. */
void doc_insert(struct doc_node *parent, struct doc_node *before, struct doc_node *node);
/** Removes the node from its place. It may be inserted at another place. */
void doc_unlink(struct doc_node *node);
/** Removes a node from its place if it has no children. */
void doc_unlink_empty(struct doc_node *node);
/** Puts `node` in the place of `old`, which may be inserted elsewhere. */
void doc_replace(struct doc_node *old, struct doc_node *node);
/** Moves all children of `from` to the end of `to`. */
void doc_adopt(struct doc_node *to, struct doc_node *from);
/** Puts the children of `node` in its place, and removes the node. */
void doc_dissolve(struct doc_node *node);
/** Returns a copy of the node and of all nodes below it. */
struct doc_node *doc_copy(struct doc *d, const struct doc_node *node);

/** Whether a value of `lang` has the form of a language tag (BCP 47): a code of two or three
 * letters, or "x" or "i", then subtags. "english" does not have this form. */
bool doc_lang_is_tag(struct str lang);

/* Attributes. */
void doc_add_class(struct doc *d, struct doc_node *node, struct str cls);
/** Gives the class `cls`, a static string, to a node without attributes. Nodes with the same class
 * share the struct until one of them gets more attributes. */
void doc_set_class(struct doc *d, struct doc_node *node, const char *cls);
void doc_set_pair(struct doc *d, struct doc_node *node, struct str key, struct str value);
/** Sets a pair, like doc_set_pair(). `at` is the place of the value in the source. */
void doc_set_pair_at(struct doc *d, struct doc_node *node, struct str key, struct str value,
                     struct span at);
/**
 * Returns those declarations of a `style` attribute that only describe the look of text, separated
 * by "; ". The name of the first other declaration is in `*dropped`. If `strict` is set,
 * declarations that draw outside of the element are also omitted: shadows, negative lengths, and
 * functions except those for colours. See safe_style.c.
 */
struct str doc_safe_style(struct arena *a, struct str style, bool strict, struct str *dropped);
void doc_set_id(struct doc *d, struct doc_node *node, struct str id);
/** Records that the node was written as an HTML element. */
void doc_set_element(struct doc *d, struct doc_node *node, struct str name);
/** The element's name, or the empty slice. */
struct str doc_element(const struct doc_node *node);
bool doc_has_class(const struct doc_node *node, const char *cls);
/** Returns the attribute with this key, or NULL. */
const struct doc_pair *doc_find_pair(const struct doc_node *node, const char *key);
/** Returns the value of this key, or the empty slice with a NULL pointer. */
struct str doc_pair(const struct doc_node *node, const char *key);
struct str doc_id(const struct doc_node *node);
/** Whether a node has the identifier. The node may have been removed from the tree. */
bool doc_id_taken(const struct doc *d, struct str id);

/** Returns the language of a DOC_CODE or DOC_CODE_BLOCK: its info, or its first class that is not
 * about line numbers. Empty if it has none. */
struct str doc_code_language(const struct doc_node *n);
/** Whether a code block has line numbers (classes numberLines, number-lines). They begin with
 * `*first` (attribute startFrom, default 1). */
bool doc_code_numbered(const struct doc_node *n, int *first);

/** Reports a nesting of `depth` nodes if it exceeds LIMIT_DOC_DEPTH. Returns whether it does. */
bool doc_is_too_deep(const struct doc_node *n, int depth, struct diags *d);
/** Returns the first block among a node and the siblings after it. NULL if all are inlines. */
struct doc_node *doc_inlines_end(const struct doc_node *first);
bool doc_is_inline(enum doc_kind kind);
/** Whether an inline is invisible: white space or a line end. */
bool doc_is_blank(const struct doc_node *n);
/** Whether an image is marked as decoration without `alt=""`: it is hidden from
 * screen readers, or has the role "presentation" or "none" (WAI-ARIA 1.2). */
bool doc_is_decoration(const struct doc_node *image);
/** Whether all cells of a row are empty. pandoc does not read such a row as a head. */
bool doc_row_is_empty(const struct doc_node *row);
/** Returns all text below `node`, without notes, and with math as plain text. */
struct str doc_plain(struct arena *a, const struct doc_node *node);
/** Like doc_plain(), but no-break spaces become spaces. For names, dates and titles in metadata,
 * which programs compare and split at spaces. */
struct str doc_plain_spaced(struct arena *a, const struct doc_node *node);
/** Returns the first `n` bytes, or a few more, of the text of a paragraph, by which an author names
 * the paragraph. Each run of white space becomes one blank. Citations, notes, formulas and images
 * are left out, because their text depends on the style. */
struct str doc_opening(struct arena *a, const struct doc_node *para, size_t n);

/**
 * Depth-first walk without recursion:
 *     struct doc_walk w = doc_walk_start(root);
 *     while (doc_walk_next(&w)) { if (w.enter) ... w.node ... }
 * Every node is visited twice, on entering and on leaving (leaves too). On entering, the tree below
 * and after the current node may be changed; doc_walk_skip() skips the current node's children, and
 * doc_walk_remove() unlinks the current node, which must not be the root.
 */
struct doc_walk {
    struct doc_node *root, *node;
    bool enter, started, skip;
};
struct doc_walk doc_walk_start(struct doc_node *root);
enum { DOC_PARTS = 5 };
/** Returns the first node of a kind among `root` and the nodes below it, or NULL. */
struct doc_node *doc_find_kind(struct doc_node *root, enum doc_kind kind);
/** Finds the parts of a document that outputs show, in reading order: title, subtitle, date,
 * abstract and text. Returns their number. */
size_t doc_parts(const struct doc *d, struct doc_node *out[DOC_PARTS]);
typedef void doc_tree_fn(void *user, struct doc_node *tree);
/** Calls `fn` for each tree of inlines in the title block that is not in doc_parts(): names,
 * affiliations, notes, details. */
void doc_each_title_tree(const struct doc *d, doc_tree_fn *fn, void *user);
/** Makes the next visit. Returns false after the last one, and must not be called again then.
 * Inline, because walks are frequent. */
static inline bool doc_walk_next(struct doc_walk *w) {
    if (!w->started) {
        w->started = true;
        w->node = w->root;
        w->enter = true;
        return w->node != NULL;
    }
    if (w->enter) {
        if (w->node->first && !w->skip) {
            w->node = w->node->first;
        } else {
            w->enter = false;
        }
        w->skip = false;
        return true;
    }
    if (w->node == w->root) {
        w->node = NULL;
        return false;
    }
    if (w->node->next) {
        w->node = w->node->next;
        w->enter = true;
    } else {
        w->node = w->node->parent;
    }
    return w->node != NULL;
}
void doc_walk_skip(struct doc_walk *w);
void doc_walk_remove(struct doc_walk *w);

/** Sets `cls` from `documentclass` and `top-level-division` (pandoc's manual). An unknown class is
 * treated as an article. If chapters are requested without a class, the class is a report. */
void doc_find_class(struct doc *d);
/** Whether the document class is known, or its name suggests a thesis. */
bool doc_class_known(struct str name);
/** Returns the division that a heading begins. In articles, it is the level of the heading.
 * Headings of class "part" are parts if the document class has parts. */
int doc_division(const struct doc *d, const struct doc_node *heading);
/** Whether the highest divisions are chapters, or parts with chapters. */
bool doc_has_chapters(const struct doc *d);

/** LaTeX's commands between the divisions of a book. They begin its front matter, main text and
 * back matter. Chapters before and after the main text have no numbers. */
enum doc_matter { DOC_MATTER_NONE, DOC_MATTER_FRONT, DOC_MATTER_MAIN, DOC_MATTER_BACK };
/** Returns the part of a book that raw TeX begins, or DOC_MATTER_NONE. */
enum doc_matter doc_matter_of(const struct doc_node *raw);

/** The state of a walk over the document, for numbers that restart in each chapter (LaTeX's report:
 * "Figure 2.1"; Quarto's `crossref.chapters`). */
struct doc_chapters {
    const struct doc *doc;
    int division;
    struct str number; /* the number of the current chapter, or empty */
    size_t count;      /* the number of chapters so far */
};
/** Begins the walk. Sections must have been numbered before. If `asked` is set, numbers
 * restart even if the class has no chapters. */
struct doc_chapters doc_chapters_start(const struct doc *d, bool asked);
/** Processes each node of the walk. Returns true if a numbered chapter begins with the node. */
bool doc_chapters_pass(struct doc_chapters *c, const struct doc_node *n);
/** Returns the number of the chapter and `number`: "2.1"; or only "1" before the first chapter.
 * `number` is written in `style`. */
struct str doc_chapters_number(const struct doc_chapters *c, struct arena *a, int number,
                               enum doc_list_style style);

/**
 * Puts section numbers before the headings of the first levels (`secnumdepth`) that are not
 * unnumbered, if the front matter has `numbersections`: a span of class "header-section-number" and
 * an em space (pandoc's manual, --number-sections). Headings of class "appendix" at the highest
 * level have letters. Parts have their own numbers (I, II); chapters between \frontmatter and
 * \mainmatter and after \backmatter have no numbers. Called once per document.
 */
void doc_number_sections(struct doc *d);

/**
 * Puts "Table 2: " before the captions of tables, figures and listings, each kind counted from 1 in
 * reading order: a span of class "caption-number". A figure that only one output shows is
 * counted only in that output (doc_outputs_of()). Called once per document.
 */
void doc_number_captions(struct doc *d);
/** Returns the kind of the captioned object: DOC_WORD_TABLE, _FIGURE or _LISTING. */
enum doc_word doc_caption_kind(const struct doc_node *caption);
/** Returns "continued", for the parts of a table on further pages. Empty if the front matter or the
 * table has turned it off. */
struct str doc_continued_word(const struct doc *d, const struct doc_node *caption);
/** Returns "Table 3 (continued)", or an empty text. */
struct str doc_continued_label(const struct doc *d, const struct doc_node *caption);

/** How many objects of one kind each output has shown so far. */
struct doc_count {
    int n[DOC_OUTPUTS];
};
/** Returns the outputs that show a node. The conditions of all its ancestors are included, see
 * doc_outputs_of(). */
unsigned doc_outputs_around(const struct doc *d, const struct doc_node *n);
/** Returns the next number for an object that `outputs` show (one bit for each). An object has the
 * same number in all of its outputs. A figure for the screen and its replacement on paper have the
 * same number. */
int doc_count_next(struct doc_count *c, unsigned outputs);

/** The looks of theorems (amsthm's three styles). */
enum doc_theorem_style { DOC_THEOREM_PLAIN, DOC_THEOREM_DEFINITION, DOC_THEOREM_REMARK };
/** A kind of theorem. A division is of this kind if it has the class, or an identifier with the
 * prefix. */
struct doc_theorem {
    const char *cls;    /* the class: "theorem" */
    const char *prefix; /* prefix of identifiers: Quarto's {#thm-a}, bookdown's thm:a */
    enum doc_word word;
    enum doc_theorem_style style;
    /* divisions of the class have numbers even if they have no identifier (bookdown) */
    bool by_class;
};
/** Returns the kind of theorem with this class, or NULL. */
const struct doc_theorem *doc_theorem_named(struct str cls);
/** Returns the kind whose prefix is before "-" or ":" in an identifier, or NULL. */
const struct doc_theorem *doc_theorem_labelled(struct str id);
/** Returns the kind of theorem that a division is. NULL if it is not a theorem. */
const struct doc_theorem *doc_theorem_of(const struct doc_node *div);

/** A kind of callout: divisions of class "callout-note" and similar (Quarto). */
struct doc_callout {
    const char *cls, *prefix;
    enum doc_word word;
};
/** Returns the kind of callout that a node is. NULL if it is not a callout. */
const struct doc_callout *doc_callout_of(const struct doc_node *n);
/** Returns the kind whose prefix is at the beginning of an identifier ("nte-a"), or NULL. */
const struct doc_callout *doc_callout_labelled(struct str id);

/**
 * Makes the `contents` that the front matter requests: of headings (`toc`, `toc-depth`,
 * `toc-title`: pandoc's manual, Variables) and of captions of figures (`lof`), tables (`lot`) and
 * listings (`lol`). Fills the first empty div of class `toc` with lists of links (kramdown's
 * `{:toc}`). Listed nodes without an identifier get one. Called once per document, after sections
 * and captions were numbered.
 */
void doc_make_contents(struct doc *d);

/**
 * Returns the outputs that show a node, by its own classes: `only-html` limits the node to the
 * outputs that such classes name, and `not-html` excludes an output; `content-visible` and
 * `content-hidden` follow Quarto with `when-format`, `unless-format`, `when-meta`, `unless-meta`,
 * `when-profile`; nodes of other variants have no outputs (doc_settle_variant()). Bit `i` means
 * `outputs[i]`; for a node without such classes, all bits are set. Names that are not outputs of
 * the document are ordinary classes.
 */
unsigned doc_outputs_of(const struct doc *d, const struct doc_node *n);
/**
 * Removes nodes of other variants for good: nodes of class `only` whose `variant` names other
 * variants, nodes of class `not` whose `variant` names the current one, and those hidden by
 * conditions on profiles (Quarto's profiles are variants). The remaining nodes lose these marks.
 */
void doc_settle_variant(struct doc *d);
/** Calls `fn` for each occurrence of a variant's or profile's name. */
void doc_each_variant(const struct doc *d, void (*fn)(void *user, struct str name), void *user);
struct doc_hidden;
/** Removes the nodes that the output with number `output` does not show, so that its writer need
 * not examine the conditions. Returns the argument for doc_unhide(), or NULL if no node is
 * hidden. */
struct doc_hidden *doc_hide(struct doc *d, size_t output);
/** Puts all nodes back and frees `h`, which may be NULL. The tree must not have been changed since
 * doc_hide(). */
void doc_unhide(struct doc_hidden *h);

/** The affiliations of all authors, each once. Those in `places` of the metadata come first. */
struct doc_affiliations {
    struct doc_node **places;
    struct map index; /* maps the text of each affiliation to its number, stored as a pointer */
    size_t n;
};
/** Whether the items of a list have numbers or letters. If not, they have bullets or no markers. */
static inline bool doc_list_is_ordered(const struct doc_node *list) {
    return list->u.list.style != DOC_BULLET && list->u.list.style != DOC_UNMARKED;
}
/** Appends a number in a style: "3", "iv", "B". It is decimal if the style has no form for it (CSS
 * Counter Styles 3, fallback). */
void doc_list_number(struct buf *out, enum doc_list_style style, int number);
/** Appends the label of an item of a numbered list: "3.", "(iv)", "[B]", "J3.". The number is in
 * `style`, which may differ from the style of the list. */
void doc_list_label(struct buf *out, const struct doc_node *list, enum doc_list_style style,
                    int number);
/** The kind of an address. Its scheme decides, as a browser reads it (WHATWG URL, 4.4): blanks and
 * control characters before the scheme are ignored, and tabs and line ends are ignored
 * everywhere. */
enum doc_url_kind {
    DOC_URL_RELATIVE, /* the address has neither scheme nor host */
    DOC_URL_WEB,      /* the scheme is http, https, ftp, mailto, tel or doi */
    DOC_URL_OTHER,    /* another scheme, which some program handles */
    /* the address begins with `//` and a host; if the page is a file on a disk, the host is a
       computer in the local network */
    DOC_URL_HOST,
    DOC_URL_FILE, /* a file on the reader's computer or in its network: file, smb */
    /* the browser runs the address as a program, or shows it as a page with the rights of the
     * document: javascript, vbscript, data */
    DOC_URL_LIVE
};
enum doc_url_kind doc_url_kind(struct str url);
bool doc_url_is_live(struct str url);
/** Whether an address may be a link under the policy `which`. */
bool doc_url_is_link(enum doc_links which, struct str url);
/** Returns the printed form of an address: the part of `url` without scheme and final slash. */
struct str doc_url_text(struct str url);
/** Returns the name of the service that has this icon or key: "github", "brands/github",
 * "github_username". Empty if it is unknown. Static. */
struct str doc_service_name(struct str icon);
/** Returns the number of an ORCID iD, which may be given as an address. */
struct str doc_orcid_number(struct str orcid);
/** Reads rooms, telephones and services from an author's map (`office`, `phone`, `github`...; also
 * the keys of al-folio, academicpages and HugoBlox; the lists `profiles` and `links`) in a fixed
 * order, each address once. A value from which no address can be made becomes a text. */
struct doc_contact *doc_contacts_read(struct arena *a, const struct node *author, size_t *n);
/** Whether each term of a list of definitions has a year of four digits, as the entries of a CV
 * have. Such lists have the class `dated`. */
bool doc_is_dated(const struct doc *doc, const struct doc_node *list);
/** Whether the title of the page is the name of this author. The title block does not repeat the
 * name then. */
bool doc_author_is_title(const struct doc_meta *m, const struct doc_author *a);
/** Returns an author's photo as an image of the class `photo`. Its description is the name, or for
 * the first author `photo-alt` if it is set. The image is allocated in the document's arena.
 */
const struct doc_node *doc_author_photo(const struct doc *doc, const struct doc_author *author);
/**
 * Returns the authors' affiliations if they need numbers. Numbers are needed if two authors have
 * the same affiliation, if one author has several, or if affiliations are listed separately from
 * the authors. Otherwise, and for a single author, returns NULL: affiliations are printed with the
 * name.
 */
const struct doc_affiliations *doc_shared_affiliations(struct arena *a, const struct doc_meta *m);
/** Returns the marks at an author's name, "1,3,*": numbers of affiliations and marks of notes.
 * `all` may be NULL. */
struct str doc_affiliation_marks(struct arena *a, const struct doc_affiliations *all,
                                 const struct doc_author *author);

/** Whether the front matter sets the word that doc_label_word() returns. */
bool doc_has_own_word(const struct doc *d, enum doc_word word);
/** Returns a word like doc_word(). If the front matter sets the word, returns that: `figureTitle`,
 * `figPrefix` and similar keys, as in pandoc-crossref. It may be empty. */
struct str doc_label_word(const struct doc *d, struct str lang, enum doc_word word, bool *foreign);
/** Whether a text ends in an abbreviation, with its full stop. After it, pandoc makes a space a
 * no-break space (manual, --abbreviations). */
bool doc_ends_in_abbreviation(struct str s);
/** The direction of a part of the document. AUTO means the direction of the first strong letter in
 * the part, and NONE the direction of the surroundings. */
enum doc_dir { DOC_DIR_NONE, DOC_DIR_LTR, DOC_DIR_RTL, DOC_DIR_AUTO };
/** Returns the direction that a value of `dir` names, in upper or lower case. NONE for another
 * value. */
enum doc_dir doc_dir_named(struct str value);
/** Returns the direction of a node from its attribute `dir`, or else from its attribute `lang`. */
enum doc_dir doc_dir_of(const struct doc_node *n);
/** Whether a language (BCP 47) is written from right to left. The script in the tag decides, or
 * else the usual script of the language. */
bool doc_lang_is_rtl(struct str lang);
/** Whether a document is right-to-left. `dir` in its front matter decides, or else its language. */
bool doc_is_rtl(const struct doc *d);
/** Whether the text at a node is written from right to left. The nearest ancestor that has a
 * direction other than `auto` decides, or else the document. */
bool doc_rtl_at(const struct doc *d, const struct doc_node *node);
/** Returns "Chapter 1", "Appendix B" or "Part I": the number of a division with its word, in the
 * order of the language. */
struct str doc_division_label(const struct doc *d, struct str lang, enum doc_word word,
                              struct str number);
/** Returns the language at a node: the nearest `lang` around it, or the document's language. */
struct str doc_lang_at(const struct doc *d, const struct doc_node *node);
/**
 * Returns a copy of the inlines of a heading, for use inside a link: a DOC_SPAN without links,
 * notes, images, identifiers and line breaks.
 */
struct doc_node *doc_heading_text(struct doc *d, const struct doc_node *heading);

/**
 * Returns the document's name in one line, for tabs, search results and other pages (HTML, 4.2.2).
 * It is never empty: `pagetitle` (pandoc), the title (with "Publications – " before it if the title
 * is the author's name and the subtitle is "Publications"), the first heading, or the file's name.
 */
struct str doc_page_title(const struct doc *doc);
/** Returns the document's date in a form for programs: "2020", "2020-01", "2020-01-31". Dates such
 * as "31 January 2020" or "Jan. 31, 2020" are recognized. Empty for other dates. */
struct str doc_date_iso(const struct doc *doc);
/** The same for a date as a text. The result is that text or in `a`. */
struct str doc_iso_of(struct arena *a, struct str date);

/** Numbers footnotes from 1 in the order of the text. Returns their number. */
int doc_number_notes(struct doc *d);

/**
 * Returns pandoc's automatic identifier for the text of a heading (manual, auto_identifiers): lower
 * case, no punctuation, hyphens for spaces, starts with a letter; "section" when nothing is left.
 * The caller lower-cases letters beyond ASCII (module unicode) and makes it unique with -1, -2...
 */
struct str doc_auto_id(struct arena *a, struct str plain);

#endif
