/* SPDX-License-Identifier: MIT */
/*
 * Shared by the files of resolve, private to the module.
 *
 * A resolver serves one document: cite.c fills DOC_CITE nodes, cite_note.c adjusts them in
 * footnotes, refs.c makes the reference list, backref.c adds links back from it, publications.c and
 * entry.c make publication lists, rich_convert.c converts between rich text, CSL's results and
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

/** A citation of the text with its numbers in the processor. */
struct resolve_cite {
    struct doc_node *node;  /* DOC_CITE */
    struct csl_cite *cites; /* those with known keys */
    size_t known;
    bool has_items;  /* `known` is above 0, so `number` is valid */
    size_t number;   /* returned by csl_add_citation() */
    bool has_author; /* author-in-text: `author` is a citation with only the name */
    size_t author;
    struct doc_node *name_node; /* where the name goes if the citation moved into a note; or NULL */
    size_t part;                /* number of headings before it that reset positions */
    size_t list;                /* index in r->lists of its works' list */
    bool again;                 /* `first` was cited before in this part */
    bool in_note;               /* of a note style, in a footnote of the author */
    struct doc_node *note;      /* the note that was made for it, or NULL */
    const struct item *first;
};

/**
 * A reference list. The document has one; so has each section on request (pandoc's
 * section-bibliographies), and each div of class refsection (biblatex).
 */
struct resolve_list {
    struct csl *csl;          /* for its numbers, labels and positions; NULL: nothing is cited */
    struct doc_node *div;     /* the refsection */
    struct doc_node *heading; /* heading of its section, a child of the root */
    struct doc_node *before;  /* the node after the section; NULL: the end */
    struct str suffix;        /* suffix of ids: "-2" */
    size_t outer;             /* list that contains the div */
    struct map cited;         /* key -> the last part that cites it */
    struct map anchors;       /* key -> the id of its entry here; empty: that of resolve_anchor() */
};

/** A place that cites a work; in the first one, `last` is the end of the list. */
struct resolve_place {
    const struct resolve_cite *cite;
    struct resolve_place *next, *last;
};

struct resolver {
    struct arena *arena; /* the document's */
    struct doc *doc;
    struct bib *bib;
    const struct resolve_styles *styles;
    const struct resolve_options *opt;
    struct resolve_shared *shared;      /* of the database; never NULL */
    struct resolve_people *people;      /* people who have a page of their own, or NULL */
    const struct resolve_profile *self; /* the person whose page it is, or NULL */
    struct diags *d;
    struct str style_name;
    const struct csl_style *style;
    struct csl *csl;
    bool note_style;
    bool link_citations;
    bool notes_after_punctuation;
    bool blind; /* no database is named: reported once, not for each key */
    VEC(struct resolve_cite) cites;
    VEC(struct doc_node *) cite_links; /* links from citations to entries */
    size_t resets;                     /* headings of class reset-citation-positions */
    VEC(struct resolve_list) lists;    /* reference lists; the document's is the first */
    /* the list whose citations are being collected or written */
    size_t list;
    struct resolve_divisions *divisions; /* parts of the document's list by database, or NULL */
    int section_level;      /* sections of headings up to this level have lists; 0: none */
    int section_numbers[6]; /* numbers of the current section */
    size_t refsections;     /* number of them so far */
    struct map ids;         /* ids given to entries so far */
    struct map places;      /* key -> first struct resolve_place; empty without `backreferences` */
    bool brief;             /* the entry is in a long list */
    const struct item *entry; /* the item whose entry is being written, or NULL */
    bool french;              /* some text is French */
    struct map formulas;      /* formulas of entries that are already checked: key, `$`, TeX */
};

/* ---- resolve.c ---- */

/** Sets up the processor with the style of the command line, of `csl` or `citation-style`, or the
 * default. Call once. */
void resolve_choose_style(struct resolver *r);

/* ---- french.c ---- */

bool resolve_is_french(struct str lang);
/** Sets the spaces before tall punctuation and inside guillemets of all French text. */
void resolve_french(struct resolver *r, struct doc_node *root);

/* ---- find_style.c ---- */

/** Loads a style by name and follows a dependent style to its parent; NULL after a diagnostic at
 * `at`. */
const struct csl_style *resolve_style(struct resolver *r, struct str name, struct span at);
/** A processor for the style in the document's language. `own`: the document's style, not that of a
 * list. */
struct csl *resolve_csl(struct resolver *r, const struct csl_style *style, bool own,
                        bool link_entries);
/** Runs a processor: decides positions and renders citations and lists. */
void resolve_run_csl(struct resolver *r, struct csl *csl);
/** Whether full stops and commas go inside closing quotation marks in the language of the
 * document's style (CSL locales: punctuation-in-quote). */
bool resolve_punctuation_in_quote(const struct resolver *r);

/* ---- rich_convert.c ---- */

/** Appends rich text to `parent` as inline nodes. */
void resolve_rich(struct resolver *r, struct doc_node *parent, struct rich rich);
/** The same; http(s) addresses in the text become links. */
void resolve_rich_linked(struct resolver *r, struct doc_node *parent, struct rich rich);
/** Appends a result of CSL to `parent`; `links`: cites link to their entries. */
void resolve_out(struct resolver *r, struct doc_node *parent, const struct csl_out *out,
                 bool links);
/** Inlines of the document as rich text, for prefixes and suffixes. */
struct rich resolve_inlines_rich(struct resolver *r, const struct doc_node *parent);
/** Appends a text node. */
void resolve_text(struct resolver *r, struct doc_node *parent, struct str text);
/** Appends a new node of `kind`; `cls` is a static class name or NULL. */
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

