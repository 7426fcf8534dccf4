/* SPDX-License-Identifier: MIT */
/*
 * Everything that the files of resolve share; private to the module.
 *
 * A resolver serves one document. cite.c fills DOC_CITE nodes, cite_note.c adjusts them in
 * footnotes, refs.c makes the reference list, backref.c adds links back from it, publications.c and
 * entry.c make publication lists, and rich_convert.c converts between rich text, CSL's results and
 * nodes.
 */
#ifndef DOSSIER_RESOLVE_RESOLVER_H
#define DOSSIER_RESOLVE_RESOLVER_H

#include "cite/bib/check/check.h"
#include "cite/csl/processor.h"
#include "cite/resolve/owner_names.h"
#include "cite/resolve/resolve.h"
#include "core/base/map.h"
#include "core/base/timings.h"
#include "core/base/vec.h"

/** A citation of the text, with its numbers in the processor. */
struct resolve_cite {
    struct doc_node *node;  /* the node, which is a DOC_CITE */
    struct csl_cite *cites; /* the cites that have known keys */
    size_t known;
    bool has_items;  /* some cites have known keys, so `number` is valid */
    size_t number;   /* the result of csl_add_citation() */
    bool has_author; /* author-in-text: `author` is the number of a citation with only the name */
    size_t author;
    /* the place for the name if the citation was moved into a note; or NULL */
    struct doc_node *name_node;
    size_t part;  /* number of headings before the citation that reset positions */
    size_t list;  /* the index in r->lists of the list that has the cited works */
    bool again;   /* an earlier citation in the same part already cites the work `first` */
    bool in_note; /* the style is a note style and the citation is in a footnote of the author */
    struct doc_node *note;    /* the note that was made for the citation, or NULL */
    const struct item *first; /* the first work of `cites` */
};

/**
 * A reference list. The document has one. On request each section has one (pandoc's
 * section-bibliographies), and so has each div of class refsection (biblatex).
 */
struct resolve_list {
    /* the processor for the list's numbers, labels and positions; NULL: no work of the list is
     * cited */
    struct csl *csl;
    struct doc_node *div;     /* the div that is the refsection */
    struct doc_node *heading; /* the heading of the list's section, which is a child of the root */
    struct doc_node *before;  /* the node after the section; NULL: the section is the last one */
    struct str suffix;        /* a suffix for ids: "-2" */
    size_t outer;             /* the index of the list for the text around the div */
    struct map cited;         /* maps a key to the last part that cites it */
    /* maps a key to the id of its entry in this list; a missing key has the id of
     * resolve_anchor() */
    struct map anchors;
};

/** A part of the document's list with the works of some databases (pandoc-multibib). */
struct resolve_division {
    struct str name;      /* the name in the map of databases: "main" */
    struct doc_node *div; /* the div `::: {#refs-main}` */
};

/** A place that cites a work. In the first place of a work, `last` is the end of the list of
 * places. */
struct resolve_place {
    const struct resolve_cite *cite;
    struct resolve_place *next, *last;
};

struct resolver {
    struct arena *arena; /* the arena of the document */
    struct doc *doc;
    struct bib *bib;
    const struct resolve_styles *styles;
    const struct resolve_options *opt;
    struct resolve_shared *shared;      /* data computed from the database; never NULL */
    struct resolve_people *people;      /* the people who have pages, or NULL */
    const struct resolve_profile *self; /* the person to whom the page belongs, or NULL */
    struct diags *d;
    struct str style_name;
    const struct csl_style *style;
    struct csl *csl;
    bool note_style;
    bool link_citations;
    bool notes_after_punctuation;
    bool blind; /* no database is named; this is reported once, and not for each key */
    VEC(struct resolve_cite) cites;
    VEC(struct doc_node *) cite_links; /* the links from citations to entries */
    size_t resets;                     /* number of headings of class reset-citation-positions */
    VEC(struct resolve_list) lists;    /* the reference lists; the first one is the document's */
    /* the list whose citations are being collected or written */
    size_t list;
    VEC(struct resolve_division) divisions; /* the parts of the document's list, by database */
    int section_level;      /* sections with headings up to this level have lists; 0: none */
    int section_numbers[6]; /* the numbers of the current section and the sections around it */
    size_t refsections;     /* number of refsections so far */
    struct map ids;         /* the ids of the entries so far */
    /* maps a key to the first struct resolve_place; empty without `backreferences` */
    struct map places;
    bool brief; /* the list is long, so parts that each entry would repeat are left out */
    const struct item *entry; /* the item whose entry is being written, or NULL */
    bool french;              /* some text of the document is French */
    bool shows_all;           /* a part of the document depends on all works of the database */
    /* the formulas whose errors were reported; each key is the key of the work, `$` and the TeX */
    struct map formulas;
};

