/* SPDX-License-Identifier: MIT */
/*
 * The functions by which the files of the document setter call one another. set_state.h has the
 * state that they share.
 *
 * The tree is walked once, in reading order. Blocks go to the current galley (that of the document
 * or of a footnote); structure elements are made on the way. Recursion follows the nesting of the
 * document, at most LIMIT_DOC_DEPTH.
 */
#ifndef DOSSIER_LAYOUT_SET_SETTER_H
#define DOSSIER_LAYOUT_SET_SETTER_H

#include "print/layout/set/set_state.h"

/* trial.c: layouts that are tried and then undone */
struct set_trial set_trial_begin(const struct setter *s);
/** Restores the state before a trial. It may be restored several times. */
void set_trial_undo(struct setter *s, const struct set_trial *before);
/** Begins a trial that only measures blocks of the frame `f`. `m` must not move until the trial
 * ends. */
void set_measure_begin(struct setter *s, const struct frame *f, struct set_measure *m);
void set_measure_end(struct setter *s, struct set_measure *m);

/* set_tree.c: structure elements */
struct page_elem *set_elem_new(struct setter *s, struct page_elem *parent, enum page_role role);
/** The heading role for a level of the source, so that the levels have no gaps. `*level` becomes 1
 * to 6. */
enum page_role set_heading_role(struct setter *s, int source_level, int *level);

/* type.c: fonts and sizes */
struct font *set_type_font(struct setter *s, const struct ink *ink, unsigned *extra_features);
/** Whether the small capitals of an ink are made of capitals, because its family has none. */
bool set_type_fakes_small_caps(struct setter *s, const struct ink *ink);
/** Whether `all-small-caps` needs small letters, because the font has no feature for capitals. */
bool set_type_lowers_caps(struct setter *s, const struct ink *ink);
/** Reports features that the front matter requests but the family does not have. */
void set_type_check_features(struct setter *s, const struct ink *ink);
/** Returns the style for `ink`, or the object that was returned last if nothing has changed. */
const struct inline_style *set_type_style(struct setter *s, const struct ink *ink);
/** Sets the size and the line distance of a frame's text to a step. set_frame_shrink() has an
 * effect only if the text is larger than the step. */
void set_frame_step(const struct page_style *st, struct frame *f, enum type_step step);
/** Sets a font size that is not a step. The line distance changes in proportion. */
void set_frame_size(const struct page_style *st, struct frame *f, sp size);
void set_frame_shrink(const struct page_style *st, struct frame *f, enum type_step most);
sp set_type_leading(const struct page_style *st, enum type_step step);

/* element.c, look_set.c, look_break.c: these apply style sheets to frames and inks; without sheets
 * they do nothing */

/** Enters an element below that of the frame. Its computed style then applies to the content of the
 * frame. The frame's `outer_size` becomes the size that the text had before. `own_class` may be
 * empty. */
void set_enter_element(struct setter *s, struct frame *f, struct look *look, const char *type,
                       const struct doc_node *n, const char *own_class);
/** Like set_enter_element(), for a block by its kind. Does nothing for kinds without an element. */
void set_enter_block(struct setter *s, struct frame *f, struct look *look,
                     const struct doc_node *n);
/** Computes the style and ink of a block without entering it. */
void set_peek_block(struct setter *s, const struct frame *f, const struct doc_node *n,
                    struct look *look, struct ink *ink);
/** Enters the elements of the page that are around the whole document. */
void set_enter_root(struct setter *s, struct frame *f);
/** Enters an inline. Returns false if it is not displayed. */
bool set_enter_inline(struct setter *s, struct ink *ink, const struct doc_node *n);
/** Enters an image. The caller makes its box. */
void set_enter_image(struct setter *s, struct ink *ink, const struct doc_node *n,
                     struct look *look);
