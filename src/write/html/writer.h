/* SPDX-License-Identifier: MIT */
/*
 * Declarations that the files of the HTML writer share. Private to the module.
 *
 * The tree is walked once, without recursion: nodes are entered and left, and the function of each
 * kind writes its start or its end. Footnotes are collected in a list.
 */
#ifndef DOSSIER_HTML_WRITER_H
#define DOSSIER_HTML_WRITER_H

#include "core/base/vec.h"
#include "core/data/css.h"
#include "write/html/html.h"
#include "write/html/site_frame.h"

/** The number of heading levels that an author may use. */
#define HTML_HEADING_LEVELS 6

struct html_writer {
    struct buf *out;
    const struct doc *doc;
    const struct html_options *opt;
    struct diags *d;
    bool words_foreign;           /* words of the page are English although the document is not */
    bool filtered;                /* the controls of lists have been written */
    VEC(struct doc_node *) notes; /* the notes, in the order of their marks */
    const struct doc_node *link;  /* the link that is open, or NULL; links are never nested */
    int cells;                    /* number of open cells */
    int heading_base; /* a number that is added to the depth of headings: 1 below a title */
    int levels[HTML_HEADING_LEVELS];
    int depth;   /* number of heading levels in `levels` */
    int tabsets; /* number of tabsets written so far */
};

/* attr.c: text and attributes */

/** Writes text between tags. */
void html_text(struct html_writer *w, struct str s);
/** Returns a word in the language of the document, see model/doc/language.h. */
struct str html_word(const struct html_writer *w, enum doc_word word);
/** html_open() writes `<tag` without attributes and `>`, and html_close() writes `</tag>`. They do
 * not use printf, because pages have many elements. */
void html_open(struct html_writer *w, const char *tag);
void html_close(struct html_writer *w, const char *tag);
/** Writes text within an attribute's quotes. */
void html_attr_text(struct html_writer *w, struct str s);
/** Returns the name of the HTML element that the author wrote for a node, or `own`. */
const char *html_tag(struct html_writer *w, const struct doc_node *n, const char *own);
/** Writes ` name="value"`, escaped. */
void html_attr(struct html_writer *w, const char *name, struct str value);
/** Returns the element that the first class of a span names, such as pandoc's `mark` and `kbd`; or
 * NULL. */
const char *html_named_element(const struct doc_node *n);
/** Writes ` href="..."` or ` src="..."`, percent-encoded. */
void html_url_attr(struct html_writer *w, const char *name, struct str url);
/** Writes a percent-encoded address. Each ampersand is written as `ampersand`, which is "&" inside
 * of a style sheet. */
void html_url(struct buf *out, struct str url, const char *ampersand);
/**
 * Writes a node's id, classes (`extra` first, or NULL) and pairs. Unknown keys become data-KEY, as
 * in pandoc. Event handlers are left out.
 */
void html_attrs(struct html_writer *w, const struct doc_node *n, const char *extra);

/* html_walk.c: the walk over the tree */

/** Writes all nodes below `n`. */
void html_children(struct html_writer *w, struct doc_node *n);

/* block.c: blocks; `enter` is false at the end of a node */

void html_heading(struct html_writer *w, const struct doc_node *n, bool enter);
void html_list(struct html_writer *w, const struct doc_node *n, bool enter);
void html_item(struct html_writer *w, const struct doc_node *n, bool enter);
void html_paragraph(struct html_writer *w, const struct doc_node *n, bool enter);
void html_div(struct html_writer *w, const struct doc_node *n, bool enter);
void html_figure_caption(struct html_writer *w, const struct doc_node *n, bool enter);
/** Hides the rest of a caption from screen readers if it repeats the alternative text. Must be
 * called after the number of the caption, which is the span at its beginning. */
void html_caption_numbered(struct html_writer *w, const struct doc_node *n);
void html_bibliography(struct html_writer *w, const struct doc_node *n, bool enter);
void html_bib_entry(struct html_writer *w, const struct doc_node *n, bool enter);
void html_bib_label(struct html_writer *w, const struct doc_node *n, bool enter);

/* code.c: code */

void html_code(struct html_writer *w, const struct doc_node *n);
void html_code_block(struct html_writer *w, const struct doc_node *n);
/** Writes the colours of code and the line numbering as CSS. */
void html_code_rules(struct buf *out, const struct highlight_theme *theme, bool coloured,
                     bool numbered);
