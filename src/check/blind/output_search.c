/* SPDX-License-Identifier: MIT */
/* Searches a finished output for its authors: its text without markup, its attributes and metadata,
 * and the files in it. The search must know which places are in entries of the reference list or in
 * citations. For this, the output is written a second time, with other letters in entries and
 * citations. Where the two outputs differ, the text is in an entry or a citation. */
#include "check/blind/review.h"

#include "core/base/base64.h"
#include "core/base/bounds.h"
#include "core/base/markup.h"
#include "core/base/search.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"
#include "core/unicode/unicode.h"
#include "print/image/image.h"

#include <string.h>

DIAG_USE(DIAG_ANONYMOUS_CITATION);
DIAG_USE(DIAG_ANONYMOUS_OUTPUT);

#define MAX_PLACES 8        /* number of places that are listed in one message */
#define CHUNK (64u * 1024u) /* number of bytes of binary data that are searched at once */
/* number of bytes of the next chunk that are searched together with a chunk; more than any name has
 */
#define CHUNK_OVERLAP 512u

/* ---- bytes ---- */

struct byte_search {
    struct str text;
    struct blind_place_found *out;
    struct arena *arena;
    bool found;
};

static void take_bytes(void *user, const struct blind_hit *hit) {
    struct byte_search *x = user;
    if (!x->found) {
        x->found = true;
        *x->out = (struct blind_place_found){
            .text = arena_str(x->arena, str_slice(x->text, hit->from, hit->to)),
            .kind = hit->kind,
            .whole = true,
            .at = SIZE_MAX};
    }
}

/** Returns the bytes without zero bytes. UTF-16 has zero bytes between ASCII letters. */
static struct str without_zeros(struct buf *b, struct str s) {
    buf_clear(b);
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i]) {
            buf_putc(b, s.p[i]);
        }
    }
    return buf_view(b);
}

bool blind_in_bytes(const struct blind_review *review, struct str data,
                    struct blind_place_found *out) {
    struct byte_search x = {.out = out, .arena = review->setup.arena};
    struct buf bare = BUF_INIT;
    for (size_t at = 0; at < data.n && !x.found; at += CHUNK) {
        size_t end = at + CHUNK + CHUNK_OVERLAP;
        x.text = str_slice(data, at, end < data.n ? end : data.n);
        blind_search(review->who, x.text, BLIND_WHOLE, take_bytes, &x);
        if (!x.found && str_index(x.text, '\0') != STR_NONE) {
            x.text = without_zeros(&bare, x.text);
            blind_search(review->who, x.text, BLIND_WHOLE, take_bytes, &x);
        }
    }
    buf_drop(&bare);
    return x.found;
}

/* ---- text outputs ---- */

/** A part of the searched text that has the same bytes as the file. */
struct part {
    size_t at;   /* offset in the searched text */
    size_t from; /* offset in the file */
};

/** A text from a file, with the places from which its parts come. */
struct reading {
    struct buf text;
    VEC(struct part) parts;
    enum blind_text kind;
};

struct output_text {
    const struct blind_review *review;
    struct str file;
    struct reading prose, address, whole;
    blind_places *hits;
    struct reading *reading; /* the reading that is being searched */
};

static void put(struct reading *r, struct str s, size_t from) {
    vec_push(&r->parts, (struct part){r->text.n, from});
    buf_str(&r->text, s);
}

/** Appends a separator. No name is found across it. */
static void part_off(struct reading *r) {
    buf_puts(&r->text, "\n\x1a\n");
}

static size_t place_in_file(const struct reading *r, size_t at) {
    size_t i;
    SEARCH_FIRST(i, 1, r->parts.n, r->parts.p[i].at > at);
    return r->parts.n ? r->parts.p[i - 1].from + (at - r->parts.p[i - 1].at) : at;
}

static void take(void *user, const struct blind_hit *hit) {
    struct output_text *p = user;
    struct str text = str_slice(buf_view(&p->reading->text), hit->from, hit->to);
    struct blind_place_found h = {.text = arena_str(p->review->setup.arena, text),
                                  .kind = hit->kind,
                                  .whole = hit->whole,
                                  .at = place_in_file(p->reading, hit->from)};
    vec_push(p->hits, h);
}