/** Enters a link. `n` is NULL if the link has no node in the document tree. */
void set_enter_link(struct setter *s, struct ink *ink, const struct doc_node *n);
/** Records the background and opacity of an element before its style is applied. The style may be
 * applied more than once. */
void set_enter_ground(const struct look *look, struct ink *ink);
/** Records the properties that descendants of `ink->element` inherit. */
void set_note_ink(const struct ink *ink);
/** Applies the style of a pseudo-element of `ink->element` to the ink. */
void set_enter_part(struct setter *s, enum css_part part, struct ink *ink, struct look *look);
/** Whether a value is reported for the first time. Many elements may share a value, so callers
 * report the value only the first time. */
bool set_first_report(struct setter *s, const struct look_value *v);
/** Applies the text properties of the frame's style. */
void set_look_text(struct setter *s, struct frame *f);
/** Applies a computed style to an ink; `outer` is the size of the surrounding text. */
void set_look_ink(struct setter *s, const struct look *look, struct ink *ink, sp outer);
/** A colour as seen through the opacity of its surroundings (CSS Color 4, section 14). */
struct page_colour set_look_seen(const struct ink *ink, struct page_colour c);
/** Applies the style of a list item's marker. */
void set_look_marker(struct setter *s, struct ink *ink);
/** Narrows the frame by the margins and padding that the style sets. `left` and `right` are used
 * for margins that the style does not set. */
void set_look_inset(struct setter *s, struct frame *f, sp left, sp right);
/** A length of the frame's style, or `or_else` if the style does not set it. */
sp set_look_sp(const struct setter *s, const struct frame *f, enum look_prop prop, sp or_else);
/** Whether the frame's style sets a property to this keyword. */
bool set_look_says(const struct frame *f, enum look_prop prop, enum look_word word);
/** A margin of the frame's style, with stretch in proportion to that of the default. Returns the
 * default if the style sets none. */
struct v_glue set_look_margin(const struct setter *s, const struct frame *f, enum look_prop prop,
                              struct v_glue or_else);
/** Adds the space above or below the current block, with its rules. */
void set_space_above(struct setter *s, const struct frame *f, struct v_glue or_else);
void set_space_below(struct setter *s, const struct frame *f, struct v_glue or_else);
/** Adds the page breaks before or after the frame's block. `from` is its first row. */
void set_look_break_before(struct galley *g, const struct frame *f);
void set_look_break_after(struct setter *s, const struct frame *f, size_t from);

/* aside.c: boxes that text flows around */

/** The side on which a style floats an element: WORD_LEFT, WORD_RIGHT, or WORD_NONE. */
enum look_word set_aside_side(const struct look *look);
/** Whether a box of this size leaves enough room for text beside it. */
bool set_aside_fits(const struct setter *s, const struct frame *f, sp width, int64_t height);
/** Reports once, at the declaration, that a block does not float. */
void set_aside_refuse(struct setter *s, const struct look_value *v, const char *why);
/** Whether floats on both sides leave too little room for text. */
bool set_aside_crowded(const struct setter *s, const struct frame *f);
/** Makes the following text flow around a box, on one side. The draws of the box are relative to
 * its left end. */
void set_aside_put(struct setter *s, const struct frame *f, bool right, struct v_box *box,
                   sp width);
/** Shortens the lines of the next paragraph where they are beside floats. */
void set_aside_params(struct setter *s, const struct frame *f, struct para_params *params);
/** These functions attach waiting floats to the box of a row, before and after the row is added to
 * the galley. */
void set_aside_attach(struct setter *s, struct v_box *box);
void set_aside_attached(struct setter *s, const struct v_box *box);
/** Moves the next content below the floats on a side: WORD_LEFT, WORD_RIGHT or WORD_BOTH. */
void set_aside_clear(struct setter *s, const struct frame *f, enum look_word side);
/** Ends the galley: makes it at least as high as its floats. */
void set_aside_end(struct setter *s, const struct frame *f);

