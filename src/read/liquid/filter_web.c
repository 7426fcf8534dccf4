/* SPDX-License-Identifier: MIT */
/* Filters for addresses, HTML and JSON. The site's address comes from its configuration. */
#include "core/base/bounds.h"
#include "core/base/markup.h"
#include "core/base/utf8.h"
#include "core/data/json.h"
#include "core/unicode/unicode.h"
#include "read/liquid/liquid_state.h"

/* Escapes a text for HTML. If `once` is set, an `&` at the beginning of an entity is kept. */
static const struct node *escape(struct liquid_call *c, bool once) {
    struct str s = liquid_text(c->q, c->in);
    struct buf b;
    buf_init(&b, LIMIT_SOURCE);
    for (size_t i = 0; i < s.n; i++) {
        size_t end = once && s.p[i] == '&' ? i + 1 : s.n;
        while (end < s.n && end < i + 12 && (is_alnum(s.p[end]) || s.p[end] == '#')) {
            end++;
        }
        bool entity = end < s.n && end > i + 1 && s.p[end] == ';';
        switch (s.p[i]) {
        case '&':
            buf_puts(&b, entity ? "&" : "&amp;");
            break;
        case '<':
            buf_puts(&b, "&lt;");
            break;
        case '>':
            buf_puts(&b, "&gt;");
            break;
        case '"':
            buf_puts(&b, "&quot;");
            break;
        case '\'':
            buf_puts(&b, "&#39;");
            break;
        default:
            buf_putc(&b, s.p[i]);
            break;
        }
    }
    return liquid_of_text(c->q, buf_finish(&b, c->q->a));
}

static const struct node *f_escape(struct liquid_call *c) {
    return escape(c, false);
}

static const struct node *f_escape_once(struct liquid_call *c) {
    return escape(c, true);
}

/* Percent-encodes all bytes except letters, digits and the bytes in `safe`. `space` replaces a
 * space. */
static const struct node *percent(struct liquid_call *c, const char *safe, const char *space) {
    struct str s = liquid_text(c->q, c->in);
    struct buf b;
    buf_init(&b, LIMIT_SOURCE);
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == ' ') {
            buf_puts(&b, space);
        } else {
            markup_put_percent(&b, str_slice(s, i, i + 1), safe);
        }
    }
    return liquid_of_text(c->q, buf_finish(&b, c->q->a));
}

static const struct node *f_url_encode(struct liquid_call *c) {
    return percent(c, "-_.~*", "+");
}

static const struct node *f_uri_escape(struct liquid_call *c) {
    return percent(c, "-_.~!*'();:@&=+$,/?#[]%", "%20");
}

static const struct node *f_url_decode(struct liquid_call *c) {
    struct str s = arena_str(c->q->a, liquid_text(c->q, c->in));
    char *p = (char *)(uintptr_t)s.p; /* the copy may be changed, because nothing else uses it */
    for (size_t i = 0; i < s.n; i++) {
        p[i] = p[i] == '+' ? ' ' : p[i];
    }
    return liquid_of_text(c->q, path_of_url(c->q->a, s));
}

/* Keeps letters and digits. Each run of other characters becomes one hyphen (Jekyll's slugify). */
static const struct node *f_slugify(struct liquid_call *c) {
    struct str s = liquid_text(c->q, c->in), mode = liquid_arg(c, 0);
    bool latin = str_is(mode, "latin"), ascii = latin || str_is(mode, "ascii"),
         pretty = str_is(mode, "pretty"), raw = str_is(mode, "raw");
    bool cased = c->n > 1 && liquid_true(c->args[1]);
    s = cased && !latin ? s : unicode_lower(c->q->a, s, STR_EMPTY);
    s = latin ? unicode_fold(c->q->a, s) : s;
    if (str_is(mode, "none")) {
        return liquid_of_text(c->q, s);
    }
    struct buf b;
    buf_init(&b, LIMIT_SOURCE);
    for (size_t at = 0; at < s.n;) {
        size_t from = at;
        uint32_t cp = utf8_next(s, &at);
        bool word = cp < 0x80 ? is_alnum((char)cp)
                              : !ascii && (unicode_is_letter(cp) || unicode_is_mark(cp) ||
                                           unicode_is_digit(cp));
        bool kept = word || (raw && !unicode_is_space(cp)) ||
                    (pretty && cp < 0x80 && strchr("._~!$&'()+,;=@", (char)cp));
        if (kept) {
            buf_str(&b, str_slice(s, from, at));
        } else if (b.n && b.p[b.n - 1] != '-') {
            buf_putc(&b, '-');
        }
    }
    if (b.n && b.p[b.n - 1] == '-') {
        buf_cut(&b, b.n - 1);
    }
    return liquid_of_text(c->q, buf_finish(&b, c->q->a));
}

