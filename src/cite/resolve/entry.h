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

/** The address of the title's link: the DOI's, or the URL; empty when there is none. */
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

/** Appends " of TITLE", for screen readers only, to a link or a summary. */
void resolve_of_work(struct resolver *r, struct doc_node *parent, const struct item *it);
/** Appends a link to the entry itself to its first line; the entry has its id. */
void resolve_permalink(struct resolver *r, struct doc_node *item, const struct item *it);
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

/** Words of lists in the document's language (list_words.c). */
enum resolve_word {
    RESOLVE_WORD_SUBMITTED,
    RESOLVE_WORD_IN_PRESS,
    RESOLVE_WORD_FORTHCOMING,
    RESOLVE_WORD_UNDER_REVIEW,
    RESOLVE_WORD_IN_PREPARATION,
    RESOLVE_WORD_ACCEPTED,
    RESOLVE_WORD_PREPRINT,
    RESOLVE_WORD_EQUAL, /* words of legends */
    RESOLVE_WORD_CORRESPONDING,
    RESOLVE_WORD_STUDENT,
    RESOLVE_WORD_CITE, /* words of web pages */
    RESOLVE_WORD_PERMALINK,
    RESOLVE_WORD_OF,                /* between the name of a link and the title of its work */
    RESOLVE_WORD_GROUP_FORTHCOMING, /* headings of groups, from here on */
    RESOLVE_WORD_UNDATED,
    RESOLVE_WORD_OTHER_WORKS,
    RESOLVE_WORD_OTHER_TOPICS,
    RESOLVE_WORD_BOOKS,
    RESOLVE_WORD_EDITED_VOLUMES,
    RESOLVE_WORD_ARTICLES,
    RESOLVE_WORD_CONFERENCE_PAPERS,
    RESOLVE_WORD_CHAPTERS,
    RESOLVE_WORD_PREPRINTS,
    RESOLVE_WORD_MANUSCRIPTS,
    RESOLVE_WORD_REPORTS,
    RESOLVE_WORD_THESES,
    RESOLVE_WORD_PATENTS,
    RESOLVE_WORD_STANDARDS,
    RESOLVE_WORD_SOFTWARE,
    RESOLVE_WORD_DATA_SETS,
    RESOLVE_WORD_TALKS,
    RESOLVE_WORD_REVIEWS,
    RESOLVE_WORD_BOOK_REVIEWS,
    RESOLVE_WORD_ENCYCLOPEDIA,
    RESOLVE_WORD_DICTIONARY,
    RESOLVE_WORD_MAGAZINE,
    RESOLVE_WORD_NEWSPAPER,
    RESOLVE_WORD_POSTS,
    RESOLVE_WORD_WEB_PAGES,
    RESOLVE_WORD_ALUMNI, /* words of lists of people */
    RESOLVE_WORD_COUNT
};
/** A word in a language written from right to left; empty for other languages
 * (list_words_rtl.c). */
struct str resolve_word_rtl(struct str lang, enum resolve_word word);
/** A word in the document's language; English for unknown languages. */
struct str resolve_word(const struct resolver *r, enum resolve_word word);
/** A publication state of a database ("inpress", "in press", "under review") in the document's
 * language; empty for other texts. */
struct str resolve_state_word(const struct resolver *r, struct str state);

#endif
