/* SPDX-License-Identifier: MIT */
/*
 * The data of a site while it is made: its configuration, pages and files. Private to the module.
 *
 *   config.c       the schema of site.yml and its faults
 *   engine.c       sites of other engines
 *   tree.c         finds the pages and files
 *   address.c      web addresses
 *   links.c        targets of links, dead links
 *   site_files.c   which files of the folder are published
 *   listing.c      lists of pages
 *   vars.c         Liquid's `site` and `page`
 *   around.c       navigation, breadcrumbs, footer, style sheet
 *   look.c         layouts, colours and typefaces
 *   page_result.c  inputs and results of cached pages
 *   site.c         the order of the work
 *   extra.c        sitemap, robots.txt, 404 page, redirects
 *   update.c       updates after files have changed
 *   site_output.c  writes and removes files in the output folder
 *   publish.c      locks the output folder, and fills a new one beside its place
 */
#ifndef DOSSIER_SITE_SITE_MODEL_H
#define DOSSIER_SITE_SITE_MODEL_H

#include "core/base/guard.h"
#include "core/base/map.h"
#include "core/base/vec.h"
#include "core/data/data_node.h"
#include "job/build/page_host.h"
#include "job/site/site.h"
#include "read/expand/expand.h"
#include "write/html/site_frame.h"

/* ---- the configuration */

/** The type of a key's value. */
enum site_type {
    SITE_TEXT,
    SITE_FLAG,   /* true or false */
    SITE_TEXTS,  /* a list of texts, or a single text */
    SITE_MAP,    /* a map; the rows with this key in `within` define its keys */
    SITE_MAPS,   /* a list of maps as for SITE_MAP, or a single map */
    SITE_SWITCH, /* true or false, or a map as for SITE_MAP */
    SITE_ANY
};

/** A key of site.yml. */
struct site_key {
    const char *within; /* the key that contains this key; "" at the top level */
    const char *name;
    enum site_type type;
    const char *says; /* one-line description for the manual */
};

/** A collection: pages that belong together, such as posts, people or projects. */
struct site_collection {
    struct str name;   /* the NAME in Liquid's site.NAME and in listings */
    struct str folder; /* the folder of the collection, relative to the site's folder */
    struct str title;
    /* pattern of the addresses of its pages; if empty, the site's pattern is used */
    struct str address;
    bool hidden;            /* the pages are listed but not written */
    const struct node *map; /* the collection's map in the configuration */
};

/** Default values of front matter, for pages that do not set these keys. */
struct site_default {
    struct str folder;     /* applies to the pages below this folder; if empty, to all pages */
    struct str collection; /* applies to the pages of this collection; if empty, to all pages */
    const struct node *metadata;
};

/** The configuration in site.yml's schema, decoded. */
struct site_config {
    const struct node *map; /* the whole configuration, for keys without a member in this struct */
    struct str title, description, lang, author;
    struct str url;       /* scheme and host, without a final slash; empty if unknown */
    struct str base;      /* path before every address: "/~doe", or empty */
    struct str source;    /* folder of the pages, relative to the site's folder */
    struct str permalink; /* pattern of addresses (address.c) */
    bool links_unchecked; /* the engine makes links that this program cannot check */
    struct str markdown;  /* syntax of the pages, as in build_page.format */
    bool liquid;          /* pages may contain Liquid */
    bool outside;         /* symbolic links that lead out of the folder are followed */
    struct str footer;    /* the text of the footer, in Markdown */
    struct str icon;
    /* the navigation as a list of maps; if NULL, it is made from the pages */
    const struct node *navigation;
    const struct node *metadata; /* default front matter of all pages, or NULL */
    struct str *databases;       /* paths in the form in which the program opens them */
    size_t ndatabases;
    struct site_collection *collections;
    size_t ncollections;
    struct site_default *defaults;
    size_t ndefaults;
    struct str *exclude; /* patterns (fnmatch) for paths that are not part of the site */
    size_t nexclude;
    struct str *include; /* patterns for paths that are included despite a hidden name ('_', '.') */
    size_t ninclude;
    struct str *resources; /* patterns for files that are published without a link */
    size_t nresources;
    struct str *statics; /* folders whose content is copied to the site's root */
    size_t nstatics;
};

