/* SPDX-License-Identifier: MIT */
/*
 * What the parts of the HTML writer share. Private to the room.
 *
 * The tree is walked once, without recursion: nodes are entered and left, and each kind's function
 * writes its start or its end. What must wait (footnotes) is kept in lists.
 */
#ifndef DOSSIER_HTML_WRITER_H
#define DOSSIER_HTML_WRITER_H

#include "core/base/vec.h"
#include "core/data/css.h"
#include "write/html/html.h"
#include "write/html/site_frame.h"

/** Words that the page says itself, in the document's language. */
struct html_words {
    const char *lang;
    const char *skip, *notes, *back;
    const char *site, *crumbs; /* names of landmarks: the navigation; the pages above */
};

/** What the controls of a page say: {n} and {all} are numbers. */
struct html_script_words {
    const char *lang;
    const char *filter, *search, *type, *year, *keyword, *shown, *all, *copy, *copied;
};

/** One level of headings that are open, by the author's count. */
#define HTML_HEADING_LEVELS 6

struct html_writer {
    struct buf *out;
    const struct doc *doc;
    const struct html_options *opt;
    struct diags *d;
    const struct html_words *words;
    const struct html_script_words *script_words;
    bool words_foreign;           /* `words` are English though the document is not */
    bool filtered;                /* the controls of lists have been written */
    VEC(struct doc_node *) notes; /* met so far, in order */
    const struct doc_node *link;  /* the open link, or NULL: there is no link in a link */
    int cells;                    /* of tables that are open */
    int heading_base;             /* what is added to a heading's depth: 1 below a title */
    int levels[HTML_HEADING_LEVELS];
    int depth;                /* open levels */
    int tabsets;              /* so far */
    struct html_ahead *ahead; /* a list that a thread writes, or NULL: ahead.c */
};

/* Text and attributes: attr.c */

/** Text between tags. */
void html_text(struct html_writer *w, struct str s);
/** `<tag`, to be followed by attributes and `>`; and `</tag>`. No printf: pages have many elements.
 */
void html_open(struct html_writer *w, const char *tag);
void html_close(struct html_writer *w, const char *tag);
/** Text within an attribute's quotes. */
void html_attr_text(struct html_writer *w, struct str s);
/** The name of the element that a node was written as, or `own`. */
const char *html_tag(struct html_writer *w, const struct doc_node *n, const char *own);
/** ` name="value"`, escaped. */
void html_attr(struct html_writer *w, const char *name, struct str value);
/** The element that a span's first class names: pandoc's `mark`, `kbd` and the like; or NULL. */
const char *html_named_element(const struct doc_node *n);
/** ` href="..."` or ` src="..."`: what no URL may hold is percent-encoded. */
void html_url_attr(struct html_writer *w, const char *name, struct str url);
/** An address alone, percent-encoded as there: between quotes of a sheet, where `ampersand` is "&".
 */
void html_url(struct buf *out, struct str url, const char *ampersand);
/**
 * A node's id, classes (`extra` first, NULL for none) and pairs. Keys that HTML does not know
 * become data-KEY, as in pandoc; handlers of events are left out.
 */
void html_attrs(struct html_writer *w, const struct doc_node *n, const char *extra);

/* The walk: html_walk.c */

/** Writes all below `n`, not `n` itself. */
void html_children(struct html_writer *w, struct doc_node *n);

/* A list that is written ahead: ahead.c */

/** Begins to write a long list at the end on a thread, when there are any; nothing else is to be
 * done to the writer before. Ended by html_end_ahead(). */
void html_begin_ahead(struct html_writer *w);
/** Writes what is below a list, when a thread has; false: it is to be written. */
bool html_take_ahead(struct html_writer *w, const struct doc_node *list);
void html_end_ahead(struct html_writer *w);

/* Blocks: block.c; each returns false when the node's children are not to be walked. */

void html_heading(struct html_writer *w, const struct doc_node *n, bool enter);
void html_list(struct html_writer *w, const struct doc_node *n, bool enter);
void html_item(struct html_writer *w, const struct doc_node *n, bool enter);
void html_paragraph(struct html_writer *w, const struct doc_node *n, bool enter);
void html_div(struct html_writer *w, const struct doc_node *n, bool enter);
void html_figure_caption(struct html_writer *w, const struct doc_node *n, bool enter);
/** To be called behind a caption's number, the span it begins with. */
void html_caption_numbered(struct html_writer *w, const struct doc_node *n);
void html_bibliography(struct html_writer *w, const struct doc_node *n, bool enter);
void html_bib_entry(struct html_writer *w, const struct doc_node *n, bool enter);
void html_bib_label(struct html_writer *w, const struct doc_node *n, bool enter);

