/* SPDX-License-Identifier: MIT */
/*
 * Expands Liquid, the template language of Jekyll's pages. This module implements the language,
 * Jekyll's filters and jekyll-scholar's tags. The caller provides access to the site.
 *
 * Jekyll expands Liquid before it reads Markdown, even in code, and authors protect code with `{%
 * raw %}`. This module does not expand tags within code (fenced, indented, spans, <pre>, <code>),
 * formulas, TeX environments, comments, and scripts and style sheets of HTML. There, only `{% raw
 * %}` and its end are removed. Parts that cannot be understood are reported and omitted. The clock
 * is not read.
 */
#ifndef DOSSIER_LIQUID_LIQUID_H
#define DOSSIER_LIQUID_LIQUID_H

#include "core/data/data_node.h"

/** Access to the files of the site. A member may be NULL if the caller has no such files. */
struct liquid_host {
    /** Returns the text of an include. If `relative` is set, the include is relative to the page.
     * Otherwise it is in `_includes` of the site. The name contains no `..` and does not begin
     * with `/`. NULL if there is no such file. */
    struct source *(*include)(void *user, struct str name, bool relative);
    /** Returns the text of an include that the theme has and the site does not have; or NULL.
     * Diagnostics about its output name the place of the tag. */
    struct source *(*theme)(void *user, struct str name);
    /** Returns the address of a page, from the root of the site. `name` is the file of the page, or
     * the name of a post without its suffix (`post_url`). Empty if the site has no such page. If
     * this member is NULL, addresses are unknown. */
    struct str (*address)(void *user, struct str name, bool post);
    /** Whether the site has a file. Its path is given from the root of the site and contains no
     * `..`. */
    bool (*exists)(void *user, struct str path);
    void *user;
};

struct liquid_options {
    const struct node *page, *site; /* the maps `page` and `site` of templates; or NULL */
    /* number of bytes of front matter; front matter is not changed */
    size_t begin;
    /** The template may be in another language, for example Jinja. A condition or a loop with an
     * unknown name is then reported, and its text is kept once. Otherwise, unknown names are nil,
     * as in Liquid. */
    bool foreign;
    /** A template in which `{{ content }}` is replaced with the text; or NULL. The layout has no
     * front matter, and the front matter of the text is kept. */
    struct source *layout;
    bool verbatim;   /* the text has no tags; its layout may have tags */
    bool everywhere; /* tags are also expanded in code and scripts, as in Jekyll */
    /* `site` has all values of the site: a missing value is nil, and is not reported */
    bool complete;
    int64_t epoch; /* the time of `now` in seconds since 1970; negative if unknown */
    struct liquid_host host;
};

/** The data of the site that the text needs. */
struct liquid_needs {
    bool cites; /* the text has jekyll-scholar's tags */
    /* names of databases in the options --file of these tags, in order */
    const struct str *databases;
    size_t ndatabases;
};

/** Expands the tags of `src`. Returns a source that is put together from parts (see diag.h), or
 * `src` itself if it has no tags. Errors are reported to `d`. Time and size are limited by
 * LIMIT_LIQUID_* in core/base/bounds.h. Rules: Liquid 4's documentation, Jekyll's "Liquid Filters"
 * and "Tags", jekyll-scholar's README. */
struct source *liquid_expand(struct arena *a, struct source *src, const struct liquid_options *opt,
                             struct liquid_needs *needs, struct diags *d);

/** Whether a text is meant as a template: outside of code, it has a tag of Liquid or Jinja, or a
 * value of `site` or `page`. */
bool liquid_is_template(struct arena *a, struct source *src, size_t begin);

/** Reports text such as `{{ name }}` in a document that is not expanded. */
void liquid_report_unread(struct arena *a, struct source *src, size_t begin, struct diags *d);

#endif
