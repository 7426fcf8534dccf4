/* SPDX-License-Identifier: MIT */
/* Declarations that the files of the module share. Private to the module. The text and its notes
 * are written side by side, and then the parts that both need. */
#ifndef DOSSIER_DOCX_WRITER_H
#define DOSSIER_DOCX_WRITER_H

#include "core/base/map.h"
#include "core/base/vec.h"
#include "core/data/data_node.h"
#include "core/data/zip.h"
#include "write/docx/docx.h"

#define DOCX_LEVELS 9   /* number of levels of lists and of numbered headings */
#define DOCX_INDENT 360 /* twips of a level of a list */

/** Something to which links lead. */
struct docx_mark {
    /* the identifier of the target in the document, and the name of its bookmark */
    struct str id, name;
    const struct doc_node *node;
    int number;  /* the number of the bookmark */
    bool linked; /* a link of the document leads to the target */
    bool placed;
    bool counted; /* the target is a heading that Word numbers */
};

/** The form of a list: a <w:abstractNum>. */
struct docx_form {
    enum doc_list_style style;
    enum doc_list_delim delim;
    struct str prefix;
    bool boxes; /* a list of tasks, whose boxes are text */
    /* the list only numbers the headings of the text, or those of appendices */
    bool headings, appendix;
};

/** A list: a <w:num>. */
struct docx_num {
    size_t form; /* the number of the list's form, from 1 */
    int level, start;
};

/** A relationship of a part. */
struct docx_relation {
    const char *type; /* the end of the type's address */
    struct str target;
    bool external;
};

/** A part with text. */
struct docx_part {
    struct buf text;
    VEC(struct docx_relation) relations;
};

/** A file of the package that is not XML, such as a picture. */
struct docx_file {
    struct str name, bytes;
    const char *ending;
};

/** Properties of runs, inherited by the inlines in a node. */
struct docx_run {
    bool bold, italic, strike, underline, small_caps, sup, sub, code, link, mark, note_mark;
    bool coloured;
    uint32_t rgb;
    bool rtl;
    struct str lang;  /* empty: the language of the document */
    struct str style; /* the name of a style that the author chose; or empty */
};

/** Properties of the paragraphs in a block. */
struct docx_para {
    enum docx_style style;
    struct str own; /* the name of a style that the author chose; or empty */
    int left;       /* indent in addition to the style's, in twips */
    /* how far the first line begins to the left of the others, in twips */
    int hang;
    int num, level;            /* the list and level of the next paragraph; 0: it is in no list */
    enum docx_style num_style; /* the style of the next paragraph if it is in a list */
    int list;                  /* number of open lists */
    bool listed;               /* the block is directly in an item */
    bool tight;
    bool keep_next, bordered, rtl;
    enum docx_align align;
    struct str before; /* text at the beginning of the next paragraph, such as the box of a task */
};

/** A style of the author. */
struct docx_own {
    struct str name;
    bool text; /* the style is for runs, not for paragraphs */
};

/** The shape of a section, if it differs from that of the document. */
struct docx_shape {
    bool sideways; /* the pages of the section are turned */
    bool across;   /* the section has one column */
};

/** A header or footer: a part of the package. */
struct docx_head {
    bool foot;
    const char *kind; /* "default", "even", "first" */
    struct str xml;
    struct str relations; /* the relationships of a head from the reference document; or empty */
};

/** The reference document, whose look the document gets. */
struct docx_reference {
    struct str styles, numbering, theme; /* the texts of the document's parts; may be empty */
    struct map ids; /* maps "paragraph heading 1" to the identifier, a struct str */
    size_t room;    /* number of bytes that further pictures in headers and footers may have */
    struct docx_page page;
    bool has_page;
};

/** Word's counters of headings. */
struct docx_counter {
    int base; /* the smallest level of the numbered headings */
    int counts[DOCX_LEVELS];
    bool appendix;
};

