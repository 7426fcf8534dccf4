/* SPDX-License-Identifier: MIT */
/*
 * A record of a format with tags or elements, becoming an item: what the readers of RIS, PubMed,
 * EndNote, MODS and Web of Science share. Private to bib/.
 */
#ifndef DOSSIER_BIB_FORMAT_RECORD_H
#define DOSSIER_BIB_FORMAT_RECORD_H

#include "bib/format/format_rows.h"
#include "bib/item/dates.h"

struct record {
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

/** Begins an item at a place. It is the arena's; record_finish() gives the rest back. */
void record_begin(struct record *r, struct bib_input *in, struct span at);
/** A value of a format with tagged lines as text: publishers put the tags of HTML into titles. */
struct rich record_read_text(const struct record *r, struct str value);
/** Sets a text (trimmed) when the variable has none yet and the text is not empty. Returns whether
 * it did. */
bool record_text(struct record *r, enum item_var v, struct rich text, struct span at);
/** Appends to a text, with a separator between; the item has it when it is finished. For four
 * variables at most. */
void record_append(struct record *r, enum item_var v, struct rich text, const char *separator,
                   struct span at);
void record_name(struct record *r, enum item_var v, struct item_name nm, struct span at);
/** A name as "Family, Given, Suffix"; without a comma it is taken as a whole. Particles before the
 * family part off, and initials from each other. */
struct item_name record_read_name(struct arena *a, struct str text);
/** A name as PubMed writes it: "Doe JA Jr". */
struct item_name record_short_name(struct arena *a, struct str text);
/** "JA" as "J. A."; what is no string of capitals stays. */
struct str record_initials(struct arena *a, struct str text);
/** Pages without what both have in common ("1865-76") in full. */
struct str record_whole_pages(struct arena *a, struct str pages);
/** A title without its full stop. */
struct rich record_without_stop(struct arena *a, struct rich title);
/** Sets a date from text as people write it, unless one with a month is there; what is none is
 * reported. */
void record_date(struct record *r, enum item_var v, struct str text, struct span at);
/** A day from year, month and day in words or numbers; the last two may be empty. */
void record_day(struct record *r, enum item_var v, struct str year, struct str month,
                struct str day, struct span at);
/** Keeps what CSL has no variable for. */
void record_extra(struct record *r, struct str name, struct rich text, struct span at);
/** ISSN or ISBN, by its form; what is neither in a report or a patent is its number. */
enum item_var record_serial_var(const struct record *r, struct str text);
/** Makes a key when there is none (family name and year) and hands the item on. */
void record_finish(struct record *r);

#endif