/** Sets a block that floats according to its style. Returns false if it does not float. `own` is
 * the frame of the block, after set_enter_block(); `f` is the surrounding frame (flexgrid.c). */
bool set_floating(struct setter *s, const struct doc_node *n, const struct frame *own,
                  const struct frame *f);
/** Sets a block at a fixed place of the first page (`position: absolute`). Returns false if the
 * block stays in the text. */
bool set_absolute(struct setter *s, const struct doc_node *n, const struct frame *own,
                  const struct frame *f);
/** Sets the blocks of `n` side by side, or in columns, if the frame's style requests it. Returns
 * false otherwise. */
bool set_beside(struct setter *s, const struct doc_node *n, const struct frame *f);

/** Sets the blocks of `n` in the columns that the frame's style requests. Returns false if it
 * requests a single column (columns.c). */
bool set_text_columns(struct setter *s, const struct doc_node *n, const struct frame *f);

/* box.c: boxes of style sheets */

/** The paint of a style's box. Returns false if nothing is visible. Percentages refer to `whole`;
 * currentcolor is the colour of `ink`. */
bool set_box_paint(const struct setter *s, const struct look *look, const struct ink *ink, sp whole,
                   struct box_paint *out);
/** The widths of one side's border and of its padding. */
sp set_box_border(const struct setter *s, const struct look *look, enum box_edge edge,
                  const struct ink *ink);
sp set_box_padding(const struct setter *s, const struct look *look, enum box_edge edge,
                   const struct ink *ink, sp whole);
/** Blends a value's colour with the background `behind`. Returns `behind` if the value has no
 * colour. */
struct page_colour set_box_colour(const struct look_value *v, struct page_colour behind);
/** A length of a style, or `or_else` if the style does not set it. */
sp set_box_length(const struct setter *s, const struct look *look, enum look_prop prop,
                  const struct ink *ink, sp whole, sp or_else);
/** The width of a box to its border edge, within its minimum and maximum. `whole` is the available
 * width. The result is `own` if the style sets no width. `pads` is the sum of paddings and
 * borders. */
sp set_box_width(const struct setter *s, const struct look *look, const struct ink *ink, sp whole,
                 sp pads, sp own);
/** Whether the frame's style has a box. A style that has only rules above and below the text has no
 * box. */
bool set_box_has(const struct setter *s, const struct frame *f);
/** Opens the box of the frame's style around the following rows. Returns false if the style has no
 * box. */
bool set_box_open(struct setter *s, const struct frame *f);
/** Closes the box of the frame's style. Returns false if it is not open. */
bool set_box_close(struct setter *s, const struct frame *f);
/** Closes boxes that were opened inside `outer` and are still open. */
void set_box_end(struct setter *s, const struct v_panel *outer, const struct frame *f);
/** Adds the box of an inline's style to the tag of the ink, if there is one. */
void set_box_text(struct setter *s, const struct look *look, struct ink *ink);
/** Adds the beginning or end of an inline's box. Does nothing if `outer`, the surrounding ink, has
 * the same box. */
void set_box_text_begin(struct setter *s, struct inline_builder *b, const struct ink *ink,
                        const struct ink *outer);
void set_box_text_end(struct setter *s, struct inline_builder *b, const struct ink *ink,
                      const struct ink *outer);
/** The background of the whole page, from `html` or `body` (CSS Backgrounds 3, section 2.11.2).
 * Returns false if they have no background. */
bool set_box_canvas(const struct setter *s, struct page_colour *out);

/* generated_content.c: without sheets these functions do nothing */

/** Applies counters, quotes and named strings at the beginning of an element. */
void set_element_counts(struct setter *s, struct element *e, const struct look *look);
/** Appends a counter's number in a list style. It is decimal if the style cannot express it. */
void set_counter_text(struct buf *out, int64_t value, enum look_word style);
/** The value of a named string on a page (from 0). `which` is WORD_LEFT, WORD_RIGHT or WORD_CENTER
 * as in struct look_piece. Returns false if there is no such string. */
