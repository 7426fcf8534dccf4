/* SPDX-License-Identifier: MIT */
/*
 * Whether a finished output names its authors. An output is looked at as whoever opens it would:
 * its text without marks, what its attributes and metadata say, files in it. What stands in entries
 * of the reference list and in citations is told from the rest by writing the output a second time
 * with other letters there: where the two differ, a work is named.
 */
#include "job/build/blind_review.h"

#include "core/base/base64.h"
#include "core/base/bounds.h"
#include "core/base/markup.h"
#include "core/base/utf8.h"
#include "core/unicode/unicode.h"
#include "print/image/image.h"

#include <stdlib.h>
#include <string.h>

DIAG_USE(DIAG_ANONYMOUS_CITATION);
DIAG_USE(DIAG_ANONYMOUS_OUTPUT);

#define MOST_PLACES 8       /* that are named */
#define CHUNK (64u * 1024u) /* bytes that are searched at once where there is no text */
#define CHUNK_OVERLAP 512u  /* more than a name has */

/* ---- bytes ---- */

struct byte_search {
    struct str text;
    struct build_blind_hit *out;
    struct arena *arena;
    bool found;
};

static void take_bytes(void *user, const struct blind_hit *hit) {
    struct byte_search *x = user;
    if (!x->found) {
        x->found = true;
        *x->out = (struct build_blind_hit){
            .text = arena_str(x->arena, str_slice(x->text, hit->from, hit->to)),
            .kind = hit->kind,
            .whole = true,
            .at = SIZE_MAX};
    }
}

/** Without bytes that are zero: what UTF-16 has between letters of ASCII. */
static struct str without_zeros(struct buf *b, struct str s) {
    buf_clear(b);
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i]) {
            buf_putc(b, s.p[i]);
        }
    }
    return buf_view(b);
}

bool build_blind_in_bytes(const struct build_blind *blind, struct str data,
                          struct build_blind_hit *out) {
    struct byte_search x = {.out = out, .arena = blind->arena};
    struct buf bare;
    buf_init(&bare, 0);
    for (size_t at = 0; at < data.n && !x.found; at += CHUNK) {
        size_t end = at + CHUNK + CHUNK_OVERLAP;
        x.text = str_slice(data, at, end < data.n ? end : data.n);
        blind_search(blind->who, x.text, BLIND_WHOLE, take_bytes, &x);
        if (!x.found && str_index(x.text, '\0') != STR_NONE) {
            x.text = without_zeros(&bare, x.text);
            blind_search(blind->who, x.text, BLIND_WHOLE, take_bytes, &x);
        }
    }
    buf_drop(&bare);
    return x.found;
}

/* ---- what is read of an output that is text ---- */

struct part {
    size_t at;   /* in the text that is searched */
    size_t from; /* in the file */
};

/** Text out of a file, with the way back. */
struct reading {
    struct buf text;
    VEC(struct part) parts; /* byte by byte from each on */
    enum blind_text kind;
};

struct output_text {
    const struct build_blind *blind;
    struct str file;
    struct reading prose, address, whole;
    build_blind_hits *hits;
    struct reading *reading; /* that is searched */
};

static void put(struct reading *r, struct str s, size_t from) {
    vec_push(&r->parts, (struct part){r->text.n, from});
    buf_str(&r->text, s);
}

/** Ends what stands together: no name goes on behind it. */
static void part_off(struct reading *r) {
    buf_puts(&r->text, "\n\x1a\n");
}

static size_t place_in_file(const struct reading *r, size_t at) {
    size_t low = 0, high = r->parts.n;
    while (high - low > 1) {
        size_t mid = low + (high - low) / 2;
        if (r->parts.p[mid].at <= at) {
            low = mid;
        } else {
            high = mid;
        }
    }
    return r->parts.n ? r->parts.p[low].from + (at - r->parts.p[low].at) : at;
}