/* ---- pages and files */

/** A page: a Markdown file, or a text that the program has generated. */
struct site_page {
    struct str source;  /* the path that is opened; the path of a generated page cannot exist */
    struct str path;    /* path relative to the site's folder: "people/doe.md" */
    struct str text;    /* Markdown of a generated page with its front matter; else empty */
    struct str address; /* address from the site's root, without the base: "/people/doe.html" */
    struct str output;  /* path relative to the output folder: "people/doe.html" */
    struct str title;   /* plain text from front matter, the first heading, or the file's name */
    struct str date;    /* the date as YYYY-MM-DD; shorter if only a part is known; or empty */
    struct str description;
    /* the front matter, a map, never NULL; the keys of other engines have been converted */
    struct node *front;
    struct node *data; /* a map of values for Liquid's `page` and for lists of pages */
    const struct site_collection *collection; /* the collection of the page, or NULL */
    struct str lang;        /* the language of the page; empty: that of the site */
    struct str translation; /* pages with the same key are translations of each other; or empty */
    const struct site_page *sister; /* the next translation, in a circular list; or NULL */
    bool recast;   /* the front matter of the file is not in YAML, see `text` of the engine */
    bool draft;    /* the page is made only with the option for drafts */
    bool hidden;   /* the page is listed but not written */
    bool unlisted; /* the page is not in the navigation, listings and sitemap (404.html) */
    struct str *redirects; /* other addresses that redirect to this page */
    size_t nredirects;
    /* the keys of `front` that differ from the file, with their values; or NULL */
    struct node *over;
    /* links begin at the root of the server, because the page is shown at any address */
    bool absolute;
    bool pdf; /* a PDF is made beside the page */

    uint64_t head_hash; /* hash of the data that other pages show, see site_head_hash() */

    /* The following members are set when the page is made. */
    struct arena *own;  /* after an update, owns the following members; or NULL */
    struct str *inputs; /* files from which the page was made */
    size_t ninputs;
    struct str *ids; /* identifiers that links can target, sorted */
    size_t nids;
    bool scripted; /* the page loads the script of the site */
    bool lists;    /* the page shows other pages, through a listing or a template */
    bool stale;    /* the page must be made again */
};

/** A file that is copied unchanged. */
struct site_file {
    struct str source; /* path in the form in which the program opens it */
    struct str output; /* path relative to the output folder */
    bool linked;       /* a page links to the file */
    bool asked;        /* the file is copied only if a page links to it */
    bool made_from;    /* a database, a style or a configuration; pages are made from it */
    bool stale;        /* the file must be copied again */
    bool made;         /* the program generates the file, so it is not copied */
};

/** A link of the navigation. */
struct site_link {
    struct str text;
    struct str href; /* begins with "/" for a page of the site; else a complete URL, or empty */
    struct site_page *page; /* the page to which the link leads, or NULL */
    unsigned depth;
    bool fixed; /* it leads to this page even from pages in the language of a translation */
};

/** A link that is checked after all pages are made. It leads to the identifier `id` on another
 * page. If `to` is NULL, it leads to a file that may be made together with a page. */
struct site_anchor {
    const struct site_page *from, *to;
    struct str id;
    struct str file; /* the file that contains the link */
    uint32_t begin, end;
};

/** The data for making one page. It is the `user` of the callbacks in struct build_page. */
struct site_making {
    struct site *site;
    struct site_page *page;
    size_t listed;                   /* number of pages in the listings of the page so far */
    const struct build_target *html; /* the output of the page */
    size_t anchors;                  /* length of site->anchors before this page was made */
    VEC(struct site_file *) linked;  /* the files to which the page links */
};

#define SITE_FOOTERS 16 /* folder depths for which a footer is kept */

struct site_engine;

