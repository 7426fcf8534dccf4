/* SPDX-License-Identifier: MIT */
/*
 * What the files share that read inlines. One pass over a leaf's text makes a flat list of nodes,
 * with a stack of delimiter runs and one of open brackets beside it (CommonMark 0.29, "A parsing
 * strategy", phase 2); closing ones wrap what stands between.
 *
 *   inline_pass.c        the pass: text, breaks, code, escapes    inline_auto.c   bare URLs and
 * addresses inline_emph.c   delimiter runs, quotes, scripts          inline_html.c   tags,
 * <autolinks> inline_link.c   brackets: links, images, notes, spans    inline_math.c   formulas
 *   inline_cite.c   citations                             inline_ref.c   references by number
 *
 * Invariants: 1. Everything up to `at` is in nodes below `top`; all of them are siblings. 2. A text
 * node made here is a slice of the text, unless an escape, an entity or smart punctuation made
 * it. 3. Each handler is called on its character and either moves `at` on and returns true, or
 * leaves everything as it was.
 */
#ifndef DOSSIER_MARKDOWN_INLINE_PASS_H
#define DOSSIER_MARKDOWN_INLINE_PASS_H

#include "read/markdown/core/md.h"

/* Keys and references are looked at again by each bracket around them, but not by any number: time
 * stays linear. */
#define MAX_FAILED 16
#define INLINE_TICKS 80 /* longest run of backticks that is remembered */

struct delim {
    struct delim *prev, *next;
    struct doc_node *node;
    size_t begin, end; /* of what is left of the run, in the text */
    size_t run;        /* its length when it was read */
    char ch;
    bool open, close;
};

struct bracket {
    struct bracket *prev;
    struct doc_node *node; /* the text "[", "![" or "^[" */
    struct delim *delim;   /* the last one before it */
    size_t begin;          /* behind "[" */
    bool image, note;
    bool in_note;     /* it or one around it is a note */
    bool active;      /* a link may still begin here */
    bool nested;      /* another bracket follows */
    bool cites;       /* a citation key stands within */
    size_t crossrefs; /* how many were read before it */
    int failed;       /* brackets within that held keys or references, and were no group */
};

/** An open `^` or `~` that waits for its mate. */
struct script {
    struct doc_node *node;
    struct delim *delim;
    struct bracket *bracket;
    size_t begin; /* behind it */
};

struct inl {
    struct md *m;
    const struct md_text *t;
    struct str s;
    size_t at;
    struct doc_node *top;
    struct delim *delims;     /* the last one */
    struct bracket *brackets; /* the innermost one */
    struct script sup, sub;
    bool line_ends;                 /* a line ends behind the last character (MANUAL,
                                       escaped_line_breaks) */
    size_t space;                   /* behind the last white space that is text */
    size_t ticks[INLINE_TICKS + 1]; /* offset of the last run of that length seen ahead */
    bool ticks_known;
    bool no_shortcode[3];   /* none of that end follows */
    int open_formulas;      /* dollars that found no end */
    bool no_extension;      /* of kramdown's ends any more */
    struct ltx_text *latex; /* the text's pairs, or NULL */
    bool blocks;            /* LaTeX's stand among the nodes */
    /* Whether a tag of HTML was read, and the elements of which no end follows. */
    bool html;
    uint64_t no_end[2];
    bool no_comment, no_instruction, no_cdata, no_declaration; /* none ends any more */
};

/*
 * Unless they say else, functions that return bool read what begins at `x->at`, add its nodes to
 * `x->top` and move on behind it; false when nothing of their kind begins there. Nodes are the
 * document's, spans are those of the bytes [begin, end) of `x->s`.
 */

