/* SPDX-License-Identifier: MIT */
/*
 * Searches a finished PDF for its authors: the text of its pages, in which words at line ends are
 * joined; every string of its objects, such as metadata and links; and its streams. The structure
 * tree shows which text is in entries of the reference list.
 */
#include "check/blind/review.h"

#include "core/base/search.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"
#include "print/pdfread/document.h"

#define CITED_BYTES 4000 /* maximum number of bytes of a citation's text that are compared */
#define MAX_CITED 1000   /* maximum number of citations with names that are stored */
#define NEAR_BYTES 200   /* number of bytes around a name that are compared with citations */

/** A run of text on a page. */
struct piece {
    size_t at; /* offset in the text */
    size_t page, line;
    bool entry; /* the run is in an entry of the reference list */
};

struct search {
    const struct blind_review *review;
    struct arena *arena;
    struct pdfread_document *pdf;
    blind_places *hits;
    struct buf text; /* the text of all pages */
    VEC(struct piece) pieces;
    struct map cited; /* the letters and digits of citations that name an author; a set */
    /* the marked content of the last call of run_in_entry(), and the result of that call */
    int64_t owner;
    int32_t mcid;
    bool entry, known;
    const struct pdfread_string *string; /* the string that is being searched */
    unsigned within;                     /* where `string` is (enum within) */
};

/* ---- structure ---- */

/** What contains a part of the document: an entry of the reference list, a citation, or neither. */
enum within { WITHIN_NOTHING, WITHIN_ENTRY, WITHIN_CITATION };

static enum within within(struct search *x, size_t element) {
    const struct pdfread_tree *tree = pdfread_tree(x->pdf);
    enum within found = WITHIN_NOTHING;
    for (size_t n = 0; element < tree->n && n < tree->n; n++) {
        struct str kind = tree->elements[element].kind;
        if (str_is(kind, "BibEntry") || str_is(tree->elements[element].type, "BibEntry")) {
            return WITHIN_ENTRY;
        }
        found = str_is(kind, "Reference") ? WITHIN_CITATION : found;
        element = tree->elements[element].parent;
    }
    return found;
}

static bool run_in_entry(struct search *x, const struct pdfread_run *r) {
    if (r->mcid < 0 || r->artifact) {
        return false;
    }
    if (!x->known || x->owner != r->owner || x->mcid != r->mcid) {
        x->known = true;
        x->owner = r->owner;
        x->mcid = r->mcid;
        x->entry = within(x, pdfread_holder_of_content(x->pdf, r->owner, r->mcid)) == WITHIN_ENTRY;
    }
    return x->entry;
}

/* ---- text ---- */

/** Removes the hyphen at the end of the text if a line break added it: a soft hyphen, or a hyphen
 * that a small letter follows. Returns whether a hyphen was removed. */
static bool drop_hyphen(struct buf *text, struct str next) {
    struct str s = buf_view(text);
    size_t at = s.n, start = str_run(next, 0, ' ');
    while (at > 0 && s.p[at - 1] == ' ') {
        at--;
    }
    uint32_t cp = at > 0 ? utf8_prev(s, &at) : 0;
    bool hyphen = cp == '-' || cp == 0xAD || cp == 0x2010;
    bool letter = hyphen && at > 0 && !is_space(s.p[at - 1]);
    bool small = start < next.n && (is_lower(next.p[start]) || (next.p[start] & 0x80));
    if (letter && (small || cp == 0xAD)) {
        text->n = at;
        return true;
    }
    return false;
}

static void put_run(struct search *x, const struct pdfread_run *r, size_t page, bool begins) {
    struct str s = r->has_actual ? r->actual : r->text;
    bool entry = run_in_entry(x, r);
    if (x->text.n && begins && !drop_hyphen(&x->text, s)) {
        buf_putc(&x->text, '\n');
    } else if (x->text.n && !begins && r->gap) {
        buf_putc(&x->text, ' ');
    }
    vec_push(&x->pieces, (struct piece){x->text.n, page + 1, r->line, entry});
    buf_str(&x->text, s);
}

static void read_pages(struct search *x) {
    size_t n = 0;
    (void)pdfread_pages(x->pdf, &n);
    for (size_t page = 0; page < n; page++) {
        const struct pdfread_page_text *t = pdfread_page_text(x->pdf, page);
        uint32_t line = 0;
        for (size_t i = 0; i < t->nruns; i++) {
            put_run(x, &t->runs[i], page, t->runs[i].line != line);
            line = t->runs[i].line;
        }
    }
}