struct site {
    struct site *self;   /* the site without const */
    struct arena *arena; /* the memory that lives as long as the site */
    struct arena *tree;  /* the memory that lives until the tree is read again */
    struct arena *links; /* memory of the results of pages: identifiers, names of files */
    const struct site_options *opt;
    struct build_options build; /* a copy of the options in `opt`, with values of the site added */
    struct build_shared *shared;
    const struct site_engine *engine; /* NULL if the configuration is that of dossier itself */
    struct str config_file; /* path of the configuration as the program opens it, or empty */
    struct site_config config;
    struct str root; /* folder of the pages as the program opens it; empty: the current folder */
    struct str real_root; /* the site's folder with symbolic links resolved */
    struct str today;     /* the day of the build: "2026-11-27" */
    struct diags diags;   /* findings about the site as a whole; their memory is `tree` */
    bool io_failed, refused;
    VEC(struct site_page *) pages;
    VEC(struct site_file *) files;
    VEC(struct str) folders;       /* the folders that were read */
    struct map by_path;            /* path -> struct site_page */
    struct map by_address;         /* address or output -> struct site_page */
    struct map by_output;          /* output -> struct site_file */
    struct map by_source;          /* source without ".." -> struct site_file */
    struct map drafts;             /* paths of pages that are omitted because they are drafts */
    struct node *liquid;           /* Liquid's `site` */
    struct resolve_people *people; /* the people who have pages; or NULL */
    VEC(struct site_link) nav;
    struct build_shared_sheet sheet;
    struct str sheet_file; /* path of the style sheet, relative to the output folder */
    struct str script, script_file;
    struct str look, look_file;  /* the script of the light and dark look */
    bool scripted;               /* a page needs the script */
    struct str feed, feed_title; /* the feed's address from the root of the site; or empty */
    struct str footers[SITE_FOOTERS];
    bool footer_made;               /* at least one footer was made */
    const struct site_page *making; /* the page that is being made; or NULL */
    struct str shared_key; /* key of the values that all cached pages share, see page_result.c */
    VEC(struct site_anchor) anchors;
    size_t hints; /* number of hints for dead links in this run */

    /* The following members belong to site_output.c. */
    struct str real_out; /* the output folder with symbolic links resolved; or empty */
    const char *why_not; /* the reason why the output folder is refused; NULL if it is accepted */
    bool has_manifest;
    struct map old_outputs; /* the files that the manifest of earlier runs lists */
    struct map listed;      /* further files that the manifest lists */
    int unlisted;           /* errno value if the manifest could not be extended; else 0 */
    struct map outputs; /* files of this run; maps a path to a struct str, the source, or empty */
    struct guard guard; /* inputs of the site and files that the site writes */
    struct map made_folders; /* folders made in the output folder */
    struct site_counts counts;
    VEC(struct str) inputs; /* the result of site_inputs() */

    /* The following members belong to publish.c. */
    bool taken;             /* the output folder is locked and its manifest has been read */
    bool fresh;             /* this program has made the output folder, and it is empty */
    struct str to, real_to; /* the folder into which files are written */
    int lock, stage_lock;   /* the locked folders, or -1 */
};

/* ---- engines */

/**
 * An engine whose sites can be read. Only its row in engine.c and its own files contain the name of
 * the engine. The other files of the module call these functions.
 */
