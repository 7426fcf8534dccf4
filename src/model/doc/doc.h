/* SPDX-License-Identifier: MIT */
/*
 * The document tree: the hub between reading and writing.
 *
 * markdown makes it, resolve fills in what citations and publication lists say, html and layout
 * read it. Nodes link to parent, siblings and children; walk them with doc_walk (no recursion on
 * input depth). All memory is the document's arena.
 */
#ifndef DOSSIER_DOC_DOC_H
#define DOSSIER_DOC_DOC_H

#include "core/base/arena.h"
#include "core/base/buf.h"
#include "core/base/map.h"
#include "core/data/data_node.h"
#include "core/diag/diag.h"

#define DOC_OUTPUTS 32 /* at most: of a document */

struct math; /* model/tex/math/math.h */
struct math_macro;

enum doc_kind {
    /* blocks */
    DOC_ROOT,
    DOC_PARA,
    DOC_PLAIN, /* text of a tight list item or a cell: a paragraph without paragraph spacing */
    DOC_HEADING,
    DOC_QUOTE, /* block quote */
    DOC_CODE_BLOCK,
    DOC_RAW_BLOCK, /* raw HTML or another format, named in code.info ("html", "latex") */
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
    DOC_DETAILS, /* first child DOC_SUMMARY (inlines), then blocks: folds in HTML, is set out in PDF
                  */
    DOC_SUMMARY,
    DOC_FIGURE, /* an image alone in its paragraph: DOC_PLAIN with the image, then DOC_CAPTION */
    DOC_BIBLIOGRAPHY, /* a reference list that resolve made; children: DOC_BIB_ENTRY */
    DOC_BIB_ENTRY,    /* children: DOC_BIB_LABEL (0 or 1) and inlines, or blocks */
    /* inlines */
    DOC_BIB_LABEL, /* "[5]": children inlines; set apart when the style aligns the second field */
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
    DOC_UPRIGHT, /* undoes emphasis: CSL font-style="normal" inside italics */
    DOC_CODE,
    DOC_MATH,
    DOC_LINK,
    DOC_IMAGE, /* children: the alternative text */
    DOC_NOTE,  /* a footnote at its place; children: blocks */
    DOC_SPAN,
    DOC_RAW_INLINE,
    DOC_CITE, /* a citation; before resolve no children, afterwards what is shown */
    DOC_KIND_COUNT,
    DOC_BLOCK_COUNT = DOC_BIB_LABEL /* kinds of blocks come before those of inlines */
};

struct doc_pair {
    struct str key, value;
    struct span span; /* of the value in the source */
};

/** pandoc's attributes {#id .class key=value}. */
struct doc_attr {
    struct str id;
    struct str *classes;
    size_t nclasses;
    struct doc_pair *pairs;
    size_t npairs;
    struct str element; /* the name of the HTML element it was written as, in lower case: then the
                           attributes are HTML's own; empty for what was no HTML */
    struct doc_attr *made_before; /* of all attributes of the document, see doc_id_taken() */
    bool shared;                  /* by nodes of one class: who changes them makes a copy first */
};

enum doc_align { DOC_ALIGN_DEFAULT, DOC_ALIGN_LEFT, DOC_ALIGN_CENTER, DOC_ALIGN_RIGHT };
enum doc_list_style {
    DOC_BULLET,
    DOC_DECIMAL,
    DOC_LOWER_ALPHA,
    DOC_UPPER_ALPHA,
    DOC_LOWER_ROMAN,
    DOC_UPPER_ROMAN,
    DOC_UNMARKED /* no bullet, no number: unnumbered publication lists */
};
enum doc_list_delim { DOC_DELIM_PERIOD, DOC_DELIM_PAREN, DOC_DELIM_PARENS, DOC_DELIM_BRACKETS };
enum doc_task { DOC_TASK_NONE, DOC_TASK_OPEN, DOC_TASK_DONE };

/** pandoc's citation modes: [@a], @a, [-@a]. */
enum doc_cite_mode { DOC_CITE_NORMAL, DOC_CITE_IN_TEXT, DOC_CITE_SUPPRESS_AUTHOR };

/** One cite: a key with what stands around it. */
struct doc_cite {
    struct str key;
    struct span span; /* of "@key" (with '-' or braces) in the source, exact */
    enum doc_cite_mode mode;
    struct doc_node *prefix; /* a DOC_SPAN with inlines, or NULL */
    struct doc_node *suffix; /* the same: everything behind the key, locator included, as written */
};

