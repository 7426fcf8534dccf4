/* SPDX-License-Identifier: MIT */
/*
 * Decides which files of the folder are published. For sites of other engines, all files are
 * published, as those engines do. For other sites, the following files are published: files to
 * which a page links, files in `resources`, files for which web servers look by name, and files
 * that a published file names. The published files that are searched for such names are pages (as
 * written), style sheets, scripts and data.
 */
#include "check/document/document.h"
#include "core/base/bounds.h"
#include "core/base/word_list.h"
#include "job/site/site_model.h"

#include <fnmatch.h>

DIAG_USE(DIAG_PUBLIC_FILE);
DIAG_USE(DIAG_SITE_FILES);
DIAG_USE(DIAG_SITE_UNLINKED);

enum {
    MAX_NAME = 1024, /* maximum bytes of an address in a file */
    SHOWN = 8        /* maximum number of files that a finding names */
};

/* Files of the top folder that servers, browsers and search engines request without a link. */
static const char *const by_name[] = {
    "CNAME",      "robots.txt",   "favicon.*",        "apple-touch-icon*", "*.webmanifest",
    "humans.txt", "security.txt", "ads.txt",          "google*.html",      "BingSiteAuth.xml",
    "web.config", "keybase.txt",  "browserconfig.xml"};

static bool matches(struct arena *a, struct str pattern, struct str path) {
    const char *glob = arena_str(a, pattern).p;
    bool below = path_is_below(path, pattern);
    bool name = str_index(pattern, '/') == STR_NONE;
    return below || fnmatch(glob, arena_str(a, name ? path_base(path) : path).p, 0) == 0;
}

/** Whether servers, browsers or search engines request a file by its name, without a link. */
static bool is_requested_by_name(const struct site *s, struct str path) {
    bool requested = false;
    for (size_t i = 0; str_index(path, '/') == STR_NONE && i < ARRAY_LEN(by_name) && !requested;
         i++) {
        requested = matches(s->tree, str_of(by_name[i]), path);
    }
    return requested;
}

bool site_is_published(const struct site *s, struct str path) {
    bool published = s->engine != NULL;
    for (size_t i = 0; i < s->config.nresources && !published; i++) {
        published = matches(s->tree, s->config.resources[i], path);
    }
    for (size_t i = 0; i < s->config.ninclude && !published; i++) {
        published = matches(s->tree, s->config.include[i], path);
    }
    return published || is_requested_by_name(s, path);
}

/* ---- names in files */

/** The state of searching a file for addresses, which are relative to the folder `dir`. */
struct reading {
    struct site *site;
    struct arena *a;
    struct str dir;
};

static void look_up(const struct reading *r, struct str name) {
    if (name.n == 0 || name.n > MAX_NAME || str_index(name, '.') == STR_NONE) {
        return;
    }
    struct site_file *f = site_look_from(r->site, r->a, r->dir, name);
    /* an address in a script may be relative to the top folder instead */
    f = f ? f : site_look_from(r->site, r->a, STR_EMPTY, name);
    if (f) {
        f->linked = true;
    }
}

/** Looks up an address, or each address of a `srcset`: "a.png 1x, b.png 2x". */
static void look_up_all(const struct reading *r, struct str text) {
    look_up(r, text);
    while (text.p && text.n) {
        struct str part = str_trim(str_cut(&text, ','));
        look_up(r, str_cut(&part, ' '));
    }
}

/** Looks up every quoted text, every `url(...)` and every unquoted value. These are in attributes,
 * properties of CSS and strings of scripts. */
static void read_names(const struct reading *r, struct str text) {
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i], last = c;
        bool call = c == '(' && i >= 3 && str_is(str_slice(text, i - 3, i), "url");
        bool bare = c == '=' && i + 1 < text.n && text.p[i + 1] != '"' && text.p[i + 1] != '\'';
        if (c != '"' && c != '\'' && !call && !bare) {
            continue;
        }
        size_t end = i + 1;
        last = call ? ')' : last;
        while (end < text.n && end - i <= MAX_NAME && text.p[end] != '\n' &&
               (bare ? text.p[end] != ' ' && text.p[end] != '>' : text.p[end] != last)) {
            end++;
        }
        if (end < text.n && (bare || text.p[end] == last)) {
            look_up_all(r, str_slice(text, i + 1, end));
            i = c == '"' ? end : i;
        }
    }
}

/** Whether a file may contain the names of other files. */
static bool may_name(struct str path) {
    return str_iamong(path_ext(path), "html htm css js mjs json xml svg webmanifest");
}

static void read_file(struct site *s, struct str path, struct str output) {
    struct arena *scratch = arena_new();
    struct reading r = {s, scratch, path_dir(output)};
    struct str text;
    if (file_read_inside(s->opt->build->host.fence, scratch, path, LIMIT_IMAGE_FILE, &text) == 0) {
        read_names(&r, text);
    }
    arena_drop(scratch);
}

static bool is_copied(const struct site_file *f) {
    return !f->made && (f->linked || !f->asked);
}

static size_t count_left(const struct site *s) {
    size_t n = 0;
    for (size_t i = 0; i < s->files.n; i++) {
        n += !is_copied(s->files.p[i]) && !s->files.p[i]->made_from && !s->files.p[i]->made;
    }
    return n;
}

/** Reads published files until none names a further one. */
static void follow_files(struct site *s) {
    struct map read = MAP_INIT;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < s->files.n; i++) {
            const struct site_file *f = s->files.p[i];
            if (is_copied(f) && may_name(f->output) && !map_put(&read, f->output, s)) {
                read_file(s, f->source, f->output);
                more = true;
            }
        }
    }
    map_drop(&read);
}