struct site_engine {
    const char *name; /* the name in messages: "Jekyll" */
    /** Whether the folder is a site of this engine. If so, the path of its configuration is stored
     * in `*file`. */
    bool (*detect)(struct arena *a, struct str dir, struct str *file);
    /**
     * Returns the configuration as a map in the schema of site.yml. The spans point into the files
     * of the engine. Keys outside of the schema may be kept, because Liquid's `site` contains them.
     * Settings without an effect are reported in `d`. Returns NULL if the configuration cannot be
     * read, which is reported.
     */
    struct node *(*config)(struct arena *a, const struct file_fence *fence, struct str dir,
                           struct str file, struct diags *d);
    /**
     * Converts the front matter of a page to the keys of dossier, in place. `p->front` is a map
     * that may be changed. `p->path`, `p->source` and `p->collection` are set. Addresses are not
     * set yet. NULL if nothing is converted.
     */
    void (*front)(struct site *s, struct site_page *p);
    /** Called after all pages are read and before they get addresses. For example, it adds the
     * pages that the engine generates. May be NULL. */
    void (*finish)(struct site *s);
    /** Returns the template for a page (build_page.layout), made in `a`, or NULL. It is called if
     * the site has no file `_layouts/NAME`. May be NULL. */
    struct source *(*layout)(struct site *s, struct arena *a, const struct site_page *p);
    /** Adds the content that the front matter of the page requests, before the listings are filled.
     * May be NULL. */
    void (*fill)(struct site *s, struct site_page *p, struct doc *doc, struct diags *d);
    /** Returns the text of the page at `path` with its front matter in YAML, or the same text if it
     * has no other front matter. The text is in `a`. Errors are reported in `d`, which may be NULL.
     * The function is NULL if all pages have YAML. */
    struct str (*text)(struct arena *a, struct str path, struct str text, struct diags *d);
    /** Returns the navigation of the site's own templates as a list in the schema of site.yml, or
     * NULL. Called if neither the configuration nor pages have a navigation. May be NULL. */
    struct node *(*menu)(struct site *s);
    /** Returns an include of the engine's theme, or NULL if it is unknown. May be NULL. */
    struct source *(*include)(struct site *s, struct str name);
};

/* ---- engine.c */

/** Returns the path of the configuration of a folder, or empty if it has none. `*engine` is set to
 * its engine, or to NULL for dossier itself. */
struct str site_find_config(struct arena *a, struct str dir, const struct site_engine **engine);

/* ---- config.c */

/** Reads site.yml. Reports a file that cannot be read and returns NULL. */
struct node *site_config_read(struct arena *a, const struct file_fence *fence, struct str file,
                              struct diags *d);
/** Decodes a map in the schema of site.yml and reports errors in it. `dir` is the folder of the
 * site. */
void site_config_decode(struct arena *a, struct node *map, struct str dir, struct site_config *out,
                        struct diags *d);
/** Returns the path of a folder or file in a site without "/" and "./" at its beginning and without
 * "/" at its end. */
struct str site_bare_path(struct str path);
/** Reports unknown keys that are probably misspellings of known keys. */
void site_config_check(const struct node *map, struct diags *d);

/* ---- tree.c */

/** Returns a hash of the data of a page that other pages show: its front matter and first heading.
 * `text` is the content of the page's file. */
uint64_t site_head_hash(struct str text);
/** Returns the collection that contains a path, or NULL. If several collections contain it, returns
 * the one with the deepest folder. */
const struct site_collection *site_collection_of(const struct site *s, struct str path);
/** Whether a path is not part of the site. The path is relative to the folder of the site. */
bool site_is_excluded(const struct site *s, struct str path);
/** Makes a title from the name of a file or folder: "doe_ann-marie" becomes "Doe ann-marie". */
struct str site_name_as_title(struct arena *a, struct str name);
/** Returns a date such as "2024-05-06", "2024-05" or "2024". A time after the date is dropped.
 * Empty for other forms. */
struct str site_iso_day(struct str text);
/** Returns the place where an error in the address of a page is reported. */
struct span site_place_of(struct site *s, const struct site_page *p);
/** Reports that a file or a folder cannot be read, with an errno value. */
void site_cannot_read(struct site *s, struct str path, int err);
/** Finds the pages and files in the site's folder, reads front matter and assigns addresses. */
void site_read_tree(struct site *s);
/**
 * Adds a generated page. `path` is the path that its file would have ("people/index.md"). `text` is
 * its Markdown with front matter. Both must be in `tree` of the site. Returns NULL if the author
 * already has a page at this path. Engines and makers call this before addresses are assigned.
 */
struct site_page *site_add_page(struct site *s, struct str path, struct str text);
/** Returns the text of a page, with its front matter in YAML. A file is read into `a`. Empty if the
 * file cannot be read or is not UTF-8. */
