/* SPDX-License-Identifier: MIT */
/*
 * Resolves the citations and publication lists of a document with a database and the CSL processor.
 * The results are written into the tree, so the writers need no database.
 */
#ifndef DOSSIER_RESOLVE_RESOLVE_H
#define DOSSIER_RESOLVE_RESOLVE_H

#include "cite/bib/bib.h"
#include "cite/bib/public.h"
#include "model/doc/doc.h"

struct csl_style; /* see cite/csl/processor.h */
struct locale;

/** Finds and compiles styles and locales. The build implements it. */
struct resolve_styles {
    /** Returns the source of a style by its name ("ieee"), or by a path relative to the document.
     * Returns NULL when the style is missing. */
    struct source *(*style)(void *user, struct str name);
    /** Like csl_style_parse() and csl_locale_load(), but the result may be shared with other
     * documents. */
    const struct csl_style *(*compile)(void *user, struct source *src, struct diags *d);
    const struct locale *(*locale)(void *user, const struct csl_style *style, struct str lang,
                                   struct diags *d);
    /** The names of the installed styles, for the hint "did you mean". */
    const struct str *(*names)(void *user, size_t *n);
    void *user;
};

/** A person who has a page, or at least a name. Texts are borrowed; unknown texts are empty. */
struct resolve_profile {
    struct str name;      /* the name as it is shown */
    struct str sort_name; /* the name for sorting lists of people: "Berg, Pieter van den" */
    struct str address;   /* the address to which the name is linked */
    struct str role, photo, email;
    struct str orcid; /* the digits of the ORCID */
    struct str *groups;
    size_t ngroups;
    struct str *names; /* other forms of `name` in works: a maiden name, other initials */
    size_t nnames;
    bool alumni;
};

/** Reads a person from front matter, or from a map in a list of people. Returns false if there is
 * no name. Slices and arrays are in the arena or in the map. */
bool resolve_profile_read(struct arena *a, const struct node *front, struct resolve_profile *out);
/** Whether front matter is that of a person's page: it has `person: true` or `layout: person`. */
bool resolve_is_person(const struct node *front);

/** Makes the list of the people of a site. Names of authors become links in lists of works, and
 * `::: {.people}` shows the people. The data is in the arena or borrowed. The results of look-ups
 * are stored in the list. */
struct resolve_people *resolve_people_new(struct arena *a, const struct resolve_profile *p,
                                          size_t n);

/**
 * Makes the state for blind review. Entries get numbers as identifiers, and the authors' own works
 * may be replaced. `names` are the names and ORCIDs of the authors as written. With `mask`, their
 * works become "Anonymous" with a year, without title, venue and address. Everything is in the
 * arena. The state serves one document, which may be parsed several times.
 */
struct resolve_blind *resolve_blind_new(struct arena *a, const struct str *names, size_t n,
                                        bool mask);
/** The work that is shown: the work itself, or its replacement with an anonymous id. `lang` is the
 * language of the document. */
const struct item *resolve_blind_shown(struct resolve_blind *b, const struct item *it,
                                       struct str lang);

struct resolve_options {
    /* the name of the style given on the command line; empty: the style of the front matter, or
     * else the default */
    struct str csl;
    struct span csl_span; /* the place where the document names the style */
    bool suppress_bibliography;
    bool has_database; /* a database was named, even if it is missing or empty */
    /* Databases were named, but none could be read. This was reported, so unknown keys are not
     * reported. */
    bool databases_missing;
    struct bib_public *published;    /* decides which fields of the works the document publishes */
    struct resolve_shared *shared;   /* data computed from a shared database, or NULL */
    struct resolve_people *people;   /* the people of the site, or NULL */
    struct resolve_blind *anonymous; /* the state for blind review; NULL for other documents */
    /* Maps like al-folio's _data/venues.yml (short name -> url, color) and _data/coauthors.yml
     * (family name -> a list of firstname, url). NULL if the site does not have them. */
    const struct node *venues, *coauthors;
    const struct node *affiliations; /* "Family, Given" -> affiliation; or NULL */
    /** Returns the time of the build in seconds since 1970. If this function is NULL, the time is
     * unknown. */
    int64_t (*now)(void *user);
    /** Reads a text of the database as Markdown. Returns the root of a separate tree, or NULL. If
     * this function is NULL, texts are shown unchanged. */
    const struct doc_node *(*markdown)(void *user, struct str text);
    /** Returns the address of the page that describes a work. `file` is the path of the work's
     * file. Returns an empty text for a work without a page. If this function is NULL, works have
     * no pages. */
    struct str (*page_of)(void *user, struct str file);
    void *user;        /* the argument of the functions above */
    struct buf *trace; /* the buffer for the trace of the works that the document shows, or NULL */
    struct timings *timings; /* see core/base/timings.h; may be NULL */
    struct pool *pool; /* threads that format large lists, see core/base/pool.h; NULL: no threads */
};

/** Makes the storage for data that is computed once from a shared database. The options pass it as
 * `shared`. The arena must live as long as the arena of the database. */
struct resolve_shared *resolve_shared_new(struct arena *a);

/** The works of a database with the same year, type or keyword. */
struct resolve_group {
    struct str heading; /* the title in the document's language: "2020", "Books" */
    /* the value of the attribute that chooses these works: "2020", "undated", "book" */
    struct str value;
    size_t works; /* number of works in the group */
};
/** The heading of the group of a type of works ("Books"). Returns false for types that have none.
 */
bool resolve_type_heading(enum item_type type, enum doc_word *heading);
/** The groups of works by one field, in an arena. */
struct resolve_grouped {
    struct resolve_group *p; /* NULL: the field has no groups */
    size_t n;
};
/** Sets `out[i]` to the groups of a database's works by `by[i]`, which is `year`, `type` or
 * `keyword`, in the order of lists. Works without a keyword are in no group. */
void resolve_groups(struct arena *a, struct bib *bib, struct resolve_shared *shared,
                    struct str lang, const struct str *by, size_t n, struct resolve_grouped *out,
                    struct diags *d);

/**
 * Whether a database still has the content that a document showed when its trace was written. This
 * is the case if the works that it lists and cites are the same, with the same content and in the
 * same order. Faults of the database that are found on the way are reported in `d`. The result is
 * false if the text is not a trace.
 */
bool resolve_trace_holds(struct str trace, struct bib *bib, struct resolve_shared *shared,
                         struct diags *d);

/** Finds a style by its name. For a dependent style, returns its parent (CSL 1.0.2, cs:info).
 * Returns NULL after a diagnostic at `at`. */
const struct csl_style *resolve_find_style(const struct resolve_styles *styles, struct str name,
                                           struct span at, struct diags *d);

/** The name of the default style: styles/research-statement.csl. */
#define RESOLVE_DEFAULT_STYLE "research-statement"

/**
 * Resolves `doc` in place. Every DOC_CITE gets its children. A missing key is shown as "[key?]" in
 * a span of class "citation-missing" and is reported with the nearest keys. The reference list is
 * put into `::: {#refs}` or at the end, under `reference-section-title`. Every `:::
 * {.publications}` gets its entries. Entries have the id "ref-KEY". French punctuation gets its
 * spaces, unless the front matter has `autospace-punctuation: false` (babel-french's
 * AutoSpacePunctuation).
 */
void resolve_document(struct doc *doc, struct bib *bib, const struct resolve_styles *styles,
                      const struct resolve_options *opt, struct diags *d);

#endif
