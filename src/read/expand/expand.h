/* SPDX-License-Identifier: MIT */
/*
 * Expansion of a document's text before it is read as Markdown: Liquid in pages of Jekyll
 * (jekyll_document.c), Quarto's {{< include >}} (include_shortcode.c), comments and marks of change
 * (left_out.c), Hugo's shortcodes (shortcodes.c). The four steps run in this order; each returns a
 * source put together of its parts, so that spans lead to what the author wrote.
 */
#ifndef DOSSIER_READ_EXPAND_H
#define DOSSIER_READ_EXPAND_H

#include "core/base/file.h"
#include "core/data/data_node.h"
#include "core/files/file_host.h"

/** What a site that is built whole gives a page; all of it is borrowed. Members may be zero. */
struct expand_page {
    const struct node *site; /* the map `site` of templates */
    const struct node *page; /* and the map `page` */
    struct source *layout;   /* a template whose `{{ content }}` is the text; or NULL */
    bool liquid;             /* the text is a template */
    bool jekyll; /* the site is Jekyll's: tags are expanded in code too, and HTML is not Markdown */
    struct str format; /* the Markdown format unless the author names one; empty: the default, with
                          kramdown's syntax when `liquid` is on */
    struct str root;   /* the site's folder: addresses that begin with `/` are files there */
    struct str base;   /* the path of the site's root on its server, or empty */
    struct str includes;         /* folder of the site's own includes; or empty */
    const struct str *databases; /* paths of those that apply when the page names none */
    size_t ndatabases;
    /** An include of the site's theme; NULL when it is not known. */
    struct source *(*include)(void *user, struct str name);
    /** See struct liquid_host; may be NULL. */
    struct str (*address)(void *user, struct str name, bool post);
    /** The title of the page with a name as `address` takes it; empty if missing. May be
     * NULL. */
    struct str (*title)(void *user, struct str name);
    void *user; /* of the three functions */
};

/** The site around a document, as the expansion found it. */
struct expand_site {
    struct str root, base;       /* folder of the site, and its `baseurl` */
    bool known;                  /* the site has a configuration */
    const struct str *databases; /* jekyll-scholar's, for a page that names none */
    size_t ndatabases;
};

/** Access to files. */
struct expand_files {
    const struct file_host *host;
    /** The text of a file, in UTF-8; NULL when it cannot be read, which is not reported. */
    struct source *(*read)(void *user, struct str path);
    /** The same for a file that the document includes: `path` is relative to the folder of `from`.
     */
    struct source *(*open)(void *user, struct str path, const struct source *from);
    /** Whether reading a path is forbidden; then it is reported at `at`. */
    bool (*refuse)(void *user, struct str path, struct span at);
    void *user;
};

/** The expansion of one document. */
struct expand {
    struct arena *arena;
    struct diags *d;
    struct expand_files files;
    struct str dir;                 /* folder of the document; empty: the current one */
    struct str format;              /* the format that the user named, or empty */
    int64_t epoch;                  /* time of the build, as in struct liquid_options */
    bool variables;                 /* `{{ name }}` is a variable of the caller, not Liquid */
    const struct expand_page *page; /* of a site that is built whole; or NULL */
    /* Results: */
    struct str from; /* the format to read the document as; expand_liquid() sets it */
    struct expand_site site;
};

/** Expands Liquid in a page of Jekyll, in another template, or where the format has `+liquid`. */
struct source *expand_liquid(struct expand *x, struct source *src);
/** Replaces each line {{< include file >}} by the file. */
struct source *expand_includes(struct expand *x, struct source *src);
/** Removes what the author took out, and makes pandoc's spans of CriticMarkup. */
struct source *expand_left_out(struct expand *x, struct source *src);
/** Replaces Hugo's shortcodes by Markdown. */
struct source *expand_shortcodes(struct expand *x, struct source *src);

/** The file that `path`, which begins with `/`, names in the folder of the Quarto project around
 * the folder `dir`; empty when there is no project. */
struct str expand_project_path(struct arena *a, const struct file_host *host, struct str dir,
                               struct str path);

#endif
