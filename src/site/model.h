/* SPDX-License-Identifier: MIT */
/*
 * A site while it is made: its configuration, its pages, its files. Private to the room.
 *
 *   config.c   site.yml: the schema, its faults      links.c    where links lead, dead ones
 *   engine.c   sites of other engines                listing.c  lists of pages, Liquid's `site`
 *   tree.c     which pages and files there are       frame.c    navigation, trail, footer, sheet
 *   address.c  where they are on the web             extra.c    sitemap, robots, 404, redirects
 *   site.c     the order of the work                 output.c   what is written, removed, refused
 */
#ifndef DOSSIER_SITE_MODEL_H
#define DOSSIER_SITE_MODEL_H

#include "base/map.h"
#include "base/vec.h"
#include "build/page.h"
#include "data/node.h"
#include "html/frame.h"
#include "site/site.h"

/* ---- the configuration */

/** What a key's value is. */
enum site_type {
    SITE_TEXT,
    SITE_FLAG,   /* true or false */
    SITE_TEXTS,  /* a list of texts, or one */
    SITE_MAP,    /* keys of our own: those `within` it */
    SITE_MAPS,   /* a list of such maps (one map alone is one of them) */
    SITE_SWITCH, /* true or false, or a map of keys `within` it */
    SITE_ANY
};

/** A key of site.yml. */
struct site_key {
    const char *within; /* the key whose map or maps it is one of: "navigation"; "": none */
    const char *name;
    enum site_type type;
    const char *says; /* what it is for: a line of the manual */
};
/** All of them, ended by a row without a name. */
extern const struct site_key site_keys[];

/** Pages of a folder that belong together: posts, people, projects. */
struct site_collection {
    struct str name;   /* Liquid's site.NAME, and what listings call it */
    struct str folder; /* from the site's folder on */
    struct str title;
    struct str address;     /* pattern of its pages' addresses, or empty: the site's (address.c) */
    bool hidden;            /* its pages are not written, only listed */
    const struct node *map; /* what else the configuration says of it */
};

/** A key of front matter that pages get unless they have it. */
struct site_default {
    struct str folder;     /* those below it; empty: all */
    struct str collection; /* those of it; empty: all */
    const struct node *metadata;
};

/** The configuration in site.yml's schema, decoded. */
struct site_config {
    const struct node *map; /* the whole of it: what has no member here is asked of it */
    struct str title, description, lang, author;
    struct str url;       /* scheme and host, without a slash at its end; empty: not known */
    struct str base;      /* path in front of every address: "/~doe", or empty */
    struct str source;    /* folder of the pages, from the site's folder on; empty: that itself */
    struct str permalink; /* pattern of addresses: address.c */
    struct str markdown;  /* syntax of the pages, as build_page.format */
    bool liquid;          /* pages may have Liquid */
    bool outside;         /* links that lead out of the folder are followed */
    struct str footer;    /* Markdown */
    struct str icon;
    const struct node *navigation; /* a list of maps, or NULL: made from the pages */
    const struct node *metadata;   /* what all pages have, unless they say it themselves; or NULL */
    struct str *databases;         /* as they are opened */
    size_t ndatabases;
    struct site_collection *collections;
    size_t ncollections;
    struct site_default *defaults;
    size_t ndefaults;
    struct str *exclude; /* patterns of paths (fnmatch) that are no part of the site */
    size_t nexclude;
    struct str *include; /* and of those that are, though their names begin with '_' or '.' */
    size_t ninclude;
    struct str *statics; /* folders whose files stand in the site's root: Hugo's `static` */
    size_t nstatics;
};

/* ---- pages and files */

/** A page: a file of Markdown, or a text that was made for one. */
struct site_page {
    struct str source;  /* as it is opened; a made page has a name that no file has */
    struct str path;    /* from the site's folder on: "people/doe.md" */
    struct str text;    /* of a made page: its Markdown, front matter included; else empty */
    struct str address; /* from the site's root on, without the base: "/people/doe.html", "/people/"
                         */
    struct str output;  /* below the output folder: "people/doe.html", "people/index.html" */
    struct str title;   /* as text; from the first heading or the name where the front has none */
    struct str date;    /* YYYY-MM-DD, as far as known; or empty */
    struct str description;
    struct node *front; /* a map, never NULL: dossier's keys, the engine's were turned into them */
    struct node *data;  /* a map: what Liquid's `page` and lists of pages see */
    const struct site_collection *collection; /* or NULL */
    bool draft;                               /* made only when drafts are asked for */
    bool hidden;                              /* no file of its own is written: only listed */
    bool unlisted;         /* in no navigation, listing, sitemap (404.html, redirects) */
    struct str *redirects; /* addresses that lead here too */
    size_t nredirects;
    struct node *over; /* a map: keys of `front` that are not as the file has them; or NULL */
    bool absolute;     /* its links begin at the server's root: it is shown at any address */
    bool pdf;          /* a PDF is made beside it */

    /* while and after it is made */
    struct str *inputs; /* files that it was made from */
    size_t ninputs;
    struct str *ids; /* identifiers that links can lead to */
    size_t nids;
    bool lists; /* it shows other pages, by a listing or Liquid: made anew when those change */
};

