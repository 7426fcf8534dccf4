/* SPDX-License-Identifier: MIT */
/*
 * Resolves the citations and publication lists of a document against the database with the CSL
 * processor. Writes the results into the tree, so that the writers need no database.
 */
#ifndef DOSSIER_RESOLVE_RESOLVE_H
#define DOSSIER_RESOLVE_RESOLVE_H

#include "cite/bib/bib.h"
#include "cite/bib/public.h"
#include "model/doc/doc.h"

struct csl_style; /* cite/csl/processor.h */
struct locale;

/** The source of styles and locales; the build implements it. */
struct resolve_styles {
    /** The source of a style by name ("ieee"), or by path relative to the document; NULL when it is
     * missing. */
    struct source *(*style)(void *user, struct str name);
    /** As csl_style_parse() and csl_locale_load(), but the result may be shared with other
     * documents. */
    const struct csl_style *(*compile)(void *user, struct source *src, struct diags *d);
    const struct locale *(*locale)(void *user, const struct csl_style *style, struct str lang,
                                   struct diags *d);
    /** Names of installed styles, for "did you mean". */
    const struct str *(*names)(void *user, size_t *n);
    void *user;
};

/** A person with a page, or at least a name. Texts are borrowed; unknown ones are empty. */
struct resolve_profile {
    struct str name;      /* as it is shown */
    struct str sort_name; /* "Berg, Pieter van den": the place in lists of people */
    struct str address;   /* address of the name's link */
    struct str role, photo, email;
    struct str orcid; /* its digits */
    struct str *groups;
    size_t ngroups;
    struct str *names; /* other forms of `name` in works: a maiden name, other initials */
    size_t nnames;
    bool alumni;
};

/** Reads a person from front matter or a map of a list of people; false without a name. Slices and
 * arrays are in `a`, or of the map. */
bool resolve_profile_read(struct arena *a, const struct node *front, struct resolve_profile *out);
/** Whether front matter is that of a person's page: `person: true` or `layout: person`. */
bool resolve_is_person(const struct node *front);

/** The people of a site: names of authors become links in lists, `::: {.people}` shows them. Data
 * is in the arena or borrowed; results of look-ups are kept with it. */
struct resolve_people *resolve_people_new(struct arena *a, const struct resolve_profile *p,
                                          size_t n);

/**
 * Blind review: entries get numbers as identifiers, and the authors' own works may be replaced.
 * `names` are the authors' names and ORCIDs as written. `mask`: their works become "Anonymous" with
 * a year, without title, venue and address. All is in the arena. It serves one document, which may
 * be parsed several times.
 */
struct resolve_blind *resolve_blind_new(struct arena *a, const struct str *names, size_t n,
                                        bool mask);
/** The shown work: the work itself, or its replacement with an anonymous id. `lang`: of the
 * document. */
const struct item *resolve_blind_shown(struct resolve_blind *b, const struct item *it,
                                       struct str lang);

struct resolve_options {
    struct str csl; /* style name of the command line; empty: front matter, then our own default */
    struct span csl_span; /* where the document names it */
    bool suppress_bibliography;
    bool has_database; /* a database was named, though it may be missing or empty */
    /* No named database could be read. That is reported, so that unknown keys need not be. */
    bool databases_missing;
    struct bib_public *published;    /* what the document publishes of its works */
    struct resolve_shared *shared;   /* results about a shared database, or NULL */
    struct resolve_people *people;   /* the people of the site, or NULL */
    struct resolve_blind *anonymous; /* for a document in blind review; otherwise NULL */
    /* Maps like al-folio's _data/venues.yml (short name -> url, color) and _data/coauthors.yml
     * (family name -> a list of firstname, url), or NULL. */
    const struct node *venues, *coauthors;
    /** Reads a text of a database as Markdown: the root of a separate tree, or NULL. If NULL, texts
     * are unchanged. */
    const struct doc_node *(*markdown)(void *user, struct str text);
    void *user;              /* of `markdown` */
    struct buf *trace;       /* gets the works that the document shows; or NULL */
    struct timings *timings; /* core/base/timings.h, or NULL */
    struct pool *pool;       /* core/base/pool.h: formats large lists; NULL: no threads */
};

/** Results about a database that documents share, for `shared` of the options. In the arena, which
 * must live as long as the database's. */
struct resolve_shared *resolve_shared_new(struct arena *a);

/** Works of a database that form a group. */
struct resolve_group {
    struct str heading; /* title in the document's language: "2020", "Books" */
    struct str value;   /* for the filter of lists: "2020", "book"; of undated works a range
                           that   `not-year` takes */
    bool without;       /* the group has the works for which the filter is false */
    size_t works;       /* number of the works */
};
/** The groups of a database's works by `year`, `type` or `keyword`, in the order of lists; works
 * without a keyword have no group. The array is in `a`. NULL for other words. */
struct resolve_group *resolve_groups(struct arena *a, struct bib *bib,
                                     struct resolve_shared *shared, struct str lang, struct str by,
                                     size_t *n, struct diags *d);

/**
 * Whether a document would show the same of a database as when its trace was written: the works
 * that its lists take, and those that it cites, are the same and say the same, in the same order.
 * What is found about the database on the way is reported in `d`. A text that is no trace is
 * false.
 */
bool resolve_trace_holds(struct str trace, struct bib *bib, struct resolve_shared *shared,
                         struct diags *d);

/** Finds a style by name and follows a dependent style to its parent (CSL 1.0.2, cs:info); NULL
 * after a diagnostic at `at`. */
const struct csl_style *resolve_find_style(const struct resolve_styles *styles, struct str name,
                                           struct span at, struct diags *d);

/** Name of the default style: styles/research-statement.csl. */
#define RESOLVE_DEFAULT_STYLE "research-statement"

/**
 * Resolves `doc` in place. Every DOC_CITE gets its children: a missing key is shown as "[key?]" in
 * a span of class "citation-missing" and reported with the nearest keys. The reference list goes
 * into `::: {#refs}` or to the end, under `reference-section-title`. Every `::: {.publications}`
 * gets its entries. Entries have the id "ref-KEY". French punctuation gets its spaces, unless the
 * front matter has `autospace-punctuation: false` (babel-french's AutoSpacePunctuation).
 */
void resolve_document(struct doc *doc, struct bib *bib, const struct resolve_styles *styles,
                      const struct resolve_options *opt, struct diags *d);

#endif