static void search(struct output_text *p, struct reading *r) {
    p->reading = r;
    if (r->text.n) {
        blind_search(p->review->who, buf_view(&r->text), r->kind, take, p);
    }
    buf_drop(&r->text);
    vec_drop(&r->parts);
}

/* ---- HTML ---- */

/** Whether an element does not separate words. */
static bool is_inline(struct str name) {
    return str_iamong(name, "a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small "
                            "span strong sub sup time u var wbr mi mo");
}

/** Reads the character reference at a byte (HTML, 13.5). Returns its end and sets `*cp`. Returns 0
 * if there is no reference of a kind that dossier's pages use. */
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

/** Appends text with its character references decoded. */
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

/** Searches a file that is embedded in the page: "data:image/png;base64,...". */
static void look_at_data(struct output_text *p, size_t from, size_t to) {
    struct str url = str_slice(p->file, from, to);
    size_t comma = str_index(url, ',');
    if (comma == STR_NONE) {
        return;
    }
    struct buf bytes = BUF_INIT;
    if (str_ends(str_slice(url, 0, comma), STR(";base64"))) {
        (void)base64_read(&bytes, str_from(url, comma + 1));
    } else {
        buf_str(&bytes, str_from(url, comma + 1));
    }
    struct blind_place_found h;
    if (blind_in_bytes(p->review, buf_view(&bytes), &h)) {
        h.at = from;
        h.place = STR("a file in the page");
        vec_push(p->hits, h);
    }
    buf_drop(&bytes);
}

static void look_at_attribute(struct output_text *p, struct str name, size_t from, size_t to) {
    struct str value = str_slice(p->file, from, to);
    if (str_starts(value, STR("data:"))) {
        look_at_data(p, from, to);
        return;
    }
    struct reading *r = str_ieq(name, STR("style")) ? &p->whole : &p->prose;
    bool own = (str_starts(name, STR("data-")) && !str_starts(name, STR("data-keyword"))) ||
               str_iamong(name, "href src id name class for srcset rel data poster action");
    r = own ? &p->address : r;
    put_decoded(r, p->file, from, to);
    part_off(r);
}

/** Reads the attributes of a start tag. Returns the end of the tag. */
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
        at = str_past(s, at, is_space);
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

/** Returns the offset after the next `close`, or the end of the text if `close` does not follow. */
static size_t behind(struct str s, size_t at, const char *close) {
    size_t n = str_find(str_from(s, at), str_of(close));
    return n == STR_NONE ? s.n : at + n + strlen(close);
}

/** Reads the content of a script or style sheet and returns its end. Returns `at` for other
 * elements. JSON-LD is searched as prose. */
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
        size_t start = str_until(s, at, '<');
        put_decoded(&p->prose, s, at, start);
        at = start;
        if (start == s.n) {
            break;
        }
        if (str_starts(str_from(s, at), STR("<!--"))) {
            size_t end = behind(s, at, "-->");
            put(&p->address, str_slice(s, at, end), at);
            part_off(&p->address);
            at = end;
            continue;
        }
        size_t from = start + 1 + (start + 1 < s.n && s.p[start + 1] == '/');
        size_t to = str_past_name(s, from, "-");
        struct str name = str_slice(s, from, to);
        if (name.n == 0) { /* this is "<!DOCTYPE", or not a tag */
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

/** Joins the words of pandoc's JSON, which are separate strings. */
static void read_json(struct output_text *p) {
    static const char inlines[] =
        "Str Emph Strong Link Span Quoted Strikeout Superscript Subscript "
        "SmallCaps Underline SingleQuote DoubleQuote";
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
        bool type = str_is(key, "t");
        bool blank = type && str_among(word, "Space SoftBreak LineBreak");
        bool within = type && str_among(word, inlines);
        if (blank) {
            buf_putc(&p->prose.text, ' ');
        } else if (str_is(key, "c")) {
            put(&p->prose, word, from);
        } else if (!within) {
            part_off(&p->prose);
            /* the keys of citations, which pandoc needs, are searched only if works are masked */
            bool cited = str_is(key, "citationId") && !p->review->mask;
            if (!str_is(key, "t") && !cited) { /* other strings are addresses or identifiers */
                put(&p->address, word, from);
                part_off(&p->address);
            }
        }
        key = STR_EMPTY;
    }
}