static void take(void *user, const struct blind_hit *hit) {
    struct output_text *p = user;
    struct str text = str_slice(buf_view(&p->reading->text), hit->from, hit->to);
    struct build_blind_hit h = {.text = arena_str(p->blind->arena, text),
                                .kind = hit->kind,
                                .whole = hit->whole,
                                .at = place_in_file(p->reading, hit->from)};
    vec_push(p->hits, h);
}

static void search(struct output_text *p, struct reading *r) {
    p->reading = r;
    if (r->text.n) {
        blind_search(p->blind->who, buf_view(&r->text), r->kind, take, p);
    }
    buf_drop(&r->text);
    vec_drop(&r->parts);
}

/* ---- HTML ---- */

/** Elements that do not part words. */
static bool is_inline(struct str name) {
    static const char *const names[] = {"a",   "abbr", "b",    "bdi",   "bdo",  "cite",   "code",
                                        "del", "dfn",  "em",   "i",     "ins",  "kbd",    "mark",
                                        "q",   "s",    "samp", "small", "span", "strong", "sub",
                                        "sup", "time", "u",    "var",   "wbr",  "mi",     "mo"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (str_ieq(name, str_of(names[i]))) {
            return true;
        }
    }
    return false;
}

/** A character reference at a byte (HTML, 13.5): its end, and what it stands for; 0 when none that
 * our pages have stands there. */
static size_t reference_at(struct str s, size_t at, uint32_t *cp) {
    static const struct {
        struct str spelt;
        uint32_t cp;
    } blanks[] = {{STR_INIT("&nbsp;"), 0xA0}, {STR_INIT("&shy;"), 0xAD}};
    struct str rest = str_from(s, at);
    for (size_t i = 0; i < ARRAY_LEN(blanks); i++) {
        if (str_starts(rest, blanks[i].spelt)) {
            *cp = blanks[i].cp;
            return at + blanks[i].spelt.n;
        }
    }
    size_t n = markup_reference(rest, cp);
    return n ? at + n : 0;
}

/** Text as it reads: references are written out. */
static void put_decoded(struct reading *r, struct str file, size_t from, size_t to) {
    struct str s = str_slice(file, 0, to);
    while (from < to) {
        size_t amp = str_index(str_from(s, from), '&');
        size_t end = amp == STR_NONE ? to : from + amp;
        if (end > from) {
            put(r, str_slice(s, from, end), from);
        }
        uint32_t cp = 0;
        size_t behind = end < to ? reference_at(s, end, &cp) : 0;
        if (behind) {
            char bytes[4];
            put(r, (struct str){bytes, utf8_encode(cp, bytes)}, end);
            from = behind;
        } else if (end < to) {
            put(r, STR("&"), end);
            from = end + 1;
        } else {
            from = to;
        }
    }
}

/** A file in the page: "data:image/png;base64,...". */
static void look_at_data(struct output_text *p, size_t from, size_t to) {
    struct str url = str_slice(p->file, from, to);
    size_t comma = str_index(url, ',');
    if (comma == STR_NONE) {
        return;
    }
    struct buf bytes;
    buf_init(&bytes, 0);
    if (str_ends(str_slice(url, 0, comma), STR(";base64"))) {
        (void)base64_read(&bytes, str_from(url, comma + 1));
    } else {
        buf_str(&bytes, str_from(url, comma + 1));
    }
    struct build_blind_hit h;
    if (build_blind_in_bytes(p->blind, buf_view(&bytes), &h)) {
        h.at = from;
        h.place = STR("a file in the page");
        vec_push(p->hits, h);
    }
    buf_drop(&bytes);
}