struct str site_page_text(const struct site *s, struct arena *a, const struct site_page *p);
/** Returns the text of a page after its front matter. */
struct str site_page_body(const struct site *s, struct arena *a, const struct site_page *p);
/** Functions that add generated pages after the tree is read, such as the indexes of people and
 * works. */
struct site_maker {
    const char *name;
    void (*make)(struct site *s);
};
extern const struct site_maker site_makers[]; /* ended by a row without a name */

/* ---- site_people.c, works.c */

/** Sets `s->people` to the people who have pages. It is called after addresses are assigned. Each
 * page of the collection `people` is marked as the page of a person. */
void site_find_people(struct site *s);
/** These functions make the indexes of people and works if the configuration has `people` or
 * `works`. */
void site_make_people(struct site *s);
void site_make_works(struct site *s);
/** Writes a text in quotation marks, for YAML or an attribute of Markdown. */
void site_put_quoted(struct buf *b, struct str text);
/** Begins a front matter with a title. The title is escaped if necessary. */
void site_put_title(struct buf *b, struct str title);

/* ---- site_search.c */

/** The search page: the path of its source and its file. */
#define SITE_SEARCH "search.md"
#define SITE_SEARCH_FILE "search.html"
/** Whether the configuration has `search: true`. */
bool site_has_search(const struct site *s);
/** Makes the search page, if the site has one. */
void site_make_search(struct site *s);
/** Writes the search index, after all pages are made. */
void site_write_search(struct site *s);

/* ---- address.c */

/** A name in an address pattern, and its value for a page. */
struct site_token {
    const char *name;
    struct str value;
};
/** Replaces each ":name" in a pattern with its value. Unknown names stay as they are. */
struct str site_fill_pattern(struct arena *a, struct str pattern, const struct site_token *tokens,
                             size_t n);

/** Sets the address and the output of a page. The address comes from the first of these that is
 * set: `permalink` in the front matter, the pattern of its collection, the pattern of the site,
 * the place of its file. */
void site_give_address(struct site *s, struct site_page *p);
/** Whether a part of a path is hidden. A part is hidden if it begins with a full stop and is not
 * `.well-known`, which RFC 8615 defines. Programs use hidden folders for internal files, as git
 * uses `.git`. */
bool site_is_hidden(struct str path);
/** Reports that the address of a page is hidden, which is not allowed. */
void site_report_hidden(struct site *s, struct str address, struct span at);
/** Normalizes an address. The result begins with "/", and does not contain "." or ".." as parts, or
 * characters that file names cannot contain. */
struct str site_clean_address(struct arena *a, struct str address);
/** Returns the file at an address: "/people/" becomes "people/index.html". */
struct str site_output_of(struct arena *a, struct str address);
/** Escapes the characters of an address that have a syntactic meaning (RFC 3986). */
struct str site_href(struct arena *a, struct str address);
/** Returns the relative, escaped link from one page of the site to another. The link works under
 * any base and on the local disk. `from` and `to` are normalized addresses. */
struct str site_relative(struct arena *a, struct str from, struct str to);
/** Returns the link from one page to another page. If the first page is shown at any address
 * (404.html), the link contains the base. */
struct str site_lead(const struct site *s, struct arena *a, const struct site_page *p,
                     struct str to);
/** Returns the complete URL of an address of the site. Empty if `url` is not set. */
struct str site_absolute(const struct site *s, struct arena *a, struct str address);

/* ---- site_files.c */

/** Whether a file of the tree is published even if no page links to it. `path` is relative to the
 * folder of the site. */
bool site_is_published(const struct site *s, struct str path);
/** Finds files whose names are in written pages, style sheets, scripts and other published files.
 * These files are then also published. The remaining files are reported. It is called after all
 * pages are made. */
void site_find_named_files(struct site *s);
/** Records the files that a page names. It is used by checks, which write no pages. */
void site_read_names(struct site *s, const struct site_page *p, struct str html);

/* ---- links.c */

/**
 * Finds the target of a link on the page `from`. If `from` is NULL, the link is in the
 * configuration. Returns the page, or sets `*file`. `*id` is the fragment. If there is neither a
 * page nor a file, the link is dead or leads to another site.
 */