/* ---- entries and citations ---- */

struct other_letters {
    struct str *at;
    struct str was;
};
typedef VEC(struct other_letters) other_letters_vec;

/** Replaces the ASCII letters of a text with `letter`, from the byte `from` on. The length stays
 * the same. */
static void disguise(struct arena *a, other_letters_vec *saved, struct str *at, char letter,
                     size_t from) {
    if (at->n <= from) {
        return;
    }
    vec_push(saved, (struct other_letters){at, *at});
    struct str copy = arena_str(a, *at);
    char *p = (char *)(uintptr_t)copy.p; /* the copy is new, so it may be changed */
    for (size_t i = from; i < copy.n; i++) {
        p[i] = is_alpha(p[i]) ? letter : p[i];
    }
    *at = copy;
}

static void disguise_node(struct arena *a, other_letters_vec *saved, struct doc_node *n,
                          char letter) {
    if (n->kind == DOC_TEXT) {
        disguise(a, saved, &n->u.text.text, letter, 0);
    } else if (n->kind == DOC_LINK && n->u.link.url.n && n->u.link.url.p[0] != '#') {
        size_t scheme = str_find(n->u.link.url, STR("://"));
        disguise(a, saved, &n->u.link.url, letter, scheme == STR_NONE ? 0 : scheme + 3);
        disguise(a, saved, &n->u.link.title, letter, 0);
    } else if (n->kind == DOC_CODE) {
        disguise(a, saved, &n->u.code.text, letter, 0);
    }
}

static void disguise_works(struct arena *a, struct doc *doc, other_letters_vec *saved) {
    struct doc_node *parts[DOC_PARTS];
    size_t n = doc_parts(doc, parts);
    for (size_t i = 0; i < n; i++) {
        struct doc_walk w = doc_walk_start(parts[i]);
        const struct doc_node *inside = NULL;
        while (doc_walk_next(&w)) {
            bool names = w.node->kind == DOC_BIB_ENTRY || w.node->kind == DOC_CITE;
            if (names && !inside && w.enter) {
                inside = w.node;
            } else if (w.node == inside && !w.enter) {
                inside = NULL;
            } else if (inside && w.enter) {
                disguise_node(a, saved, w.node, inside->kind == DOC_CITE ? 'z' : 'x');
            }
        }
    }
}

/** Replaces letters in the entries of `references`, for outputs in source formats. */
static void disguise_references(struct arena *a, struct doc *doc, other_letters_vec *saved) {
    const struct node *list = node_get(doc->front, "references");
    struct span all = list ? list->span : SPAN_NONE;
    for (size_t i = 0; all.src && i < doc->nfront_texts; i++) {
        const struct node *value = doc->front_texts[i].value;
        if (value->span.src != all.src || value->span.begin < all.begin ||
            value->span.end > all.end) {
            continue;
        }
        disguise(a, saved, &((struct node *)(uintptr_t)value)->text, 'x', 0);
        struct doc_walk w = doc_walk_start(doc->front_texts[i].text);
        while (doc_walk_next(&w)) {
            if (w.enter) {
                disguise_node(a, saved, w.node, 'x');
            }
        }
    }
}

/** Returns the output with other letters in entries and citations, or an empty text if the two
 * outputs cannot be compared. */