/**
 * A node. Lists, code, math, links, images, citations and reference lists have memory for all
 * members of `u`; nodes of all other kinds, the short ones, for those no longer than `text`. So a
 * node is copied by doc_copy(), never as a struct, and becomes one of a long kind only when it was
 * one before.
 */
struct doc_node {
    enum doc_kind kind;
    struct doc_node *parent, *next, *first; /* with `kind`, all that a walk follows */
    struct doc_node *prev, *last;
    struct doc_attr *attr; /* or NULL */
    struct span span;      /* in the source; SPAN_NONE for what resolve made */
    union {
        struct {
            int level; /* 1..6 */
            bool unnumbered;
            bool appendix;     /* its number is that of an appendix */
            struct str number; /* "2.1", or empty: doc_number_sections() gave it none */
        } heading;
        struct {
            enum doc_list_style style;
            enum doc_list_delim delim;
            int start;
            bool tight;
            bool reversed;     /* numbers go down from `start` */
            struct str prefix; /* of every number: "J" of J3; or empty */
        } list;
        struct {
            enum doc_task task;
            int number;     /* shown number of an ordered list's item, set by whoever makes it */
            struct str key; /* of the work that an entry of a publication list is about; or empty */
        } item;
        struct {
            struct str text;
            struct str info; /* language of a code block, format of raw text */
            bool asked;      /* DOC_RAW_*: the author named the format, as by {=html} */
        } code;              /* DOC_CODE, DOC_CODE_BLOCK, DOC_RAW_* */
        struct {
            enum doc_align *aligns;
            int *widths; /* per mille of the measure, or NULL: from the content */
            int ncols;
            bool even; /* widths are of dashes that are all alike: nobody wished for them */
        } table;
        struct {
            int number;       /* 0 before doc_number_captions() */
            struct str shown; /* "2", or "1.2" where chapters count their own */
        } caption;
        struct {
            bool head;
            bool foot; /* sums and the like; such rows stand last */
        } row;
        struct {
            enum doc_align align;
            int colspan, rowspan; /* at least 1 */
            bool head;
        } cell;
        struct {
            struct str text;
            bool escaped; /* of meaning only while markdown reads: it is no syntax */
        } text;
        struct {
            struct str url, title;
            size_t ref; /* DOC_LINK while markdown reads: which reference it is, from 1; or 0 */
        } link;         /* DOC_LINK, DOC_IMAGE */
        struct {
            struct str tex;
            struct math *tree;
            bool display;
            struct str
                plain; /* its plain reading for doc_plain(), or empty: then `tex` stands in */
        } math;
        struct {
            int number; /* from 1, in the order of the text; set by doc_number_notes() */
        } note;
        struct {
            struct doc_cite *cites;
            size_t n;
            bool in_text;      /* @a, or @a [p. 3] */
            struct str source; /* as written, for marks of what is missing */
        } cite;
        struct {
            struct str key;
            bool hanging;                    /* DOC_BIBLIOGRAPHY: CSL hanging-indent */
            bool second_field;               /* DOC_BIBLIOGRAPHY: CSL second-field-align */
            int line_spacing, entry_spacing; /* CSL's, in lines; -1: not given */
        } bib;
    } u;
};