struct docx_writer {
    const struct doc *doc;
    const struct docx_options *opt;
    struct diags *d;
    struct arena *a;
    struct buf *out; /* the text of the part that is being written */
    struct docx_part *part;
    struct docx_part document, notes;
    struct docx_para para;
    struct docx_run run;
    int depth; /* the nesting of nodes */
    bool in_note, in_link;
    bool note_begins; /* the next paragraph is the first of a note */
    int tables;       /* number of open tables */
    int cell_width;   /* the width, in twips, of the cell or of the text */
    bool begun;       /* a paragraph is open */
    size_t notes_n;
    size_t citations;   /* number of fields of Zotero so far */
    struct str pending; /* the instruction of a field that begins with the next paragraph */
    int pictures, bookmarks;
    bool after_heading;
    struct map marks;                /* maps an identifier to a struct docx_mark */
    struct map names;                /* the names of bookmarks in use */
    VEC(struct docx_mark *) waiting; /* bookmarks that begin with the next paragraph */
    VEC(struct docx_form) forms;
    VEC(struct docx_num) nums;
    VEC(struct docx_file) files;
    VEC(struct docx_own) own_styles;
    VEC(struct docx_head) heads;
    struct docx_counter counter;
    struct docx_page page;
    size_t body; /* offset at which the body begins in the text */
    /* the shape of the current section, and that for the next paragraph */
    struct docx_shape shape, wanted;
    bool goes_on;                     /* the current section begins on the page of the one before */
    int code_line;                    /* the number of the next line of code; 0: lines have none */
    int code_digits;                  /* number of digits of the block's last line number */
    struct docx_reference *reference; /* the reference document, or NULL */
    /* numbers of the lists that number headings of the text and of appendices; or 0 */
    int heading_num, appendix_num;
    /* the span with the number of the current heading, if Word counts it */
    const struct doc_node *number_span;
    int number_mark; /* the open bookmark of a number, or 0 */
};

/* ---- text: run.c */

/** Appends text with XML's special characters escaped. */
void docx_escape(struct buf *out, struct str s);
/** Appends ` name="value"`. */
void docx_attr(struct buf *out, const char *name, struct str value);
/** Writes text with the current properties. */
void docx_text(struct docx_writer *w, struct str s);
/** Writes an element inside a run: `<w:br/>`. */
void docx_in_run(struct docx_writer *w, const char *element);
/** Writes a field with its present result. */
void docx_field(struct docx_writer *w, struct str instruction, struct str result);
/** Begins a field. Its result is written next, and docx_field_end() ends it. With `dirty`, Word
 * updates the field when it opens the file. */
void docx_field_begin(struct docx_writer *w, struct str instruction, bool dirty);
void docx_field_end(struct docx_writer *w);
/** Adds a relationship of the current part. Returns its number. */
size_t docx_relate(struct docx_writer *w, const char *type, struct str target, bool external);

/* ---- bookmarks and references: bookmark.c */

/** Finds the targets of all links. */
void docx_find_marks(struct docx_writer *w);
void docx_drop_marks(struct docx_writer *w);
/** Returns the target of "#id", or NULL. */
struct docx_mark *docx_mark_of(const struct docx_writer *w, struct str id);
/** Begins the bookmark of a node with the next paragraph, if a link leads to the node. */
void docx_anchor(struct docx_writer *w, const struct doc_node *n);
/** Writes the waiting bookmarks. */
void docx_waiting_marks(struct docx_writer *w);
/** These functions begin and end the bookmark around a number of a target. A formula may have
 * several numbers; `at` is the index of this one. */
void docx_number_begin(struct docx_writer *w, struct str id, size_t at);
void docx_number_end(struct docx_writer *w);
/** Writes a link to a part of the document. */
void docx_inner_link(struct docx_writer *w, const struct doc_node *n);
/** Whether Word gives a heading its number. Must be called for all headings in order. */
bool docx_counts(struct docx_counter *c, const struct doc_node *heading);
/** Returns the smallest level of the numbered headings, or DOCX_LEVELS if there are none. */
int docx_highest(const struct doc *doc);

/* ---- inlines: inline.c, picture.c, equation.c, citation.c */

