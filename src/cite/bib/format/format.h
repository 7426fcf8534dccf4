/* SPDX-License-Identifier: MIT */
/*
 * Formats of databases: what they are called, which one a file has, reading and writing. All that
 * is known of a format is its line in formats.def and the functions that stand there; no other
 * place has a list of names or endings.
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

/** "bibtex", "biblatex", "csljson"...: any of a format's names; BIB_FORMAT_COUNT when unknown. */
enum bib_format bib_format_find(struct str name);
/** The first format that the ending of a file's name stands for; BIB_FORMAT_COUNT when none does.
 */
enum bib_format bib_format_of_name(struct str path);
/** The format of a source by its first record, or, where that says nothing, by the ending of its
 * name; BIB_FORMAT_COUNT when unknown. `*other`: the ending stands for another format. */
enum bib_format bib_format_guess(const struct source *src, bool *other);
/** Whether the text of a source looks like that format. */
bool bib_format_is_sniffed(enum bib_format f, const struct source *src);
/** Its name, as pandoc has it; "auto" for BIB_AUTO. */
const char *bib_format_name(enum bib_format f);
/** Its media type; RFC 6838's registry knows few of them. "text/plain" for none. */
const char *bib_format_media_type(enum bib_format f);
/** Whether it is a .bib: text that people edit, read entry by entry. */
bool bib_format_is_bib(enum bib_format f);

/* ---- lists for help and messages; a word is empty behind the last ---- */

/** The name of the i-th format; of the i-th that can be written. */
struct str bib_format_word(size_t i);
struct str bib_format_written_word(size_t i);
/** The i-th ending, none twice; of those of a .bib. */
struct str bib_format_ending(size_t i);
struct str bib_format_bib_ending(size_t i);
/** The formats that can be written, "biblatex, bibtex or ris". */
struct str bib_format_written_names(struct arena *a);
/** The endings that stand for one format alone, "*.bib, *.json or *.ris", one of each format. */
struct str bib_format_endings(struct arena *a);

/* ---- reading and writing ---- */

/** What a reader reads, and where that goes. */
struct bib_input {
    struct arena *arena;
    struct source *src;
    struct diags *d;
    bool guessed;                   /* nobody said which format it is */
    struct item_sink sink;          /* for finished items */
    const struct bibtex_host *host; /* for entries of a .bib; knows which keys are taken */
    bool torn;                      /* the reader says: so damaged that entries may be lost */
};

/** Reads a source in a format that is known. Returns the number of items. */
size_t bib_format_read(enum bib_format format, struct bib_input *in);
/**
 * Appends `n` items in `format` to `out`: what a format has no place for is left out; what it can
 * hold comes back the same when it is read again. Temporary text goes into `a`. Returns false, and
 * writes nothing, for a format that cannot be written.
 */
bool bib_write(struct arena *a, struct buf *out, enum bib_format format,
               const struct item *const *items, size_t n);
/** Makes the text of a source UTF-8 when it is not: UTF-16, Windows-1252. A note says so. */
void bib_to_utf8(struct source *src, struct diags *d);

#endif
