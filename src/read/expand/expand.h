/* SPDX-License-Identifier: MIT */
/* Expands a document's text before it is read as Markdown. The steps run in this order: Jupyter
 * notebooks (notebook.c), MyST (dialect.c, myst.c), Liquid in pages of Jekyll (jekyll_document.c),
 * Quarto's {{< include >}} (include_shortcode.c), results of the last run (frozen.c), comments and
 * marks of change (left_out.c), and Hugo's shortcodes (shortcodes.c). Each step returns a source
 * that is put together from parts, so that spans lead to the text that the author wrote. */
#ifndef DOSSIER_READ_EXPAND_H
#define DOSSIER_READ_EXPAND_H

#include "core/base/file.h"
#include "core/data/data_node.h"
#include "core/files/file_host.h"

/** The data that a site gives to a page when the whole site is built. All of it is borrowed.
 * Members may be zero. */
struct expand_page {
    const struct node *site; /* the map `site` of templates */
    const struct node *page; /* the map `page`; may be NULL */
    struct source *layout;   /* a template in which `{{ content }}` is the text; or NULL */
    bool liquid;             /* the text is a template */
    bool jekyll; /* the site is a Jekyll site: tags are expanded even in code, and the content of
                    HTML is not read as Markdown */
    struct str format; /* the Markdown format unless the author names one; empty: the default, with
                          kramdown's syntax when `liquid` is on */
    /* the folder of the site; an address that begins with `/` is a file in this folder */
    struct str root;
    struct str base;             /* the path of the site's root on its server, or empty */
    struct str includes;         /* the folder of the site's includes; or empty */
    const struct str *databases; /* paths of the databases that are used if the page names none */
    size_t ndatabases;
    /** Returns the text of an include of the site's theme, or NULL if there is no such include. */
    struct source *(*include)(void *user, struct str name);
    /** See struct liquid_host; may be NULL. */
    struct str (*address)(void *user, struct str name, bool post);
    /** Returns the title of a page. `name` names the page as for `address`. Empty if there is no
     * such page. The function may be NULL. */
    struct str (*title)(void *user, struct str name);
    void *user; /* the argument `user` of the three functions above */
};

/** The site to which a document belongs, as the expansion has found it. */
struct expand_site {
    struct str root, base;       /* folder of the site, and its `baseurl` */
    bool known;                  /* the site has a configuration */
    const struct str *databases; /* databases of jekyll-scholar for a page that names none */
    size_t ndatabases;
};

/** Access to files. */
struct expand_files {
    const struct file_host *host;
    /** Returns the text of a file in UTF-8. If the file cannot be read, returns NULL without a
     * report. */
    struct source *(*read)(void *user, struct str path);
    /** Returns the text of a file that the document includes. `path` is relative to the folder of
     * `from`. NULL if it cannot be read. */
    struct source *(*open)(void *user, struct str path, const struct source *from);
    /** Whether a path must not be read. If so, this is reported at `at`. */
    bool (*refuse)(void *user, struct str path, struct span at);
    /** Adds a file in memory, which the document can then use. Both texts must live as long as the
     * arena. The function may be NULL. */
    void (*keep)(void *user, struct str path, struct str bytes);
    /** Returns the file with the results of the last run of `doc`, or NULL. The function may be
     * NULL. */
    struct source *(*frozen)(void *user, const struct source *doc);
    /** Returns the address of a figure that the last run of `doc` has written. `name` has no
     * ending. Empty if there is no such figure. The function may be NULL. */
    struct str (*figure)(void *user, struct str name, const struct source *doc);
    void *user;
};

/** The expansion of one document. */
struct expand {
    struct arena *arena;
    struct diags *d;
    struct expand_files files;
    struct str dir;                 /* folder of the document; empty means the current folder */
    struct str format;              /* the format that the user named, or empty */
    int64_t epoch;                  /* time of the build, as in struct liquid_options */
    bool variables;                 /* `{{ name }}` is a variable of the caller and not of Liquid */
    const struct expand_page *page; /* the page of a site that is built as a whole; or NULL */
    /* The steps set the members below. */
    struct str from; /* the format in which the document is read; expand_liquid() sets it */
    size_t thawed;   /* number of cells that expand_frozen() has replaced by their results */
    struct expand_site site;
};

/** Expands Liquid in a page of Jekyll, in another template, or where the format has `+liquid`. */
struct source *expand_liquid(struct expand *x, struct source *src);
/** Replaces each line {{< include file >}} with the file. */
struct source *expand_includes(struct expand *x, struct source *src);
/** Replaces cells and inline code with the results of Quarto's last run. `written` is the text of
 * the file itself. Results that are older than the text are reported. */
struct source *expand_frozen(struct expand *x, struct source *src, struct str written);
/** Removes text that the author has disabled, and changes marks of CriticMarkup to spans of
 * pandoc. */
struct source *expand_left_out(struct expand *x, struct source *src);
/** Rewrites MyST's roles and directives as pandoc's Markdown, and sets `from` to the dialect that
 * the format or the project's files name. Reports markup of a dialect that is not enabled. */
struct source *expand_dialect(struct expand *x, struct source *src);
/** Returns a Jupyter notebook as Markdown: its cells and their outputs. If `src` is not a notebook,
 * this is reported and the result is NULL. */
struct source *expand_notebook(struct expand *x, struct source *src);
/** Replaces Hugo's shortcodes with Markdown. */
struct source *expand_shortcodes(struct expand *x, struct source *src);

/** Returns the offset after the line at `at`, with its line end. */
static inline size_t expand_line_end(struct str s, size_t at) {
    size_t end = str_until(s, at, '\n');
    return end + (end < s.n);
}
/** The maximum number of folders above the document's folder that are searched. */
#define EXPAND_LEVELS 8
/** Finds the nearest folder, from `dir` upwards, that has a file or folder `name`. Returns false if
 * there is none. */
bool expand_find_above(struct arena *a, const struct file_host *host, struct str dir,
                       const char *name, struct str *folder);
/** Returns the file to which `path` leads in the Quarto project of the folder `dir`. `path` begins
 * with `/`. Empty if there is no project. */
struct str expand_project_path(struct arena *a, const struct file_host *host, struct str dir,
                               struct str path);
/** Whether the name of a file begins with a date, as the names of Jekyll's posts do:
 * 2022-08-04-title. */
bool expand_is_dated(struct str stem);

#endif
