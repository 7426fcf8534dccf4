/* SPDX-License-Identifier: MIT */
/*
 * A record of a format with tags or elements, becoming an item: what the readers of RIS, PubMed,
 * EndNote, MODS and Web of Science share. Private to bib/.
 */
#ifndef DOSSIER_BIB_FORMAT_RECORD_H
#define DOSSIER_BIB_FORMAT_RECORD_H

#include "cite/bib/format/format_rows.h"
#include "cite/bib/item/dates.h"

struct bib_record {
    struct bib_input *in;
    struct arena *a;
    struct diags *d;
    struct item *it;
    struct {
        struct item_extra *p;
        size_t n, cap;
    } extras;
    struct {
        enum item_var v;
        struct rich_builder text;
        struct span at;
    } pending[4]; /* texts that grow, put into the item at the end */
    size_t npending;
};

/** Begins an item at a place. It is the arena's; bib_record_finish() gives the rest back. */
void bib_record_begin(struct bib_record *r, struct bib_input *in, struct span at);
/** A value of a format with tagged lines as text: publishers put the tags of HTML into titles. */
struct rich bib_record_read_text(const struct bib_record *r, struct str value);
/** Sets a text (trimmed) when the variable has none yet and the text is not empty. Returns whether
 * it did. */
bool bib_record_text(struct bib_record *r, enum item_var v, struct rich text, struct span at);
/** Appends to a text, with a separator between; the item has it when it is finished. For four
 * variables at most. */
void bib_record_append(struct bib_record *r, enum item_var v, struct rich text,
                       const char *separator, struct span at);
void bib_record_name(struct bib_record *r, enum item_var v, struct item_name nm, struct span at);
/** A name as "Family, Given, Suffix"; without a comma it is taken as a whole. Particles before the
 * family part off, and initials from each other. */
struct item_name bib_record_read_name(struct arena *a, struct str text);
/** A name as PubMed writes it: "Doe JA Jr". */
struct item_name bib_record_short_name(struct arena *a, struct str text);
/** "JA" as "J. A."; what is no string of capitals stays. */
struct str bib_record_initials(struct arena *a, struct str text);
/** Pages without what both have in common ("1865-76") in full. */
struct str bib_record_whole_pages(struct arena *a, struct str pages);
/** A title without its full stop. */
struct rich bib_record_without_stop(struct arena *a, struct rich title);
/** Sets a date from text as people write it, unless one with a month is there; what is none is
 * reported. */
void bib_record_date(struct bib_record *r, enum item_var v, struct str text, struct span at);
/** A day from year, month and day in words or numbers; the last two may be empty. */
void bib_record_day(struct bib_record *r, enum item_var v, struct str year, struct str month,
                    struct str day, struct span at);
/** Keeps what CSL has no variable for. */
void bib_record_extra(struct bib_record *r, struct str name, struct rich text, struct span at);
/** A tag whose value is a variable's text. */
struct bib_record_tag {
    const char *tag;
    enum item_var v;
};
/** Sets the first variable of the tag that has no text yet; where there is none, the value is kept
 * as an extra under the tag's name. */
void bib_record_by_tag(struct bib_record *r, const struct bib_record_tag *tags, size_t n,
                       struct str tag, struct str value, struct span at);
/** ISSN or ISBN, by its form; what is neither in a report or a patent is its number. */
enum item_var bib_record_serial_var(const struct bib_record *r, struct str text);
/** Makes a key when there is none (family name and year) and hands the item on. */
void bib_record_finish(struct bib_record *r);

#endif