struct site_page *site_look(const struct site *s, struct arena *a, const struct site_page *from,
                            struct str url, struct site_file **file, struct str *id);
/** Finds the file to which an address in a file of the site leads. `dir` is the folder of that
 * file, relative to the output folder. NULL if there is no such file. */
struct site_file *site_look_from(const struct site *s, struct arena *a, struct str dir,
                                 struct str url);
/** Removes the host and the base of the site itself from an address, as in "https://host/~doe/x".
 * Returns false for an address of another site. */
bool site_own_address(const struct site *s, struct str *url);
/** Returns the address of a target in the configuration: of a page, which `*page` becomes, of a
 * file, or of another site. Reports other targets, for which `what` is left out, and returns an
 * empty text. */
struct str site_target(struct site *s, struct str to, struct span at, const char *what,
                       struct site_page **page);
/** These functions implement `follow` and `ids` of build_page_host. */
bool site_follow(void *user, struct arena *a, const struct doc_node *n, bool html, struct str *out,
                 struct diags *d);
void site_take_ids(void *user, const struct str *ids, size_t n);
/** Implements `image` of build_page_host. */
struct str site_image(void *user, struct arena *a, struct str url);
/** Removes "." and ".." from a path. Parts ".." at the beginning are kept. */
struct str site_clean_path(struct arena *a, struct str path);
/** Reports links to identifiers that do not exist on the target page. */
void site_check_anchors(struct site *s, struct diags *d);

/* ---- listing.c */

/** Appends a new node, with a class if `cls` is not NULL. */
struct doc_node *site_add(struct doc *doc, struct doc_node *parent, enum doc_kind kind,
                          const char *cls);
/** Appends a copy of a text. */
void site_add_text(struct doc *doc, struct doc_node *parent, struct str text);

/** Joins names with commas. `n` is a text, a list of texts, or a list of maps with a `name`. */
struct str site_join(struct arena *a, const struct node *n);
/** Implements `fill` of build_page_host: fills listings. */
void site_fill(void *user, struct doc *doc, const char *output, struct diags *d);
/* ---- vars.c */

/** Sets each page's `data` and the site's `liquid`. */
void site_make_variables(struct site *s);
/** Whether a template uses values of the page. */
bool site_uses_page(struct str template);

/* ---- around.c */

/** Sets `nav` from the navigation of the configuration, or else from the pages. */
void site_make_navigation(struct site *s);
/** Sets the navigation, breadcrumbs and footer of a page. The texts are in `a`, or live as long as
 * the tree. */
void site_fill_frame(struct site *s, struct arena *a, const struct site_page *p,
                     struct html_frame *f);
/** Makes the style sheet that all pages load. site_put() writes it. */
void site_make_sheet(struct site *s);
/** Returns "assets/NAME-HASH.EXT". The hash is computed from the data, so browsers may cache the
 * file without a time limit. */
struct str site_hashed_name(struct arena *a, struct str name, struct str data);

/* ---- look.c */

/** Returns the rules of the style sheet for the colours and typefaces of the site, in `tree`. They
 * come from the keys of the site and from the theme of its engine. Reports values that are wrong.
 */
struct str site_look_rules(struct site *s);
/** Returns the layout of a page, which its key `layout` gives. Without the key, the first page and
 * the page of a person have the layout of a profile if they have a picture or ways of contact. Any
 * other first page has the layout of a lab. */
enum html_layout site_layout_of(const struct site *s, const struct site_page *p);

/* ---- site_feed.c */

/** Decides whether the site has a feed (`feed`), after addresses are assigned. Registers its file,
 * so that links can lead to it. */
void site_make_feed(struct site *s);
/** Compares pages (struct site_page *) for qsort(): the newest first, then by path. */
int site_by_newest(const void *x, const void *y);
/** Writes the feed. */
void site_write_feed(struct site *s, struct arena *a);

/* ---- extra.c */