/** Writes the colours of code as a style element, if the page needs them and no shared style sheet
 * has them. */
void html_code_style(struct html_writer *w);

/* table.c: tables */

void html_table(struct html_writer *w, const struct doc_node *n, bool enter);
/** Whether a row is left out: a head with empty cells, which a pipe table must have. */
bool html_row_left_out(struct html_writer *w, const struct doc_node *n);
void html_row(struct html_writer *w, const struct doc_node *n, bool enter);
void html_cell(struct html_writer *w, const struct doc_node *n, bool enter);
/** Writes text in a cell. In narrow columns, ranges of numbers stay on one line. */
void html_cell_text(struct html_writer *w, struct str s);

/* inline.c: inlines */

/** Writes a replacement for a link whose text is its e-mail address, if addresses are hidden from
 * harvesters. Returns false for other links. */
bool html_mail_instead(struct html_writer *w, const struct doc_node *n);
void html_link(struct html_writer *w, const struct doc_node *n, bool enter);
void html_span(struct html_writer *w, const struct doc_node *n, bool enter);
void html_cite(struct html_writer *w, const struct doc_node *n, bool enter);
void html_math(struct html_writer *w, const struct doc_node *n);
/** Writes the mark of a footnote. html_notes() writes its text. */
void html_note_mark(struct html_writer *w, const struct doc_node *n);

/* data_url.c: images */

void html_image(struct html_writer *w, const struct doc_node *n);

/* contact.c: contacts of people */

/** Writes an icon before a word with the same meaning. Screen readers do not read it. Unknown kinds
 * get the icon of a link. */
void html_icon(struct html_writer *w, const char *kind);
/** Whether the front matter hides e-mail addresses from harvesters (`obfuscate-email`). */
bool html_hides_mail(const struct html_writer *w);
/** Writes an address in words, "jane [at] example [dot] org", in a span. */
void html_spelled_mail(struct html_writer *w, struct str address);

/* footnotes.c: notes */

/** Writes the section of footnotes. Writes nothing when there are none. */
void html_notes(struct html_writer *w);

/* sheet.c: the author's style sheets */

/** Writes the text of a style sheet. Parts that would load something are left out, with a
 * warning. */
void html_sheet(struct html_writer *w, const struct css_sheet *sheet);

/* head.c, title.c, contents_list.c, page_css.c: the page */

/** Writes `<head>` with metadata, title and style sheets. */
void html_head(struct html_writer *w);
void html_title_block(struct html_writer *w);
/** Returns `name`, or a similar identifier if the document uses the name for one of its parts. */
struct str html_free_id(struct html_writer *w, const char *name);
/** Writes title and subtitle above the text of a profile whose title is not the person's name. */
void html_page_title(struct html_writer *w);
/** Whether the page has a side column with the one person of its title block. */
bool html_is_profile(const struct html_writer *w);
/** Writes the start of the frame of a site's page (site_frame.c), if there is a frame. */
void html_frame_before(struct html_writer *w);
void html_frame_behind(struct html_writer *w);
/** Writes the search field, a form that opens the search page and needs no script. It is in the
 * navigation, or in the title block of a department (`in_title`). */
void html_frame_search(struct html_writer *w, bool in_title);
/** Writes links for the head: address, icon, feeds. */
void html_frame_head(struct html_writer *w);
/** Writes the link to the shared style sheet. Returns false if the page contains its own sheet. */
bool html_frame_sheet(struct html_writer *w);
/** Whether the shared sheet contains the author's style sheet at `path`. */
bool html_frame_links(const struct html_writer *w, struct str path);
/** Writes the table of contents. Writes nothing when the document has none. */
void html_contents(struct html_writer *w);
/* list_controls.c: controls and their script */

/** Whether the page may have a script. A fragment may not, nor a page with `script: false`. */
bool html_scripts(const struct html_writer *w);
/** Writes the controls before the first list of works that requests them. Must be called for every
 * list. */
void html_filter(struct html_writer *w, const struct doc_node *list);
/** Writes the element of the script at the end of the page, if the script is needed. */
void html_script(struct html_writer *w);
/** Writes the additional style sheet for pages of sites (page_css.c). */
void html_write_site_rules(struct buf *out);

#endif