/* Code: code.c */

void html_code(struct html_writer *w, const struct doc_node *n);
void html_code_block(struct html_writer *w, const struct doc_node *n);
/** The colours of code and the counting of its lines, as CSS. */
void html_code_rules(struct buf *out, const struct highlight_theme *theme, bool coloured,
                     bool numbered);
/** The style element with them, as far as the page needs them and shares them with no others. */
void html_code_style(struct html_writer *w);

/* Tables: table.c */

void html_table(struct html_writer *w, const struct doc_node *n, bool enter);
/** Whether a row is not written: a head whose cells are all empty heads nothing (a pipe table
 * cannot do without). */
bool html_row_left_out(struct html_writer *w, const struct doc_node *n);
void html_row(struct html_writer *w, const struct doc_node *n, bool enter);
void html_cell(struct html_writer *w, const struct doc_node *n, bool enter);
/** Text in a cell: ranges of numbers are kept on one line, however narrow the column. */
void html_cell_text(struct html_writer *w, struct str s);

/* Inlines: inline.c */

/** Writes what stands for a link that shows the e-mail address it leads to, when that is kept from
 * harvesters; false when it is a link like others. */
bool html_mail_instead(struct html_writer *w, const struct doc_node *n);
void html_link(struct html_writer *w, const struct doc_node *n, bool enter);
void html_span(struct html_writer *w, const struct doc_node *n, bool enter);
void html_cite(struct html_writer *w, const struct doc_node *n, bool enter);
void html_math(struct html_writer *w, const struct doc_node *n);
/** The mark of a footnote; its text waits for html_notes(). */
void html_note_mark(struct html_writer *w, const struct doc_node *n);

/* Images: data_url.c */

void html_image(struct html_writer *w, const struct doc_node *n);

/* Ways to people: contact.c */

/** A drawing of our own in front of a word that says the same: nothing to screen readers. Kinds
 * that have none get the one of a link. */
void html_icon(struct html_writer *w, const char *kind);
/** Whether the front matter wants e-mail addresses kept from harvesters (`obfuscate-email`). */
bool html_hides_mail(const struct html_writer *w);
/** "jane [at] example [dot] org": an address for people, in a span and without a link. */
void html_spelled_mail(struct html_writer *w, struct str address);

/* Notes: footnotes.c */

/** The section of the footnotes that were met; nothing when there were none. */
void html_notes(struct html_writer *w);

/* Style sheets of the author's: sheet.c */

/** Writes the sheet's text; what it would load is left out, with a warning. */
void html_sheet(struct html_writer *w, const struct css_sheet *sheet);

/* The page: head.c, title.c, contents_list.c, page_words.c, page_css.c */

/** `<head>`: metadata, title and style sheets. */
void html_head(struct html_writer *w);
void html_title_block(struct html_writer *w);
/** What stands around the content of a site's page; nothing without a frame. site_frame.c */
void html_frame_before(struct html_writer *w);
void html_frame_behind(struct html_writer *w);
/** Links of the head: address, icon, feeds. */
void html_frame_head(struct html_writer *w);
/** The link to the sheet that pages share; false when the page has its own inside. */
bool html_frame_sheet(struct html_writer *w);
/** Whether the author's sheet at `path` is in that one. */
bool html_frame_links(const struct html_writer *w, struct str path);
/** The table of contents; nothing when the document has none. */
void html_contents(struct html_writer *w);
/* Controls and their script: list_controls.c, script_words.c */

/** Whether the page may have a script: not when it is a part of another, nor when the author does
 * not want one (`script: false`). */
bool html_scripts(const struct html_writer *w);
/** The controls in front of the first list of works that asks for them; to be called before any. */
void html_filter(struct html_writer *w, const struct doc_node *list);
/** The script's element at the end of the page, when something in it asks for one. */
void html_script(struct html_writer *w);
/** Words of controls; English's when the language is not known. The languages are those of
 * html_words_find(). */
const struct html_script_words *html_script_words_find(struct str lang);

/** Words for a BCP 47 language; English's when the language is not known, which `*foreign` tells.
 */
const struct html_words *html_words_find(struct str lang, bool *foreign);
/** The built-in style sheet, and what sites have besides. */
extern const char *const html_style_sheet[];
extern const char *const html_site_sheet[];

#endif
