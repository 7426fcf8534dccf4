/* SPDX-License-Identifier: MIT */
/*
 * Formats of databases: names, recognition, reading and writing. A format is a line in formats.def
 * with its functions; there is no other list of names or endings.
 */
#ifndef DOSSIER_BIB_FORMAT_FORMAT_H
#define DOSSIER_BIB_FORMAT_FORMAT_H

#include "cite/bib/bibtex/bibtex.h"
#include "cite/bib/item/item.h"
#include "cite/bib/item/read.h"

enum bib_format {
    BIB_AUTO, /* by the first record, then by the ending of the file's name */
#define X(ID, id, name, names, endings, media_type, writer) BIB_##ID,
#include "cite/bib/format/formats.def"
#undef X
    BIB_FORMAT_COUNT
};

/* ---- what formats are called ---- */

/** Finds a format by any of its names ("bibtex", "biblatex", "csljson"...); BIB_FORMAT_COUNT when
 * unknown. */
enum bib_format bib_format_find(struct str name);
/** The first format with the ending of a file name; BIB_FORMAT_COUNT if no format has it. */
enum bib_format bib_format_of_name(struct str path);
/** The format of a source by its first record, else by the ending of its name; BIB_FORMAT_COUNT
 * when unknown. `*other`: the ending belongs to another format. */
enum bib_format bib_format_guess(const struct source *src, bool *other);
/** Whether the text of a source looks like that format. */
bool bib_format_is_sniffed(enum bib_format f, const struct source *src);
/** Its name, as in pandoc; "auto" for BIB_AUTO. */
const char *bib_format_name(enum bib_format f);
/** Its media type; "text/plain" when it has none (RFC 6838's registry has few of them). */
const char *bib_format_media_type(enum bib_format f);
/** Whether it is a .bib, which is text for people and read entry by entry. */
bool bib_format_is_bib(enum bib_format f);

/* ---- lists for help and messages; an empty word ends them ---- */

/** The name of the i-th format; of the i-th that can be written. */
struct str bib_format_word(size_t i);
struct str bib_format_written_word(size_t i);
/** The i-th ending, each once; the i-th ending of a .bib. */
struct str bib_format_ending(size_t i);
struct str bib_format_bib_ending(size_t i);
/** The formats that can be written, "biblatex, bibtex or ris". */
struct str bib_format_written_names(struct arena *a);
/** The endings that only one format has, "*.bib, *.json or *.ris", one for each format. */
struct str bib_format_endings(struct arena *a);

/* ---- reading and writing ---- */

/** Input and output of a reader. */
struct bib_input {
    struct arena *arena;
    struct source *src;
    struct diags *d;
    bool guessed;                   /* the format was guessed */
    struct item_sink sink;          /* takes finished items */
    const struct bibtex_host *host; /* takes entries of a .bib and knows which keys exist */
    bool torn;                      /* set by the reader: entries may be missing */
};

/** Reads a source in a known format. Returns the number of items. */
size_t bib_format_read(enum bib_format format, struct bib_input *in);
/**
 * Appends `n` items in `format` to `out`. Data for which the format has no place are left out; all
 * other data read back the same. Temporary text goes into `a`. Returns false for a format that
 * cannot be written.
 */
bool bib_write(struct arena *a, struct buf *out, enum bib_format format,
               const struct item *const *items, size_t n);
/** Converts the text of a source to UTF-8, from UTF-16 or Windows-1252, and reports a note. */
void bib_to_utf8(struct source *src, struct diags *d);

#endif