/** Writes the redirects from old addresses, sitemap.xml and robots.txt. */
void site_write_redirects(struct site *s, struct arena *a);
void site_write_maps(struct site *s, struct arena *a);

/* ---- site_output.c */

/** Returns the path of the output folder without slashes at its end. */
struct str site_out_of(struct str out);
/** Returns the output folder with symbolic links resolved. The folder may be missing. */
struct str site_real_out(struct arena *a, struct str out);
/** Reads the manifest of earlier runs into `old_outputs`, if there is a manifest. Returns 0 or an
 * errno value. */
int site_read_manifest(struct site *s);
/** Returns the reason why the place of the output folder is refused, as a static text. NULL if the
 * place is accepted. */
const char *site_refuse_place(struct site *s);
/** Returns the reason why an output folder that has files and no manifest is refused. NULL if it is
 * accepted. */
const char *site_refuse_files(struct site *s);
/** Registers an input of the site, so that the input is never overwritten. */
void site_note_input(struct site *s, struct str path);
/** Begins a run: resets the counts and writes a manifest with the planned files. Returns false if
 * the manifest cannot be written. Then no other file may be written. */
bool site_begin_outputs(struct site *s);
/** Writes a file in the output folder, unless the file already has this content. `source` is the
 * file from which it was made, or empty. Returns false if the file could not be written, which has
 * been reported. */
bool site_put(struct site *s, struct str output, struct str data, struct str source);
/** Like site_put() for a file that already has the right content. Returns false if another source
 * has this output, which has been reported. */
bool site_put_in_place(struct site *s, struct str output, struct str source);
/** Keeps a file of an earlier run that this run does not make. */
void site_keep_old(struct site *s, struct str output, struct str source);
/** Copies a file to the output folder. */
void site_copy_file(struct site *s, const struct site_file *f);
/** Removes the files of this run and their folders. It needs no free file descriptor. */
void site_remove_outputs(struct site *s);
/** Ends a run. If `all` is set, files of earlier runs that this run did not make are removed. They
 * are not removed if a file could not be read or written. */
void site_end_outputs(struct site *s, bool all);

/** Whether a page loads the script of the site. */
bool site_is_scripted(const struct site *s, const struct build_target *html);

/* ---- publish.c */

/** Makes the output folder unless it exists, waits until no other run uses it, locks it until
 * site_leave_folder(), and reads its manifest. Returns false if the folder is refused (see
 * `why_not`) or cannot be used, which has been reported. */
bool site_take_folder(struct site *s);
/** Sets `to`. It is the output folder or, if that folder is new, a folder beside it. */
void site_stage_folder(struct site *s);
/** Whether `to` is still a folder beside the output folder. */
bool site_is_staged(const struct site *s);
/** Renames the new folder to its final name. An error is reported. */
void site_publish(struct site *s);
/** Unlocks the output folder. Removes a new folder that was not published. */
void site_leave_folder(struct site *s);

/* ---- page_result.c */

/** Sets `shared_key`, the key of the values that all pages share. It is empty if pages are not
 * cached. */
void site_make_shared_key(struct site *s);
/** Returns the cache key of a page, in `a`. Empty if the page is not cached. */
struct str site_page_key(struct site *s, struct arena *a, const struct site_page *p);
/** Implements `keep` of build_page. */
bool site_page_fields(void *user, struct memo_fields *f);

/* ---- site.c */

/** Returns the text of a page as HTML without head and frame, in `a`. If `quiet` is set, the errors
 * of the page are not reported, because they are reported elsewhere. */
struct str site_make_fragment(struct site *s, struct arena *a, struct site_page *p, bool quiet);
/** Returns the path of the PDF beside a page: "people/doe.html" becomes "people/doe.pdf". */
struct str site_pdf_output(struct arena *a, struct str output);
/** Reads the configuration and the tree again. Returns false if the site cannot be built. */
bool site_read_again(struct site *s);
/** Drops the databases. The next page that needs them reads them again. */
void site_forget_databases(struct site *s);
/** Makes the pages and files that are marked as stale. */
bool site_build_stale(struct site *s, struct site_counts *counts);

#endif