/** Names of parts of a document. */
enum doc_word {
    DOC_WORD_ABSTRACT,
    DOC_WORD_KEYWORDS,
    DOC_WORD_CONTENTS,
    DOC_WORD_TABLE, /* kinds of what has numbers, always in this order */
    DOC_WORD_FIGURE,
    DOC_WORD_EQUATION,
    DOC_WORD_SECTION,
    DOC_WORD_TABLE_REF, /* in front of the number of one that the text refers to */
    DOC_WORD_FIGURE_REF,
    DOC_WORD_EQUATION_REF,
    DOC_WORD_SECTION_REF,
    DOC_WORD_TABLE_REFS, /* in front of the numbers of several */
    DOC_WORD_FIGURE_REFS,
    DOC_WORD_EQUATION_REFS,
    DOC_WORD_SECTION_REFS,
    DOC_WORD_EQUAL, /* a sentence */
    DOC_WORD_CORRESPONDING,
    DOC_WORD_THEOREM, /* further kinds of what has numbers: the same word in the text */
    DOC_WORD_LEMMA,
    DOC_WORD_COROLLARY,
    DOC_WORD_PROPOSITION,
    DOC_WORD_CONJECTURE,
    DOC_WORD_DEFINITION,
    DOC_WORD_EXAMPLE,
    DOC_WORD_EXERCISE,
    DOC_WORD_SOLUTION,
    DOC_WORD_REMARK,
    DOC_WORD_ASSUMPTION,
    DOC_WORD_HYPOTHESIS,
    DOC_WORD_ALGORITHM,
    DOC_WORD_PROOF,
    DOC_WORD_LISTING,
    DOC_WORD_NOTE,
    DOC_WORD_TIP,
    DOC_WORD_IMPORTANT,
    DOC_WORD_CAUTION,
    DOC_WORD_WARNING,
    DOC_WORD_LIST_FIGURES,
    DOC_WORD_LIST_TABLES,
    DOC_WORD_LIST_LISTINGS,
    DOC_WORD_PART,
    DOC_WORD_CHAPTER,
    DOC_WORD_APPENDIX,
    DOC_WORD_INDEX,
    DOC_WORD_NOTES,     /* the head of notes that stand together */
    DOC_WORD_SEE,       /* of an index: to look under another word, */
    DOC_WORD_SEE_ALSO,  /* under others too */
    DOC_WORD_ANONYMOUS, /* in place of an author, in a blind review, */
    DOC_WORD_OMITTED,   /* and of a work's title: a sentence */
    DOC_WORD_COUNT
};

/** Another way to a person: a room, a telephone, a page at some service. */
struct doc_contact {
    const char *icon; /* what kind it is: "office", "phone", "github", "link"; of a fixed set */
    struct str name;  /* of the service: "GitHub"; empty where `text` says all */
    struct str url;   /* or empty */
    struct str text;  /* what stands on paper: "github.com/ialder" */
    bool profile;     /* a page of the person's (rel="me") */
};

/** A person of the title block. */
struct doc_author {
    struct doc_node *name; /* DOC_SPAN with inlines */
    struct str plain;      /* the name as text, for metadata */
    struct doc_node **affiliations;
    size_t naffiliations;
    struct str marks; /* of `notes` of the document that are about the person: "*,¶"; or empty */
    struct str email, orcid, url;
    struct str photo;             /* an image's file, or empty */
    struct doc_contact *contacts; /* others than these */
    size_t ncontacts;
};

/** What is said below all authors: "* These authors contributed equally." */
struct doc_author_note {
    struct str mark;       /* may be empty */
    struct doc_node *text; /* DOC_SPAN with inlines */
};

/** The title block and other metadata with a meaning for the outputs. Everything else stays in
 * `front`. */
struct doc_meta {
    struct doc_node *title, *subtitle, *date; /* DOC_SPAN with inlines, or NULL */
    struct str title_plain, subtitle_plain, date_plain;
    struct doc_author *authors;
    size_t nauthors;
    struct doc_node **affiliations; /* of the document as a whole */
    size_t naffiliations;
    struct doc_node **places; /* those that authors refer to, in the order they are listed in */
    size_t nplaces;
    struct doc_author_note *notes;
    size_t nnotes;
    struct doc_node **details; /* lines of a title page: degree, university, supervisor... */
    size_t ndetails;
    struct doc_node *abstract; /* DOC_DIV with blocks, or NULL */
    struct str *keywords;
    size_t nkeywords;
    struct str lang; /* BCP 47; "en-US" when not given */
    struct str description;
};

/** A line of the table of contents. */
struct doc_contents_entry {
    int level;             /* of nesting, from 1, without jumps */
    struct str id;         /* of the heading */
    struct doc_node *text; /* DOC_SPAN with inlines, free of links, notes and identifiers */
    int division;          /* of the heading; of others DOC_SECTION */
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
    struct doc_node *heading; /* the title as a heading of the highest level that is listed */
    bool own_title, foreign;  /* the author's; or English though the document is not */
    struct doc_contents_entry *entries;
    size_t n;
};

enum doc_class_kind { DOC_CLASS_ARTICLE, DOC_CLASS_REPORT, DOC_CLASS_BOOK };
/** Divisions of a document, as LaTeX counts them: a heading's may be any number from DOC_PART on.
 */