void docx_inlines(struct docx_writer *w, const struct doc_node *first, const struct doc_node *end);
void docx_picture(struct docx_writer *w, const struct doc_node *n);
enum { DOCX_ENDINGS = 8 };
/** The endings of pictures that Word can show, and the second halves of their content types. */
extern const char *const docx_endings[DOCX_ENDINGS][2];
/** Returns the ending in the package for a picture whose file has the ending `ext`, or NULL if Word
 * cannot show the picture. */
const char *docx_ending(struct str ext);
/** Adds a file to the package, once. `name` is its path below word/. */
void docx_add_file(struct docx_writer *w, struct str name, struct str bytes, const char *ending);
/** Writes code, with the numbers of its lines if they are numbered. The code has colours if there
 * is a theme. */
void docx_code(struct docx_writer *w, const struct doc_node *n, struct str text);
/** Writes a raw node inside a paragraph, if Word can show it. */
void docx_raw(struct docx_writer *w, const struct doc_node *n);
/** Writes a formula in the line. */
void docx_math(struct docx_writer *w, const struct doc_node *n);
/** Writes a displayed formula as paragraphs. */
void docx_equation(struct docx_writer *w, const struct doc_node *n);
void docx_cite(struct docx_writer *w, const struct doc_node *n);

/* ---- blocks: block.c, list.c, table.c, title.c */

/** Begins a paragraph with the current properties. */
void docx_begin(struct docx_writer *w);
void docx_end(struct docx_writer *w);
/** Writes inlines as a paragraph of a style. */
void docx_line(struct docx_writer *w, enum docx_style style, const struct doc_node *first);
void docx_blocks(struct docx_writer *w, const struct doc_node *first);
void docx_list(struct docx_writer *w, const struct doc_node *n);
void docx_definitions(struct docx_writer *w, const struct doc_node *n);
void docx_bibliography(struct docx_writer *w, const struct doc_node *n);
/** Writes a caption as a paragraph: the field for its number, then its text. */
void docx_caption(struct docx_writer *w, const struct doc_node *caption);
void docx_table(struct docx_writer *w, const struct doc_node *n);
void docx_title(struct docx_writer *w);
void docx_contents(struct docx_writer *w);
/** Adds a list with its form. Returns its number. */
int docx_new_list(struct docx_writer *w, struct docx_form form, int level, int start);
/** Writes the part with the forms of lists. */
void docx_numbering(struct docx_writer *w, struct buf *out);

/* ---- the file: docx.c, styles.c, page.c, reference.c */

/** Returns the identifier of a style in the file. */
struct str docx_style_id(struct docx_writer *w, enum docx_style style);
/** Returns the identifier of a style of the author. */
struct str docx_own_style(struct docx_writer *w, struct str name, bool text);
void docx_styles(struct docx_writer *w, struct buf *out);
/** Writes the alignment of a paragraph, if it has one. */
void docx_put_align(struct buf *out, enum docx_align align);
/** Writes the properties of the current section. */
void docx_section(struct docx_writer *w);
/** Ends the current section if the next paragraph needs another shape. */
void docx_reshape(struct docx_writer *w);
/** Returns the width in twips of the text, or of one of its columns, in a section of this shape. */
int docx_width(const struct docx_writer *w, struct docx_shape shape);
/** Adds the page headers and footers to the package. */
void docx_heads(struct docx_writer *w);

/** Reads the reference document. Returns false if it is not a Word file. */
bool docx_take_reference(struct docx_writer *w);
/** Returns the identifier of the style with that name in the reference document, or an empty
 * text. */
struct str docx_reference_style(const struct docx_writer *w, const char *kind, struct str name);
/** Appends the styles of the reference document, with the document's language, and `more` at their
 * end. */
void docx_reference_styles(const struct docx_writer *w, struct buf *out, struct str more);
/** Appends the numbering of the reference document, with the document's forms and lists. Returns
 * false when it has none. */
bool docx_reference_numbering(const struct docx_writer *w, struct buf *out, struct str forms,
                              struct str nums);

#endif
