/* SPDX-License-Identifier: MIT */
/*
 * Writes a resolved document as a Word file: WordprocessingML in a package (ECMA-376, parts 1 and
 * 2, transitional).
 */
#ifndef DOSSIER_DOCX_DOCX_H
#define DOSSIER_DOCX_DOCX_H

#include "core/base/buf.h"
#include "model/doc/doc.h"
#include "model/highlight/highlight.h"

/** The styles of the document, under Word's names or pandoc's. */
enum docx_style {
#define STYLE(id, ...) DOCX_##id,
#include "write/docx/styles.def"
#undef STYLE
    DOCX_STYLES
};

enum docx_align { DOCX_ALIGN_NONE, DOCX_LEFT, DOCX_CENTER, DOCX_RIGHT, DOCX_JUSTIFY };
enum docx_flags {
    DOCX_BOLD = 1,
    DOCX_ITALIC = 2,
    DOCX_SMALL_CAPS = 4,
    DOCX_CAPITALS = 8,
    DOCX_KEEP = 16 /* the paragraph stays on the same page as the next one */
};

/** The look of a style. Lengths are in twips (1/20 pt). */
struct docx_look {
    struct str font; /* the name of the font; empty: the font of the text */
    int size;        /* the size in half points; 0: the size of the text */
    unsigned flags;  /* enum docx_flags */
    enum docx_align align;
    int before, after; /* space around paragraphs */
    int left, first;   /* indents; `first` is added for the first line and may be negative */
    int line;          /* line distance, in 1/240 of a single line; 0: that of the text */
    bool coloured;
    uint32_t rgb;
    int rule; /* the thickness of a line under the paragraph, in 1/8 pt; 0: there is none */
    uint32_t rule_rgb;
};

/** The sheet of paper, in twips. */
struct docx_page {
    int width, height, left, right, top, bottom;
    int columns, column_sep;
    int line_numbers; /* the interval of line numbers; 0: lines have no numbers */
    bool two_sided;   /* `left` is the inner margin */
    bool first, even; /* the first page, and left pages, have their own heads and feet */
    /* the heads and feet of all pages, of left pages and of first pages, each with a left, middle
     * and right part. A part is a template with {page}, {pages}, {title}, {author} and {date};
     * other names in braces are left out. */
    struct str head[3][3], foot[3][3];
};

/** A picture that Word can show. */
struct docx_picture {
    struct str bytes;
    const char *ending; /* "png", "jpeg", "gif", "tiff" */
    /* the picture as SVG, or empty; programs that do not support SVG show `bytes` */
    struct str svg;
    int64_t width, height; /* the natural size in EMU (1/914400 in) */
};

struct docx_options {
    const struct docx_look *looks; /* an array of DOCX_STYLES elements */
    struct docx_page page;
    const struct highlight_theme *theme; /* the colours of code, or NULL */
    /* the bytes of the reference document, which gives styles, page and heads; or empty */
    struct str reference;
    /* the name of the reference document in reports; empty if it was not read */
    struct str reference_name;
    struct span reference_at; /* the place where the document names the reference document */
    struct str date;      /* the date of the file's properties: "2026-01-31T12:00:00Z"; or empty */
    struct str generator; /* the program's name and version */
    /** Finds a picture. Returns false, after a report, when Word cannot show it. */
    bool (*picture)(void *user, const struct doc_node *n, struct docx_picture *out);
    /** Whether raw WordprocessingML is well-formed. If not, this is reported. NULL: raw text is
     * left out. */
    bool (*is_sound)(void *user, const struct doc_node *n);
    /** Appends a work as CSL-JSON for Zotero. Returns false for an unknown key. NULL: citations are
     * text. */
    bool (*work)(void *user, struct str key, struct buf *out);
    void *user;
};

/** Returns the look of a style in LaTeX's article, in a text of `size` half points. */
struct docx_look docx_usual_look(enum docx_style style, int size);

/** Appends the document to `out`. The library MODULE_DEFLATE must be available. Content that Word
 * cannot show is reported. */
void docx_write(struct buf *out, const struct doc *doc, const struct docx_options *opt,
                struct diags *d);

/** The declarations of the namespaces that the parts use, as attributes of an element. */
extern const char docx_namespaces[];

/** Whether a raw node is WordprocessingML, or a break of the page. */
bool docx_shows_raw(const struct doc_node *n);
/** Reports a reference document that is not a file of Word, as docx_write() does. */
void docx_check_reference(struct arena *a, const struct docx_options *opt, struct diags *d);

#endif
