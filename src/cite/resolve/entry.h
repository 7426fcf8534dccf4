/* SPDX-License-Identifier: MIT */
/*
 * What the files that make an entry of a publication list share: entry.c (title, people, abstract,
 * note), entry_venue.c (where and when), entry_links.c (addresses), entry_more.c (what is for pages
 * alone), list_words.c (words in the document's language). Private to resolve.
 */
#ifndef DOSSIER_RESOLVE_ENTRY_H
#define DOSSIER_RESOLVE_ENTRY_H

#include "cite/resolve/resolver.h"

/** Appends "Claire Moreau, Hanna Weiss and Rui Santos" to `parent`, with the language's "and" and
 * "et al.". */
void resolve_name_list(struct resolver *r, struct doc_node *parent, struct item_names names);

/** Appends the line of venue, status and date. `authors` is the variable whose names stand above
 * it (VAR_NONE: nobody's): they are not named again. `badge`: the venue's short name (al-folio's
 * `abbr`) goes before it on the screen. */
void resolve_venue(struct resolver *r, struct doc_node *line, const struct item *it,
                   enum item_var authors, bool badge);

/** The address that the title leads to: the DOI's, or the URL; empty when there is none. */
struct str resolve_entry_address(struct resolver *r, const struct item *it);
/** The address of an identifier at arXiv, or of what is an address already. */
struct str resolve_arxiv_url(struct resolver *r, struct str value);
/** Whether the line of the entry says where it appeared by a link to this address. */
bool resolve_is_in_venue(const struct doc_node *entry, struct str url);
/** Appends the named links of a work to the entry `item`: names on the screen, addresses on
 * paper. `base` stands before the names of files ("/assets/pdf/"). */
void resolve_links(struct resolver *r, struct doc_node *item, const struct item *it,
                   struct str base);

/** Appends the work to its entry's line as machines read it (COinS); `date` as ISO 8601 has it. */
void resolve_coins(struct resolver *r, struct doc_node *line, const struct item *it,
                   struct str date);
/** The date of a work as machines read it: "2022", "2022-10", "2022-10-18"; empty when it is not
 * known. */
struct str resolve_date_iso(struct resolver *r, const struct item *it);

/* For readers of a page alone: entry_more.c */

/** Appends " of TITLE", which screen readers alone say, to a link or a summary. */
void resolve_of_work(struct resolver *r, struct doc_node *parent, const struct item *it);
/** Appends the way to the entry itself to its first line; the entry has its id. */
void resolve_permalink(struct resolver *r, struct doc_node *item, const struct item *it);
/** Appends the work as BibTeX, folded away, when `show` or the entry asks for it. */
void resolve_bibtex(struct resolver *r, struct doc_node *item, const struct item *it,
                    const struct pub_show *show);
/** Puts the work's picture in front of the entry; `base` stands before the file's name. */
void resolve_thumbnail(struct resolver *r, struct doc_node *item, const struct item *it,
                       struct str base);
/** The name of a file behind the base; what is an address or begins at the root stays. */
struct str resolve_with_base(struct resolver *r, struct str base, struct str value);

#define PUB_CITE_STYLES 3
/** Citations of works ready made. */
struct pub_cites {
    struct pub_cite_style {
        struct str name;  /* what readers call the style */
        struct map by_id; /* key -> struct csl_entry */
    } styles[PUB_CITE_STYLES];
    size_t n;
};
/** Formats works in three styles: APA, Chicago and MLA as far as they are installed, the document's
 * own in place of the last. In the document's arena. */
struct pub_cites *resolve_cites_make(struct resolver *r, const struct item *const *items, size_t n);
/** Appends the work in these styles, folded away. */
void resolve_cite_as(struct resolver *r, struct doc_node *item, const struct item *it,
                     const struct pub_cites *cites);

struct pub_rows; /* cite/resolve/order.h */
/** Appends to a list what its marks mean, when `show` asks for it. */
void resolve_legend(struct resolver *r, struct doc_node *box, const struct pub_rows *rows,
                    const struct pub_show *show);

/** What lists say in words of their own, in the document's language (list_words.c). */
enum resolve_word {
    RESOLVE_WORD_SUBMITTED,
    RESOLVE_WORD_IN_PRESS,
    RESOLVE_WORD_FORTHCOMING,
    RESOLVE_WORD_UNDER_REVIEW,
    RESOLVE_WORD_IN_PREPARATION,
    RESOLVE_WORD_ACCEPTED,
    RESOLVE_WORD_PREPRINT,
    RESOLVE_WORD_EQUAL, /* of legends */
    RESOLVE_WORD_CORRESPONDING,
    RESOLVE_WORD_STUDENT,
    RESOLVE_WORD_CITE, /* of pages */
    RESOLVE_WORD_PERMALINK,
    RESOLVE_WORD_OF,                /* between a link's name and the title it is of */
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
    RESOLVE_WORD_ALUMNI, /* of lists of people */
    RESOLVE_WORD_COUNT
};
/** A word in a language written from right to left; empty in all others (list_words_rtl.c). */
struct str resolve_word_rtl(struct str lang, enum resolve_word word);
/** A word in the language of the document; English where that language is not known. */
struct str resolve_word(const struct resolver *r, enum resolve_word word);
/** A state of publication as databases write it ("inpress", "in press", "under review") in the
 * language of the document; empty when it is none of them. */
struct str resolve_state_word(const struct resolver *r, struct str state);

#endif