/* ---- resolve.c ---- */

/** Sets up the processor with the style of the command line, of `csl` or `citation-style`, or the
 * default style. Must be called once. */
void resolve_choose_style(struct resolver *r);

/* ---- french.c ---- */

bool resolve_is_french(struct str lang);
/** Sets the spaces before punctuation marks and inside guillemets in all French text. */
void resolve_french(struct resolver *r, struct doc_node *root);

/* ---- find_style.c ---- */

/** Loads a style by its name, and for a dependent style its parent. NULL after a diagnostic at
 * `at`. */
const struct csl_style *resolve_style(struct resolver *r, struct str name, struct span at);
/** Makes a processor for a style, in the document's language. `own` means that it is the document's
 * style, not that of a list. */
struct csl *resolve_csl(struct resolver *r, const struct csl_style *style, bool own,
                        bool link_entries);
/** Runs a processor: decides positions and renders citations and lists. */
void resolve_run_csl(struct resolver *r, struct csl *csl);
/** Whether full stops and commas go inside closing quotation marks (CSL locales:
 * punctuation-in-quote). The language is that of the document's style. */
bool resolve_punctuation_in_quote(const struct resolver *r);

/* ---- rich_convert.c ---- */

/** Appends rich text to `parent` as inline nodes. */
void resolve_rich(struct resolver *r, struct doc_node *parent, struct rich rich);
/** Like resolve_rich(), but http(s) addresses in the text become links. */
void resolve_rich_linked(struct resolver *r, struct doc_node *parent, struct rich rich);
/** Appends a result of CSL to `parent`. With `links`, cites link to their entries. */
void resolve_out(struct resolver *r, struct doc_node *parent, const struct csl_out *out,
                 bool links);
/** Converts inlines of the document to rich text, for prefixes and suffixes. */
struct rich resolve_inlines_rich(struct resolver *r, const struct doc_node *parent);
/** Appends a text node. */
void resolve_text(struct resolver *r, struct doc_node *parent, struct str text);
/** Appends an empty link. */
struct doc_node *resolve_add_link(struct resolver *r, struct doc_node *parent, struct str url);
/** Appends a new node of `kind`. `cls` is the name of a class as a static text, or NULL. */
struct doc_node *resolve_add(struct resolver *r, struct doc_node *parent, enum doc_kind kind,
                             const char *cls);

/* ---- cite.c ---- */

/** Finds all citations, looks up their keys and passes them to the processor. */
void resolve_collect_cites(struct resolver *r);
/** Writes the processor's results into the citations. */
void resolve_write_cites(struct resolver *r);
/** Reports a key that is not in the database, with the nearest keys. */
void resolve_report_missing(struct resolver *r, struct str key, struct span at);

/* ---- cite_note.c ---- */

/** For note styles: puts the citation into a footnote, unless it is in a footnote already. */
void resolve_move_to_note(struct resolver *r, struct resolve_cite *c);
/** The number of the footnote that contains a citation. 0 if it is in the text. */
int resolve_note_number(const struct resolve_cite *c);
/** Whether the author's own note begins with this citation, so that the citation may begin with a
 * capital. */
bool resolve_begins_note(const struct resolve_cite *c);
/** Adjusts spaces and punctuation around a citation whose text is already set. */
void resolve_settle_mark(struct resolver *r, struct resolve_cite *c);

/** Puts a no-break space between adjacent raised marks below `root`, so that readers do not take
 * two numbers for one. */
void resolve_part_marks(struct resolver *r, struct doc_node *root);

/* ---- backref.c ---- */

/** Gives citations ids, and records the works that each citation cites, for `backreferences:
 * true`. */
void resolve_note_backrefs(struct resolver *r);
/** Adds links from the entry of `key` in the current list to the citations of the work. */
void resolve_add_backrefs(struct resolver *r, struct doc_node *entry, struct str key);

/* ---- lists.c ---- */

/** Finds the lists that the document requests. The first one is the document's; it has no processor
 * yet. */
void resolve_find_lists(struct resolver *r);
/** Finds the list for the citations that follow a node. Must be called for each node of the text,
 * in order. */