/* inline_text.c */
/** ASCII punctuation (CommonMark 0.29, section 2.1). */
static inline bool md_inl_is_punct(char c) {
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
           (c >= '{' && c <= '~');
}
/** Appends text [begin, end) as it stands. */
struct doc_node *md_inl_text(struct inl *x, size_t begin, size_t end);
/** Appends `text` for bytes [begin, end); `escaped`: it is no syntax whatever it reads. */
struct doc_node *md_inl_made(struct inl *x, struct str text, size_t begin, size_t end,
                             bool escaped);
/** Appends a node without children. */
struct doc_node *md_inl_node(struct inl *x, enum doc_kind kind, size_t begin, size_t end);
/** Attributes at `at`, put on `node`; moves on behind them. */
bool md_inl_attr(struct inl *x, struct doc_node *node);

/** Joins text nodes below `root`, which is whole, and finds addresses in them. */
void md_inl_tidy(struct md *m, const struct md_text *t, struct doc_node *root);

/* inline_emph.c */
bool md_inl_delim(struct inl *x, char c);
/** Pairs delimiters behind `bottom` (NULL: all) and forgets them. */
void md_inl_emphasis(struct inl *x, struct delim *bottom);
bool md_inl_script(struct inl *x, char c);
/** `==marked==` (MANUAL, mark). */
bool md_inl_mark(struct inl *x);
/** Whether a `^` here ends a superscript: then it begins no note, whatever follows. */
bool md_inl_closes_superscript(const struct inl *x);

/* inline_link.c */
void md_inl_open_bracket(struct inl *x, size_t length, bool image, bool note);
void md_inl_close_bracket(struct inl *x);
/** Puts the nodes behind the innermost bracket below `node`, and `node` in its place. */
void md_inl_wrap(struct inl *x, struct doc_node *node);

/* inline_cite.c */
bool md_inl_key(struct inl *x);
/** Makes the innermost bracket, which closes at `at`, a citation; false when it is none. */
bool md_inl_cite_group(struct inl *x);
/** Makes it the locator of the citation in the text before it; false when there is none. */
bool md_inl_cite_locator(struct inl *x);
/** Citations below `node` become text again. */
void md_inl_cites_to_text(struct md *m, struct doc_node *node);

/* inline_auto.c */
bool md_inl_url(struct inl *x);
bool md_inl_www(struct inl *x);
/** Finds addresses in text below `root`. */
void md_inl_addresses(struct md *m, const struct md_text *t, struct doc_node *root);

/* kramdown.c */
/** `{: .class}`, `{::comment}...{:/}` */
bool md_inl_kramdown(struct inl *x);

/* inline_wiki.c */
/** `[[Page|text]]`, with `!` before it when `image`. */
bool md_inl_wikilink(struct inl *x, bool image);

/* emoji_name.c */
/** `:smile:` */
bool md_inl_emoji(struct inl *x);

/* inline_math.c */
bool md_inl_math(struct inl *x);
/** A formula between backslashes and brackets, at the backslash. */
bool md_inl_tex_brackets(struct inl *x);

/* shortcode.c */
/** `{{< name ... >}}`. */
bool md_inl_shortcode(struct inl *x);

/* bookdown.c */
/** `\@ref(label)`, `(\#label)`, at the backslash. */
bool md_inl_bookdown(struct inl *x);

/* inline_ref.c */
/** A reference by number, or a label, that stands up to `end`; moves on. */
void md_inl_number_ref(struct inl *x, struct str label, size_t end);
void md_inl_label(struct inl *x, struct str label, size_t end);
/** Whether a key is the label of a figure, a section or the like: none of the database's. */
bool md_inl_is_crossref(struct md *m, struct str key);
/** The reference `@key`, or `-@key`, that stands at [begin, end). */
void md_inl_crossref(struct inl *x, struct str key, size_t begin, size_t end);
/** Makes the innermost bracket, which closes at `at`, a group of references; false when it is none.
 */
bool md_inl_ref_group(struct inl *x);
/** References within the innermost bracket are no links: it becomes one itself. */
void md_inl_refs_to_text(struct inl *x);

#endif
