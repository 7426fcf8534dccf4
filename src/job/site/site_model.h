/* SPDX-License-Identifier: MIT */
/*
 * A site while it is made: its configuration, its pages, its files. Private to the room.
 *
 *   config.c   site.yml: the schema, its faults     links.c    where links lead, dead ones
 *   engine.c   sites of other engines               listing.c  lists of pages
 *   tree.c     which pages and files there are      vars.c     Liquid's `site` and `page`
 *   address.c  where they are on the web            around.c   navigation, trail, footer, sheet
 *   page_result.c   what cached pages depend on and leave with the site
 *   site.c     the order of the work                extra.c    sitemap, robots, 404, redirects
 *   update.c   a site that stays open               site_output.c   what is written, removed,
 * refused
 */
#ifndef DOSSIER_SITE_SITE_MODEL_H
#define DOSSIER_SITE_SITE_MODEL_H

#include "core/base/guard.h"
#include "core/base/map.h"
#include "core/base/vec.h"
#include "core/data/data_node.h"
#include "job/build/page_host.h"
#include "job/site/site.h"
#include "write/html/site_frame.h"

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
    bool links_unchecked; /* engines whose links this program cannot know */
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
    bool whole;        /* its links are whole addresses: it is read elsewhere, as in a feed */

    uint64_t head_hash; /* of what other pages show of it: site_head_hash() */

    /* while and after it is made */
    struct arena *own;  /* of what follows, when it was made anew; NULL: the site's */
    struct str *inputs; /* files that it was made from */
    size_t ninputs;
    struct str *ids; /* identifiers that links can lead to, sorted */
    size_t nids;
    bool scripted; /* it loads the site's script */
    bool lists;    /* it shows other pages, by a listing or a template */
    bool stale;    /* to be made anew */
};

/** A file that is copied as it is. */
struct site_file {
    struct str source; /* as it is opened */
    struct str output; /* below the output folder */
    bool linked;       /* a page leads to it */
    bool asked;        /* copied only when a page leads to it: databases, styles, sources */
    bool stale;        /* to be copied anew */
    bool made;         /* of the site's own making: nothing is copied */
};

/** A link of the navigation, as all pages have it. */
struct site_link {
    struct str text;
    struct str href;        /* from "/" on for the site's own, whole for others; or empty */
    struct site_page *page; /* that it leads to, or NULL */
    unsigned depth;
};

/** A link to an identifier on another page (`id`), or where `to` is NULL to a file that may be made
 * with a page: both are looked for when all pages are made. */
struct site_anchor {
    const struct site_page *from, *to;
    struct str id;
    struct str file; /* where the link is written */
    uint32_t begin, end;
};

/** What build asks while it makes a page: the user of struct build_page's functions. */
struct site_making {
    struct site *site;
    struct site_page *page;
    size_t listed;                  /* pages in its listings so far */
    size_t anchors;                 /* site->anchors before it */
    VEC(struct site_file *) linked; /* files that it leads to */
};

#define SITE_FOOTERS 16 /* depths of folders whose footers are kept */

struct site_engine;

struct site {
    struct site *self;   /* itself, for what is made when it is asked for */
    struct arena *arena; /* of all that lasts as long as the site */
    struct arena *tree;  /* of the tree as it was found: new when it is read again */
    struct arena *links; /* of what the making of pages leaves: identifiers, names of files */
    const struct site_options *opt;
    struct build_options build; /* those of `opt`, with what the site gives */
    struct build_shared *shared;
    const struct site_engine *engine; /* whose site it is; NULL: our own */
    struct str config_file;           /* as it is opened; empty: there is none */
    struct site_config config;
    struct str root;      /* folder of the pages, as it is opened; empty: the current one */
    struct str real_root; /* the site's folder without links */
    struct diags diags;   /* of the site as such, in `tree` */
    bool io_failed, refused;
    VEC(struct site_page *) pages;
    VEC(struct site_file *) files;
    VEC(struct str) folders;       /* that were read */
    struct map by_path;            /* path -> struct site_page */
    struct map by_address;         /* address, and output -> struct site_page */
    struct map by_output;          /* of files: output -> struct site_file */
    struct map by_source;          /* of files: source, without ".." -> struct site_file */
    struct map drafts;             /* paths of pages that are left out */
    struct node *liquid;           /* what `site` is to Liquid */
    struct resolve_people *people; /* those who have pages, or NULL */
    VEC(struct site_link) nav;
    struct build_shared_sheet sheet;
    struct str sheet_file; /* below the output folder */
    struct str script, script_file;
    bool scripted;                 /* a page asks for the script */
    struct html_frame_feed *feeds; /* `href` is an address of the site */
    size_t nfeeds;
    struct str footers[SITE_FOOTERS];
    bool footer_made;               /* once at least */
    const struct site_page *making; /* the page that is made, or NULL */
    struct str shared_key;          /* for cached pages: page_result.c */
    VEC(struct site_anchor) anchors;
    size_t hints; /* given for dead links in this run */

