/* SPDX-License-Identifier: MIT */
/* Jekyll's tags that need the site: includes, links to pages, embedded players. The address of an
 * unknown page is made from its name. The caller's `liquid_host` finds files. */
#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/base/word_list.h"
#include "read/liquid/liquid_state.h"

static bool is_safe(struct str name) {
    bool good = name.n && name.p[0] != '/' && str_index(name, '\\') == STR_NONE;
    struct str rest = name;
    while (good && rest.p) {
        good = !str_is(str_cut(&rest, '/'), "..");
    }
    return good;
}

/* Returns the next word of a tag: plain, in quotes, which are removed, or `{{ value }}`, which is
 * evaluated. */
static struct str next_word(struct liquid *q, struct liquid_cursor *c) {
    if (liquid_at_end(c)) {
        return STR_EMPTY;
    }
    char first = c->s.p[c->at];
    if (first == '"' || first == '\'') {
        return liquid_text(q, liquid_operand(q, c));
    }
    if (liquid_take(c, "{{")) {
        const struct node *v = liquid_value(q, c);
        (void)liquid_take(c, "}}");
        return liquid_text(q, v);
    }
    size_t from = c->at;
    while (c->at < c->s.n && !is_space(c->s.p[c->at]) && c->s.p[c->at] != ',') {
        c->at++;
    }
    struct str word = str_slice(c->s, from, c->at);
    c->at += c->at < c->s.n && c->s.p[c->at] == ',';
    return word;
}

/* Reads `key=value` and `key: value` after the name of an include. */
static const struct node *read_parameters(struct liquid *q, struct liquid_cursor *c) {
    struct node *map = node_new_map(q->a, SPAN_NONE);
    while (!liquid_at_end(c) && !c->bad) {
        struct str key = liquid_name(c);
        if (!key.n || (!liquid_take(c, "=") && !liquid_take(c, ":"))) {
            liquid_report(q, str_from(c->s, c->at), "write `name=\"value\"`",
                          "this parameter cannot be read");
            break;
        }
        const struct node *v = liquid_operand(q, c);
        (void)liquid_take(c, ",");
        if (v) {
            /* the cast is safe, because the value is not changed */
            node_put(q->a, map, key, SPAN_NONE, (struct node *)(uintptr_t)v);
        }
    }
    return map;
}

static struct liquid_template *read_template(struct liquid *q, struct str name, bool relative) {
    const struct liquid_host *host = &q->opt->host;
    struct str key = arena_join(q->a, 2, relative ? STR("./") : STR_EMPTY, name);
    struct liquid_template *t = map_lookup(&q->templates, key);
    if (t) {
        return t;
    }
    struct source *src = host->include ? host->include(host->user, name, relative) : NULL;
    bool own = !src && !relative && host->theme;
    src = own ? host->theme(host->user, name) : src;
    if (src) {
        bool markdown = str_ends(name, STR(".md")) || str_ends(name, STR(".markdown"));
        t = liquid_scan(q->a, src, 0,
                        q->opt->everywhere ? LIQUID_CODE_NOWHERE
                        : markdown && !own ? LIQUID_CODE_MARKDOWN
                                           : LIQUID_CODE_HTML);
        t->own = own;
        map_put(&q->templates, key, t);
    }
    return t;
}

/* Shows an image instead of a missing include, if one of its parameters is an image file of the
 * site. */
static void show_image(struct liquid *q, const struct node *parameters) {
    static const char *const paths[] = {"path", "image_path", "src", "image", "url"};
    struct str path = STR_EMPTY, caption = liquid_text(q, node_get(parameters, "caption"));
    for (size_t i = 0; i < ARRAY_LEN(paths) && !path.n; i++) {
        path = liquid_text(q, node_get(parameters, paths[i]));
    }
    struct str file = str_starts(path, STR("/")) ? str_from(path, 1) : path;
    if (!is_safe(file) || !q->opt->host.exists || !q->opt->host.exists(q->opt->host.user, file)) {
        return;
    }
    struct str alt = liquid_text(q, node_get(parameters, "alt"));
    alt = alt.n ? alt : liquid_text(q, node_get(parameters, "title"));
    liquid_put(q, arena_join(q->a, 5, STR("<img src=\""), liquid_site_path(q, path, false),
                             STR("\" alt=\""), alt, STR("\">")));
    liquid_put(q, caption.n ? arena_join(q->a, 2, STR(" "), caption) : STR_EMPTY);
}

static void run_template(struct liquid *q, struct liquid_template *t,
                         const struct node *parameters) {
    struct liquid_template *outer = q->t;
    struct liquid_token *token = q->token;
    struct liquid_scope scope = {STR("include"), parameters, NULL, q->scope};
    struct span own = q->own;
    if (t->own && !own.src) {
        q->own = span_make(outer->src, token->begin, token->end);
    }
    q->scope = &scope;
    q->t = t;
    q->depth++;
    liquid_run(q, 0, t->n);
    q->depth--;
    q->t = outer;
    q->own = own;
    q->token = token;
    q->scope = scope.up;
}

