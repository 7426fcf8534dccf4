/* SPDX-License-Identifier: MIT */
/*
 * Liquid, the template language of Jekyll's pages: a text with tags becomes the text that is read.
 * Knows the language, Jekyll's filters and jekyll-scholar's tags; refuses to know where pages lie
 * and what a site has (whoever calls gives it).
 *
 * Jekyll expands Liquid before Markdown is read, in code as well; an author then protects code by
 * `{% raw %}`. Here tags do nothing within code (fenced, indented, spans, <pre>, <code>), formulas,
 * TeX environments, comments, scripts and style sheets of HTML; only `{% raw %}` and its end are
 * taken off there. What is not understood is reported and left out. Nothing reads a clock.
 */
#ifndef DOSSIER_LIQUID_LIQUID_H
#define DOSSIER_LIQUID_LIQUID_H

#include "core/data/data_node.h"

/** Who has the site's files. Members may be NULL: then there are none. */
struct liquid_host {
    /** The text of an include: `relative` to the page, else of the site's `_includes`. The name has
     * no `..` in it and does not begin with `/`. NULL when there is none. */
    struct source *(*include)(void *user, struct str name, bool relative);
    /** The text of an include that the site's theme has and the site does not; or NULL. What it
     * puts stands for the tag that asked for it. */
    struct source *(*theme)(void *user, struct str name);
    /** The address of a page from the site's root, by its file, or of a post by its name without an
     * ending (`post_url`); empty when the site has none such. NULL: nobody knows. */
    struct str (*address)(void *user, struct str name, bool post);
    /** Whether the site has a file: a path from its root, of the same kind. */
    bool (*exists)(void *user, struct str path);
    void *user;
};

struct liquid_options {
    const struct node *page, *site; /* maps, or NULL */
    size_t begin;                   /* bytes of front matter, which stay as they are */
    /** The template may be another tool's (Jinja's, say): what hangs on names that are not known
     * here is kept once, and reported. Else they are nil, as in Liquid. */
    bool foreign;
    /** What the text stands in, at its `{{ content }}`: a template without front matter, whose own
     * text stands for the front matter's place. NULL: nothing. */
    struct source *layout;
    bool verbatim; /* the text itself has no tags: its layout alone has */
    bool complete; /* `site` is all of a site: what it lacks is not there, and nothing is said */
    int64_t epoch; /* what `now` is, seconds since 1970; negative: unknown */
    struct liquid_host host;
};

/** What the text asked of the site besides. */
struct liquid_asked {
    bool cites;                  /* jekyll-scholar's tags were there */
    const struct str *databases; /* names that they gave with --file, in their order */
    size_t ndatabases;
};

/**
 * Expands the tags of `src`. Returns a source put together of its parts (diag.h), or `src` itself
 * when it has no tags; what was not understood is in `d`. Time and size are bounded: LIMIT_LIQUID_*
 * in core/base/bounds.h. Rules: Liquid 4's documentation, Jekyll's "Liquid Filters" and "Tags",
 * jekyll-scholar's README.
 */
struct source *liquid_expand(struct arena *a, struct source *src, const struct liquid_options *opt,
                             struct liquid_asked *asked, struct diags *d);

/** Whether a text has a tag that Liquid or Jinja know, or a value of `site` or `page`, outside of
 * code: somebody means it to be expanded. */
bool liquid_is_template(struct arena *a, struct source *src, size_t begin);

/** Reports what looks like `{{ name }}` in a text that is not expanded. */
void liquid_report_unread(struct arena *a, struct source *src, size_t begin, struct diags *d);

#endif