static void look_at_attribute(struct output_text *p, struct str name, size_t from, size_t to) {
    static const char *const addresses[] = {"href",   "src", "id",   "name",   "class", "for",
                                            "srcset", "rel", "data", "poster", "action"};
    struct str value = str_slice(p->file, from, to);
    if (str_starts(value, STR("data:"))) {
        look_at_data(p, from, to);
        return;
    }
    struct reading *r = str_ieq(name, STR("style")) ? &p->whole : &p->prose;
    bool own = str_starts(name, STR("data-")) && !str_starts(name, STR("data-keyword"));
    for (size_t i = 0; i < ARRAY_LEN(addresses) && !own; i++) {
        own = str_ieq(name, str_of(addresses[i]));
    }
    r = own ? &p->address : r;
    put_decoded(r, p->file, from, to);
    part_off(r);
}

/** The attributes of a start tag from a byte on; returns where the tag ends. */
static size_t look_at_attributes(struct output_text *p, size_t at) {
    struct str s = p->file;
    while (at < s.n && s.p[at] != '>') {
        while (at < s.n && (is_space(s.p[at]) || s.p[at] == '/')) {
            at++;
        }
        size_t name = at;
        while (at < s.n && !is_space(s.p[at]) && str_index(STR("=>/"), s.p[at]) == STR_NONE) {
            at++;
        }
        struct str word = str_slice(s, name, at);
        while (at < s.n && is_space(s.p[at])) {
            at++;
        }
        if (at < s.n && s.p[at] == '=') {
            for (at++; at < s.n && is_space(s.p[at]);) {
                at++;
            }
            char quote = at < s.n && (s.p[at] == '"' || s.p[at] == '\'') ? s.p[at] : 0;
            size_t from = at + (quote != 0), to = from;
            while (to < s.n && (quote ? s.p[to] != quote : !is_space(s.p[to]) && s.p[to] != '>')) {
                to++;
            }
            look_at_attribute(p, word, from, to);
            at = to + (quote && to < s.n);
        } else if (word.n == 0 && at < s.n && s.p[at] != '>') {
            at++;
        }
    }
    return at < s.n ? at + 1 : at;
}

/** Behind `close`, from a byte on; the end when it is not there. */
static size_t behind(struct str s, size_t at, const char *close) {
    size_t n = str_find(str_from(s, at), str_of(close));
    return n == STR_NONE ? s.n : at + n + strlen(close);
}

/** What scripts and sheets have is no prose, but what machines read of the page is. */
static size_t look_at_raw(struct output_text *p, struct str name, struct str tag, size_t at) {
    bool script = str_ieq(name, STR("script"));
    if (!script && !str_ieq(name, STR("style"))) {
        return at;
    }
    size_t end = behind(p->file, at, script ? "</script" : "</style");
    bool data = str_find(tag, STR("application/ld+json")) != STR_NONE;
    struct reading *r = data ? &p->prose : &p->whole;
    put(r, str_slice(p->file, at, end), at);
    part_off(r);
    return end;
}

static void read_html(struct output_text *p) {
    struct str s = p->file;
    for (size_t at = 0; at < s.n;) {
        size_t open = str_index(str_from(s, at), '<');
        size_t start = open == STR_NONE ? s.n : at + open;
        put_decoded(&p->prose, s, at, start);
        at = start;
        if (start == s.n) {
            break;
        }
        if (str_starts(str_from(s, at), STR("<!--"))) {
            size_t end = behind(s, at, "-->");
            put(&p->address, str_slice(s, at, end), at); /* a comment is read by nobody else */
            part_off(&p->address);
            at = end;
            continue;
        }
        size_t from = start + 1 + (start + 1 < s.n && s.p[start + 1] == '/'), to = from;
        while (to < s.n && (is_alnum(s.p[to]) || s.p[to] == '-')) {
            to++;
        }
        struct str name = str_slice(s, from, to);
        if (name.n == 0) { /* "<!DOCTYPE", or no tag at all */
            at = start + 1;
            continue;
        }
        if (!is_inline(name)) {
            buf_puts(&p->prose.text, "\n\n");
        }
        at = look_at_attributes(p, to);
        if (from == start + 1) {
            at = look_at_raw(p, name, str_slice(s, start, at), at);
        }
    }
}

