/* SPDX-License-Identifier: MIT */
/*
 * Escapes text for markup and scripts, and resolves addresses. All text that the module writes is
 * escaped here.
 */
#include "core/base/bounds.h"
#include "core/base/markup.h"
#include "core/data/json.h"
#include "write/web/web.h"

void web_text(struct buf *out, struct str s) {
    markup_put(out, s, MARKUP_XML | MARKUP_QUOTED);
}

void web_attr(struct buf *out, const char *name, struct str value) {
    buf_putc(out, ' ');
    buf_puts(out, name);
    buf_puts(out, "=\"");
    web_text(out, value);
    buf_putc(out, '"');
}

/** The next offsets of bytes that a script must not contain. Each is searched for once. */
struct ahead {
    size_t at[4]; /* the offset + 1; 0: not searched for yet */
};

static size_t next_special(struct ahead *ahead, const char *p, size_t n, size_t from) {
    static const char specials[] = {'<', '>', '&', (char)0xE2};
    size_t first = n;
    for (size_t k = 0; k < ARRAY_LEN(specials); k++) {
        if (ahead->at[k] <= from && from < n) {
            const char *found = memchr(p + from, specials[k], n - from);
            ahead->at[k] = found ? (size_t)(found - p) + 1 : n + 1;
        }
        first = ahead->at[k] - 1 < first ? ahead->at[k] - 1 : first;
    }
    return from < n ? first : n;
}

void web_script_json(struct buf *out, const struct node *json) {
    struct buf text = BUF_INIT;
    json_write(&text, json, 0);
    size_t done = 0;
    struct ahead ahead = {{0}};
    for (size_t i = 0; (i = next_special(&ahead, text.p, text.n, i)) < text.n; i++) {
        /* in JSON these bytes occur inside strings only */
        unsigned char c = (unsigned char)text.p[i];
        /* U+2028, U+2029 */
        bool line = c == 0xE2 && i + 2 < text.n && (unsigned char)text.p[i + 1] == 0x80 &&
                    ((unsigned char)text.p[i + 2] & 0xFE) == 0xA8;
        if (c != '<' && c != '>' && c != '&' && !line) {
            continue;
        }
        buf_add(out, text.p + done, i - done);
        buf_printf(out, "\\u%04x", line ? 0x2000u + ((unsigned char)text.p[i + 2] & 0x3Fu) : c);
        i += line ? 2 : 0;
        done = i + 1;
    }
    buf_add(out, text.p + done, text.n - done);
    out->overflow = out->overflow || text.overflow;
    buf_drop(&text);
}

bool web_is_absolute(struct str url) {
    static const char *const schemes[] = {"https://", "http://"};
    for (size_t i = 0; i < ARRAY_LEN(schemes); i++) {
        struct str scheme = str_of(schemes[i]);
        if (url.n > scheme.n && str_ieq(str_slice(url, 0, scheme.n), scheme)) {
            return url.p[scheme.n] != '/';
        }
    }
    return false;
}

/** Whether an address has a scheme (RFC 3986, §3.1). */
static bool has_scheme(struct str url) {
    size_t i = str_past_name(url, 0, "+-.");
    return i > 0 && i < url.n && url.p[i] == ':' && is_alpha(url.p[0]);
}

/** Returns the offset of the end of the host. */
static size_t host_end(struct str url) {
    size_t at = str_find(url, STR("://"));
    size_t from = at == STR_NONE ? 0 : at + 3;
    for (size_t i = from; i < url.n; i++) {
        if (str_index(STR("/?#"), url.p[i]) != STR_NONE) {
            return i;
        }
    }
    return url.n;
}

/** Appends a path without "." and ".." (RFC 3986, §5.2.4), and the rest of the address after it (?
 * and #). */
static void put_path(struct buf *out, size_t root, struct str path) {
    size_t end = 0;
    while (end < path.n && path.p[end] != '?' && path.p[end] != '#') {
        end++;
    }
    struct str rest = str_slice(path, 0, end);
    bool dir = false;
    while (rest.p) {
        struct str part = str_cut(&rest, '/');
        bool up = str_is(part, "..");
        dir = !rest.p && (up || str_is(part, "."));
        if (up) {
            size_t n = out->n;
            while (n > root && out->p[n - 1] != '/') {
                n--;
            }
            buf_cut(out, n > root ? n - 1 : root);
        } else if (part.n && !str_is(part, ".")) {
            buf_putc(out, '/');
            buf_str(out, part);
        } else if (!part.n && !rest.p) {
            dir = true;
        }
    }
    buf_puts(out, dir || out->n == root ? "/" : "");
    buf_str(out, str_from(path, end));
}

struct str web_resolve(struct arena *a, struct str base, struct str ref) {
    if (!base.n || has_scheme(ref)) {
        return ref;
    }
    size_t host = host_end(base), end = host;
    while (end < base.n && base.p[end] != '?' && base.p[end] != '#') {
        end++;
    }
    struct str whole = str_slice(base, 0, end);
    if (str_starts(ref, STR("//"))) {
        size_t colon = str_index(base, ':');
        return arena_join(a, 2, str_slice(base, 0, colon == STR_NONE ? 0 : colon + 1), ref);
    }
    if (!ref.n || ref.p[0] == '#') {
        return arena_join(a, 2, whole, ref);
    }
    struct buf b;
    buf_init(&b, LIMIT_FRONT_MATTER);
    buf_str(&b, str_slice(base, 0, host));
    struct str path = str_slice(base, host, end), dir = path;
    while (dir.n && dir.p[dir.n - 1] != '/') {
        dir.n--;
    }
    put_path(&b, host,
             ref.p[0] == '/' ? ref : arena_join(a, 3, dir, dir.n ? STR_EMPTY : STR("/"), ref));
    return buf_finish(&b, a);
}

void web_put_href(struct buf *out, struct str url) {
    buf_puts(out, " href=\"");
    for (size_t i = 0; i < url.n; i++) {
        unsigned char c = (unsigned char)url.p[i];
        if (c == '&') {
            buf_puts(out, "&amp;");
        } else if (c <= 0x20 || c >= 0x7F || strchr("\"<>\\^`{|}", c)) {
            markup_put_percent(out, str_slice(url, i, i + 1), "");
        } else {
            buf_putc(out, (char)c);
        }
    }
    buf_putc(out, '"');
}

struct str web_below(struct arena *a, struct str url) {
    bool stays = !url.n || str_starts(url, STR("/")) || str_starts(url, STR("#")) ||
                 str_find(url, STR("://")) != STR_NONE || str_starts(url, STR("mailto:")) ||
                 str_starts(url, STR("data:"));
    return stays ? url : arena_join(a, 2, STR("../"), url);
}
