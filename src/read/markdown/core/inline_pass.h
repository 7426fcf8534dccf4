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

/* The maximum number of nested brackets for which the same keys and references are examined again.
 * The limit keeps the time linear. */
#define MAX_FAILED 16
#define INLINE_TICKS 80 /* length of the longest run of backticks that is stored */

struct delim {
    struct delim *prev, *next;
    struct doc_node *node;
    size_t begin, end; /* the part of the run that is not used yet, as offsets in the text */
    size_t run;        /* the length of the whole run */
    char ch;
    bool open, close;
};

struct bracket {
    struct bracket *prev;
    /* the innermost bracket around this one that may become a link and is in the same note; or NULL
     */
    struct bracket *around;
    struct doc_node *node; /* the node of the text "[", "![" or "^[" */
    struct delim *delim;   /* the last delimiter before the bracket, or NULL */
    size_t begin;          /* offset after "[" */
    /* `inl.space` as it was before the bracket; it is restored if the bracket becomes a link or
     * span, since spaces in these do not end a superscript */
    size_t space;
    bool image, note;
    bool in_note;     /* the bracket or a bracket around it is a note */
    bool active;      /* the bracket may still become a link */
    bool nested;      /* the bracket contains another bracket */
    bool cites;       /* the bracket contains a citation key */
    size_t crossrefs; /* number of references by number before the bracket */
    /* how often the keys and references in the bracket were examined before; limited by
     * MAX_FAILED */
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
    struct delim *delims;     /* the last delimiter before `at` */
    struct bracket *brackets; /* the innermost open bracket */
    struct script sup, sub;
    /* a backslash at the end of the text is a line break (MANUAL, escaped_line_breaks) */
    bool line_ends;
    size_t space; /* offset after the last unescaped white space */
    /* the offset of the last run of n backticks, for each n */
    size_t ticks[INLINE_TICKS + 1];
    bool ticks_known;
    /* for each kind of shortcode: its end is missing in the rest of the text */
    bool no_shortcode[3];
    int open_formulas; /* number of formulas that had no end */
    /* the end of an extension of kramdown is missing in the rest of the text */
    bool no_extension;
    struct ltx_text *latex; /* the pairs of braces in the text; NULL before the first command */
    bool blocks;            /* the nodes include blocks of LaTeX */
    bool html;              /* a tag was read */
    /* one bit for each element whose end tag is missing in the rest of the text */
    uint64_t no_end[2];
    /* the ends of these are missing in the rest of the text */
    bool no_comment, no_instruction, no_cdata, no_declaration;
};

/* Unless noted otherwise, a function that returns bool reads a syntax at `x->at`. It appends its
 * nodes to `x->top`, moves past the syntax, and returns true; if the syntax is not there, it
 * returns false. [begin, end) is a range of bytes of `x->s`, which becomes the span of a node. */

/* inline_text.c */
/** Whether a character is ASCII punctuation (CommonMark 0.29, section 2.1). */
static inline bool md_inl_is_punct(char c) {
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
           (c >= '{' && c <= '~');
}
/** Appends the text of the bytes [begin, end). */
struct doc_node *md_inl_text(struct inl *x, size_t begin, size_t end);
/** Appends `text` in place of the bytes [begin, end). With `escaped`, later passes do not read it
 * as syntax. */
struct doc_node *md_inl_made(struct inl *x, struct str text, size_t begin, size_t end,
                             bool escaped);
/** Appends a node without children. */
struct doc_node *md_inl_node(struct inl *x, enum doc_kind kind, size_t begin, size_t end);
/** Reads attributes `{...}` and adds them to `node`. */
bool md_inl_attr(struct inl *x, struct doc_node *node);

/** Joins adjacent text nodes below `root`, and finds addresses in them. Called when all inlines of
 * the text were read. */
void md_inl_tidy(struct md *m, const struct md_text *t, struct doc_node *root);

/* inline_emph.c */
bool md_inl_delim(struct inl *x, char c);
/** Pairs the delimiters after `bottom` (all if it is NULL) and removes them from the list. */
void md_inl_emphasis(struct inl *x, struct delim *bottom);
bool md_inl_script(struct inl *x, char c);
/** Reads `==marked==` (MANUAL, mark). */
bool md_inl_mark(struct inl *x);
/** Makes the star before a reference `*@fig:a` plain text. If a later star may close an emphasis,
 * changes nothing and returns false. */
bool md_inl_forget_star(struct inl *x, const struct doc_node *star);
/** Whether the `^` at `x->at` ends a superscript and does not begin a note. */
bool md_inl_closes_superscript(const struct inl *x);

/* inline_link.c */
/** Opens a bracket with the text of the next `length` bytes: "[", "![" or "^[". */
void md_inl_open_bracket(struct inl *x, size_t length, bool image, bool note);
/** Reads the "]" at `x->at`. It becomes text if it closes nothing. */
void md_inl_close_bracket(struct inl *x);
/** Moves the content of the innermost bracket below `node`, and puts `node` in place of the
 * bracket. */
void md_inl_wrap(struct inl *x, struct doc_node *node);

/* inline_cite.c */
bool md_inl_key(struct inl *x);
/** Turns the innermost bracket, which closes at `at`, into a citation. Returns false if it is not a
 * citation. */
bool md_inl_cite_group(struct inl *x);
/** Turns the innermost bracket into the locator of the citation before it. Returns false if it is
 * not a locator. */
bool md_inl_cite_locator(struct inl *x);
/** Replaces the citations below `node` with their source text. */
void md_inl_cites_to_text(struct md *m, struct doc_node *node);

/* inline_auto.c */
bool md_inl_url(struct inl *x);
bool md_inl_www(struct inl *x);
/** Turns the mail addresses in texts below `root` into links. */
void md_inl_addresses(struct md *m, const struct md_text *t, struct doc_node *root);

/* kramdown.c */
/** Reads `{: .class}` and `{::comment}...{:/}`. */
bool md_inl_kramdown(struct inl *x);

/* inline_wiki.c */
/** Reads `[[Page|text]]`, or `![[image.png]]` if `image` is set. */
bool md_inl_wikilink(struct inl *x, bool image);
/** Reads Obsidian's name of a block, ` ^name` at the end of a paragraph. */
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
/** Reads `\@ref(label)` or `(\#label)`, at the backslash. */
bool md_inl_bookdown(struct inl *x);

/* inline_ref.c */
/** Appends a reference by number or a label, and moves to `end`, where it ends. */
void md_inl_number_ref(struct inl *x, struct str label, size_t end);
void md_inl_label(struct inl *x, struct str label, size_t end);
/** Whether a key after `@` is the label of a figure, a section or the like, and not the key of an
 * entry in a database. */
bool md_inl_is_crossref(struct md *m, struct str key);
/** Appends the reference `@key`, or `-@key`, at [begin, end). */
void md_inl_crossref(struct inl *x, struct str key, size_t begin, size_t end);
/** Turns the innermost bracket, which closes at `at`, into a group of references. Returns false if
 * it is not a group. */
bool md_inl_ref_group(struct inl *x);
/** Appends a reference with one of pandoc-fignos' signs before `@`: `*@fig:a` shows the full word,
 * `+@fig:a` the short word, and `!@fig:a` and `{@fig:a}` only the number. Returns the offset after
 * the reference, or 0 if there is no sign. */
size_t md_inl_ref_sign(struct inl *x, struct str key, size_t end);
/** Turns the references in the innermost bracket into text. Called when the bracket becomes a
 * link. */
void md_inl_refs_to_text(struct inl *x);

#endif
