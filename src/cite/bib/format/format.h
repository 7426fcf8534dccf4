/* SPDX-License-Identifier: MIT */
/*
 * Formats of databases: names, recognition, reading and writing. A format is a line in formats.def
 * with its functions. There is no other list of names or endings.
 */
#ifndef DOSSIER_BIB_FORMAT_FORMAT_H
#define DOSSIER_BIB_FORMAT_FORMAT_H

#include "cite/bib/bibtex/bibtex.h"
#include "cite/bib/item/item.h"
#include "cite/bib/item/read.h"

enum bib_format {
    /* the format is recognized by the first record, or else by the ending of the file's name */
    BIB_AUTO,
#define X(ID, id, name, names, endings, media_type, writer) BIB_##ID,
#include "cite/bib/format/formats.def"
#undef X
    BIB_FORMAT_COUNT
};

/* ---- what formats are called ---- */

/** Finds a format by any of its names ("bibtex", "biblatex", "csljson"...). Returns
 * BIB_FORMAT_COUNT when the name is unknown. */
enum bib_format bib_format_find(struct str name);
/** The first format that has the ending of a file's name, or BIB_FORMAT_COUNT. */
enum bib_format bib_format_of_name(struct str path);
/** Returns the format of a source, recognized by its first record, or else by the ending of its
 * name. BIB_FORMAT_COUNT when it is unknown. `*other` becomes true if the ending belongs to another
 * format. */
enum bib_format bib_format_guess(const struct source *src, bool *other);
/** Whether the text of a source looks like text of a format. */
bool bib_format_is_sniffed(enum bib_format f, const struct source *src);
/** Returns the name of a format, as in pandoc. For BIB_AUTO it is "auto". */
const char *bib_format_name(enum bib_format f);
/** The media type of a format. It is "text/plain" for the formats that have none in the registry of
 * RFC 6838. */
const char *bib_format_media_type(enum bib_format f);
/** Whether a format is a format of .bib files. People edit these files, and they are read entry by
 * entry. */
bool bib_format_is_bib(enum bib_format f);

/* ---- lists for help and messages; an empty word ends them ---- */

/** bib_format_word() returns the name of the i-th format, bib_format_written_word() that of the
 * i-th format that can be written. */
struct str bib_format_word(size_t i);
struct str bib_format_written_word(size_t i);
/** bib_format_ending() returns the i-th ending of all formats, each counted once, and
 * bib_format_bib_ending() the i-th ending of .bib files. */
struct str bib_format_ending(size_t i);
struct str bib_format_bib_ending(size_t i);
/** Returns the names of the formats that can be written: "biblatex, bibtex or ris". */
struct str bib_format_written_names(struct arena *a);
/** The endings that belong to only one format, one ending for each format: "*.bib, *.json or
 * *.ris". */
struct str bib_format_endings(struct arena *a);

/* ---- reading and writing ---- */

/** The input and output of a reader. */
struct bib_input {
    struct arena *arena;
    struct source *src;
    struct diags *d;
    bool guessed;                   /* the format was guessed, not given by the user */
    struct item_sink sink;          /* receives the finished items */
    const struct bibtex_host *host; /* receives the entries of a .bib, and looks up keys */
    bool torn;                      /* the reader sets it if entries may be missing */
};

/** Reads a source in a known format. Returns the number of items. */
size_t bib_format_read(enum bib_format format, struct bib_input *in);
/**
 * Appends `n` items in `format` to `out`. Data that the format cannot express are left out; all
 * other data are read back unchanged. Temporary text is put into the arena. Returns false for a
 * format that cannot be written.
 */
bool bib_write(struct arena *a, struct buf *out, enum bib_format format,
               const struct item *const *items, size_t n);
/** Converts the text of a source from UTF-16 or Windows-1252 to UTF-8, and reports this as a
 * note. */
void bib_to_utf8(struct source *src, struct diags *d);

#endif