    /* site_output.c */
    struct str real_out; /* the output folder without links; empty: there is none */
    const char *why_not; /* it is not written to; NULL: it is */
    bool has_manifest;
    struct map old_outputs;  /* ours, as the list says */
    struct map outputs;      /* of this run -> struct str, the source; or empty */
    struct guard guard;      /* files that the site is made from, and what it writes */
    struct map made_folders; /* of the output folder */
    struct site_counts counts;
    VEC(struct str) inputs; /* site_inputs() */
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
    struct node *(*config)(struct arena *a, const struct file_fence *fence, struct str dir,
                           struct str file, struct diags *d);
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
    /** What a page's front matter asks for in its text, before its listings are filled; NULL:
     * nothing. */
    void (*fill)(struct site *s, struct site_page *p, struct doc *doc, struct diags *d);
    /** An include that the engine's theme would have; NULL when it is not known, or as a member. */
    struct source *(*include)(struct site *s, struct str name);
};
extern const struct site_engine *const site_engines[]; /* ended by NULL */

/* ---- engine.c */

/** The file of a folder's configuration, and whose it is (NULL: our own); empty: there is none. */
struct str site_find_config(struct arena *a, struct str dir, const struct site_engine **engine);

/* ---- config.c */

/** Reads site.yml; NULL when it cannot be read, which is reported. */
struct node *site_config_read(struct arena *a, const struct file_fence *fence, struct str file,
                              struct diags *d);
/** Decodes a map in site.yml's schema; what is wrong with it is reported. `dir` is the site's
 * folder. */
void site_config_decode(struct arena *a, struct node *map, struct str dir, struct site_config *out,
                        struct diags *d);
/** Keys of maps that nobody knows and that are one slip from one that is known: reported. */
void site_config_check(const struct node *map, struct diags *d);

/* ---- tree.c */

/** What other pages show of a page: its front matter and its first heading. `text` is its file's.
 */
uint64_t site_head_hash(struct str text);
/** The collection that a path is in: the one whose folder is deepest; or NULL. */
const struct site_collection *site_collection_of(const struct site *s, struct str path);
/** Whether a path from the site's folder on is no part of the site. */
bool site_is_excluded(const struct site *s, struct str path);
/** "2024-05-06", also with a time behind it, "2024-05" or "2024"; empty for other dates. */
struct str site_iso_day(struct str text);
/** Where to report what is wrong with a page's address. */
struct span site_place_of(struct site *s, const struct site_page *p);
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

/* ---- site_people.c, works.c */

/** Finds out whose pages people have, once addresses are given: `s->people`. Pages of the
 * collection `people` say then that they are a person's. */
void site_find_people(struct site *s);
/** The makers of the indexes that `people` and `works` of the configuration ask for. */
void site_make_people(struct site *s);
void site_make_works(struct site *s);
/** Begins a front matter with a title, whatever it has in it. */
void site_put_title(struct buf *b, struct str title);

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

/* ---- links.c */

/**
 * What an address leads to that stands on a page (NULL: in the configuration): a page, or a file in
 * `*file`; `*id` is its fragment. NULL and no file when it leads nowhere or to another site.
 */
struct site_page *site_look(const struct site *s, struct arena *a, const struct site_page *from,
                            struct str url, struct site_file **file, struct str *id);