void resolve_enter_list(struct resolver *r, struct doc_node *n, bool enter);
/** The processor of a list. It is made when it is first needed. */
struct csl *resolve_list_csl(struct resolver *r, size_t list);
/** Adds the works that are listed without being cited, and runs the processors. Must be called
 * after all citations are collected. Entries get ids of their own where a work may have several
 * entries. */
void resolve_process_lists(struct resolver *r);
/** The target of a citation's link, in the current list. */
struct str resolve_list_anchor(struct resolver *r, struct str key);
/** Returns the div that the author wrote for a list. The list of the whole document is in the div
 * with the id `refs`. The list of a part is in a div of this part with the id or the class `refs`.
 * Returns NULL if there is no such div. */
struct doc_node *resolve_list_place(struct resolver *r, const struct resolve_list *l);
void resolve_drop_lists(struct resolver *r);

/** The index of the part to which a work belongs. If it belongs to no part, the result is the
 * number of parts. */
size_t resolve_division_of(const struct resolver *r, const struct item *it);

/* ---- refs.c ---- */

void resolve_references(struct resolver *r);
/** Removes links of citations whose entries are in no list. Must be called after all lists. */
void resolve_unlink_cites(struct resolver *r);
/** The id of an entry, to which links lead: "ref-KEY". White space in the key is replaced. */
struct str resolve_anchor(struct resolver *r, struct str key);
/** The id of an entry, unique in the document. The first entry of a key has the id of
 * resolve_anchor(). */
struct str resolve_entry_id(struct resolver *r, struct str key);
/** `id`, followed by "-2", "-3"... if an entry or a group already has this id. */
struct str resolve_unique_id(struct resolver *r, struct str id);

/* ---- blind_works.c ---- */

/** Returns the work that is shown in place of `it`, a work of the database. `it` may be NULL. */
const struct item *resolve_shown(struct resolver *r, const struct item *it);
/** The number that replaces a key in identifiers, in a document for blind review. */
struct str resolve_blind_number(struct resolver *r, struct str key);

/* ---- publications.c ---- */

void resolve_publications(struct resolver *r);
/** The level of the heading above a list. Without a heading it is 1, the level of the title. */
int resolve_level_above(const struct doc_node *n);
/** Appends the heading of a group to a list. Its identifier is unique. */
void resolve_group_heading(struct resolver *r, struct doc_node *box, struct str text, struct str id,
                           int level);

/** A word of annotations (`author+an`), and the meaning of the letter that is shown for it. */
struct pub_word {
    struct str word, meaning;
};
#define PUB_MAX_WORDS 26

/** The parts of entries that a list shows. */
struct pub_show {
    bool annotation;
    struct pub_word words[PUB_MAX_WORDS]; /* the words for which letters are shown */
    size_t nwords;
    bool abstract, links, badges, bibtex, thumbs;
    const struct pub_cites *cites; /* formatted citations, or NULL */
    /* citations are for the pages of single works (`paper-pages`), not for the list */
    bool cites_apart;
    bool no_award, no_note; /* the list shows no awards; the list shows no notes */
    /* a CSL style has made the text of the entry, and decides whether the note is shown */
    bool styled;
    const struct resolve_person *owners; /* persons whose names are highlighted */
    size_t nowners;
    const struct resolve_person *students; /* persons whose names are underlined */
    size_t nstudents;
    /* maximum number of authors of an entry in addition to the owners; 0: all */
    size_t max_authors;
    bool apart; /* works have pages of their own */
    /* the text that is put before addresses of files: "/assets/pdf/"; may be empty */
    struct str base;
    struct str previews; /* the text that is put before addresses of thumbnails; may be empty */
    /* the legend of marks and underlines: a text, or `true` for the default legend; may be empty */
    struct str legend;
};

/* ---- entry.c ---- */

/** Makes the entry of a work in a list item: title, authors, venue and date, then abstract and
 * links. */
void resolve_entry(struct resolver *r, struct doc_node *item, const struct item *it,
                   const struct pub_show *show);
/** Adds only the abstract and the links, below an entry that a CSL style has made. */
void resolve_entry_extras(struct resolver *r, struct doc_node *item, const struct item *it,
                          const struct pub_show *show);

/* ---- trace.c: the trace, for the cache, of the works that the document shows.
 * resolve_trace_holds() reads the trace. */

struct pub_rows; /* see cite/resolve/order.h */
/** Writes a list to the trace, if there is one: the attributes of the list, and the works that it
 * contains. */
void resolve_trace_list(struct resolver *r, const struct doc_node *node,
                        const struct pub_rows *rows);
/** Writes to the trace which works the document cites. */
void resolve_trace_cites(struct resolver *r);

#endif
