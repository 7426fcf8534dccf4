/* SPDX-License-Identifier: MIT */
/*
 * What the readers of HTML share. The way of a tag:
 *
 *   html_tag.c      what is one, its name and attributes     html_element.c  what elements are
 *   html_block.c          lines that begin with tags               html_attr.c     attributes, safe
 * styles html_inline.c   pairs within one text become nodes       html_tree.c     pairs among
 * blocks do html_table.c    tables                                   html_piece.c    HTML that
 * stays raw for the page
 *
 * Until their mates are found, tags stand in the tree as raw nodes with one tag each.
 */
#ifndef DOSSIER_MARKDOWN_MD_HTML_H
#define DOSSIER_MARKDOWN_MD_HTML_H

#include "read/markdown/core/inline_pass.h"
#include "read/markdown/core/md_table.h"

/** What becomes of an element. Up to MD_HTML_RULE it is a block. */
enum md_html_use {
    MD_HTML_BOX, /* DOC_DIV */
    MD_HTML_CENTER,
    MD_HTML_PARA,
    MD_HTML_HEADING,
    MD_HTML_QUOTE,
    MD_HTML_BULLETS,
    MD_HTML_NUMBERS,
    MD_HTML_ITEM,
    MD_HTML_DEFS,
    MD_HTML_TERM,
    MD_HTML_BODY,
    MD_HTML_FIGURE,
    MD_HTML_CAPTION,
    MD_HTML_DETAILS,
    MD_HTML_SUMMARY,
    MD_HTML_PART,  /* of a table that is none, of a page's frame: what it holds is read */
    MD_HTML_RULE,  /* the last of the blocks */
    MD_HTML_MARK,  /* a kind of its own: `kind` */
    MD_HTML_NAMED, /* DOC_SPAN with the element's name as its class */
    MD_HTML_SPAN,
    MD_HTML_FONT,
    MD_HTML_LINK,
    MD_HTML_CODE,
    MD_HTML_BREAK,
    MD_HTML_WORD_BREAK,
    MD_HTML_IMAGE,
    MD_HTML_PRE,   /* verbatim */
    MD_HTML_TABLE, /* html_table.c */
    MD_HTML_EMBED, /* other media: a link where they cannot be shown */
    MD_HTML_RAW,   /* for the page alone, with all that it holds */
    MD_HTML_KEEP   /* void, and nothing on paper */
};

struct md_html_element {
    const char *name;
    enum md_html_use use;
    enum doc_kind kind; /* MD_HTML_MARK */
};

struct md_html_tag {
    struct str name;                  /* as written */
    struct str attrs;                 /* what stands behind the name */
    const struct md_html_element *el; /* NULL: nobody knows it */
    bool closes, empty;               /* "</x>", "<x/>" */
};

/* html_element.c */
/** The element of a name in any case; NULL when there is none. */
const struct md_html_element *md_html_find(struct str name);
/** Its place in the table, below 128. */
size_t md_html_index(const struct md_html_element *el);
static inline bool md_html_is_block(const struct md_html_tag *t) {
    return t->el && t->el->use <= MD_HTML_RULE;
}

/* html_tag.c */
/** Bytes of the tag at `at` (CommonMark 0.29 §6.8); 0 when none begins there. */
size_t md_html_tag(struct str s, size_t at, struct md_html_tag *out);
/** The same for elements that are known, whose attributes may be as wild as browsers bear them. */
size_t md_html_wild_tag(struct str s, size_t at, struct md_html_tag *out);
/** Offset behind the end tag that matches an element whose start tag ends at `at`; STR_NONE when it
 * does not end. */
size_t md_html_end(struct str s, size_t at, struct str name);
/** The next attribute; false at the end. `*value` is as written, with a NULL pointer when there is
 * none. */
bool md_html_next_attr(struct str *attrs, struct str *name, struct str *value);
/** Value of an attribute among those of a tag; empty with a NULL pointer when it is not there. */
struct str md_html_attr(struct str attrs, const char *name);
/** Whether a node is a tag that was read and has no mate yet. */
bool md_html_node_tag(const struct doc_node *n, struct md_html_tag *out);

/* html_attr.c */
/** Puts a tag's attributes on a node; what of its style is not safe is left out and reported. */
void md_html_put_attrs(struct md *m, struct doc_node *n, const struct md_html_tag *t,
                       struct span at);

/* html_inline.c */
/** Pairs the tags below a text that was just read; `splits`: tags of blocks on its first level
 * stay, for md_html_tree(). Returns whether there are any. */
bool md_html_inlines(struct md *m, struct doc_node *flat, bool splits);

/* html_tree.c */
/** Reports a start tag without an end, or an end without a start. */
void md_html_lone(struct md *m, const struct md_html_tag *t, struct span at);
/** Takes the white space off both ends of a text, or the text away when nothing is left. */
void md_html_end_text(struct doc_node *piece);
/** Parts texts at the tags of blocks in them, when all were read. */
void md_html_split(struct md *m);
/** Pairs the tags that remain, when all texts were parted. */
void md_html_tree(struct md *m);

/* inline_html.c */
bool md_html_angle(struct inl *x);

/* html_pre.c */
/** Appends the code block of a <pre> with all that it holds, `raw`. */
void md_html_pre(struct md *m, struct doc_node *to, struct str raw, struct span at);

/* html_lines.c */
/** The lines of a region without what HTML is indented by. */
struct md_region md_html_lines(struct md *m, const struct md_region *r);

/* html_piece.c */
/** Appends a block of HTML that stays as it is on the page, and its words for other outputs. */
void md_html_block(struct md *m, struct doc_node *to, struct str raw, struct span at);
/** Appends a piece of HTML that stays as it is on the page, `raw`, and what stands for it
 * elsewhere; `block`: as blocks. */
void md_html_piece(struct md *m, struct doc_node *to, struct str raw, struct span at, bool block);

/* html_table.c */

/** The table of the lines [i, end), which is to stand `depth` deep; NULL when it has no rows. */
struct doc_node *md_html_table(struct md *m, const struct md_region *r, size_t i, size_t end,
                               int depth);
#endif
