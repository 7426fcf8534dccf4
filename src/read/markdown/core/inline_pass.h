/* SPDX-License-Identifier: MIT */
/*
 * The readers of inlines. One pass over the text of a leaf makes a flat list of nodes, with a stack
 * of delimiter runs and a stack of open brackets (CommonMark 0.29, "A parsing strategy", phase 2).
 * A closing delimiter or bracket wraps the nodes after its opening one.
 *
 *   inline_pass.c  the pass: text, breaks, code, escapes    inline_text.c  nodes of text
 *   inline_emph.c  delimiter runs, quotes, scripts          inline_auto.c  bare URLs and addresses
 *   inline_link.c  brackets: links, images, notes, spans    inline_math.c  formulas
 *   inline_cite.c  citations                                inline_ref.c   references by number
 *   html and tex   tags and LaTeX's commands, through struct md_hooks
 *
 * Invariants: 1. Everything up to `at` is in nodes below `top`, which are all siblings. 2. A text
 * node is a slice of the text, unless an escape, an entity or smart punctuation made it. 3. A
 * handler is called at its character. It moves `at` and returns true, or it changes nothing and
 * returns false.
 */
#ifndef DOSSIER_MARKDOWN_INLINE_PASS_H
#define DOSSIER_MARKDOWN_INLINE_PASS_H

#include "read/markdown/core/md.h"

/* The maximum number of nested brackets that examine the same keys and references. It keeps the
 * time linear. */
#define MAX_FAILED 16
#define INLINE_TICKS 80 /* length of the longest run of backticks that is stored */

struct delim {
    struct delim *prev, *next;
    struct doc_node *node;
    size_t begin, end; /* offsets of the rest of the run in the text */
    size_t run;        /* the original length of the run */
    char ch;
    bool open, close;
};

struct bracket {
    struct bracket *prev;
    struct bracket
        *around; /* the next bracket around this one that may become a link, in the same note */
    struct doc_node *node; /* the text "[", "![" or "^[" */
    struct delim *delim;   /* the last delimiter before the bracket, or NULL */
    size_t begin;          /* offset after "[" */
    /* the value of `inl.space` before the bracket, since spaces in a link or span do not end a
     * superscript */
    size_t space;
    bool image, note;
    bool in_note;     /* the bracket or a bracket around it is a note */
    bool active;      /* the bracket may still become a link */
    bool nested;      /* the bracket contains another bracket */
    bool cites;       /* the bracket contains a citation key */
    size_t crossrefs; /* number of references before the bracket */
    /* maximum depth of the brackets within this one that contain keys or references and are not a
     * group */
    int failed;
};

/** An open superscript or subscript. */
struct script {
    struct doc_node *node;
    struct delim *delim;
    struct bracket *bracket;
    size_t begin; /* offset after the `^` or `~` */
};

struct inl {
    struct md *m;
    const struct md_text *t;
    struct str s;
    size_t at;
    struct doc_node *top;
    struct delim *delims;     /* the last delimiter */
    struct bracket *brackets; /* the innermost bracket */
    struct script sup, sub;
    bool line_ends; /* a backslash as the last character is a line break (MANUAL,
                       escaped_line_breaks) */
    size_t space;   /* offset after the last unescaped white space */
    /* maps a length to the offset of the last run of so many backticks */
    size_t ticks[INLINE_TICKS + 1];
    bool ticks_known;
    bool no_shortcode[3];   /* for each kind of shortcode: no end of such a shortcode follows */
    int open_formulas;      /* number of formulas without an end */
    bool no_extension;      /* no end of an extension of kramdown follows */
    struct ltx_text *latex; /* the pairs of braces in the text, or NULL */
    bool blocks;            /* the nodes include blocks of LaTeX */
    /* whether a tag was read; the elements for which no end tag follows, as bits */
    bool html;
    uint64_t no_end[2];
    /* no end of a comment, an instruction, a CDATA section or a declaration follows */
    bool no_comment, no_instruction, no_cdata, no_declaration;
};

/* Unless noted otherwise, functions that return bool read the syntax at `x->at`, append its nodes
 * to `x->top` and move past the syntax. They return false if the syntax is not there. [begin, end)
 * are bytes of `x->s`, which a node gets as its span. */

/* inline_text.c */
/** ASCII punctuation (CommonMark 0.29, section 2.1). */
static inline bool md_inl_is_punct(char c) {
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
           (c >= '{' && c <= '~');
}
/** Appends the text of the bytes [begin, end). */
struct doc_node *md_inl_text(struct inl *x, size_t begin, size_t end);
/** Appends `text`, which replaces the bytes [begin, end). If `escaped` is set, it is never read as
 * syntax. */
