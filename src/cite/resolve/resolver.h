/* SPDX-License-Identifier: MIT */
/*
 * What the files of resolve share. Private to the room.
 *
 * One resolver serves one document: cite.c turns DOC_CITE nodes into what they show, cite_note.c
 * settles them in footnotes, refs.c makes the reference list, backref.c leads back from it,
 * publications.c and entry.c make publication lists, rich_convert.c goes between rich text, CSL's
 * results and nodes.
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

/** A citation of the text, and its numbers in the processor. */
struct resolve_cite {
    struct doc_node *node;  /* DOC_CITE */
    struct csl_cite *cites; /* those whose keys are known */
    size_t known;
    bool has_items;  /* `known` is above 0: `number` is valid */
    size_t number;   /* of csl_add_citation() */
    bool has_author; /* author-in-text: `author` is the citation with the name alone */
    size_t author;
    struct doc_node
        *name_node; /* where the name goes when the citation has moved into a note; or NULL */
    size_t part;    /* headings that reset positions before it */
    size_t list;    /* of r->lists: where its works are listed */
    bool again;     /* `first` was cited before in this part */
    bool in_note;   /* a note style's, but the author wrote it into a footnote */
    struct doc_node *note; /* the note that was made for it, or NULL */
    const struct item *first;
};

/**
 * A reference list of its own. The document has one; so has each section where the author asks for
 * it (pandoc's section-bibliographies), and each div of class refsection (biblatex).
 */
struct resolve_list {
    struct csl *csl;          /* numbers, labels and positions are the list's; NULL: none cited */
    struct doc_node *div;     /* the refsection */
    struct doc_node *heading; /* the section's, a child of the root */
    struct doc_node *before;  /* what stands behind the section, or NULL for the end */
    struct str suffix;        /* of ids: "-2" */
    size_t outer;             /* list that the div stands in */
    struct map cited;         /* key -> the last part that cites it */
    struct map anchors; /* key -> the id of its entry here; empty: as resolve_anchor() has it */
};

/** A place that cites a work; of the first in the list, `last` is the list's end. */
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
    struct resolve_people *people;      /* who has a page, or NULL */
    const struct resolve_profile *self; /* whose page it is, or NULL */
    struct diags *d;
    struct str style_name;
    const struct csl_style *style;
    struct csl *csl;
    bool note_style;
    bool link_citations;
    bool notes_after_punctuation;
    bool blind; /* no database is named at all: said once, not for each key */
    VEC(struct resolve_cite) cites;
    VEC(struct doc_node *) cite_links;   /* from them to entries */
    size_t resets;                       /* headings of class reset-citation-positions */
    VEC(struct resolve_list) lists;      /* of references; the document's is the first */
    size_t list;                         /* whose citations are being collected or written */
    struct resolve_divisions *divisions; /* by database: of the document's list, or NULL */
    int section_level;      /* sections of headings up to it have lists; 0: none have */
    int section_numbers[6]; /* of the section at hand */
    size_t refsections;     /* so far */
    struct map ids;         /* ids given to entries so far */
    struct map places;      /* key -> first struct resolve_place; empty without `backreferences` */
    const struct item *entry; /* whose entry is being written, or NULL */
    bool french;              /* some of it is */
    struct map formulas;      /* those of entries that were looked at: key, `$`, TeX */
};

/* ---- resolve.c ---- */

/** Sets up the processor with the style of the command line, of `csl` or `citation-style`, or our
 * own; once. */
void resolve_choose_style(struct resolver *r);

/* ---- french.c ---- */

bool resolve_is_french(struct str lang);
/** Puts the right spaces before tall punctuation and inside guillemets of all French text. */
void resolve_french(struct resolver *r, struct doc_node *root);

/* ---- find_style.c ---- */

/** Loads a style by name, following a dependent style to its parent; NULL after a diagnostic at
 * `at`. */
const struct csl_style *resolve_style(struct resolver *r, struct str name, struct span at);
/** A processor for this document's language with the style. `own`: it is the document's own, not
 * that of a list. */
struct csl *resolve_csl(struct resolver *r, const struct csl_style *style, bool own,
                        bool link_entries);
/** Lets a processor do its work: citations and lists as its style writes them. */
void resolve_run_csl(struct resolver *r, struct csl *csl);
/** Whether full stops and commas go inside closing quotation marks in the language that the
 * document's style speaks (CSL locales: punctuation-in-quote). */
bool resolve_punctuation_in_quote(const struct resolver *r);

/* ---- rich_convert.c ---- */

/** Appends rich text to `parent` as inline nodes. */
void resolve_rich(struct resolver *r, struct doc_node *parent, struct rich rich);
/** The same, with bare http(s) addresses made links. */
void resolve_rich_linked(struct resolver *r, struct doc_node *parent, struct rich rich);
/** Appends CSL's results to `parent`; `links`: cites link to their entries. */
void resolve_out(struct resolver *r, struct doc_node *parent, const struct csl_out *out,
                 bool links);
/** Inlines of the document as rich text, for prefixes and suffixes. */
struct rich resolve_inlines_rich(struct resolver *r, const struct doc_node *parent);
/** Appends a text node. */
void resolve_text(struct resolver *r, struct doc_node *parent, struct str text);
/** Appends a new node of `kind`, with a class when `cls`, which is static, is not NULL. */
struct doc_node *resolve_add(struct resolver *r, struct doc_node *parent, enum doc_kind kind,
                             const char *cls);

/* ---- cite.c ---- */

