/* SPDX-License-Identifier: MIT */
/*
 * Functions that are shared by the files that make an entry of a publication list: entry.c (title,
 * people, abstract, note), entry_venue.c (venue and date), entry_links.c (addresses), entry_more.c
 * (parts for web pages only), list_words.c (words in the document's language). Private to resolve.
 */
#ifndef DOSSIER_RESOLVE_ENTRY_H
#define DOSSIER_RESOLVE_ENTRY_H

#include "cite/resolve/resolver.h"

struct pub_rows; /* see cite/resolve/order.h */

/** Appends names ("Claire Moreau, Hanna Weiss and Rui Santos") to `parent`. The words "and" and "et
 * al." are in the document's language. */
void resolve_name_list(struct resolver *r, struct doc_node *parent, struct item_names names);

/** Appends the line of venue, status and date. `authors` is the variable that was shown as authors,
 * or VAR_NONE; it is not repeated. With `badge`, the venue's short name (al-folio's `abbr`) comes
 * first on the screen. */
void resolve_venue(struct resolver *r, struct doc_node *line, const struct item *it,
                   enum item_var authors, bool badge);

/** The address to which the title links: that of the DOI, or the URL. May be empty. */
struct str resolve_entry_address(struct resolver *r, const struct item *it);
/** The address of an arXiv identifier. A text that is an address is returned unchanged. */
struct str resolve_arxiv_url(struct resolver *r, struct str value);
/** Whether the line of venue and date in `entry` has a link to `url`. */
bool resolve_is_in_venue(const struct doc_node *entry, struct str url);
/** Appends the named links of a work to the entry `item`. On the screen the names are shown, on
 * paper the addresses. `base` is put before names of files ("/assets/pdf/"). */
void resolve_links(struct resolver *r, struct doc_node *item, const struct item *it,
                   struct str base);

/** Appends the work in machine-readable form (COinS) to a line of its entry. `date` is in ISO
 * 8601. */
void resolve_coins(struct resolver *r, struct doc_node *line, const struct item *it,
                   struct str date);

/* entry_more.c: parts for web pages only */

/** Appends " of TITLE" to a link or a summary, for screen readers only. It is left out in a long
 * list. */
void resolve_of_work(struct resolver *r, struct doc_node *parent, const struct item *it);
/** Appends, to the first line of an entry, a link to the entry itself, which has an id. With
 * `r->brief`, the link can be reached with the mouse only. */
void resolve_permalink(struct resolver *r, struct doc_node *item, const struct item *it);
/** Appends the BibTeX of the work as a collapsed element, if `show` or the entry requests it. */
void resolve_bibtex(struct resolver *r, struct doc_node *item, const struct item *it,
                    const struct pub_show *show);
/** Puts the picture of the work before the entry. `base` is put before the name of its file. */
void resolve_thumbnail(struct resolver *r, struct doc_node *item, const struct item *it,
                       struct str base);
/** The name of a file with `base` before it. Addresses and absolute paths are unchanged. */
struct str resolve_with_base(struct resolver *r, struct str base, struct str value);

/* publications.c */

/** Formats the works of a list with the processor `csl`. With `show`, the names of the owners are
 * marked. `by_id` maps the key of each work to its struct csl_entry, because a work may be in
 * several rows. */
void resolve_format(struct resolver *r, struct csl *csl, const struct pub_rows *rows,
                    const struct pub_show *show, struct map *by_id);

/* entry_more.c */

#define PUB_CITE_STYLES 3
/** Formatted citations of works, in several styles. */
struct pub_cites {
    struct pub_cite_style {
        struct str name;  /* the common name of the style */
        struct map by_id; /* maps a key to a struct csl_entry */
    } styles[PUB_CITE_STYLES];
    size_t n;
};
/** Formats works in at most three styles: APA, Chicago and MLA, if they are installed. If the
 * document has a style of its own, this style comes last, in place of a third. The result is in the
 * document's arena. */
struct pub_cites *resolve_cites_make(struct resolver *r, const struct pub_rows *rows);
/** Appends an entry that a style has formatted, without its number, because a list has its own
 * numbers. */
void resolve_styled(struct resolver *r, struct doc_node *parent, const struct csl_entry *entry);
/** Appends the citations of a work in the styles of `cites`, as a collapsed element. */
void resolve_cite_as(struct resolver *r, struct doc_node *item, const struct item *it,
                     const struct pub_cites *cites);

/** Appends the explanation of a list's marks, if `show` requests it. */
void resolve_legend(struct resolver *r, struct doc_node *box, const struct pub_rows *rows,
                    const struct pub_show *show);

/** A word in the language of the document. It is English if the word is not known in that
 * language. */
struct str resolve_word(const struct resolver *r, enum doc_word word);
/** A state of publication as databases write it ("inpress", "in press", "under review"), in the
 * language of the document. Empty for other texts. */
struct str resolve_state_word(const struct resolver *r, struct str state);

#endif