/* ---- pandoc's JSON ---- */

/** Words stand apart there: they are put together again. */
static void read_json(struct output_text *p) {
    static const char *const blanks[] = {"Space", "SoftBreak", "LineBreak"};
    static const char *const inlines[] = {"Str",        "Emph",      "Strong",    "Link",
                                          "Span",       "Quoted",    "Strikeout", "Superscript",
                                          "Subscript",  "SmallCaps", "Underline", "SingleQuote",
                                          "DoubleQuote"};
    struct str s = p->file, key = STR_EMPTY;
    for (size_t at = 0; at < s.n;) {
        if (s.p[at] != '"') {
            at++;
            continue;
        }
        size_t from = at + 1, to = from;
        while (to < s.n && s.p[to] != '"') {
            to += s.p[to] == '\\' ? 2 : 1;
        }
        to = to < s.n ? to : s.n;
        struct str word = str_slice(s, from, to);
        at = to + 1;
        if (at < s.n && s.p[at] == ':') {
            key = word;
            continue;
        }
        bool blank = false, within = false;
        for (size_t i = 0; i < ARRAY_LEN(blanks) && str_is(key, "t"); i++) {
            blank = blank || str_is(word, blanks[i]);
        }
        for (size_t i = 0; i < ARRAY_LEN(inlines) && str_is(key, "t"); i++) {
            within = within || str_is(word, inlines[i]);
        }
        if (blank) {
            buf_putc(&p->prose.text, ' ');
        } else if (str_is(key, "c")) {
            put(&p->prose, word, from);
        } else if (!within) {
            part_off(&p->prose);
            bool cited = str_is(key, "citationId") && !p->blind->mask; /* as pandoc needs it */
            if (!str_is(key, "t") && !cited) {                         /* addresses, identifiers */
                put(&p->address, word, from);
                part_off(&p->address);
            }
        }
        key = STR_EMPTY;
    }
}

/* ---- which of it stands in entries and citations ---- */

struct other_letters {
    struct str *at;
    struct str was;
};
typedef VEC(struct other_letters) other_letters_vec;

/** As many bytes and columns, but other letters: 'x' or 'z' for those of ASCII. */
static void disguise(struct arena *a, other_letters_vec *saved, struct str *at, char letter,
                     size_t from) {
    if (at->n <= from) {
        return;
    }
    vec_push(saved, (struct other_letters){at, *at});
    struct str copy = arena_str(a, *at);
    char *p = (char *)(uintptr_t)copy.p; /* fresh from the arena: ours to change */
    for (size_t i = from; i < copy.n; i++) {
        p[i] = is_alpha(p[i]) ? letter : p[i];
    }
    *at = copy;
}

static void disguise_node(struct build_run *b, other_letters_vec *saved, struct doc_node *n,
                          char letter) {
    if (n->kind == DOC_TEXT) {
        disguise(b->arena, saved, &n->u.text.text, letter, 0);
    } else if (n->kind == DOC_LINK && n->u.link.url.n && n->u.link.url.p[0] != '#') {
        size_t scheme = str_find(n->u.link.url, STR("://"));
        disguise(b->arena, saved, &n->u.link.url, letter, scheme == STR_NONE ? 0 : scheme + 3);
        disguise(b->arena, saved, &n->u.link.title, letter, 0);
    } else if (n->kind == DOC_CODE) {
        disguise(b->arena, saved, &n->u.code.text, letter, 0);
    }
}