static struct str write_disguised(struct blind_review *r, struct doc *doc,
                                  const struct blind_output *o) {
    struct arena *a = r->setup.arena;
    other_letters_vec saved = VEC_INIT;
    struct buf out = BUF_INIT;
    if (o->source) {
        disguise_references(a, doc, &saved);
    } else {
        disguise_works(a, doc, &saved);
    }
    bool written = saved.n > 0 && o->rewrite(o->user, doc, &out) && out.n == o->data.n;
    struct str shown = written ? buf_keep(&out, a) : STR_EMPTY;
    for (size_t i = saved.n; i-- > 0;) {
        *saved.p[i].at = saved.p[i].was;
    }
    vec_drop(&saved);
    buf_drop(&out);
    return shown;
}

/** Removes the places that are allowed to name an author: those in entries or, if works are masked,
 * family names alone in entries and citations. Marks the places in citations. */
static void sort_out(const struct blind_review *r, struct str data, struct str disguised,
                     blind_places *hits) {
    size_t kept = 0;
    for (size_t i = 0; i < hits->n; i++) {
        struct blind_place_found h = hits->p[i];
        char letter = 0;
        for (size_t k = 0; k < h.text.n && h.at + k < disguised.n && !letter; k++) {
            letter = data.p[h.at + k] != disguised.p[h.at + k] ? disguised.p[h.at + k] : 0;
        }
        h.cited = letter == 'z';
        /* If the authors' own works are masked, a family name in a citation or an entry is that of
         * another author with the same name. */
        bool may = letter && (r->mask ? !h.whole : !h.cited);
        if (!may) {
            hits->p[kept++] = h;
        }
    }
    hits->n = kept;
}

static void search_text(struct blind_review *r, struct doc *doc, const struct blind_output *o,
                        blind_places *hits) {
    struct output_text p = {.review = r, .file = o->data, .hits = hits};
    p.prose.kind = BLIND_PROSE;
    p.address.kind = BLIND_ADDRESS;
    p.whole.kind = BLIND_WHOLE;
    buf_init(&p.prose.text, 0);
    buf_init(&p.address.text, 0);
    buf_init(&p.whole.text, 0);
    if (o->form == BLIND_FORM_HTML) {
        read_html(&p);
    } else if (o->form == BLIND_FORM_JSON) {
        read_json(&p);
    } else {
        put(&p.prose, o->data, 0);
    }
    search(&p, &p.prose);
    search(&p, &p.address);
    search(&p, &p.whole);
    if (hits->n) {
        sort_out(r, o->data, write_disguised(r, doc, o), hits);
    }
}

/* ---- reports ---- */