static const struct piece *piece_at(const struct search *x, size_t at) {
    size_t i;
    SEARCH_FIRST(i, 1, x->pieces.n, x->pieces.p[i].at > at);
    return &x->pieces.p[i - 1];
}

/* ---- citations ---- */

/** Appends only letters and digits, so that lines, spaces and hyphens make no difference. */
static void put_letters(struct buf *out, struct str s) {
    for (size_t i = 0; i < s.n && out->n < CITED_BYTES; i++) {
        if (is_alnum(s.p[i]) || (s.p[i] & 0x80 && (unsigned char)s.p[i] != 0xC2)) {
            buf_putc(out, s.p[i]);
        }
    }
}

/** Stores the text of citations that name an author, for is_cited(). */
static void read_cited(struct search *x, const struct doc *doc) {
    struct doc_node *parts[DOC_PARTS];
    size_t n = doc_parts(doc, parts);
    struct buf letters = BUF_INIT;
    for (size_t i = 0; i < n && doc_has_kind(doc, DOC_CITE); i++) {
        struct doc_walk w = doc_walk_start(parts[i]);
        while (doc_walk_next(&w)) {
            if (w.enter && w.node->kind == DOC_CITE && x->cited.n < MAX_CITED) {
                struct str shown = doc_plain(x->arena, w.node);
                buf_clear(&letters);
                put_letters(&letters, shown);
                if (letters.n && !map_find(&x->cited, buf_view(&letters)) &&
                    blind_names_author(x->review->who, shown)) {
                    map_put(&x->cited, buf_keep(&letters, x->arena), x);
                }
            }
        }
    }
    buf_drop(&letters);
}

/** Whether a name is in a citation: the text around it matches the text of a citation. */
static bool is_cited(struct search *x, size_t from, size_t to) {
    struct str s = buf_view(&x->text);
    struct str near[2] = {str_slice(s, from > NEAR_BYTES ? from - NEAR_BYTES : 0, from),
                          str_slice(s, to, to + NEAR_BYTES < s.n ? to + NEAR_BYTES : s.n)};
    struct buf before = BUF_INIT, name = BUF_INIT, after = BUF_INIT;
    put_letters(&before, near[0]);
    put_letters(&name, str_slice(s, from, to));
    put_letters(&after, near[1]);
    bool cited = false;
    for (size_t i = 0; i < x->cited.n && !cited; i++) {
        struct str c = x->cited.entries[i].key, b = buf_view(&before), a = buf_view(&after);
        size_t at = 0, found;
        while (!cited && (found = str_find(str_from(c, at), buf_view(&name))) != STR_NONE) {
            at += found;
            struct str left = str_slice(c, 0, at), right = str_from(c, at + name.n);
            cited = str_ends(b, left) && str_starts(a, right);
            at++;
        }
    }
    buf_drop(&before);
    buf_drop(&name);
    buf_drop(&after);
    return cited;
}

/* ---- hits ---- */

static void take_text(void *user, const struct blind_hit *hit) {
    struct search *x = user;
    const struct piece *p = piece_at(x, hit->from);
    bool mask = x->review->mask;
    if (p->entry && (!mask || !hit->whole)) {
        return;
    }
    bool cited = !p->entry && is_cited(x, hit->from, hit->to);
    if (cited && mask && !hit->whole) {
        return; /* this is another author with the same family name */
    }
    struct blind_place_found h = {
        .text = arena_str(x->arena, str_slice(buf_view(&x->text), hit->from, hit->to)),
        .kind = hit->kind,
        .whole = hit->whole,
        .cited = cited,
        .place = arena_printf(x->arena, "page %zu, line %zu", p->page, p->line),
        .at = SIZE_MAX};
    vec_push(x->hits, h);
}

/** Returns a description of the place of a string for the user: "the metadata (Title)", "a link of
 * page 3". */
static struct str place_of_string(struct search *x) {
    struct arena *a = x->arena;
    const struct pdfread_string *s = x->string;
    size_t n = 0;
    const struct pdfread_page *pages = pdfread_pages(x->pdf, &n);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < pages[i].nlinks; k++) {
            if (pages[i].links[k].object == s->object && s->object) {
                return arena_printf(a, "a link of page %zu", i + 1);
            }
        }
    }
    if (str_among(s->key, "Title Author Subject Keywords Creator Producer")) {
        return arena_printf(a, "the metadata (%.*s)", STR_ARG(s->key));
    }
    return arena_printf(a, "object %lld (%.*s)", (long long)s->object, STR_ARG(s->key));
}

