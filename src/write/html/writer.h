/* SPDX-License-Identifier: MIT */
/*
 * Between the files of the HTML writer. Private to the module.
 *
 * The tree is walked once, without recursion: nodes are entered and left, and each kind's function
 * writes its start or its end. Footnotes are collected in a list.
 */
#ifndef DOSSIER_HTML_WRITER_H
#define DOSSIER_HTML_WRITER_H

#include "core/base/vec.h"
#include "core/data/css.h"
#include "write/html/html.h"
#include "write/html/site_frame.h"

/** Number of heading levels that an author may use. */
#define HTML_HEADING_LEVELS 6

struct html_writer {
    struct buf *out;
    const struct doc *doc;
    const struct html_options *opt;
    struct diags *d;
    bool words_foreign;           /* words of the page are English although the document is not */
    bool filtered;                /* the controls of lists are written */
    VEC(struct doc_node *) notes; /* in order of their marks */
    const struct doc_node *link;  /* the open link, or NULL: links do not nest */
    int cells;                    /* number of open tables */
    int heading_base;             /* added to the depth of headings: 1 below a title */
    int levels[HTML_HEADING_LEVELS];
    int depth;   /* number of open levels */
    int tabsets; /* number of tabsets so far */
};

/* Text and attributes: attr.c */

/** Writes text between tags. */
void html_text(struct html_writer *w, struct str s);
/** A word in the language of the document, see model/doc/language.h. */
struct str html_word(const struct html_writer *w, enum doc_word word);
/** Writes `<tag`, which attributes and `>` follow; and `</tag>`. They avoid printf, since pages
 * have many elements. */
void html_open(struct html_writer *w, const char *tag);
void html_close(struct html_writer *w, const char *tag);
/** Writes text within an attribute's quotes. */
void html_attr_text(struct html_writer *w, struct str s);
/** The name of the HTML element that a node was written as, or `own`. */
const char *html_tag(struct html_writer *w, const struct doc_node *n, const char *own);
/** Writes ` name="value"`, escaped. */
void html_attr(struct html_writer *w, const char *name, struct str value);
/** The element that a span's first class names, such as pandoc's `mark` and `kbd`; or NULL. */
const char *html_named_element(const struct doc_node *n);
/** Writes ` href="..."` or ` src="..."`, percent-encoded. */
void html_url_attr(struct html_writer *w, const char *name, struct str url);
/** Writes a percent-encoded address, as between the quotes of a style sheet, where `ampersand` is
 * "&". */
void html_url(struct buf *out, struct str url, const char *ampersand);
/**
 * Writes a node's id, classes (`extra` first, or NULL) and pairs. Unknown keys become data-KEY, as
 * in pandoc; event handlers are left out.
 */
void html_attrs(struct html_writer *w, const struct doc_node *n, const char *extra);

/* The walk: html_walk.c */

/** Writes all nodes below `n`. */
void html_children(struct html_writer *w, struct doc_node *n);

/* Blocks: block.c; each returns false when the node's children are not to be walked. */

void html_heading(struct html_writer *w, const struct doc_node *n, bool enter);
void html_list(struct html_writer *w, const struct doc_node *n, bool enter);
void html_item(struct html_writer *w, const struct doc_node *n, bool enter);
void html_paragraph(struct html_writer *w, const struct doc_node *n, bool enter);
void html_div(struct html_writer *w, const struct doc_node *n, bool enter);
void html_figure_caption(struct html_writer *w, const struct doc_node *n, bool enter);
/** Call it after a caption's number, the span that it begins with. */
void html_caption_numbered(struct html_writer *w, const struct doc_node *n);
void html_bibliography(struct html_writer *w, const struct doc_node *n, bool enter);
void html_bib_entry(struct html_writer *w, const struct doc_node *n, bool enter);
void html_bib_label(struct html_writer *w, const struct doc_node *n, bool enter);

/* Code: code.c */

