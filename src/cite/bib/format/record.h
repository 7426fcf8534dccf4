/* SPDX-License-Identifier: MIT */
/*
 * A record with tags or elements that becomes an item. The readers of RIS, PubMed, EndNote, MODS
 * and Web of Science share it. Private to bib.
 */
#ifndef DOSSIER_BIB_FORMAT_RECORD_H
#define DOSSIER_BIB_FORMAT_RECORD_H

#include "cite/bib/format/format_rows.h"
#include "cite/bib/item/archive.h"
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
    } pending[4]; /* texts that are still growing and are set at the end */
    size_t npending;
};

/** Begins an item, which is in the arena. bib_record_finish() or bib_record_drop() must end it. */
void bib_record_begin(struct bib_record *r, struct bib_input *in, struct span at);
/** Reads a value of a format with tagged lines. Publishers put HTML tags into titles, so tags
 * become marks. */
struct rich bib_record_read_text(const struct bib_record *r, struct str value);
/** Sets a text, trimmed, if it is not empty and the variable has no text yet. Returns whether it
 * was set. */
bool bib_record_text(struct bib_record *r, enum item_var v, struct rich text, struct span at);
/** Appends to the text of a variable, after a separator. The variable is set when the item is
 * finished. At most four variables can be used. */
void bib_record_append(struct bib_record *r, enum item_var v, struct rich text,
                       const char *separator, struct span at);
/** Appends a name to a variable, unless it is empty. */
void bib_record_name(struct bib_record *r, enum item_var v, struct item_name nm, struct span at);
/** Reads a name "Family, Given, Suffix". Without a comma it is a literal name. Particles before the
 * family name are split off, and initials are separated. */
struct item_name bib_record_read_name(struct arena *a, struct str text);
/** Splits off the words in small letters before a family name. They become its particle. */
void bib_record_split_particle(struct item_name *nm);
/** Reads a name in PubMed's form: "Doe JA Jr". */
struct item_name bib_record_short_name(struct arena *a, struct str text);
/** Separates initials: "JA" becomes "J. A.". Text that is not only capitals is unchanged. */
struct str bib_record_initials(struct arena *a, struct str text);
/** Completes abbreviated page ranges such as "1865-76". */
struct str bib_record_whole_pages(struct arena *a, struct str pages);
/** Returns a title without the full stop at its end. */
struct rich bib_record_without_stop(struct arena *a, struct rich title);
/** Sets a date from text as people write it, unless a date with a month is set already. Text that
 * is not a date is reported. */
void bib_record_date(struct bib_record *r, enum item_var v, struct str text, struct span at);
/** Sets a date from year, month and day, given in words or numbers. Month and day may be empty. The
 * month may be two months, as in "Jul-Aug". */
void bib_record_day(struct bib_record *r, enum item_var v, struct str year, struct str month,
                    struct str day, struct span at);
/** Keeps a value for which there is no variable as an extra. */
void bib_record_extra(struct bib_record *r, struct str name, struct rich text, struct span at);
/** Records an identifier of arXiv: as the archive of the work, or as extras if the work has a
 * container. */
void bib_record_arxiv(struct bib_record *r, struct bib_arxiv x, struct span at);
/** A tag whose value is the text of a variable. */
struct bib_record_tag {
    const char *tag;
    enum item_var v;
};
/** Sets the first variable of the tag that has no text yet. If all of them have text, the value
 * becomes an extra with the name of the tag. */
void bib_record_by_tag(struct bib_record *r, const struct bib_record_tag *tags, size_t n,
                       struct str tag, struct str value, struct span at);
/** Returns the variable for a serial number: ISSN or ISBN, by its form. In a report or patent,
 * another number is the number of the work. */
enum item_var bib_record_serial_var(const struct bib_record *r, struct str text);
/** Frees the memory of a record without passing its item to the sink. */
void bib_record_drop(struct bib_record *r);
/** Returns the CSL type for a reference type of EndNote in upper or lower case, or ITEM_TYPE_NONE
 * if it is unknown. EndNote's XML and its tagged lines use these types. */
enum item_type bib_endnote_type(struct str name);
/** Passes the item to the sink. An item without a key gets one that is made from a family name and
 * the year. */
void bib_record_finish(struct bib_record *r);

#endif