/** A file that is copied as it is. */
struct site_file {
    struct str source; /* as it is opened */
    struct str output; /* below the output folder */
    bool linked;       /* a page leads to it */
    bool asked;        /* copied only when a page leads to it: databases, styles, sources */
};

struct site_engine;

struct site {
    struct arena *arena; /* of all that lasts as long as the site */
    struct arena *tree;  /* of the pages as they were found: new when the tree is read again */
    const struct site_options *opt;
    const struct site_engine *engine; /* whose site it is; NULL: our own */
    struct str config_file;           /* as it is opened; empty: there is none */
    struct site_config config;
    struct diags diags; /* of the site as such, in `tree` */
    VEC(struct site_page *) pages;
    VEC(struct site_file *) files;
    struct map by_path;     /* path -> struct site_page */
    struct map by_address;  /* address, and output -> struct site_page */
    struct map by_output;   /* of files: output -> struct site_file */
    struct node *liquid;    /* what `site` is to Liquid */
    struct site_work *work; /* site.c's */
};

/* ---- engines */

/**
 * Sites of another engine, read as they are. Nothing else in the room knows an engine's name; a row
 * in engine.c names its functions, which stand in a file of the engine's own.
 */
struct site_engine {
    const char *name; /* in messages: "Jekyll" */
    /** Whether the folder is a site of the engine's, by its configuration; `*file` gets its path.
     */
    bool (*detect)(struct arena *a, struct str dir, struct str *file);
    /**
     * The configuration as a map in site.yml's schema; spans lead to the engine's files. Keys that
     * are not in the schema may stay: Liquid's `site` has them. What changes nothing here and was
     * meant to do something is reported in `d`. NULL when it cannot be read, which is reported.
     */
    struct node *(*config)(struct arena *a, struct str dir, struct str file, struct diags *d);
    /**
     * Turns the front matter of a page into dossier's own keys, in place: `p->front` is a map that
     * may be changed, `p->path`, `p->source`, `p->collection` are set, addresses are not. NULL:
     * nothing has to be turned.
     */
    void (*front)(struct site *s, struct site_page *p);
    /** Behind the reading of all pages, before addresses are given: pages that the engine makes of
     * its own, say. NULL: nothing. */
    void (*finish)(struct site *s);
    /** The template that a page stands in (build_page.layout), made in `a`; NULL: none. Asked when
     * the site has no file `_layouts/NAME` of its own. The member may be NULL. */
    struct source *(*layout)(struct site *s, struct arena *a, const struct site_page *p);
    /** An include that the engine's theme would have; NULL when it is not known, or as a member. */
    struct source *(*include)(struct site *s, struct str name);
};
extern const struct site_engine *const site_engines[]; /* ended by NULL */

/* ---- engine.c */

/** The file of a folder's configuration, and whose it is (NULL: our own); empty: there is none. */
struct str site_find_config(struct arena *a, struct str dir, const struct site_engine **engine);

/* ---- config.c */

/** Reads site.yml; NULL when it cannot be read, which is reported. */
struct node *site_config_read(struct arena *a, struct str file, struct diags *d);
/** Decodes a map in site.yml's schema; what is wrong with it is reported. `dir` is the site's
 * folder. */
void site_config_decode(struct arena *a, struct node *map, struct str dir, struct site_config *out,
                        struct diags *d);
/** Keys of maps that nobody knows and that are one slip from one that is known: reported. */
void site_config_check(const struct node *map, struct diags *d);

/* ---- tree.c */

/** Finds the pages and files below the site's folder, reads front matter, gives addresses. */
void site_read_tree(struct site *s);
/**
 * Adds a page that no file has: `path` is where a file of it would lie ("people/index.md"), `text`
 * its Markdown with front matter, both in the site's `tree`. NULL when there is a page of that path
 * already (the author's own stands). Before addresses are given: of engines and makers.
 */
struct site_page *site_add_page(struct site *s, struct str path, struct str text);
/** Functions that add pages behind the reading of the tree: indexes of people and works, say. */
struct site_maker {
    const char *name;
    void (*make)(struct site *s);
};
extern const struct site_maker site_makers[]; /* ended by a row without a name */

/* ---- address.c */

/** Gives a page its address and its output: `permalink` of its front matter, the pattern of its
 * collection, that of the site, or where its file lies. */
void site_give_address(struct site *s, struct site_page *p);
/** An address as it is kept: from "/" on, without "." and "..", without what no file is called. */
struct str site_clean_address(struct arena *a, struct str address);
/** The file that an address is: "/people/" is "people/index.html". */
struct str site_output_of(struct arena *a, struct str address);
/** An address with what is not to be read as syntax escaped (RFC 3986). */
struct str site_href(struct arena *a, struct str address);
/** The address, escaped, that one page of the site leads to another by: relative, so that it holds
 * at any base and on the disk. `from` and `to` are addresses as they are kept. */
struct str site_relative(struct arena *a, struct str from, struct str to);
/** The same for a page: one that is shown at any address (404.html) has the base in front. */
struct str site_lead(const struct site *s, struct arena *a, const struct site_page *p,
                     struct str to);
/** The whole address of one of the site's: `url`, `base` and it; empty when `url` is not known. */
struct str site_absolute(const struct site *s, struct arena *a, struct str address);
/** Whether a file's name begins with its day, as posts of Jekyll's do: 2022-08-04-title. */
bool site_is_dated(struct str stem);

#endif