static void disguise_works(struct build_run *b, struct doc *doc, other_letters_vec *saved) {
    struct doc_node *parts[BUILD_PARTS];
    size_t n = build_parts(doc, parts);
    for (size_t i = 0; i < n; i++) {
        struct doc_walk w = doc_walk_start(parts[i]);
        const struct doc_node *inside = NULL;
        while (parts[i] && doc_walk_next(&w)) {
            bool names = w.node->kind == DOC_BIB_ENTRY || w.node->kind == DOC_CITE;
            if (names && !inside && w.enter) {
                inside = w.node;
            } else if (w.node == inside && !w.enter) {
                inside = NULL;
            } else if (inside && w.enter) {
                disguise_node(b, saved, w.node, inside->kind == DOC_CITE ? 'z' : 'x');
            }
        }
    }
}

/** Entries of `references`, in an output that is a source. */
static void disguise_references(struct build_run *b, struct doc *doc, other_letters_vec *saved) {
    const struct node *list = node_get(doc->front, "references");
    struct span all = list ? list->span : SPAN_NONE;
    for (size_t i = 0; all.src && i < doc->nfront_texts; i++) {
        const struct node *value = doc->front_texts[i].value;
        if (value->span.src != all.src || value->span.begin < all.begin ||
            value->span.end > all.end) {
            continue;
        }
        disguise(b->arena, saved, &((struct node *)(uintptr_t)value)->text, 'x', 0);
        struct doc_walk w = doc_walk_start(doc->front_texts[i].text);
        while (doc_walk_next(&w)) {
            if (w.enter) {
                disguise_node(b, saved, w.node, 'x');
            }
        }
    }
}

/** The output with other letters in entries and citations; empty when it came out otherwise. */
static struct str write_disguised(struct build_run *b, struct doc *doc, struct build_target *t,
                                  struct str data) {
    other_letters_vec saved = VEC_INIT;
    struct diags quiet, *said = b->d;
    struct buf out;
    diags_init(&quiet, b->arena);
    buf_init(&out, 0);
    if (t->output->source) {
        disguise_references(b, doc, &saved);
    } else {
        disguise_works(b, doc, &saved);
    }
    size_t pages;
    b->d = &quiet;
    /* Nothing goes beside it: feeds and the like are not made of such a document. */
    bool written = saved.n > 0 && t->output->write(b, doc, &out, &pages) && out.n == data.n;
    struct str shown = written ? buf_keep(&out, b->arena) : STR_EMPTY;
    b->d = said;
    for (size_t i = saved.n; i-- > 0;) {
        *saved.p[i].at = saved.p[i].was;
    }
    vec_drop(&saved);
    buf_drop(&out);
    diags_drop(&quiet);
    return shown;
}

/** Leaves out what stands in entries, unless whole names may not either; marks what is cited. */
static void sort_out(struct build_run *b, struct str data, struct str disguised,
                     build_blind_hits *hits) {
    size_t kept = 0;
    for (size_t i = 0; i < hits->n; i++) {
        struct build_blind_hit h = hits->p[i];
        char letter = 0;
        for (size_t k = 0; k < h.text.n && h.at + k < disguised.n && !letter; k++) {
            letter = data.p[h.at + k] != disguised.p[h.at + k] ? disguised.p[h.at + k] : 0;
        }
        h.cited = letter == 'z';
        /* A family name alone is somebody else's of that name, where own works are hidden. */
        bool may = letter && (b->blind->mask ? !h.whole : !h.cited);
        if (!may) {
            hits->p[kept++] = h;
        }
    }
    hits->n = kept;
}

static void search_text(struct build_run *b, struct doc *doc, struct build_target *t,
                        struct str data, build_blind_hits *hits) {
    struct output_text p = {.blind = b->blind, .file = data, .hits = hits};
    p.prose.kind = BLIND_PROSE;
    p.address.kind = BLIND_ADDRESS;
    p.whole.kind = BLIND_WHOLE;
    buf_init(&p.prose.text, 0);
    buf_init(&p.address.text, 0);
    buf_init(&p.whole.text, 0);
    const char *name = t->output->names[0];
    if (str_is(str_of(name), "html")) {
        read_html(&p);
    } else if (str_is(str_of(name), "json")) {
        read_json(&p);
    } else {
        put(&p.prose, data, 0);
    }
    search(&p, &p.prose);
    search(&p, &p.address);
    search(&p, &p.whole);
    if (hits->n) {
        sort_out(b, data, write_disguised(b, doc, t, data), hits);
    }
}