static struct str site_text(struct liquid *q, const char *key) {
    return liquid_text(q, node_get(q->opt->site, key));
}

struct str liquid_site_path(struct liquid *q, struct str path, bool absolute) {
    /* an address with a scheme, such as tel:, is kept */
    if (str_index(path, ':') < str_index(path, '/')) {
        return path;
    }
    struct str base = site_text(q, "baseurl"), url = absolute ? site_text(q, "url") : STR_EMPTY;
    while (base.n && base.p[base.n - 1] == '/') {
        base.n--;
    }
    while (url.n && url.p[url.n - 1] == '/') {
        url.n--;
    }
    bool slash = path.n == 0 || path.p[0] != '/', own = base.n && base.p[0] != '/';
    return arena_join(q->a, 5, url, own ? STR("/") : STR_EMPTY, base, slash ? STR("/") : STR_EMPTY,
                      path);
}

static const struct node *f_relative_url(struct liquid_call *c) {
    return liquid_of_text(c->q, liquid_site_path(c->q, liquid_text(c->q, c->in), false));
}

static const struct node *f_absolute_url(struct liquid_call *c) {
    return liquid_of_text(c->q, liquid_site_path(c->q, liquid_text(c->q, c->in), true));
}

/* ---- JSON */

static void write_json(struct liquid *q, struct buf *b, const struct node *v, int depth) {
    enum liquid_type type = liquid_type_of(v);
    if (!liquid_spend(q, 8) || depth > LIMIT_DATA_DEPTH) {
        return;
    }
    switch (type) {
    case LIQUID_NIL:
        buf_puts(b, "null");
        return;
    case LIQUID_BOOL:
    case LIQUID_NUMBER:
        buf_str(b, liquid_text(q, v));
        return;
    case LIQUID_STRING:
        json_write_string(b, v->text);
        return;
    case LIQUID_LIST:
    case LIQUID_MAP:
        break;
    }
    buf_putc(b, type == LIQUID_MAP ? '{' : '[');
    for (size_t i = 0; i < v->n && q->jump != LIQUID_STOP; i++) {
        buf_puts(b, i ? "," : "");
        if (type == LIQUID_MAP) {
            json_write_string(b, v->keys[i]);
            buf_putc(b, ':');
        }
        write_json(q, b, v->items[i], depth + 1);
    }
    buf_putc(b, type == LIQUID_MAP ? '}' : ']');
}

static const struct node *f_jsonify(struct liquid_call *c) {
    struct buf b;
    buf_init(&b, LIMIT_SOURCE);
    write_json(c->q, &b, c->in, 0);
    return liquid_of_text(c->q, buf_finish(&b, c->q->a));
}

const struct liquid_filter_row liquid_web_filters[] = {
    {"absolute_url", f_absolute_url},
    {"cgi_escape", f_url_encode},
    {"escape", f_escape},
    {"escape_once", f_escape_once},
    {"jsonify", f_jsonify},
    {"relative_url", f_relative_url},
    {"slugify", f_slugify},
    {"uri_escape", f_uri_escape},
    {"url_decode", f_url_decode},
    {"url_encode", f_url_encode},
    {"xml_escape", f_escape},
    {NULL, NULL},
};