void html_code(struct html_writer *w, const struct doc_node *n);
void html_code_block(struct html_writer *w, const struct doc_node *n);
/** Writes the colours of code and the line numbering as CSS. */
void html_code_rules(struct buf *out, const struct highlight_theme *theme, bool coloured,
                     bool numbered);
/** Writes them as a style element, when the page needs them and no shared sheet has them. */
void html_code_style(struct html_writer *w);

/* Tables: table.c */

void html_table(struct html_writer *w, const struct doc_node *n, bool enter);
/** Whether a row is left out: a head with empty cells, which a pipe table must have. */
bool html_row_left_out(struct html_writer *w, const struct doc_node *n);
void html_row(struct html_writer *w, const struct doc_node *n, bool enter);
void html_cell(struct html_writer *w, const struct doc_node *n, bool enter);
/** Writes text in a cell; ranges of numbers stay on one line in narrow columns. */
void html_cell_text(struct html_writer *w, struct str s);

/* Inlines: inline.c */

/** Writes the replacement for a link whose text is its e-mail address, when addresses are hidden
 * from harvesters; false for other links. */
bool html_mail_instead(struct html_writer *w, const struct doc_node *n);
void html_link(struct html_writer *w, const struct doc_node *n, bool enter);
void html_span(struct html_writer *w, const struct doc_node *n, bool enter);
void html_cite(struct html_writer *w, const struct doc_node *n, bool enter);
void html_math(struct html_writer *w, const struct doc_node *n);
/** Writes the mark of a footnote; html_notes() writes its text. */
void html_note_mark(struct html_writer *w, const struct doc_node *n);

/* Images: data_url.c */

void html_image(struct html_writer *w, const struct doc_node *n);

/* Ways to people: contact.c */

/** Writes an icon in front of a word that means the same, hidden from screen readers. Unknown kinds
 * have the icon of a link. */
void html_icon(struct html_writer *w, const char *kind);
/** Whether the front matter hides e-mail addresses from harvesters (`obfuscate-email`). */
bool html_hides_mail(const struct html_writer *w);
/** Writes an address in words, "jane [at] example [dot] org", in a span. */
void html_spelled_mail(struct html_writer *w, struct str address);

/* Notes: footnotes.c */

/** Writes the section of footnotes; nothing when there are none. */
void html_notes(struct html_writer *w);

/* The author's style sheets: sheet.c */

/** Writes the text of a style sheet; what it would load is left out, with a warning. */
void html_sheet(struct html_writer *w, const struct css_sheet *sheet);

/* The page: head.c, title.c, contents_list.c, page_css.c */

/** Writes `<head>`: metadata, title and style sheets. */
void html_head(struct html_writer *w);
void html_title_block(struct html_writer *w);
/** Writes the start of the frame of a site's page; nothing without a frame. site_frame.c */
void html_frame_before(struct html_writer *w);
void html_frame_behind(struct html_writer *w);
/** Writes links of the head: address, icon, feeds. */
void html_frame_head(struct html_writer *w);
/** Writes the link to the shared style sheet; false when the page contains its own. */
bool html_frame_sheet(struct html_writer *w);
/** Whether the shared sheet contains the author's style sheet at `path`. */
bool html_frame_links(const struct html_writer *w, struct str path);
/** Writes the table of contents; nothing when the document has none. */
void html_contents(struct html_writer *w);
/* Controls and their script: list_controls.c */

/** Whether the page may have a script: not in a fragment, nor with `script: false`. */
bool html_scripts(const struct html_writer *w);
/** Writes the controls before the first list of works that requests them; call it for every list.
 */
void html_filter(struct html_writer *w, const struct doc_node *list);
/** Writes the script's element at the end of the page, when it is needed. */
void html_script(struct html_writer *w);
/** The built-in style sheet, and the additional one of sites. */
extern const char *const html_style_sheet[];
extern const char *const html_site_sheet[];

#endif
