/* SPDX-License-Identifier: MIT */
/*
 * Shared by the files that make an entry of a publication list: entry.c (title, people, abstract,
 * note), entry_venue.c (venue and date), entry_links.c (addresses), entry_more.c (parts for web
 * pages only), list_words.c (words in the document's language). Private to resolve.
 */
#ifndef DOSSIER_RESOLVE_ENTRY_H
#define DOSSIER_RESOLVE_ENTRY_H

#include "cite/resolve/resolver.h"

/** Appends names ("Claire Moreau, Hanna Weiss and Rui Santos") to `parent`, with "and" and "et al."
 * in the document's language. */
void resolve_name_list(struct resolver *r, struct doc_node *parent, struct item_names names);

/** Appends the line of venue, status and date. `authors` is the variable that was shown as authors
 * (or VAR_NONE) and is not repeated. `badge`: on the screen the venue's short name (al-folio's
 * `abbr`) comes first. */
void resolve_venue(struct resolver *r, struct doc_node *line, const struct item *it,
                   enum item_var authors, bool badge);

/** The address of the title's link: the DOI's, the URL, or empty. */
struct str resolve_entry_address(struct resolver *r, const struct item *it);
/** The address of an arXiv identifier; an address is returned unchanged. */
struct str resolve_arxiv_url(struct resolver *r, struct str value);
/** Whether the entry's line of venue and date links to this address. */
bool resolve_is_in_venue(const struct doc_node *entry, struct str url);
/** Appends the named links of a work to the entry `item`: names on the screen, addresses on paper.
 * `base` is put before names of files ("/assets/pdf/"). */
void resolve_links(struct resolver *r, struct doc_node *item, const struct item *it,
                   struct str base);

/** Appends the work in machine-readable form (COinS) to a line of its entry; `date` is in ISO
 * 8601. */
void resolve_coins(struct resolver *r, struct doc_node *line, const struct item *it,
                   struct str date);
/** The date of a work in ISO 8601: "2022", "2022-10", "2022-10-18"; empty when unknown. */
struct str resolve_date_iso(struct resolver *r, const struct item *it);

/* Parts for web pages only: entry_more.c */

/** Appends " of TITLE", for screen readers only, to a link or a summary; not in a long list. */
void resolve_of_work(struct resolver *r, struct doc_node *parent, const struct item *it);
/** Appends a link to the entry itself to its first line; the entry has its id. `brief`: in a long
 * list it is for the mouse only. */
void resolve_permalink(struct resolver *r, struct doc_node *item, const struct item *it,
                       bool brief);
/** Appends the collapsed BibTeX of the work, if `show` or the entry has it on. */
void resolve_bibtex(struct resolver *r, struct doc_node *item, const struct item *it,
                    const struct pub_show *show);
/** Puts the work's picture before the entry; `base` is put before the file's name. */
void resolve_thumbnail(struct resolver *r, struct doc_node *item, const struct item *it,
                       struct str base);
/** A file name with `base` before it; addresses and absolute paths are unchanged. */
struct str resolve_with_base(struct resolver *r, struct str base, struct str value);

#define PUB_CITE_STYLES 3
/** Formatted citations of works. */
struct pub_cites {
    struct pub_cite_style {
        struct str name;  /* the style's usual name */
        struct map by_id; /* key -> struct csl_entry */
    } styles[PUB_CITE_STYLES];
    size_t n;
};
/** Formats works in three styles: APA, Chicago and MLA, if installed; the document's own style
 * replaces the last. In the document's arena. */
struct pub_cites *resolve_cites_make(struct resolver *r, const struct item *const *items, size_t n);
/** Appends the collapsed citations of the work in these styles. */
void resolve_cite_as(struct resolver *r, struct doc_node *item, const struct item *it,
                     const struct pub_cites *cites);

struct pub_rows; /* cite/resolve/order.h */
/** Appends the explanation of a list's marks, if `show` has it on. */
void resolve_legend(struct resolver *r, struct doc_node *box, const struct pub_rows *rows,
                    const struct pub_show *show);

/** A word in the language of the document; English where that language is not known. */
struct str resolve_word(const struct resolver *r, enum doc_word word);
/** A state of publication as databases write it ("inpress", "in press", "under review") in the
 * language of the document; empty for other texts. */
struct str resolve_state_word(const struct resolver *r, struct str state);

#endif