/* ---- reports ---- */

static int by_text(const void *pa, const void *pb) {
    const struct build_blind_hit *a = pa, *b = pb;
    if (a->cited != b->cited) {
        return a->cited - b->cited;
    }
    size_t n = a->text.n < b->text.n ? a->text.n : b->text.n;
    for (size_t i = 0; i < n; i++) {
        char x = to_lower(a->text.p[i]), y = to_lower(b->text.p[i]);
        if (x != y) {
            return (unsigned char)x < (unsigned char)y ? -1 : 1;
        }
    }
    if (a->text.n != b->text.n) {
        return a->text.n < b->text.n ? -1 : 1;
    }
    return a->at < b->at ? -1 : a->at > b->at;
}

static void put_places(struct buf *out, struct arena *a, struct str data,
                       const struct build_blind_hit *h, size_t n) {
    struct str last = STR_EMPTY; /* in the arena */
    size_t shown = 0, more = 0, line = 1, said = 0, counted = 0;
    for (size_t i = 0; i < n; i++) {
        struct str place = h[i].place;
        if (shown == MOST_PLACES) {
            more++;
            continue;
        }
        if (!place.n) { /* they are in the order of the file */
            for (; counted < h[i].at && counted < data.n; counted++) {
                line += data.p[counted] == '\n';
            }
            place = line == said ? last : arena_printf(a, "line %zu", line);
            said = line;
        }
        if (!str_eq(place, last)) {
            buf_puts(out, shown++ ? "; " : "");
            buf_str(out, place);
            last = place;
        }
    }
    if (more) {
        buf_printf(out, " and %zu more", more);
    }
}

/** The letters and digits of a text, in lower case: a name that a line or a hyphen parts is the
 * name all the same. */
static void put_letters(struct buf *out, struct str s) {
    for (size_t at = 0; at < s.n;) {
        size_t from = at;
        uint32_t cp = utf8_next(s, &at);
        if (cp < 0x80 ? is_alnum((char)cp) : unicode_is_letter(cp) || unicode_is_mark(cp)) {
            buf_str(out, cp < 0x80 ? (struct str){(char[]){to_lower((char)cp)}, 1}
                                   : str_slice(s, from, at));
        }
    }
}

static bool is_same_name(struct str a, struct str b) {
    struct buf x, y;
    buf_init(&x, 0);
    buf_init(&y, 0);
    put_letters(&x, a);
    put_letters(&y, b);
    bool same = x.n > 0 && str_eq(buf_view(&x), buf_view(&y));
    buf_drop(&x);
    buf_drop(&y);
    return same;
}

/** The finding in the source of what stands in an output, or NULL. */
static struct diag *found_in_source(const struct build_run *b, struct str text) {
    const struct blind_findings *found = &b->blind->found;
    for (size_t i = 0; i < found->n; i++) {
        if (str_ieq(found->p[i].text, text) || is_same_name(found->p[i].text, text)) {
            return found->p[i].diag;
        }
    }
    return NULL;
}