/** Lists the files of one kind in a finding: the files that are copied, or the files that are
 * omitted. */
static struct str list_of(struct site *s, const struct map *inputs, bool copied, size_t *n) {
    struct buf b = BUF_INIT;
    *n = 0;
    for (size_t i = 0; i < s->files.n; i++) {
        const struct site_file *f = s->files.p[i];
        bool told =
            copied || (!f->made_from && !map_find(inputs, site_clean_path(s->tree, f->source)));
        if (is_copied(f) == copied && !f->made && told) {
            if (*n < SHOWN) {
                buf_printf(&b, "%s`%.*s`", *n ? ", " : "", STR_ARG(f->output));
            }
            ++*n;
        }
    }
    if (*n > SHOWN) {
        buf_printf(&b, " and %zu more", *n - SHOWN);
    }
    return buf_finish(&b, s->tree);
}

/** Finds the files whose content is already in a page. The caller frees the map. */
static struct map find_inputs(struct site *s) {
    struct map inputs = MAP_INIT;
    for (size_t i = 0; i < s->sheet.npaths; i++) {
        map_put(&inputs, site_clean_path(s->tree, s->sheet.paths[i]), s);
    }
    for (size_t i = 0; i < s->sheet.ninputs; i++) {
        map_put(&inputs, site_clean_path(s->tree, s->sheet.inputs[i]), s);
    }
    for (size_t i = 0; i < s->pages.n; i++) {
        for (size_t k = 0; k < s->pages.p[i]->ninputs; k++) {
            map_put(&inputs, site_clean_path(s->tree, s->pages.p[i]->inputs[k]), s);
        }
    }
    return inputs;
}

static void report_files(struct site *s) {
    size_t n;
    struct map inputs = find_inputs(s);
    struct str list = list_of(s, &inputs, true, &n);
    if (n) {
        diag_add(&s->diags, DIAG_SITE_FILES, SPAN_NONE, "copied: %.*s", STR_ARG(list));
    }
    list = list_of(s, &inputs, false, &n);
    if (n) {
        struct diag *g = diag_add(&s->diags, DIAG_SITE_UNLINKED, SPAN_NONE,
                                  "not published, since nothing links to %s: %.*s",
                                  n == 1 ? "it" : "them", STR_ARG(list));
        diag_hint(&s->diags, g,
                  "`resources` in site.yml lists what is published without a link, `exclude` what "
                  "is not a part of the site");
    }
    map_drop(&inputs);
}

/** Reports copied files that are probably not meant for readers, and copied files to which no page
 * links. */
static void audit_files(struct site *s) {
    struct buf b = BUF_INIT;
    size_t n = 0;
    /* these files are checked with the pages that contain them */
    struct map inputs = find_inputs(s);
    for (size_t i = 0; i < s->files.n; i++) {
        const struct site_file *f = s->files.p[i];
        if (!is_copied(f)) {
            continue;
        }
        const char *kind = check_public_kind(s->tree, f->output);
        struct arena *scratch = arena_new();
        struct str bytes;
        if (kind) {
            struct diag *g =
                diag_add(&s->diags, DIAG_PUBLIC_FILE, SPAN_NONE,
                         "`%.*s` is copied into the site: %s", STR_ARG(f->source), kind);
            diag_hint(&s->diags, g, "remove it, or list it under `exclude`");
        } else if (!f->linked && !is_requested_by_name(s, f->output) && n++ < SHOWN) {
            buf_printf(&b, "%s`%.*s`", b.n ? ", " : "", STR_ARG(f->output));
        }
        if (!map_find(&inputs, site_clean_path(s->tree, f->source)) &&
            !file_read_inside(s->opt->build->host.fence, scratch, f->source, LIMIT_PDF, &bytes)) {
            check_public_file(f->source, bytes, SPAN_NONE, &s->diags);
        }
        arena_drop(scratch);
    }
    if (n > SHOWN) {
        buf_printf(&b, " and %zu more", n - SHOWN);
    }
    if (n) {
        struct diag *g = diag_add(&s->diags, DIAG_PUBLIC_FILE, SPAN_NONE,
                                  "copied into the site, though no page links to %s: %.*s",
                                  n == 1 ? "it" : "them", STR_ARG(buf_view(&b)));
        diag_hint(&s->diags, g, "remove what is not for readers, or list it under `exclude`");
    }
    buf_drop(&b);
    map_drop(&inputs);
}

void site_read_names(struct site *s, const struct site_page *p, struct str html) {
    struct reading r = {s, s->tree, path_dir(p->output)};
    read_names(&r, html);
}

void site_find_named_files(struct site *s) {
    bool written = s->opt->out.n > 0;
    if (s->build.audit || (written && count_left(s))) {
        struct reading sheet = {s, s->tree, path_dir(s->sheet_file)};
        read_names(&sheet, s->sheet.text);
        for (size_t i = 0; written && i < s->sheet.ninputs; i++) {
            read_file(s, s->sheet.inputs[i], s->sheet.inputs[i]);
        }
        for (size_t i = 0; written && i < s->pages.n; i++) {
            const struct site_page *p = s->pages.p[i];
            if (!p->hidden) {
                read_file(s, path_join(s->tree, s->to, p->output), p->output);
            }
        }
        follow_files(s);
    }
    if (s->build.audit) {
        audit_files(s);
    }
    if (written) {
        report_files(s);
    }
}