enum { DOC_PART = -1, DOC_CHAPTER = 0, DOC_SECTION = 1 };

/** What the document class says (doc_find_class()). */
struct doc_class {
    enum doc_class_kind kind;
    bool open_right; /* by default chapters begin on right-hand pages, of paper with two sides */
    bool bare;       /* chapters have their number before their title, without a word */
    int top, base;   /* but in articles: division and level of the highest headings */
};

/** Where links may lead: nowhere live, and... */
enum doc_links {
    DOC_LINKS_INERT, /* ...to no file of the reader's machine */
    DOC_LINKS_FILES, /* ...anywhere else */
    DOC_LINKS_WEB    /* ...only into the web, and to what lies beside the page */
};

/** A scalar of the front matter, read as Markdown. */
struct doc_front_text {
    const struct node *value;
    struct doc_node *text; /* DOC_DIV with blocks, or DOC_SPAN with inlines */
};

struct doc {
    struct arena *arena;
    struct source *source;
    struct node *front; /* the front matter as a map with the command line's -M and -V merged in;
                           never NULL */
    struct doc_front_text *front_texts; /* every scalar of `front` in its order, in trees that say
                                           what the author wrote; else NULL */
    size_t nfront_texts;
    struct doc_meta meta;
    struct str variant; /* names of the variants that are made, with commas between; or empty */
    struct doc_node *root;
    struct doc_cite *nocite; /* keys of `nocite`, "*" for all */
    size_t nnocite;
    struct doc_contents *contents[DOC_CONTENTS_COUNT]; /* made by doc_make_contents(), or NULL */
    const struct math_macro *macros; /* those of the whole document, for text that is not its own:
                                        titles from a database */
    struct doc_class cls;
    struct doc_node *notes_head; /* the heading of notes that stand together, or NULL */
    struct doc_attr *last_attr;
    const char *const *outputs; /* names of what may be made of documents ("html"), at most
                                   DOC_OUTPUTS: see doc_outputs_of() */
    size_t noutputs;
    enum doc_links links; /* where its links may lead */
    bool github; /* read as GFM or CommonMark: a fragment of HTML is as their specifications have it
                  */
    struct {
        const char *cls;
        struct doc_attr *attr;
    } shared[4]; /* node_attr.c: those that were made last */
    struct {
        char *at, *end;
        size_t n;
    } rooms;                   /* node.c: memory for nodes, and for how many long ones it was */
    bool made[DOC_KIND_COUNT]; /* kinds of which doc_node_new() ever made a node, and what others
                                  became by doc_change_kind() */
};

struct doc *doc_new(struct arena *a, struct source *src);
struct doc_node *doc_node_new(struct doc *d, enum doc_kind kind, struct span span);
/**
 * Whether a node of that kind was ever made: where not, nobody need walk a large tree in search of
 * one. Not to be asked for kinds that others become later: DOC_PARA, DOC_PLAIN, DOC_TEXT.
 */
bool doc_has_kind(const struct doc *d, enum doc_kind kind);
/** Makes a node one of another kind, with the members of the same struct of `u`, never a short one
 * a long one; what doc_has_kind() knows. */
void doc_change_kind(struct doc *d, struct doc_node *n, enum doc_kind kind);
/** Makes a copy of a document, whose arena is another, one in which nodes are made on another
 * thread: nothing is made in the memory of the first. It knows the first one's attributes. */
void doc_leave_rooms(struct doc *d);
/** The same, and it has attributes of its own alone: for doc_join_part(). */
void doc_begin_part(struct doc *d);
/** What was noted of the nodes of such a copy is noted of the document's. */
void doc_join_part(struct doc *d, const struct doc *part);
struct doc_node *doc_text_new(struct doc *d, struct str text, struct span span);
/** A DOC_LINK to `url`. */
struct doc_node *doc_link_new(struct doc *d, struct str url, struct span span);

void doc_append(struct doc_node *parent, struct doc_node *child);
void doc_insert_before(struct doc_node *at, struct doc_node *node);
void doc_insert_after(struct doc_node *at, struct doc_node *node);
/** Takes the node out of its place; it may be put elsewhere. */
void doc_unlink(struct doc_node *node);
/** Moves all children of `from` to the end of `to`. */
void doc_adopt(struct doc_node *to, struct doc_node *from);
/** A copy of the node and all below it. */
struct doc_node *doc_copy(struct doc *d, const struct doc_node *node);