static void take_string(void *user, const struct blind_hit *hit) {
    struct search *x = user;
    bool mask = x->review->mask, cited = x->within == WITHIN_CITATION;
    if (x->within != WITHIN_NOTHING && (mask ? !hit->whole : !cited)) {
        return;
    }
    struct blind_place_found h = {
        .text = arena_str(x->arena, str_slice(x->string->text, hit->from, hit->to)),
        .kind = hit->kind,
        .whole = hit->whole,
        .cited = cited,
        .place = place_of_string(x),
        .at = SIZE_MAX};
    vec_push(x->hits, h);
}

/** Returns how to search the strings of a key: as prose, as addresses or as other text. */
static enum blind_text kind_of_key(struct str key) {
    return str_among(key,
                     "Title Author Subject Keywords Contents Alt ActualText E T Desc TU NM Label P")
               ? BLIND_PROSE
           : str_among(key, "URI F UF Names Dests Dest D ID") ? BLIND_ADDRESS
                                                              : BLIND_WHOLE;
}

static bool look_at_string(void *user, const struct pdfread_string *s) {
    struct search *x = user;
    x->string = s;
    x->within = within(x, pdfread_holder_of_object(x->pdf, s->object));
    if (x->within == WITHIN_NOTHING) {
        x->within = within(x, pdfread_element_of(x->pdf, s->object));
    }
    /* the visible text of a link may be its address */
    bool address = str_find(s->text, STR("://")) != STR_NONE && str_index(s->text, ' ') == STR_NONE;
    blind_search(x->review->who, s->text, address ? BLIND_ADDRESS : kind_of_key(s->key),
                 take_string, x);
    return true;
}

static bool look_at_stream(void *user, const struct pdfread_stream_info *s) {
    struct search *x = user;
    const struct pdfread_value *type = pdfread_get(x->pdf, s->dict, "Type");
    const struct pdfread_value *subtype = pdfread_get(x->pdf, s->dict, "Subtype");
    bool pixels = s->plain && pdfread_is_name(subtype, "Image");
    /* streams of objects are not searched here, because their objects are searched one by one */
    bool objects = pdfread_is_name(type, "ObjStm") || pdfread_is_name(type, "XRef");
    if (s->content || pixels || objects) {
        return true;
    }
    struct pdfread_string as_string = {.object = s->object, .key = STR("stream"), .text = s->data};
    if (pdfread_is_name(type, "Metadata") || pdfread_is_name(type, "EmbeddedFile")) {
        as_string.key = pdfread_is_name(type, "Metadata") ? STR("XMP") : STR("an attached file");
        x->string = &as_string;
        x->within = WITHIN_NOTHING;
        blind_search(x->review->who, s->data, BLIND_PROSE, take_string, x);
        return true;
    }
    struct blind_place_found h;
    if (blind_in_bytes(x->review, s->data, &h)) {
        h.place = arena_printf(x->arena, "object %lld (%s)", (long long)s->object,
                               s->plain ? "a stream" : "an image");
        vec_push(x->hits, h);
    }
    return true;
}

void blind_search_pdf(struct blind_review *r, const struct doc *doc, struct str name,
                      struct str data, blind_places *hits, struct diags *d) {
    struct search x = {.review = r, .arena = r->setup.arena, .hits = hits, .cited = MAP_INIT};
    x.pdf = pdfread_document_open(x.arena, name, data, SPAN_NONE, d);
    if (!x.pdf) {
        return; /* the reader of PDFs has reported the error */
    }
    buf_init(&x.text, 0);
    read_cited(&x, doc);
    read_pages(&x);
    if (x.pieces.n) {
        blind_search(r->who, buf_view(&x.text), BLIND_PROSE, take_text, &x);
    }
    pdfread_each_string(x.pdf, look_at_string, &x);
    pdfread_each_stream(x.pdf, look_at_stream, &x);
    pdfread_document_close(x.pdf);
    buf_drop(&x.text);
    vec_drop(&x.pieces);
    map_drop(&x.cited);
}