bool set_string_on(struct setter *s, struct str name, enum look_word which, int page,
                   struct str *out);
/** Enters ::before, ::after or ::marker of `ink->element`. Returns false if the pseudo-element has
 * no content. */
bool set_part_begin(struct setter *s, enum css_part part, struct ink *ink, struct look *look);
/** Adds the content that the style of a pseudo-element sets. */
void set_part_contents(struct setter *s, struct inline_builder *b, const struct look *look,
                       const struct ink *ink);
/** These functions add an image that a style sheet names, and a text with its line breaks. */
void set_content_image(struct setter *s, struct inline_builder *b, const struct look_contents *c,
                       const struct look_piece *p, const struct ink *ink);
void set_content_text(struct setter *s, struct inline_builder *b, struct str text,
                      const struct ink *ink);
/** Changes to pages with the name that the frame's style sets. */
void set_page_name(struct setter *s, struct frame *f);
/** Adds the content of ::before or ::after of `ink->element`, if `parent` is the node with the
 * inlines of this element. */
void set_generated_around(struct setter *s, struct inline_builder *b, enum css_part part,
                          const struct doc_node *parent, const struct ink *ink);
/** Reports the content that the style gives ::before and ::after of `ink->element`, an element that
 * cannot have generated content. */
void set_refuse_parts(struct setter *s, const struct ink *ink);
/** Adds content before or after an element that contains blocks, as a paragraph. `first` is the
 * first of the blocks. */
void set_generated_block(struct setter *s, enum css_part part, const struct doc_node *first,
                         const struct frame *f);

/* set_inline.c: inlines of the document tree */
void set_inlines(struct setter *s, struct inline_builder *b, const struct doc_node *parent,
                 const struct ink *ink);
/** Sets one inline node. */
void set_inline(struct setter *s, struct inline_builder *b, const struct doc_node *n,
                const struct ink *ink);
void set_text(struct setter *s, struct inline_builder *b, struct str text, const struct ink *ink);
/** The ink of superscripts (`up`) and subscripts. They have \scriptsize, as in LaTeX's
 * \textsuperscript, and are raised by sup1 of the symbol font (TeXbook, App. G). */
struct ink set_script_ink(const struct ink *ink, bool up);
/** Like doc_dir_of(), with a warning about invalid values of `dir`. */
enum doc_dir set_dir_of(struct setter *s, const struct doc_node *n);
/** Begins or ends a bidirectional isolate with direction `dir`; does nothing for DOC_DIR_NONE. */
void set_isolate(struct inline_builder *b, enum doc_dir dir);
void set_isolate_end(struct inline_builder *b, enum doc_dir dir);
/** Adds a destination at the current place of the text. */
void set_dest(struct arena *a, struct inline_builder *b, struct str name, const struct ink *ink);
/** Reports characters that no font has, at the place of `node`. */
void set_report_missing(struct setter *s, struct inline_builder *b, const struct doc_node *node);
/** Whether `#id` refers to a destination of this document. */
bool set_dest_exists(const struct setter *s, struct str id);

/* link.c: links */
void set_link(struct setter *s, struct inline_builder *b, const struct doc_node *n,
              const struct ink *ink);
/** A link inside the document with the text `text`. `role` is the role of its element: ROLE_LINK,
 * or ROLE_REFERENCE around a ROLE_LINK. */
void set_jump(struct setter *s, struct inline_builder *b, struct str text, struct str dest,
              struct str contents, enum page_role role, const struct ink *ink);
/** Makes a link element and returns the ink for its text. */
struct ink set_link_ink(struct setter *s, const struct ink *ink, enum page_role around,
                        struct str uri, struct str dest, struct str contents,
                        const struct doc_node *n);