/** Whether a value of `lang` has the form of a language tag (BCP 47): a code of two or three
 * letters, or "x" or "i", then subtags. Words like "english" have not. */
bool doc_lang_is_tag(struct str lang);

/* Attributes. */
void doc_add_class(struct doc *d, struct doc_node *node, struct str cls);
/** Gives a node that has no attributes the class `cls`, which is static: many nodes of one class
 * share what holds it, until one of them is given more. */
void doc_set_class(struct doc *d, struct doc_node *node, const char *cls);
void doc_set_pair(struct doc *d, struct doc_node *node, struct str key, struct str value);
void doc_set_id(struct doc *d, struct doc_node *node, struct str id);
/** Says that the node was written as an HTML element. */
void doc_set_element(struct doc *d, struct doc_node *node, struct str name);
/** The element's name, or the empty slice. */
struct str doc_element(const struct doc_node *node);
bool doc_has_class(const struct doc_node *node, const char *cls);
/** Value of a key, or the empty slice with a NULL pointer. */
struct str doc_pair(const struct doc_node *node, const char *key);
struct str doc_id(const struct doc_node *node);
/** Whether any node has the identifier, also one that was taken out of the tree again. */
bool doc_id_taken(const struct doc *d, struct str id);

/** The language of a DOC_CODE or DOC_CODE_BLOCK: its info, or its first class that says no more
 * than how lines are numbered; empty when there is none. */
struct str doc_code_language(const struct doc_node *n);
/** Whether the lines of a code block are to be numbered (classes numberLines, number-lines); from
 * `*first` on (attribute startFrom; 1). */
bool doc_code_numbered(const struct doc_node *n, int *first);

/** Whether a writer is `depth` nodes deep and so beyond LIMIT_DOC_DEPTH, which is reported. */
bool doc_is_too_deep(const struct doc_node *n, int depth, struct diags *d);
/** The first block from a node on among its siblings; NULL when all are inlines. */
struct doc_node *doc_inlines_end(const struct doc_node *first);
bool doc_is_inline(enum doc_kind kind);
/** Whether an inline shows nothing: white space, or where a line ends. */
bool doc_is_blank(const struct doc_node *n);
/** Whether an image was said to be no more than decoration, other than by `alt=""`: hidden from
 * those who listen, or of the role "presentation" or "none" (WAI-ARIA 1.2). */
bool doc_is_decoration(const struct doc_node *image);
/** All text below `node` (notes left out, math in its plain reading). */
struct str doc_plain(struct arena *a, const struct doc_node *node);

/**
 * Depth-first walk without recursion. Start with {root, root, true}... use:
 *     struct doc_walk w = doc_walk_start(root);
 *     while (doc_walk_next(&w)) { if (w.enter) ... w.node ... }
 * Every node is visited twice, entering and leaving (leaves too). Changing the tree below or behind
 * the current node while entering is allowed; call doc_walk_skip() to leave the current node's
 * children out.
 */
struct doc_walk {
    struct doc_node *root, *node;
    bool enter, started, skip;
};
struct doc_walk doc_walk_start(struct doc_node *root);
enum { DOC_PARTS = 5 };
/** Finds the parts of a document that outputs show, in reading order: title, subtitle, date,
 * abstract and text. Returns how many there are. */
size_t doc_parts(const struct doc *d, struct doc_node *out[DOC_PARTS]);
typedef void doc_tree_fn(void *user, struct doc_node *tree);
/** Calls for each tree of inlines in the title block that is not among doc_parts(): names,
 * affiliations, notes, details. */
