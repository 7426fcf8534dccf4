/* SPDX-License-Identifier: MIT */
/*
 * Liquid, the template language of Jekyll's pages. Knows the language, Jekyll's filters and
 * jekyll-scholar's tags; the caller gives access to the site.
 *
 * Jekyll expands Liquid before it reads Markdown, in code as well, and authors protect code with
 * `{% raw %}`. Here tags are not expanded within code (fenced, indented, spans, <pre>, <code>),
 * formulas, TeX environments, comments, and scripts and style sheets of HTML; only `{% raw %}` and
 * its end are removed there. What cannot be understood is reported and left out. Reads no clock.
 */
#ifndef DOSSIER_LIQUID_LIQUID_H
#define DOSSIER_LIQUID_LIQUID_H

#include "core/data/data_node.h"

/** Access to the site's files. A member may be NULL: then there are none. */
struct liquid_host {
    /** The text of an include: `relative` to the page, else in the site's `_includes`. The name
     * contains no `..` and does not begin with `/`. NULL when there is none. */
    struct source *(*include)(void *user, struct str name, bool relative);
    /** The text of an include that the theme has and the site does not; or NULL. The place of its
     * output is that of the tag. */
    struct source *(*theme)(void *user, struct str name);
    /** The address of a page from the site's root, by its file, or of a post by its name without
     * the suffix (`post_url`); empty when the site has no such page. NULL: unknown. */
    struct str (*address)(void *user, struct str name, bool post);
    /** Whether the site has a file: a path from its root without `..`. */
    bool (*exists)(void *user, struct str path);
    void *user;
};

struct liquid_options {
    const struct node *page, *site; /* maps, or NULL */
    size_t begin;                   /* bytes of front matter, which stay as they are */
    /** The template may be in another language (Jinja, for example): a part that depends on unknown
     * names is kept once and reported. Else unknown names are nil, as in Liquid. */
    bool foreign;
    /** A template around the text, which goes to its `{{ content }}`; it has no front matter and
     * keeps that of the text. NULL: none. */
    struct source *layout;
    bool verbatim;   /* the text has no tags; its layout may have some */
    bool everywhere; /* tags are expanded in code and scripts too, as Jekyll does */
    bool complete; /* `site` has all values of the site: a missing one is nil and is not reported */
    int64_t epoch; /* the time of `now`, seconds since 1970; negative: unknown */
    struct liquid_host host;
};

/** What the text needs of the site. */
struct liquid_needs {
    bool cites;                  /* the text has jekyll-scholar's tags */
    const struct str *databases; /* names in their options --file, in order */
    size_t ndatabases;
};

/** Expands the tags of `src`. Returns a source put together of its parts (diag.h), or `src` itself
 * when it has no tags; faults are reported to `d`. Time and size are bounded: LIMIT_LIQUID_* in
 * core/base/bounds.h. Rules: Liquid 4's documentation, Jekyll's "Liquid Filters" and "Tags",
 * jekyll-scholar's README. */
struct source *liquid_expand(struct arena *a, struct source *src, const struct liquid_options *opt,
                             struct liquid_needs *needs, struct diags *d);

/** Whether a text has a tag of Liquid or Jinja, or a value of `site` or `page`, outside of code, so
 * that it is meant as a template. */
bool liquid_is_template(struct arena *a, struct source *src, size_t begin);

/** Reports text like `{{ name }}` in a document that is not expanded. */
void liquid_report_unread(struct arena *a, struct source *src, size_t begin, struct diags *d);

#endif
