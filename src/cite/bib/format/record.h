/* SPDX-License-Identifier: MIT */
/*
 * A record of a format with tags or elements that becomes an item; shared by the readers of RIS,
 * PubMed, EndNote, MODS and Web of Science. Private to bib.
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
    } pending[4]; /* growing texts, set at the end */
    size_t npending;
};

/** Begins an item at a place. The item is the arena's; bib_record_finish() frees the rest. */
void bib_record_begin(struct bib_record *r, struct bib_input *in, struct span at);
/** A text with single blanks in place of other white space. */
struct str bib_record_one_line(struct arena *a, struct str text);
/** Reads a value of a format with tagged lines: publishers put HTML tags into titles. */
struct rich bib_record_read_text(const struct bib_record *r, struct str value);
/** Sets a text (trimmed), if it is not empty and the variable has none. Returns whether it did. */
bool bib_record_text(struct bib_record *r, enum item_var v, struct rich text, struct span at);
/** Appends to a text, with a separator; set when the item is finished. For at most four
 * variables. */
void bib_record_append(struct bib_record *r, enum item_var v, struct rich text,
                       const char *separator, struct span at);
void bib_record_name(struct bib_record *r, enum item_var v, struct item_name nm, struct span at);
/** Reads a name "Family, Given, Suffix"; without a comma it is a literal. Splits off particles
 * before the family name, and separates initials. */
struct item_name bib_record_read_name(struct arena *a, struct str text);
/** Splits off the words in small letters before a family name as its particle. */
void bib_record_split_particle(struct item_name *nm);
/** Reads a name in PubMed's form: "Doe JA Jr". */
struct item_name bib_record_short_name(struct arena *a, struct str text);
/** "JA" as "J. A."; text other than capitals is unchanged. */
struct str bib_record_initials(struct arena *a, struct str text);
/** Abbreviated page ranges ("1865-76") in full. */
struct str bib_record_whole_pages(struct arena *a, struct str pages);
/** A title without its full stop. */
struct rich bib_record_without_stop(struct arena *a, struct rich title);
/** Sets a date from text as people write it, unless a date with a month is set; other text is
 * reported. */
void bib_record_date(struct bib_record *r, enum item_var v, struct str text, struct span at);
/** Sets a date from year, month and day in words or numbers; the last two may be empty. The month
 * may be two, as in "Jul-Aug". */
void bib_record_day(struct bib_record *r, enum item_var v, struct str year, struct str month,
                    struct str day, struct span at);
/** Keeps a value without a variable as an extra. */
void bib_record_extra(struct bib_record *r, struct str name, struct rich text, struct span at);
/** A tag whose value is a variable's text. */
struct bib_record_tag {
    const char *tag;
    enum item_var v;
};
/** Sets the first variable of the tag that has no text yet; if all have one, the value becomes an
 * extra with the tag's name. */
void bib_record_by_tag(struct bib_record *r, const struct bib_record_tag *tags, size_t n,
                       struct str tag, struct str value, struct span at);
/** ISSN or ISBN, by its form; another number in a report or patent is its number. */
enum item_var bib_record_serial_var(const struct bib_record *r, struct str text);
/** Forgets the item. */
void bib_record_drop(struct bib_record *r);
/** Passes the item on. An item without a key gets one, from a family name and the year. */
void bib_record_finish(struct bib_record *r);

#endif