/* looseness.c: paragraphs with more or fewer lines than is optimal */
/** Reads the front matter's `looseness`. */
void set_looseness_begin(struct setter *s);
/** Reports paragraphs that the front matter names and that were not found. */
void set_looseness_end(struct setter *s);
/** If the front matter gives the paragraph a looseness, copies `f` to `own` with this looseness and
 * returns true. */
bool set_looseness(struct setter *s, const struct doc_node *para, const struct frame *f,
                   struct frame *own);
/** Reads the attribute `looseness` of a division, which applies to the paragraphs inside. */
void set_looseness_of(struct setter *s, const struct doc_node *div, struct frame *f);

/* set_block.c: blocks and paragraphs */
void set_blocks(struct setter *s, const struct doc_node *first, const struct frame *f);
void set_block(struct setter *s, const struct doc_node *n, const struct frame *f);
/** Breaks the builder's text into lines and appends them. The page may be cut between the lines as
 * in paragraphs. Returns the number of lines. */
size_t set_paragraph(struct setter *s, struct inline_builder *b, const struct frame *f,
                     const struct para_params *params, enum inline_align align);
/** Narrows the measure so that ragged lines have similar lengths, if the frame requests it (CSS
 * Text 4, `text-wrap: balance`). Returns how far the lines must be moved to the right. */
sp set_balance(struct inline_builder *b, const struct frame *f, enum inline_align align,
               struct para_params *params);
/** Sets the parameters for a paragraph in a frame. */
void set_frame_params(struct setter *s, const struct frame *f, struct para_params *params);
/** Sets the inlines of a node as a paragraph, in the element `elem`. */
void set_inline_paragraph(struct setter *s, const struct doc_node *n, const struct frame *f,
                          struct page_elem *elem, enum inline_align align);
/** Sets the direction of a frame and its text. */
void set_direction(struct frame *f, bool rtl);
/** Narrows a frame by `start` at the edge where lines start. */
void set_inset(struct frame *f, sp start);
/** The left edge of something that is `width` wide and begins `from` after the starting edge of the
 * frame. */
sp set_from_start(const struct frame *f, sp from, sp width);
/** Begins to set blocks into the galley `own`, which is initialised here. */
void set_galley_begin(struct setter *s, struct galley *own);
/** Returns to the galley that was current before set_galley_begin(). The caller takes the rows of
 * the galley that ends, and frees it with galley_drop(). */
void set_galley_end(struct setter *s);
/** Appends the box of a line, with waiting labels and destinations. */
void set_put_line(struct setter *s, struct v_box *box, sp leading);
void set_put_box(struct setter *s, struct v_box *box, const struct frame *f);
/** Keeps the following content with the preceding paragraph, if that paragraph ends in a colon. */
void set_keep_with_intro(struct galley *g, const struct doc_node *n);
/** Adds a destination to the next line or box. */
void set_wait_dest(struct setter *s, struct str id);
/** At the end of a block, appends its notes to the structure tree. */
void set_flush_notes(struct setter *s, struct page_elem *parent);
/** Sets inlines as a single line, for labels. NULL if the line would be empty. */
struct inline_line *set_single_line(struct inline_builder *b, sp *width);

/* heading.c: headings */
void set_heading(struct setter *s, const struct doc_node *n, const struct frame *f);
/** Adds a waiting run-in head before a paragraph. Returns false if none is waiting. */
bool set_run_in(struct setter *s, struct inline_builder *b);
/** Sets a waiting run-in head as a line of its own. */
void set_flush_run_in(struct setter *s, const struct frame *f);

/** Breaks the builder's text into the lines of a heading. The lines stay together. */
void set_head_lines(struct setter *s, struct inline_builder *b, const struct frame *f);

/** Whether a new page may begin here. Boxes and notes contain no page breaks (chapter.c). */
bool set_may_turn(const struct setter *s);
/** Sets a chapter or part, in the frame of its heading. */
void set_chapter(struct setter *s, const struct doc_node *n, const struct frame *f,
                 const struct run_in *h, int division);