static int by_text(const void *pa, const void *pb) {
    const struct blind_place_found *a = pa, *b = pb;
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
                       const struct blind_place_found *h, size_t n) {
    struct str last = STR_EMPTY; /* the place that was written last, in the arena */
    size_t shown = 0, more = 0, line = 1, said = 0, counted = 0;
    for (size_t i = 0; i < n; i++) {
        struct str place = h[i].place;
        if (shown == MAX_PLACES) {
            more++;
            continue;
        }
        if (!place.n) { /* matches in the data are in the order of the bytes */
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

/** Appends the letters and digits of a text in lower case. So line ends and hyphens in names make
 * no difference. */
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
    struct buf x = BUF_INIT, y = BUF_INIT;
    put_letters(&x, a);
    put_letters(&y, b);
    bool same = x.n > 0 && str_eq(buf_view(&x), buf_view(&y));
    buf_drop(&x);
    buf_drop(&y);
    return same;
}

/** Returns the finding about the same text in the source, or NULL. */
static struct diag *found_in_source(const struct blind_review *r, struct str text) {
    const struct blind_findings *found = &r->found;
    for (size_t i = 0; i < found->n; i++) {
        if (str_ieq(found->p[i].text, text) || is_same_name(found->p[i].text, text)) {
            return found->p[i].diag;
        }
    }
    return NULL;
}

/** Reports one text with all of its places. `data` is in the arena. */
static void report(const struct blind_review *r, const struct blind_output *o, struct str data,
                   const struct blind_place_found *h, size_t n, struct diags *d) {
    struct arena *a = r->setup.arena;
    bool text = h->at != SIZE_MAX;
    struct source *file = source_new(a, o->name, text ? data : STR_EMPTY);
    struct span at = text ? span_make(file, h->at, h->at + h->text.n) : span_make(file, 0, 0);
    struct buf places = BUF_INIT;
    put_places(&places, a, data, h, n);
    struct diag *source = h->cited ? NULL : found_in_source(r, h->text);
    if (source) {
        diag_relate(d, source, span_make(source_new(a, o->name, STR_EMPTY), 0, 0),
                    "it is in %s: %.*s", o->called, STR_ARG(buf_view(&places)));
    } else if (h->cited) {
        struct diag *g =
            diag_add(d, DIAG_ANONYMOUS_CITATION, at, "a citation names an author, `%.*s`: %.*s",
                     STR_ARG(h->text), STR_ARG(buf_view(&places)));
        diag_hint(d, g, "cite it as another person's work, or mask it: `anonymous: mask`");
    } else {
        struct diag *g =
            diag_add(d, DIAG_ANONYMOUS_OUTPUT, at, "`%.*s` names %s: %.*s", STR_ARG(h->text),
                     blind_kind_name(h->kind), STR_ARG(buf_view(&places)));
        diag_hint(
            d, g,
            "the text of the source does not contain it: check style sheets, images, lists of "
            "works and included files");
    }
    buf_drop(&places);
}

/** Searches the image files to which an output links, because readers get these files unchanged. */
static void look_at_files(struct blind_review *r, const struct blind_output *o, struct diags *d) {
    struct arena *a = r->setup.arena;
    for (size_t i = 0; i < o->nimages && !r->looked_at_files; i++) {
        struct blind_place_found h;
        struct str bytes;
        if (file_host_read(&r->setup.host, a, o->images[i], LIMIT_IMAGE_FILE, &bytes) == 0 &&
            blind_in_bytes(r, bytes, &h)) {
            struct source *file = source_new(a, o->images[i], STR_EMPTY);
            struct diag *g = diag_add(d, DIAG_ANONYMOUS_OUTPUT, span_make(file, 0, 0),
                                      "`%.*s` names %s in the image's file", STR_ARG(h.text),
                                      blind_kind_name(h.kind));
            diag_hint(d, g,
                      "`exiftool -all= FILE` takes such things out; pages and PDFs have "
                      "images without them");
        }
    }
    r->looked_at_files = true;
}

/** Reports each image whose metadata could not be removed, but only once. */
static void report_unclean(struct blind_review *r, struct diags *d) {
    struct map *m = &r->unclean;
    for (size_t i = 0; i < m->n; i++) {
        if (m->entries[i].value) {
            struct source *file = source_new(r->setup.arena, m->entries[i].key, STR_EMPTY);
            struct diag *g = diag_add(d, DIAG_ANONYMOUS_OUTPUT, span_make(file, 0, 0),
                                      "the metadata of the image cannot be removed");
            diag_hint(d, g, "save it in another program without metadata");
            m->entries[i].value = NULL;
        }
    }
}

void blind_review_output(struct blind_review *r, struct doc *doc, const struct blind_output *o,
                         struct diags *d) {
    blind_places hits = VEC_INIT;
    report_unclean(r, d);
    if (o->form == BLIND_FORM_PDF) {
        blind_search_pdf(r, doc, o->name, o->data, &hits, d);
    } else {
        search_text(r, doc, o, &hits);
        if (o->links_images) {
            look_at_files(r, o, d);
        }
    }
    struct str data = o->data;
    if (hits.n) {
        vec_sort(&hits, by_text);
        data = arena_str(r->setup.arena, data); /* diagnostics outlive the output */
    }
    for (size_t i = 0, n; i < hits.n; i += n) {
        n = 1;
        while (i + n < hits.n && hits.p[i + n].cited == hits.p[i].cited &&
               str_ieq(hits.p[i + n].text, hits.p[i].text)) {
            n++;
        }
        report(r, o, data, &hits.p[i], n, d);
    }
    vec_drop(&hits);
}