void doc_each_title_tree(const struct doc *d, doc_tree_fn *fn, void *user);
/** The next visit; false behind the last. Inline, for large trees are walked again and again. */
static inline bool doc_walk_next(struct doc_walk *w) {
    if (!w->started) {
        w->started = true;
        w->node = w->root;
        w->enter = true;
        return w->node != NULL;
    }
    if (!w->node) {
        return false;
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

/**
 * Finds `cls`: by `documentclass` and `top-level-division` (pandoc MANUAL). A class that is not
 * known is an article; chapters that are asked for without a class make a report.
 */
void doc_find_class(struct doc *d);
/** Whether the name is that of a class that is known, or sounds like a thesis. */
bool doc_class_known(struct str name);
/** The division that a heading begins: in articles its level. Headings of class "part" are parts
 * where there are any. */
int doc_division(const struct doc *d, const struct doc_node *heading);
/** Whether the highest divisions are chapters, or parts that have some. */
bool doc_has_chapters(const struct doc *d);

/** LaTeX's commands between the parts of a book: what stands in front of the text and behind it has
 * no numbered chapters. */
enum doc_matter { DOC_MATTER_NONE, DOC_MATTER_FRONT, DOC_MATTER_MAIN, DOC_MATTER_BACK };
/** What begins with this piece of raw TeX. */
enum doc_matter doc_matter_of(const struct doc_node *raw);

/** Numbers that begin anew in each chapter (LaTeX's report: "Figure 2.1"; Quarto's
 * `crossref.chapters`): where a walk over the document stands. */
struct doc_chapters {
    const struct doc *doc;
    int division;
    struct str number; /* of the chapter, or empty */
    size_t count;      /* of chapters so far */
};
/** After sections were numbered; `asked`: also where the class has no chapters. */
struct doc_chapters doc_chapters_start(const struct doc *d, bool asked);
/** To be told each node; true when a numbered chapter begins with it. */
bool doc_chapters_pass(struct doc_chapters *c, const struct doc_node *n);
/** "2.1", or "1" where no chapter has begun. */
struct str doc_chapters_number(const struct doc_chapters *c, struct arena *a, int number);

/**
 * Puts section numbers in front of the headings of the first levels (`secnumdepth`) that are not
 * unnumbered, when the front matter asks for it (`numbersections`): a span of class
 * "header-section-number" and an em space (pandoc MANUAL, --number-sections). From a heading of
 * class "appendix" on the highest level has letters. Parts have numbers of their own (I, II);
 * chapters between \frontmatter and \mainmatter and behind \backmatter have none. Once for a
 * document.
 */
void doc_number_sections(struct doc *d);

/**
 * Puts "Table 2: " in front of the captions of tables, figures and listings, each kind counted from
 * 1 in reading order: a span of class "caption-number". A figure for one output alone counts in
 * that one (doc_outputs_of()). Once for a document.
 */
void doc_number_captions(struct doc *d);
/** Of what kind the thing is that has the caption: DOC_WORD_TABLE, _FIGURE or _LISTING. */
enum doc_word doc_caption_kind(const struct doc_node *caption);

/** What was counted so far, of one kind, in each output. */
struct doc_count {
    int n[DOC_OUTPUTS];
};
/** The outputs that show a node, as doc_outputs_of() has them, by all that it stands in. */
unsigned doc_outputs_around(const struct doc *d, const struct doc_node *n);
/**
 * Counts on. What several outputs show has one number in all of them: a figure for the screen and
 * the one that stands for it on paper share theirs. `outputs` has a bit for each that shows it.
 */
int doc_count_next(struct doc_count *c, unsigned outputs);

/** How theorems and their kin look (amsthm's three styles). */
enum doc_theorem_style { DOC_THEOREM_PLAIN, DOC_THEOREM_DEFINITION, DOC_THEOREM_REMARK };
/** A kind of theorem: divisions of a class, or with an identifier of a prefix. */
struct doc_theorem {
    const char *cls;    /* "theorem" */
    const char *prefix; /* of identifiers: Quarto's {#thm-a}, bookdown's thm:a */
    enum doc_word word;
    enum doc_theorem_style style;
    bool by_class; /* those without an identifier of the prefix have numbers too (bookdown) */
};
/** The kind of a class, or NULL. */
const struct doc_theorem *doc_theorem_named(struct str cls);
/** The kind whose prefix stands before "-" or ":" in an identifier, or NULL. */
const struct doc_theorem *doc_theorem_labelled(struct str id);
/** What kind of theorem a division is; NULL when it is none. */
const struct doc_theorem *doc_theorem_of(const struct doc_node *div);

/** The kinds of callouts: divisions of class "callout-note" and the like (Quarto). */
struct doc_callout {
    const char *cls, *prefix;
    enum doc_word word;
};
/** What kind of callout a node is; NULL when it is none. */
const struct doc_callout *doc_callout_of(const struct doc_node *n);
/** The kind whose prefix begins an identifier: "nte-a"; or NULL. */
const struct doc_callout *doc_callout_labelled(struct str id);

/**
 * Makes the `contents` that the front matter asks for: of the headings (`toc`, `toc-depth`,
 * `toc-title`: pandoc MANUAL, Variables), of the captions of figures (`lof`), tables (`lot`) and
 * listings (`lol`); and fills the first empty div of class `toc` with lists of links (kramdown's
 * `{:toc}`). What is listed gets an identifier when it has none. After sections and captions
 * were numbered, once for a document.
 */
void doc_make_contents(struct doc *d);

/**
 * Which outputs are to have a node, by its own classes: one of class `only-html` those that it
 * names so, one of class `not-html` all others; `content-visible` and `content-hidden` as Quarto
 * has them, by `when-format`, `unless-format`, `when-meta`, `unless-meta`, `when-profile`; none
 * those that are for other variants (doc_settle_variant()). Bit `i` stands for `outputs[i]`; a node
 * without such classes has all bits set. A name that the document does not carry is a class like
 * any other.
 */
unsigned doc_outputs_of(const struct doc *d, const struct doc_node *n);
/** Whether one of the names (with commas or blanks between) is that of a variant that is made. */
bool doc_has_variant(const struct doc *d, struct str names);
/**
 * Takes out for good what is not for the variant that is made: nodes of class `only` whose
 * `variant` names others, nodes of class `not` whose `variant` names it, and what conditions on
 * profiles hide (Quarto's profiles are variants). What stays loses these marks.
 */
void doc_settle_variant(struct doc *d);
/** Calls for each name that some node has as its variant or profile, as often as it is written. */
void doc_each_variant(const struct doc *d, void (*fn)(void *user, struct str name), void *user);
struct doc_hidden;
/**
 * Takes the nodes out of the tree that output number `output` is not to have, so that its writer
 * need not ask. Returns what doc_unhide() puts back; NULL when there is nothing to hide.
 */
struct doc_hidden *doc_hide(struct doc *d, size_t output);
/** Puts everything back where it was and frees `h`, which may be NULL. The tree must be as
 * doc_hide() left it. */
void doc_unhide(struct doc_hidden *h);

/** Affiliations of all authors, each once; those of `places` first. */
struct doc_affiliations {
    struct doc_node **places;
    struct map index; /* text of each, as it reads -> its number, as a pointer */
    size_t n;
};
/** Appends a number in a style: "3", "iv", "B". One of which the style has no form is decimal (CSS
 * Counter Styles 3, fallback). */
void doc_list_number(struct buf *out, enum doc_list_style style, int number);
/** Appends the label of an item of a numbered list: "3.", "(iv)", "[B]", "J3."; its number in
 * `style`, which need not be the list's own. */
void doc_list_label(struct buf *out, const struct doc_node *list, enum doc_list_style style,
                    int number);
/** What an address leads to, by its scheme as a browser reads it (WHATWG URL, 4.4: blanks and
 * controls before the scheme, and tabs and line ends anywhere, do not count). */
enum doc_url_kind {
    DOC_URL_RELATIVE, /* there is no scheme and no host */
    DOC_URL_WEB,      /* http, https, ftp, mailto, tel, doi */
    DOC_URL_OTHER,    /* a scheme of some program's */
    DOC_URL_HOST,     /* a host without a scheme: of a page on disk, a machine in its network */
    DOC_URL_FILE,     /* a file of the reader's machine, or of one in its network: file, smb */
    DOC_URL_LIVE      /* runs as a program, or shows what it holds as a page of the document's own:
                         javascript, vbscript, data */
};
enum doc_url_kind doc_url_kind(struct str url);
bool doc_url_is_live(struct str url);
/** Whether links that may lead to `which` places may lead there. */
bool doc_url_is_link(enum doc_links which, struct str url);
/** How an address is printed: without its scheme and without a slash at its end; a part of `url`.
 */
struct str doc_url_text(struct str url);
/** What a service is called whose icon or key has that name: "github", "brands/github",
 * "github_username"; empty when none is known. Static. */
struct str doc_service_name(struct str icon);
/** The number of an ORCID that may be an address. */
struct str doc_orcid_number(struct str orcid);
/** What an author's map says of rooms, telephones and services (`office`, `phone`, `github`...; the
 * keys of al-folio, academicpages and HugoBlox too; lists `profiles` and `links`), in our order,
 * each address once. A name that makes no address there is a text. */
struct doc_contact *doc_contacts_read(struct arena *a, const struct node *author, size_t *n);
/** A page about a person has the name as its title already: no title block says it again. */
bool doc_author_is_title(const struct doc_meta *m, const struct doc_author *a);
/**
 * The authors' affiliations when they are told apart by numbers: when two authors share one, one
 * author has several, or they are listed apart from the authors. NULL when each author has one at
 * most, or there is but one author: then they stand with the name.
 */
const struct doc_affiliations *doc_shared_affiliations(struct arena *a, const struct doc_meta *m);
/** The marks at an author's name: the numbers of affiliations, those of notes: "1,3,*". `all` may
 * be NULL. */
struct str doc_affiliation_marks(struct arena *a, const struct doc_affiliations *all,
                                 const struct doc_author *author);

/** The word in a BCP 47 language; in English, which `*foreign` tells, when the language is not
 * known. */
struct str doc_word(struct str lang, enum doc_word word, bool *foreign);
/** The word in a language written from right to left, by the tag's first part; NULL when it has
 * none here. For doc_word(). */
const char *doc_word_rtl(struct str primary, enum doc_word word);
/** The same, unless the front matter has another word: `figureTitle`, `figPrefix` and the like, as
 * pandoc-crossref has them. It may be empty. */
struct str doc_label_word(const struct doc *d, struct str lang, enum doc_word word, bool *foreign);
/** Which way a part runs. AUTO: as its first letter that has a direction; NONE: as what is around
 * it. */
enum doc_dir { DOC_DIR_NONE, DOC_DIR_LTR, DOC_DIR_RTL, DOC_DIR_AUTO };
/** Of a value of `dir`, in any case; NONE for what is no direction. */
enum doc_dir doc_dir_named(struct str value);
/** What a node's own `dir` says, else its own `lang`. */
enum doc_dir doc_dir_of(const struct doc_node *n);
/** Whether a language (BCP 47) is written from right to left: in the script that it names, else in
 * the one it is mostly written in. */
bool doc_lang_is_rtl(struct str lang);
/** Whether the document runs from right to left: by its front matter's `dir`, else its language. */
bool doc_is_rtl(const struct doc *d);
/** The same at a node: as the nearest node around it says (`auto` says nothing), or the document.
 */
bool doc_rtl_at(const struct doc *d, const struct doc_node *node);
/** "Chapter 1", "Appendix B", "Part I": the number of a division with its word, as the language
 * puts them. */
struct str doc_division_label(const struct doc *d, struct str lang, enum doc_word word,
                              struct str number);
/** The language at a node: the nearest `lang` attribute around it, or the document's. */
struct str doc_lang_at(const struct doc *d, const struct doc_node *node);
/**
 * A heading's inlines to stand in a second place, inside a link: a DOC_SPAN, free of links, notes,
 * images, identifiers and line breaks.
 */
struct doc_node *doc_heading_text(struct doc *d, const struct doc_node *heading);

/**
 * The document's name in one line, for tabs, search results and other pages; never empty (HTML,
 * 4.2.2): `pagetitle` (pandoc), the title (with "Publications – " before it when it is the name of
 * the author and the subtitle says what the page has of them), the first heading, the file's name.
 */
struct str doc_page_title(const struct doc *doc);
/** The document's date when machines can read it: "2020", "2020-01", "2020-01-31", also written as
 * "31 January 2020" or "Jan. 31, 2020"; else empty. */
struct str doc_date_iso(const struct doc *doc);

/** Numbers footnotes from 1 in the order of the text; returns how many there are. */
int doc_number_notes(struct doc *d);
/** Whether a footnote stands right behind another: their marks are told apart by a comma. */
bool doc_note_adjoins(const struct doc_node *note);

/**
 * pandoc's automatic identifier of a heading's text (pandoc MANUAL, auto_identifiers): lower case,
 * punctuation gone, spaces to hyphens, starts with a letter; "section" when nothing is left.
 * Lower-casing beyond ASCII is the caller's (unicode room), and so is making it unique within the
 * document by -1, -2...
 */
struct str doc_auto_id(struct arena *a, struct str plain);

#endif