/** Note styles: puts the citation into a footnote, unless it is in one. */
void resolve_move_to_note(struct resolver *r, struct resolve_cite *c);
/** Number of the footnote that contains a citation; 0 in the text. */
int resolve_note_number(const struct resolve_cite *c);
/** Whether the author's own note begins with this citation, so that it may begin with a capital. */
bool resolve_begins_note(const struct resolve_cite *c);
/** Adjusts spaces and punctuation around a citation that has its text. */
void resolve_settle_mark(struct resolver *r, struct resolve_cite *c);

/** Puts a no-break space between adjacent raised marks below `root`, so that two numbers do not
 * look like one. */
void resolve_part_marks(struct resolver *r, struct doc_node *root);

/* ---- backref.c ---- */

/** Gives citations ids and records which work each cites, for `backreferences: true`. */
void resolve_note_backrefs(struct resolver *r);
/** Adds links back from the entry of `key` in the current list. */
void resolve_add_backrefs(struct resolver *r, struct doc_node *entry, struct str key);

/* ---- lists.c ---- */

/** Finds the lists that the document requests. The first is the document's, still without a
 * processor. */
void resolve_find_lists(struct resolver *r);
/** Called for each node of the text in order: finds the list of the citations that follow. */
void resolve_enter_list(struct resolver *r, struct doc_node *n, bool enter);
/** The processor of a list; made on first use. */
struct csl *resolve_list_csl(struct resolver *r, size_t list);
/** After all citations: adds works that are not cited to the lists and runs the processors. Entries
 * get their ids where a work may have several. */
void resolve_process_lists(struct resolver *r);
/** The target of a citation's link in the current list. */
struct str resolve_list_anchor(struct resolver *r, struct str key);
/** The empty div for a list: of class `refs`, or with that id in its section; NULL if the document
 * has no such div. */
struct doc_node *resolve_list_place(struct resolver *r, const struct resolve_list *l);
void resolve_drop_lists(struct resolver *r);

/** A part of the document's list, by database (pandoc-multibib). */
struct resolve_division {
    struct str name;      /* name of the database in the map: "main" */
    struct doc_node *div; /* `::: {#refs-main}` */
};
struct resolve_divisions {
    VEC(struct resolve_division) parts;
};
/** Index of a work's part; the number of parts when it has none. */
size_t resolve_division_of(const struct resolver *r, const struct item *it);

/* ---- refs.c ---- */

void resolve_references(struct resolver *r);
/** After all lists: removes links of citations whose entries are in no list. */
void resolve_unlink_cites(struct resolver *r);
/** The id of an entry, the target of links: "ref-KEY", with white space in keys replaced. */
struct str resolve_anchor(struct resolver *r, struct str key);
/** The same, unique in the document: the first entry of a key has the plain form. */
struct str resolve_entry_id(struct resolver *r, struct str key);
/** `id`, with "-2", "-3"... when an entry or a group already has it. */
struct str resolve_unique_id(struct resolver *r, struct str id);

/* ---- blind_works.c ---- */

/** The shown work for a work of the database, which may be NULL. */
const struct item *resolve_shown(struct resolver *r, const struct item *it);
/** The number that replaces a key in identifiers of a document for blind review. */
struct str resolve_blind_number(struct resolver *r, struct str key);

/* ---- publications.c ---- */

void resolve_publications(struct resolver *r);
/** Level of the heading above a list; 1 without one, the level of the title. */
int resolve_level_above(const struct doc_node *n);
/** Appends the heading of a group to a list, with a unique identifier. */
void resolve_group_heading(struct resolver *r, struct doc_node *box, struct str text, struct str id,
                           int level);

/** A word of annotations (`author+an`), and the meaning of its letter. */
struct pub_word {
    struct str word, meaning;
};
#define PUB_MAX_WORDS 26

/** The parts of entries that a list shows. */
struct pub_show {
    bool annotation;
    struct pub_word words[PUB_MAX_WORDS]; /* words with letters */
    size_t nwords;
    bool abstract, links, badges, bibtex, thumbs;
    const struct pub_cites *cites; /* formatted citations, or NULL */
    bool cites_apart;              /* for pages of single works (`paper-pages`), not for the list */
    bool no_award, no_note;        /* awards and notes are shown unless the list turns them off */
    bool styled; /* a CSL style made the line, with the note where the style has it */
    const struct resolve_person *owners; /* persons whose names are highlighted */
    size_t nowners;
    const struct resolve_person *students; /* persons whose names are underlined */
    size_t nstudents;
    size_t max_authors;  /* authors of an entry besides the owners; 0: all */
    bool apart;          /* works have pages of their own */
    bool brief;          /* of a long list: what each entry repeats is left out; resolver.brief */
    struct str base;     /* put before addresses of files: "/assets/pdf/"; or empty */
    struct str previews; /* the same for thumbnails */
    /* legend of marks and underlines: a text, or `true` for the default; or empty */
    struct str legend;
};

/* ---- entry.c ---- */

/** Fills a list item with the entry of a work: title, authors, venue and date, then abstract and
 * links. */
void resolve_entry(struct resolver *r, struct doc_node *item, const struct item *it,
                   const struct pub_show *show);
/** Only abstract and links, below an entry that a CSL style made. */
void resolve_entry_extras(struct resolver *r, struct doc_node *item, const struct item *it,
                          const struct pub_show *show);

/* ---- trace.c: which works the document shows, for the cache. resolve_trace_holds() reads it. */

struct pub_rows; /* cite/resolve/order.h */
/** Writes a list to the trace, if there is one: its attributes, and the works that it takes. */
void resolve_trace_list(struct resolver *r, const struct doc_node *node,
                        const struct pub_rows *rows);
/** Writes what the document cites. */
void resolve_trace_cites(struct resolver *r);

#endif