static size_t run_include(struct liquid *q, size_t i) {
    struct liquid_cursor c = {.s = q->token->markup};
    struct str name = next_word(q, &c);
    bool relative = str_is(q->token->name, "include_relative");
    (void)liquid_take(&c, ",");
    const struct node *parameters = read_parameters(q, &c);
    if (!is_safe(name)) {
        liquid_report(q, q->token->markup, "name a file below `_includes`",
                      "this is not the name of an include");
        return i + 1;
    }
    if (q->depth >= LIMIT_LIQUID_DEPTH) {
        liquid_report(q, q->token->markup, "does it include itself?",
                      "includes are nested more than %d deep", LIMIT_LIQUID_DEPTH);
        return i + 1;
    }
    struct liquid_template *t = read_template(q, name, relative);
    if (!t) {
        liquid_report(q, q->token->markup,
                      relative ? "it is looked for beside the document"
                               : "it is looked for in `_includes` beside the site's _config.yml",
                      "the include `%.*s` is not there: it is left out", STR_ARG(name));
        show_image(q, parameters);
        return i + 1;
    }
    run_template(q, t, parameters);
    return i + 1;
}

/* ---- links */

/* Returns the path of a page without `permalink`: "projects/a.html" for "_projects/a.md". */
static struct str page_path(struct liquid *q, struct str path) {
    struct str ext = path_ext(path);
    path = str_starts(path, STR("/")) ? str_from(path, 1) : path;
    path = str_starts(path, STR("_")) ? str_from(path, 1) : path;
    bool page = str_is(ext, "md") || str_is(ext, "markdown");
    return page ? arena_join(q->a, 2, str_slice(path, 0, path.n - ext.n), STR("html")) : path;
}

/* Returns the address of a post by the site's pattern (Jekyll's documentation, "Permalinks"). */
static struct str post_path(struct liquid *q, struct str name) {
    struct str pattern = liquid_text(q, node_get(q->opt->site, "permalink"));
    if (!pattern.n || str_is(pattern, "date")) {
        pattern = STR("/:categories/:year/:month/:day/:title.html");
    } else if (str_is(pattern, "pretty")) {
        pattern = STR("/:categories/:year/:month/:day/:title/");
    } else if (str_is(pattern, "none")) {
        pattern = STR("/:categories/:title.html");
    }
    name = path_base(name);
    bool dated = name.n > 11 && name.p[4] == '-' && name.p[7] == '-' && name.p[10] == '-';
    const struct {
        struct str name, value;
    } parts[] = {
        {STR_INIT(":year"), str_slice(name, 0, 4)},   {STR_INIT(":month"), str_slice(name, 5, 7)},
        {STR_INIT(":day"), str_slice(name, 8, 10)},   {STR_INIT(":title"), str_from(name, 11)},
        {STR_INIT(":slug"), str_from(name, 11)},      {STR_INIT("/:categories"), STR_EMPTY},
        {STR_INIT(":output_ext"), STR_INIT(".html")},
    };
    struct buf b = BUF_INIT;
    for (size_t at = 0; dated && at < pattern.n;) {
        size_t step = 0;
        for (size_t i = 0; i < ARRAY_LEN(parts) && !step; i++) {
            if (str_starts(str_from(pattern, at), parts[i].name)) {
                buf_str(&b, parts[i].value);
                step = parts[i].name.n;
            }
        }
        if (!step) {
            buf_putc(&b, pattern.p[at++]);
        }
        at += step;
    }
    return buf_finish(&b, q->a);
}

static size_t run_link(struct liquid *q, size_t i) {
    struct liquid_cursor c = {.s = q->token->markup};
    struct str name = next_word(q, &c);
    bool post = str_is(q->token->name, "post_url");
    const struct liquid_host *host = &q->opt->host;
    struct str path = host->address && name.n ? host->address(host->user, name, post) : STR_EMPTY;
    if (path.n) {
        liquid_put(q, liquid_site_path(q, path, false));
        return i + 1;
    }
    path = post ? post_path(q, name) : name.n ? page_path(q, name) : STR_EMPTY;
    if (path.n && host->address) {
        liquid_report(q, q->token->markup, "the link leads to where it would be",
                      "the site has no %s `%.*s`", post ? "post" : "page", STR_ARG(name));
    }
    if (!path.n) {
        liquid_report(q, q->token->markup,
                      post ? "write a post's file: 2022-08-04-title" : "write a file of the site",
                      "this is not the name of a page");
        return i + 1;
    }
    liquid_put(q, liquid_site_path(q, path, true));
    return i + 1;
}

/* Makes a link to media that a browser would play or load. */
static size_t run_embed(struct liquid *q, size_t i) {
    struct str place = str_paired(
        q->token->name, "gist=https://gist.github.com/ youtube=https://www.youtube.com/watch?v= "
                        "vimeo=https://vimeo.com/ twitter=https://twitter.com/");
    struct liquid_cursor c = {.s = q->token->markup};
    struct str id = next_word(q, &c);
    if (id.n) {
        bool whole = str_find(id, STR("://")) != STR_NONE;
        liquid_put(q, arena_join(q->a, 4, STR("<"), whole ? STR_EMPTY : place, id, STR(">")));
    } else {
        liquid_report(q, STR_EMPTY, "", "this `%.*s` names nothing", STR_ARG(q->token->name));
    }
    return i + 1;
}

const struct liquid_tag_row liquid_include_tags[] = {
    {"gist", run_embed},
    {"include", run_include},
    {"include_cached", run_include},
    {"include_relative", run_include},
    {"link", run_link},
    {"post_url", run_link},
    {"render", run_include},
    {"twitter", run_embed},
    {"vimeo", run_embed},
    {"youtube", run_embed},
    {NULL, NULL},
};