/** Adds a chapter's or section's heading to the marks for running heads. */
void set_chapter_mark(struct setter *s, const struct doc_node *heading, struct str dest);
/** Applies LaTeX's \frontmatter, \mainmatter or \backmatter to the following pages. */
void set_matter(struct setter *s, enum doc_matter matter);
/** Begins the front matter, if the document is a book or the author marks the beginning of its main
 * matter. */
void set_matter_begin(struct setter *s);
/** Ends the front matter where the text begins, unless the author marks the beginning of the main
 * matter. */
void set_matter_text(struct setter *s);
/** Sets divisions of front matter that are at the start of the text, before the table of contents.
 * Returns the node after them. */
const struct doc_node *set_front_divs(struct setter *s, const struct frame *f);
/** Sets a division of class dedication, abstract or acknowledgements in a book or report: it gets a
 * page of its own. Returns false for other divisions. */
bool set_front_div(struct setter *s, const struct doc_node *n, const struct frame *f);
/** Centres the rows of `own` vertically in the rest of the page, below a space of `more`. */
void set_mid_page(struct setter *s, struct galley *own, sp more);

/** Whether a raw piece has a meaning on paper (raw.c). */
bool set_shows_raw(const struct doc_node *n);
void set_raw_block(struct setter *s, const struct doc_node *n, const struct frame *f);
void set_raw_inline(struct inline_builder *b, const struct doc_node *n);

/** Sets a callout, a theorem, or columns (framed_box.c). Returns false for other divisions. */
bool set_framed(struct setter *s, const struct doc_node *n, const struct frame *f);

/** Adds the text of a DOC_CODE in its colours (set_code.c). */
void set_code(struct setter *s, struct inline_builder *b, const struct doc_node *n,
              const struct ink *ink);
void set_code_block(struct setter *s, const struct doc_node *n, const struct frame *f);

/** Sets the content of a table's cell as one paragraph (cell.c). */
void set_cell(struct setter *s, struct inline_builder *b, const struct doc_node *cell,
              const struct ink *ink);

/** The marker of an item: a bullet for its level, its number, or a task box (set_list.c). */
struct str set_list_label(struct arena *a, const struct doc_node *item, int level);
void set_list(struct setter *s, const struct doc_node *n, const struct frame *f);
void set_def_list(struct setter *s, const struct doc_node *n, const struct frame *f);
/** Puts the builder's text on the next line of text, as a label that ends `gap` before the start of
 * the frame. */
void set_wait_text(struct setter *s, struct inline_builder *b, const struct frame *f, sp gap);
/** Sets an empty line if labels are still waiting. */
void set_flush_labels(struct setter *s, const struct frame *f);

/** The width of plain text in an ink. */
sp set_text_width(struct setter *s, struct str text, const struct ink *ink);

/** Whether the block below a table is its notes, a division of class `tablenotes`. `table` may be
 * NULL or another block (set_block.c). */
bool set_notes_below(const struct doc_node *table);

/* set_table.c: tables */
void set_table(struct setter *s, const struct doc_node *n, const struct frame *f);

/** Sets the inlines of a caption in the element of the frame (set_caption.c). */
void set_caption_text(struct setter *s, const struct doc_node *caption, const struct frame *f);

/* set_figure.c: images and figures */
void set_figure(struct setter *s, const struct doc_node *n, const struct frame *f);
void set_image(struct setter *s, struct inline_builder *b, const struct doc_node *n,
               const struct ink *ink);

/* set_note.c: footnotes and margin notes */
void set_note(struct setter *s, struct inline_builder *b, const struct doc_node *n,
              const struct ink *ink);

/** Sets the notes that were collected for the end of the chapter or text, under a heading. */
void set_end_notes(struct setter *s, const struct frame *f);
/** the distance between the text and margin notes */
#define MARGIN_SEP PT(11)
/** The width of margin notes; 0: the margin is too narrow for notes. */
sp set_margin_width(const struct page_style *st);
/** Whether a node's class puts it into the margin. */
bool set_is_margin_note(const struct doc_node *n);
/** Sets a division in the margin, beside the next line. Returns false if margins have no room, or
 * if the division is inside another block. */