struct doc_node *md_inl_made(struct inl *x, struct str text, size_t begin, size_t end,
                             bool escaped);
/** Appends a node without children. */
struct doc_node *md_inl_node(struct inl *x, enum doc_kind kind, size_t begin, size_t end);
/** Adds the attributes at `at` to `node` and moves past them. */
bool md_inl_attr(struct inl *x, struct doc_node *node);

/** Joins adjacent text nodes below `root`, whose inlines are complete, and finds addresses in them.
 */
void md_inl_tidy(struct md *m, const struct md_text *t, struct doc_node *root);

/* inline_emph.c */
bool md_inl_delim(struct inl *x, char c);
/** Pairs the delimiters after `bottom` and removes them. NULL means all delimiters. */
void md_inl_emphasis(struct inl *x, struct delim *bottom);
bool md_inl_script(struct inl *x, char c);
/** Reads `==marked==` (MANUAL, mark). */
bool md_inl_mark(struct inl *x);
/** Makes the star before a reference `*@fig:a` plain text, unless a later star may close an
 * emphasis. Returns whether it did. */
bool md_inl_forget_star(struct inl *x, const struct doc_node *star);
/** Whether a `^` at `x->at` ends a superscript, and does not begin a note. */
bool md_inl_closes_superscript(const struct inl *x);

/* inline_link.c */
void md_inl_open_bracket(struct inl *x, size_t length, bool image, bool note);
void md_inl_close_bracket(struct inl *x);
/** Moves the nodes after the innermost bracket below `node`, and puts `node` in its place. */
void md_inl_wrap(struct inl *x, struct doc_node *node);

/* inline_cite.c */
bool md_inl_key(struct inl *x);
/** Makes a citation of the innermost bracket, which closes at `at`. Returns false if the bracket is
 * not a citation. */
bool md_inl_cite_group(struct inl *x);
/** Makes the innermost bracket the locator of the citation before it. Returns false if the bracket
 * is not a locator. */
bool md_inl_cite_locator(struct inl *x);
/** Turns citations below `node` back into text. */
void md_inl_cites_to_text(struct md *m, struct doc_node *node);

/* inline_auto.c */
bool md_inl_url(struct inl *x);
bool md_inl_www(struct inl *x);
/** Finds mail addresses in text below `root`. */
void md_inl_addresses(struct md *m, const struct md_text *t, struct doc_node *root);

/* kramdown.c */
/** Reads `{: .class}` and `{::comment}...{:/}`. */
bool md_inl_kramdown(struct inl *x);

/* inline_wiki.c */
/** Reads `[[Page|text]]`, or `![[image.png]]` if `image` is set. */
bool md_inl_wikilink(struct inl *x, bool image);
/** Reads the name of a block in Obsidian: ` ^name` at the end of a paragraph. */
bool md_inl_block_name(struct inl *x);

/* emoji_name.c */
/** Reads `:smile:`. */
bool md_inl_emoji(struct inl *x);

/* inline_math.c */
bool md_inl_math(struct inl *x);
/** Reads a formula in `\(...\)` or `\[...\]`, at the backslash. */
bool md_inl_tex_brackets(struct inl *x);

/* shortcode.c */
/** Reads `{{< name ... >}}`. */
bool md_inl_shortcode(struct inl *x);

/* bookdown.c */
/** Reads `\@ref(label)` and `(\#label)`, at the backslash. */
bool md_inl_bookdown(struct inl *x);

/* inline_ref.c */
/** Appends a reference by number, or a label, that ends at `end`, and moves there. */
void md_inl_number_ref(struct inl *x, struct str label, size_t end);
void md_inl_label(struct inl *x, struct str label, size_t end);
/** Whether a key is the label of a figure, a section or another target, and not a key of a
 * database. */
bool md_inl_is_crossref(struct md *m, struct str key);
/** Appends the reference `@key`, or `-@key`, at [begin, end). */
void md_inl_crossref(struct inl *x, struct str key, size_t begin, size_t end);
/** Makes a group of references of the innermost bracket, which closes at `at`. Returns false if the
 * bracket is not a group. */
bool md_inl_ref_group(struct inl *x);
/** Appends a reference with a sign of pandoc-fignos before `@`: `*@fig:a` shows the full word,
 * `+@fig:a` the short word, and `!@fig:a` and `{@fig:a}` only the number. Returns the offset after
 * the reference, or 0 without such a sign. */
size_t md_inl_ref_sign(struct inl *x, struct str key, size_t end);
/** Marks the references in the innermost bracket as text, because the bracket itself becomes a
 * link. */
void md_inl_refs_to_text(struct inl *x);

#endif