/** All places of one text. */
static void report(struct build_run *b, struct build_target *t, struct str name, struct str data,
                   const struct build_blind_hit *h, size_t n) {
    bool text = h->at != SIZE_MAX;
    struct source *file = source_new(b->arena, name, text ? data : STR_EMPTY);
    struct span at = text ? span_make(file, h->at, h->at + h->text.n) : span_make(file, 0, 0);
    struct buf places;
    buf_init(&places, 0);
    put_places(&places, b->arena, data, h, n);
    struct diag *source = h->cited ? NULL : found_in_source(b, h->text);
    if (source) {
        diag_relate(b->d, source, span_make(source_new(b->arena, name, STR_EMPTY), 0, 0),
                    "it stands in %s: %.*s", t->output->called, STR_ARG(buf_view(&places)));
    } else if (h->cited) {
        struct diag *g =
            diag_add(b->d, DIAG_ANONYMOUS_CITATION, at, "a citation names an author, `%.*s`: %.*s",
                     STR_ARG(h->text), STR_ARG(buf_view(&places)));
        diag_hint(b->d, g,
                  "speak of it as of somebody else's, or hide whose it is: `anonymous: mask`");
    } else {
        struct diag *g =
            diag_add(b->d, DIAG_ANONYMOUS_OUTPUT, at, "`%.*s` names %s: %.*s", STR_ARG(h->text),
                     blind_kind_name(h->kind), STR_ARG(buf_view(&places)));
        diag_hint(b->d, g,
                  "the text of the source does not say it: look at style sheets, images, lists of "
                  "works and included files");
    }
    buf_drop(&places);
}

/** Images that an output names go to the reader as they are. */
static void look_at_files(struct build_run *b) {
    for (size_t i = 0; i < b->images.n && !b->blind->files; i++) {
        struct build_blind_hit h;
        struct str bytes;
        if (file_host_read(&b->blind->host, b->arena, b->images.p[i], LIMIT_IMAGE_FILE, &bytes) ==
                0 &&
            build_blind_in_bytes(b->blind, bytes, &h)) {
            struct source *file = source_new(b->arena, b->images.p[i], STR_EMPTY);
            struct diag *g = diag_add(b->d, DIAG_ANONYMOUS_OUTPUT, span_make(file, 0, 0),
                                      "`%.*s` names %s in the image's file", STR_ARG(h.text),
                                      blind_kind_name(h.kind));
            diag_hint(b->d, g,
                      "`exiftool -all= FILE` takes such things out; pages and PDFs have "
                      "images without them");
        }
    }
    b->blind->files = true;
}

/** Images that stand in an output as they are, for nobody can tell what is in them. */
static void report_unclean(struct build_run *b) {
    struct map *m = &b->blind->unclean;
    for (size_t i = 0; i < m->n; i++) {
        if (m->entries[i].value) {
            struct source *file = source_new(b->arena, m->entries[i].key, STR_EMPTY);
            struct diag *g = diag_add(b->d, DIAG_ANONYMOUS_OUTPUT, span_make(file, 0, 0),
                                      "the image cannot be cleaned of what it says of its makers");
            diag_hint(b->d, g, "save it anew in another program, without metadata");
            m->entries[i].value = NULL; /* once is enough */
        }
    }
}

void build_blind_search(struct build_run *b, struct doc *doc, struct build_target *t,
                        struct str data) {
    build_blind_hits hits = VEC_INIT;
    report_unclean(b);
    bool stream = file_is_stream(t->path) || !t->path.n;
    struct str name = stream ? str_of(t->output->called) : t->path;
    if (str_is(str_of(t->output->names[0]), "pdf")) {
        build_blind_search_pdf(b, doc, name, data, &hits);
    } else {
        search_text(b, doc, t, data, &hits);
        if (t->output->source || str_is(str_of(t->output->names[0]), "latex")) {
            look_at_files(b);
        }
    }
    if (hits.n) {
        qsort(hits.p, hits.n, sizeof *hits.p, by_text);
        data = arena_str(b->arena, data);
    }
    for (size_t i = 0, n; i < hits.n; i += n) {
        n = 1;
        while (i + n < hits.n && hits.p[i + n].cited == hits.p[i].cited &&
               str_ieq(hits.p[i + n].text, hits.p[i].text)) {
            n++;
        }
        report(b, t, name, data, &hits.p[i], n);
    }
    vec_drop(&hits);
}