bool set_margin_div(struct setter *s, const struct doc_node *n, const struct frame *f);
/** Sets a span in the margin. If margins have no room, it becomes a footnote. */
void set_margin_span(struct setter *s, struct inline_builder *b, const struct doc_node *n,
                     const struct ink *ink);

/** Reserves the place of an index, which is set when the pages are known. Returns false if `n` is
 * not an index (set_index.c). */
bool set_index_div(struct setter *s, const struct doc_node *n, const struct frame *f);

/* set_refs.c: reference lists */
void set_bibliography(struct setter *s, const struct doc_node *n, const struct frame *f);
void set_bib_entry(struct setter *s, const struct doc_node *n, const struct frame *f);

/* set_title.c: the title block */
void set_title(struct setter *s, const struct frame *f);
void set_abstract(struct setter *s, const struct frame *f);
/** Sets the name of the abstract, bold and centred. */
void set_abstract_name(struct setter *s, const struct frame *f);
/** Sets title and abstract on pages of their own. */
void set_title_page(struct setter *s, const struct frame *f);

/** The state of a block that may float, while the block is set (float.c). */
struct float_setting {
    struct galley own;
    struct v_float *how;
};
/**
 * Begins to set `n`. The content up to set_float_end() goes into the float. The allowed places, in
 * LaTeX's letters, come from its attribute `key` (or `pos`), or from the front matter's `key`.
 * Returns false if the block does not float: its place is `H`, or it is inside another block.
 */
bool set_float_begin(struct setter *s, struct float_setting *fs, const struct doc_node *n,
                     const struct frame *f, const char *key, bool wide);
void set_float_end(struct setter *s, struct float_setting *fs);
/** Whether the author sets the places of a float: in its attribute `key` or `pos`, or in the front
 * matter. */
bool set_float_asked(const struct setter *s, const struct doc_node *n, const char *key);
/** Whether blocks of this frame may float. Only blocks of the document itself may float, and only
 * outside lists and quotes. */
bool set_float_allowed(const struct setter *s, const struct frame *f);

/** The state of a block on turned pages, while the block is set (sideways.c). */
struct sideways_setting {
    bool floats;       /* false: the block begins turned pages at its place */
    struct galley own; /* the galley of a block that floats */
    sp measure;
};
/** Begins turned pages for a block. A block of class landscape is set on them at once. A block of
 * class sideways (sidewaystable, sidewaysfigure) waits for the next page while the text continues.
 * `f` becomes the frame of such a page. Returns false for other blocks. */
bool set_sideways_begin(struct setter *s, struct sideways_setting *sw, const struct doc_node *n,
                        struct frame *f);
void set_sideways_end(struct setter *s, struct sideways_setting *sw);
/** Changes to the page style for turned or upright pages. */
void set_sideways_style(struct setter *s, bool sideways);

/** Sets the table of contents, if the document has one. set_toc_fill() adds the page numbers
 * (toc.c). */
void set_toc(struct setter *s, const struct frame *f);
/** Adds the page numbers to the table of contents. `pages` maps destinations to pages. */
void set_toc_fill(struct setter *s, const struct map *pages);

/* set_math.c, math_display.c: formulas */
void set_math(struct setter *s, struct inline_builder *b, const struct doc_node *n,
              const struct ink *ink);
/** Returns the displayed formula if a paragraph contains nothing else; otherwise NULL. */
const struct doc_node *set_lone_display(const struct doc_node *para);
void set_display(struct setter *s, const struct doc_node *math, const struct frame *f,
                 struct page_elem *parent);

/* ship.c: pages */
void set_ship_pages(struct setter *s);

#endif