/** Whether an address is meant to lead to the site itself. */
bool site_is_local(const struct site *s, struct str url);
/** Reports an address that leads nowhere, with the nearest names. `from` may be NULL. */
void site_report_dead(struct site *s, const struct site_page *from, struct span at, struct str path,
                      struct diags *d);
/** `follow` and `ids` of build_page_host. */
bool site_follow(void *user, struct arena *a, const struct doc_node *n, bool html, struct str *out,
                 struct diags *d);
void site_take_ids(void *user, const struct str *ids, size_t n);
/** `image` of build_page_host. */
struct str site_image(void *user, struct arena *a, struct str url);
/** A path without "." and, where a folder stands before it, without "..". */
struct str site_clean_path(struct arena *a, struct str path);
/** Reports links to identifiers that other pages do not have. */
void site_check_anchors(struct site *s, struct diags *d);

/* ---- listing.c */

/** `fill` of build_page_host: listings. */
void site_fill(void *user, struct doc *doc, const char *output, struct diags *d);
/* ---- vars.c */

/** Makes each page's `data` and the site's `liquid`. */
void site_make_variables(struct site *s);
/** Whether a template names values of the page. */
bool site_uses_page(struct str template);

/* ---- around.c */

void site_make_navigation(struct site *s);
/** What stands around a page; texts are in `a` or live as long as the tree. */
void site_fill_frame(struct site *s, struct arena *a, const struct site_page *p,
                     struct html_frame *f);
/** Makes the sheet that all pages load; site_put() writes it. */
void site_make_sheet(struct site *s);
/** "assets/NAME-HASH.EXT": the hash is of the data, so that browsers may keep the file for good. */
struct str site_hashed_name(struct arena *a, struct str name, struct str data);

/* ---- site_feed.c */

/** Decides which feed the site has, once addresses are given: `feeds`, and a file that links can
 * lead to. */
void site_make_feeds(struct site *s);
void site_write_feeds(struct site *s, struct arena *a);

/* ---- extra.c */

/** Writes the pages at old addresses; sitemap.xml and robots.txt. */
void site_write_redirects(struct site *s, struct arena *a);
void site_write_maps(struct site *s, struct arena *a);

/* ---- site_output.c */

/** The output folder without links, also when it is not there yet. */
struct str site_real_out(struct arena *a, struct str out);
void site_read_manifest(struct site *s);
/** Why nothing may be written to the output folder; NULL: it may. Static. */
const char *site_refuse_out(struct site *s);
/** Remembers a file that the site is made from: it is never written over. */
void site_note_input(struct site *s, struct str path);
/** Begins a run: the counts are 0, and what is going to be written is known as ours. */
void site_begin_outputs(struct site *s);
/** Writes a file below the output folder unless it is there as it is to be. `source` is what it was
 * made from, or empty. False when it could not be written, which has been reported. */
bool site_put(struct site *s, struct str output, struct str data, struct str source);
/** A file of a run before that this run does not make stays. */
void site_keep_old(struct site *s, struct str output, struct str source);
void site_copy_file(struct site *s, const struct site_file *f);
/** Ends a run: with `all` files of ours are removed that it did not make. */
void site_end_outputs(struct site *s, bool all);

/* ---- page_result.c */

/** Sets the key of all that pages share (`shared_key`); empty if pages are not cached. */
void site_make_shared_key(struct site *s);
/** The key of a page, in `a`. */
struct str site_page_key(struct site *s, struct arena *a, const struct site_page *p);
/** `keep` of build_page. */
bool site_page_fields(void *user, struct arena *a, struct memo_fields *f);

/* ---- site.c */

/** A page's text as HTML without head and frame, in `a`. With `quiet` what is wrong with it is not
 * reported: the page itself says it. */
struct str site_make_fragment(struct site *s, struct arena *a, struct site_page *p, bool quiet);
/** The PDF beside a page: "people/doe.html" -> "people/doe.pdf". */
struct str site_pdf_output(struct arena *a, struct str output);
/** Reads configuration and tree again; false when there is nothing to build. */
bool site_read_again(struct site *s);
/** Databases are read again by the next page that needs them. */
void site_forget_databases(struct site *s);
/** Makes the pages and files that are stale. */
bool site_build_stale(struct site *s, struct site_counts *counts);

#endif
