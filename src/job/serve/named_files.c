/* SPDX-License-Identifier: MIT */
/*
 * Finds the files to which a page links. A preview serves only those files from the disk. Other
 * files in the folder of a document cannot be requested.
 *
 * The page may contain raw HTML from its author, so the attributes of all tags are searched. This
 * may find files that the page does not need, but each of these files is named in the page and is
 * in the folder of the page.
 */
#include "job/serve/serve_model.h"

#include "core/base/markup.h"
#include "core/base/word_list.h"

enum { MAX_PATH = 4096 };

/* ---- paths */

/** Appends the text of an attribute, with character references decoded. */
static void put_attribute(struct buf *out, struct str s) {
    while (s.n) {
        uint32_t cp = 0;
        size_t n = s.p[0] == '&' ? markup_reference(s, &cp) : 0;
        if (n) {
            buf_rune(out, cp);
        } else {
            buf_putc(out, s.p[0]);
        }
        s = str_from(s, n ? n : 1);
    }
}

static bool has_scheme(struct str url) {
    return str_index(str_slice(url, 0, str_until(url, 0, '/')), ':') != STR_NONE;
}

/** Resolves "." and ".." in a path. Returns false if the path leads out of the folder or names a
 * hidden file. */
static bool resolve(struct buf *out, struct str path) {
    while (path.p) {
        struct str name = str_cut(&path, '/');
        if (str_is(name, "..")) {
            if (out->n == 0) {
                return false;
            }
            size_t at = str_after_last(buf_view(out), '/');
            buf_cut(out, at > 0 ? at - 1 : 0);
        } else if (name.n && name.p[0] == '.' && name.n > 1) {
            return false;
        } else if (name.n && !str_is(name, ".")) {
            buf_puts(out, out->n ? "/" : "");
            buf_str(out, name);
        }
        for (size_t i = 0; i < name.n; i++) {
            if ((unsigned char)name.p[i] < 0x20 || name.p[i] == '\\') {
                return false;
            }
        }
    }
    return out->n > 0;
}

static void take_url(struct arena *a, struct str url, void (*found)(void *user, struct str path),
                     void *user) {
    url = str_trim(url);
    if (url.n == 0 || url.n > MAX_PATH || url.p[0] == '#' || url.p[0] == '/' || has_scheme(url)) {
        return;
    }
    struct buf text = BUF_INIT, path = BUF_INIT;
    put_attribute(&text, url);
    struct str plain = buf_view(&text);
    size_t end = 0;
    while (end < plain.n && plain.p[end] != '?' && plain.p[end] != '#') {
        end++;
    }
    if (end > 0 && resolve(&path, path_of_url(a, str_slice(plain, 0, end)))) {
        found(user, buf_view(&path));
    }
    buf_drop(&text);
    buf_drop(&path);
}

/** Calls `found` for the addresses of a `srcset`: "one.png 1x, two.png 2x". */
static void take_set(struct arena *a, struct str set, void (*found)(void *user, struct str path),
                     void *user) {
    while (set.p) {
        struct str item = str_cut(&set, ',');
        take_url(a, str_next_word(&item), found, user);
    }
}

/* ---- tags */

static bool is_name_char(char c) {
    return is_alnum(c) || c == '-' || c == '_' || c == ':';
}

/** Reads the attributes of a tag from byte `at`, which is after the tag's name. Returns the end of
 * the tag. */
static size_t read_tag(struct arena *a, struct str html, size_t at,
                       void (*found)(void *user, struct str path), void *user) {
    while (at < html.n && html.p[at] != '>') {
        size_t from = at;
        at = str_past(html, at, is_name_char);
        struct str name = str_slice(html, from, at);
        if (name.n == 0 || at >= html.n || html.p[at] != '=') {
            at += name.n == 0;
            continue;
        }
        at++;
        char quote = at < html.n ? html.p[at] : '\0';
        bool quoted = quote == '"' || quote == '\'';
        from = at += quoted;
        while (at < html.n &&
               (quoted ? html.p[at] != quote : html.p[at] != '>' && !is_space(html.p[at]))) {
            at++;
        }
        struct str value = str_slice(html, from, at);
        at += quoted && at < html.n;
        if (str_ieq(name, STR("srcset"))) {
            take_set(a, value, found, user);
        } else if (str_iamong(name, "href src poster data")) {
            take_url(a, value, found, user);
        }
    }
    return at;
}

void serve_names(struct str html, void (*found)(void *user, struct str path), void *user) {
    struct arena *a = arena_new();
    for (size_t at = 0; at + 1 < html.n; at++) {
        if (html.p[at] == '<' && is_alpha(html.p[at + 1])) {
            at = read_tag(a, html, str_past(html, at + 1, is_name_char), found, user);
        }
    }
    arena_drop(a);
}

/* ---- addresses and kinds */

struct str serve_address(struct arena *a, struct str path) {
    struct buf b = BUF_INIT;
    markup_put_percent(&b, path, "/-._~");
    return buf_finish(&b, a);
}

const char *serve_mime(struct str name) {
    static const char *const kinds[][2] = {{"html", "text/html; charset=utf-8"},
                                           {"htm", "text/html; charset=utf-8"},
                                           {"css", "text/css; charset=utf-8"},
                                           {"js", "text/javascript; charset=utf-8"},
                                           {"mjs", "text/javascript; charset=utf-8"},
                                           {"json", "application/json"},
                                           {"xml", "application/xml"},
                                           {"pdf", "application/pdf"},
                                           {"svg", "image/svg+xml"},
                                           {"png", "image/png"},
                                           {"jpg", "image/jpeg"},
                                           {"jpeg", "image/jpeg"},
                                           {"gif", "image/gif"},
                                           {"webp", "image/webp"},
                                           {"avif", "image/avif"},
                                           {"ico", "image/vnd.microsoft.icon"},
                                           {"woff", "font/woff"},
                                           {"woff2", "font/woff2"},
                                           {"otf", "font/otf"},
                                           {"ttf", "font/ttf"},
                                           {"mp3", "audio/mpeg"},
                                           {"mp4", "video/mp4"},
                                           {"webm", "video/webm"},
                                           {"zip", "application/zip"},
                                           {"ics", "text/calendar; charset=utf-8"},
                                           {"vcf", "text/vcard; charset=utf-8"}};
    struct str ext = path_ext(name);
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        if (str_ieq(ext, str_of(kinds[i][0]))) {
            return kinds[i][1];
        }
    }
    return str_iamong(ext, "txt md bib ris csv tex c h py r yml yaml") ? "text/plain; charset=utf-8"
                                                                       : "application/octet-stream";
}
