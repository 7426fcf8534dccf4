/* SPDX-License-Identifier: MIT */
/*
 * The readers of HTML, in the order of reading:
 *
 *   html_lines.c    removes indentation                html_tag.c      scans tags and attributes
 *   html_block.c    lines that begin with tags         html_element.c  the table of elements
 *   inline_html.c   tags and autolinks in a text       html_attr.c     attributes, safe styles
 *   html_inline.c   pairs tags within one text         html_tree.c     pairs tags among blocks
 *   html_table.c    tables                             html_pre.c      code blocks
 *   html_piece.c    HTML that stays raw on the page
 *
 * Until they are paired, tags are raw nodes in the tree, one for each tag.
 */
#ifndef DOSSIER_MARKDOWN_MD_HTML_H
#define DOSSIER_MARKDOWN_MD_HTML_H

#include "core/base/markup.h"
#include "read/markdown/core/inline_pass.h"
#include "read/markdown/core/md_table.h"

/** How an element is read. The values up to MD_HTML_RULE are for blocks. */
enum md_html_use {
    MD_HTML_BOX, /* an element that becomes a DOC_DIV */
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
    /* an element whose content is read as if the tags were not there, such as <body> */
    MD_HTML_PART,
    MD_HTML_RULE, /* <hr>, the last of the blocks */
    MD_HTML_MARK, /* an element that becomes an inline node of the kind `kind` */
    /* an element that becomes a DOC_SPAN with the name of the element as its class */
    MD_HTML_NAMED,
    MD_HTML_SPAN,
    MD_HTML_FONT,
    MD_HTML_LINK,
    MD_HTML_CODE,
    MD_HTML_BREAK,
    MD_HTML_WORD_BREAK,
    MD_HTML_IMAGE,
    MD_HTML_PRE,
    MD_HTML_TABLE,
    MD_HTML_EMBED, /* media other than images; outputs that cannot show them get a link */
    MD_HTML_RAW,   /* an element that only a page shows, with its content */
    MD_HTML_KEEP   /* an element that only a page shows and that has no content */
};

struct md_html_element {
    const char *name;
    enum md_html_use use;
    enum doc_kind kind; /* the kind of node for MD_HTML_MARK */
};

struct md_html_tag {
    struct str name;                  /* the name as it was written */
    struct str attrs;                 /* the text after the name */
    const struct md_html_element *el; /* NULL if the element is unknown */
    bool closes, empty;               /* `closes`: an end tag, </x>; `empty`: <x/> */
};

/* html_element.c */
/** Returns the element with this name in upper or lower case. NULL if it is unknown. */
const struct md_html_element *md_html_find(struct str name);
/** Returns the index of an element in the table. The index is below 128. */
size_t md_html_index(const struct md_html_element *el);
static inline bool md_html_is_block(const struct md_html_tag *t) {
    return t->el && t->el->use <= MD_HTML_RULE;
}

/* html_tag.c */
/** Returns the number of bytes of the tag at `at` (CommonMark 0.29 §6.8), or 0. */
size_t md_html_tag(struct str s, size_t at, struct md_html_tag *out);
/** Does the same as md_html_tag(), and accepts malformed attributes of known elements as browsers
 * do. */
size_t md_html_wild_tag(struct str s, size_t at, struct md_html_tag *out);
/** Returns the offset after the end tag of the element whose start tag ends at `at`, or
 * STR_NONE. */
size_t md_html_end(struct str s, size_t at, struct str name);
/** Whether a node is a tag whose partner is not found yet. */
bool md_html_node_tag(const struct doc_node *n, struct md_html_tag *out);

/* html_attr.c */
/** Adds the attributes of a tag to a node. Unsafe parts of its style are omitted and reported. */
void md_html_put_attrs(struct md *m, struct doc_node *n, const struct md_html_tag *t,
                       struct span at);

/* html_inline.c */
/** Turns the pairs of tags below `flat`, whose inlines have been read, into nodes. With `splits`,
 * keeps the outermost tags of blocks for md_html_tree(), and returns whether there are any. */
bool md_html_inlines(struct md *m, struct doc_node *flat, bool splits);

/* html_tree.c */
/** Reports a start tag without an end, or an end tag without a start. */
void md_html_lone(struct md *m, const struct md_html_tag *t, struct span at);
/** Removes white space at both ends of a text, and the node `piece` if nothing is left. */
void md_html_end_text(struct doc_node *piece);
/** Splits texts at tags of blocks. Called when all inlines are read. */
void md_html_split(struct md *m);
/** Turns the remaining pairs of tags into nodes. Called after md_html_split(). */
void md_html_tree(struct md *m);

/* inline_html.c */
/** Reads an autolink or raw HTML at the `<`. Returns false for other text. */
bool md_html_angle(struct inl *x);

/* html_pre.c */
/** Appends the code block of a <pre>. `raw` is the HTML of the element. */
void md_html_pre(struct md *m, struct doc_node *to, struct str raw, struct span at);

/* html_lines.c */
/** Returns the lines of a region without the indentation that authors give to HTML. */
struct md_region md_html_lines(struct md *m, const struct md_region *r);

/* html_piece.c */
/** Appends a block of raw HTML for pages, and its text for other outputs. */
void md_html_block(struct md *m, struct doc_node *to, struct str raw, struct span at);
/** Appends raw HTML for pages, and its replacement for other outputs, as blocks or as inlines. */
void md_html_piece(struct md *m, struct doc_node *to, struct str raw, struct span at, bool block);

/* html_table.c */

/** Returns the table in the lines [i, end), at nesting depth `depth`. NULL if it has no rows. */
struct doc_node *md_html_table(struct md *m, const struct md_region *r, size_t i, size_t end,
                               int depth);
#endif