/** Finds all citations, looks their keys up and hands them to the processor. */
void resolve_collect_cites(struct resolver *r);
/** Writes the processor's results into the citations. */
void resolve_write_cites(struct resolver *r);
/** Reports a key that is not in the database, with the nearest keys. */
void resolve_report_missing(struct resolver *r, struct str key, struct span at);

/* ---- cite_note.c ---- */

/** Note styles: puts the citation into a footnote at its place; one in a footnote already stays. */
void resolve_move_to_note(struct resolver *r, struct resolve_cite *c);
/** Number of the footnote a citation stands in, 0 when it stands in the text. */
int resolve_note_number(const struct resolve_cite *c);
/** Spaces and punctuation around a citation, once it shows what it says. */
void resolve_settle_mark(struct resolver *r, struct resolve_cite *c);

/** Sets a no-break space between raised marks that stand side by side below `root`: two numbers are
 * not to be read as one. */
void resolve_part_marks(struct resolver *r, struct doc_node *root);

/* ---- backref.c ---- */

/** Gives citations ids and remembers who cites what; nothing without `backreferences: true`. */
void resolve_note_backrefs(struct resolver *r);
/** Adds the ways back to the entry of `key` in the list at hand. */
void resolve_add_backrefs(struct resolver *r, struct doc_node *entry, struct str key);

/* ---- lists.c ---- */

/** Looks at which lists the document asks for. The first is the document's, with no processor. */
void resolve_find_lists(struct resolver *r);
/** Called for each node of the text on the way through it: notes which list is that of citations
 * here. */
void resolve_enter_list(struct resolver *r, struct doc_node *n, bool enter);
/** The processor of a list; made when it is first asked for. */
struct csl *resolve_list_csl(struct resolver *r, size_t list);
/** Once everything is cited: hands what is cited nowhere to the lists and lets the processors work;
 * entries get their ids where a work may have several. */
void resolve_process_lists(struct resolver *r);
/** Where a citation of the list at hand leads. */
struct str resolve_list_anchor(struct resolver *r, struct str key);
/** The empty place that the author left for a list: a div of class `refs` or with that id in its
 * section; NULL when there is none. */
struct doc_node *resolve_list_place(struct resolver *r, const struct resolve_list *l);
void resolve_drop_lists(struct resolver *r);

/** The document's list in parts, by database (pandoc-multibib). */
struct resolve_division {
    struct str name;      /* of the database in the map, "main" */
    struct doc_node *div; /* `::: {#refs-main}` */
};
struct resolve_divisions {
    VEC(struct resolve_division) parts;
};
/** Which of the parts a work belongs to; their number when to none. */
size_t resolve_division_of(const struct resolver *r, const struct item *it);

/* ---- refs.c ---- */

void resolve_references(struct resolver *r);
/** When all lists are made: citations whose entries stand in none of them are no links. */
void resolve_unlink_cites(struct resolver *r);
/** The name that links to an entry have: "ref-KEY", white space in odd keys replaced. */
struct str resolve_anchor(struct resolver *r, struct str key);
/** The same made unique in the document: the first entry of a key keeps the plain form. */
struct str resolve_entry_id(struct resolver *r, struct str key);
/** `id`, with "-2", "-3"... behind it when an entry or a group has it already. */
struct str resolve_unique_id(struct resolver *r, struct str id);

/* ---- blind_works.c ---- */

/** What is shown for a work of the database, which may be NULL. */
const struct item *resolve_shown(struct resolver *r, const struct item *it);
/** The number that stands for a key in identifiers of a document for blind review. */
struct str resolve_blind_number(struct resolver *r, struct str key);

/* ---- publications.c ---- */

void resolve_publications(struct resolver *r);
/** Level of the heading that a list stands under; 1 when there is none (the title's level). */
int resolve_level_above(const struct doc_node *n);
/** Appends the heading of a group to a list, with an identifier that is made unique. */
void resolve_group_heading(struct resolver *r, struct doc_node *box, struct str text, struct str id,
                           int level);

/** A word of annotations (`author+an`), and what its letter stands for. */
struct pub_word {
    struct str word, meaning;
};
#define PUB_MAX_WORDS 26

/** What a list shows of its entries. */
struct pub_show {
    bool annotation;
    struct pub_word words[PUB_MAX_WORDS]; /* those that have letters */
    size_t nwords;
    bool abstract, links, badges, bibtex, thumbs;
    const struct pub_cites *cites; /* ready made, or NULL: none are shown */
    bool cites_apart;              /* for pages of single works (`paper-pages`), not for the list */
    bool no_award,
        no_note; /* awards and notes stand in each entry unless the list says otherwise */
    bool styled; /* a CSL style has made the line: it has the note where it wants one */
    const struct resolve_person *owners; /* whose names are highlighted */
    size_t nowners;
    const struct resolve_person *students; /* whose names are underlined */
    size_t nstudents;
    struct str base;     /* stands before addresses of files: "/assets/pdf/"; or empty */
    struct str previews; /* the same for thumbnails */
    struct str legend;   /* of marks and underlines: a text, `true` for our own words; or empty */
};

/* ---- entry.c ---- */

/** Fills a list item with the entry of a work: title, authors, venue and date, then abstract and
 * links. */
void resolve_entry(struct resolver *r, struct doc_node *item, const struct item *it,
                   const struct pub_show *show);
/** Abstract and links alone, below an entry that a CSL style has made. */
void resolve_entry_extras(struct resolver *r, struct doc_node *item, const struct item *it,
                          const struct pub_show *show);

#endif
