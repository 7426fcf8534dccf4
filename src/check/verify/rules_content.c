/* SPDX-License-Identifier: MIT */
/*
 * Reads each content stream once and records the data that the rules need. The streams are those of
 * pages, forms, patterns, masks and drawn glyphs.
 */
#include "check/verify/rules.h"

#include "core/base/bounds.h"
#include "core/base/word_list.h"

#include <stdlib.h>

enum { MAX_OPERANDS = 64, MAX_MARKS = 256, MAX_FONTS = 2000, DEEP = 28 };

/** Operators of content, sorted (ISO 32000-1, table 51). */
static const char *const operators[] = {
    "\"", "'",  "B",  "B*", "BDC", "BI", "BMC", "BT", "BX",  "CS", "DP", "Do", "EI",  "EMC", "ET",
    "EX", "F",  "G",  "ID", "J",   "K",  "M",   "MP", "Q",   "RG", "S",  "SC", "SCN", "T*",  "TD",
    "TJ", "TL", "Tc", "Td", "Tf",  "Tj", "Tm",  "Tr", "Ts",  "Tw", "Tz", "W",  "W*",  "b",   "b*",
    "c",  "cm", "cs", "d",  "d0",  "d1", "f",   "f*", "g",   "gs", "h",  "i",  "j",   "k",   "l",
    "m",  "n",  "q",  "re", "rg",  "ri", "s",   "sc", "scn", "sh", "v",  "w",  "y"};

struct pass {
    struct rules *r;
    struct rules_content *c;
    struct arena *scratch;
    struct pdfread_value operands[MAX_OPERANDS];
    size_t n;
    int depth;
    int marks[MAX_MARKS]; /* for each open sequence: its MCID, NO_MARK or ARTIFACT */
    bool says[MAX_MARKS]; /* the marked content has an ActualText */
    size_t nmarks, lost;
    size_t font; /* index of the current font + 1, or 0 */
};

enum { NO_MARK = -1, ARTIFACT = -2 };

/* ---- fonts */

static void find_program(struct rules *r, struct rules_font *f) {
    static const char *const keys[] = {"FontFile", "FontFile2", "FontFile3"};
    for (size_t i = 0; i < ARRAY_LEN(keys) && !f->key; i++) {
        const struct pdfread_value *ref = pdfread_entry(f->about, keys[i]);
        if (rules_is_stream(r, ref)) {
            f->key = keys[i];
            f->program = ref->number;
        }
    }
}

static size_t font_of(struct rules *r, const struct pdfread_value *ref, bool own) {
    const struct pdfread_value *dict = pdfread_follow(r->doc, ref);
    if (dict->kind != PDFREAD_DICT) {
        return 0;
    }
    struct str key = arena_printf(r->arena, "%p", (const void *)dict);
    size_t index = (size_t)(uintptr_t)map_lookup(&r->font_at, key);
    if (index || r->fonts.n == MAX_FONTS) {
        if (index) {
            r->fonts.p[index - 1].own = r->fonts.p[index - 1].own || own;
        }
        return index;
    }
    struct rules_font f = {.dict = dict, .below = dict, .object = rules_number(ref), .own = own};
    const struct pdfread_value *kind = rules_get(r, dict, "Subtype");
    const struct pdfread_value *name = rules_get(r, dict, "BaseFont");
    f.kind = kind->kind == PDFREAD_NAME ? kind->text : STR_EMPTY;
    f.name = name->kind == PDFREAD_NAME ? name->text : STR_EMPTY;
    const struct pdfread_value *below = rules_item(r, pdfread_entry(dict, "DescendantFonts"), 0);
    f.below = below ? pdfread_follow(r->doc, below) : dict;
    f.about = rules_get(r, f.below, "FontDescriptor");
    find_program(r, &f);
    struct pdfread_codes codes = pdfread_font_codes(r->doc, dict);
    f.has_texts = codes.mapped;
    f.texts = codes.mapped ? (struct str *)(uintptr_t)codes.texts : NULL;
    f.ntexts = codes.mapped ? codes.n : 0;
    vec_push(&r->fonts, f);
    (void)map_put(&r->font_at, key, (void *)(uintptr_t)r->fonts.n);
    return r->fonts.n;
}

static void show(struct pass *x, struct str codes) {
    struct rules_font *f = x->font ? &x->r->fonts.p[x->font - 1] : NULL;
    if (!f) {
        return;
    }
    if (!f->shown) {
        f->shown = ARENA_ARRAY(x->r->arena, uint8_t, RULES_CODES);
    }
    bool wide = str_is(f->kind, "Type0"), says = false;
    for (size_t i = 0; i < x->nmarks; i++) {
        says = says || x->says[i];
    }
    for (size_t i = 0; i + wide < codes.n; i += 1 + wide) {
        unsigned code = (unsigned char)codes.p[i];
        code = wide ? code << 8 | (unsigned char)codes.p[i + 1] : code;
        f->nshown = code >= f->nshown ? code + 1 : f->nshown;
        f->shown[code] |= (uint8_t)(RULES_SHOWN | (says ? 0 : RULES_BARE));
    }
}

/* ---- operators */

static const struct pdfread_value *last(const struct pass *x) {
    return x->n ? &x->operands[x->n - 1]
                : pdfread_entry(&(struct pdfread_value){.kind = PDFREAD_NULL}, "");
}

static void begin_mark(struct pass *x) {
    struct rules_content *c = x->c;
    const struct pdfread_value *tag = x->n ? &x->operands[0] : last(x);
    const struct pdfread_value *of = x->n > 1 ? &x->operands[1] : last(x);
    if (of->kind == PDFREAD_NAME && x->n > 1) {
        struct str key = arena_str(x->scratch, of->text);
        of = rules_get(x->r, rules_get(x->r, c->resources, "Properties"), key.p);
    }
    const struct pdfread_value *mcid = rules_get(x->r, of, "MCID");
    bool artifact = pdfread_is_name(tag, "Artifact"), in_mcid = false, in_artifact = false;
    for (size_t i = 0; i < x->nmarks; i++) {
        in_mcid = in_mcid || x->marks[i] >= 0;
        in_artifact = in_artifact || x->marks[i] == ARTIFACT;
    }
    bool has = mcid->kind == PDFREAD_INT && mcid->number >= 0 && mcid->number < INT32_MAX;
    c->mixed = c->mixed || (artifact && in_mcid) || (has && in_artifact);
    const struct pdfread_value *kind = rules_get(x->r, of, "Type");
    if (artifact && kind->kind == PDFREAD_NAME &&
        !str_among(kind->text, rules_is(x->r, RULE_U2) ? "Pagination Layout Page Background Inline"
                                                       : "Pagination Layout Page Background")) {
        c->artifact = arena_str(x->r->arena, kind->text);
    }
    if (has && c->mcids.n < LIMIT_PDF_ELEMENTS) {
        vec_push(&c->mcids, (int32_t)mcid->number);
    }
    if (x->nmarks == MAX_MARKS) {
        x->lost++;
        return;
    }
    x->marks[x->nmarks] = artifact ? ARTIFACT : has ? (int)mcid->number : NO_MARK;
    x->says[x->nmarks++] = rules_has(of, "ActualText");
}

static void end_mark(struct pass *x) {
    if (x->lost) {
        x->lost--;
    } else if (x->nmarks) {
        x->nmarks--;
    } else {
        x->c->ends = true;
    }
}

static void look_at_resource(struct pass *x, struct str op) {
    static const struct {
        const char *op, *kind;
    } kinds[] = {{"Tf", "Font"}, {"Do", "XObject"}, {"gs", "ExtGState"}, {"sh", "Shading"}};
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        size_t k = x->n;
        while (str_is(op, kinds[i].op) && k > 0 && x->operands[k - 1].kind != PDFREAD_NAME) {
            k--;
        }
        if (!str_is(op, kinds[i].op) || k == 0) {
            continue;
        }
        struct str key = arena_str(x->scratch, x->operands[k - 1].text);
        const struct pdfread_value *all = rules_get(x->r, x->c->resources, kinds[i].kind);
        const struct pdfread_value *found = pdfread_entry(all, key.p);
        if (found->kind == PDFREAD_NULL && x->c->lacks.n == 0) {
            x->c->lacks = arena_str(x->r->arena, key);
            x->c->lacks_kind = kinds[i].kind;
        }
        if (i == 0) {
            x->font = font_of(x->r, found, x->c->page != SIZE_MAX);
        }
    }
}

static void look_at_values(struct pass *x, const struct pdfread_value *v, int depth) {
    struct rules_content *c = x->c;
    c->half = c->half || v->odd;
    c->longest = v->kind == PDFREAD_STRING && v->text.n > c->longest ? v->text.n : c->longest;
    if (v->kind == PDFREAD_REAL) {
        double size = v->real < 0 ? -v->real : v->real;
        c->largest = size > c->largest ? size : c->largest;
    }
    for (size_t i = 0; depth < LIMIT_PDF_DEPTH &&
                       (v->kind == PDFREAD_ARRAY || v->kind == PDFREAD_DICT) && i < v->n;
         i++) {
        look_at_values(x, &v->items[i], depth + 1);
    }
}

static void look_at_inline_image(struct pass *x) {
    for (size_t i = 0; i + 1 < x->n; i += 2) {
        const struct pdfread_value *key = &x->operands[i], *v = &x->operands[i + 1];
        bool smooth = pdfread_is_name(key, "I") || pdfread_is_name(key, "Interpolate");
        x->c->smoothed = x->c->smoothed || (smooth && v->kind == PDFREAD_BOOL && v->number);
    }
    for (size_t i = 0; i < x->n; i++) {
        const struct pdfread_value *v = &x->operands[i];
        x->c->smoothed = x->c->smoothed ||
                         (v->kind == PDFREAD_NAME && str_among(v->text, "LZW LZWDecode Crypt"));
        x->c->cmyk = x->c->cmyk || pdfread_is_name(v, "CMYK");
    }
}

static void run(struct pass *x, struct str op) {
    struct rules_content *c = x->c;
    const char *const *known =
        bsearch(&op, operators, ARRAY_LEN(operators), sizeof *operators, str_order_z);
    if (!known && c->strange.n == 0) {
        c->strange = arena_str(x->r->arena, op);
    }
    x->depth += str_is(op, "q") - str_is(op, "Q");
    c->deep = c->deep || x->depth > DEEP;
    for (size_t i = 0; i < x->n; i++) {
        look_at_values(x, &x->operands[i], 0);
        c->cmyk = c->cmyk || pdfread_is_name(&x->operands[i], "DeviceCMYK");
    }
    c->cmyk = c->cmyk || str_is(op, "k") || str_is(op, "K");
    if (str_among(op, "BDC BMC")) {
        begin_mark(x);
    } else if (str_is(op, "EMC")) {
        end_mark(x);
    } else if (str_is(op, "ID")) {
        look_at_inline_image(x);
    } else if (str_is(op, "ri") && x->n) {
        c->intent = c->intent ||
                    !str_among(last(x)->text,
                               "RelativeColorimetric AbsoluteColorimetric Perceptual Saturation");
    } else if (str_among(op, "Tj TJ ' \"") && x->n) {
        const struct pdfread_value *v = last(x);
        show(x, v->kind == PDFREAD_STRING ? v->text : STR_EMPTY);
        for (size_t i = 0; v->kind == PDFREAD_ARRAY && i < v->n; i++) {
            show(x, v->items[i].kind == PDFREAD_STRING ? v->items[i].text : STR_EMPTY);
        }
    } else {
        look_at_resource(x, op);
    }
    if (c->unmarked.n == 0 && str_among(op, "Tj TJ ' \" f F f* S s B B* b b* Do sh EI")) {
        bool marked = false;
        for (size_t i = 0; i < x->nmarks; i++) {
            marked = marked || x->marks[i] != NO_MARK;
        }
        c->unmarked = marked ? STR_EMPTY : arena_str(x->r->arena, op);
    }
}

static void read_content(struct rules *r, struct rules_content *c) {
    struct pass *x = xcalloc(1, sizeof *x);
    struct arena *operands = arena_new();
    x->r = r;
    x->c = c;
    x->scratch = operands;
    struct pdfread_lexer lexer = {.arena = operands, .s = c->data, .most = PDFREAD_MOST_VALUES};
    struct pdfread_value v;
    while (pdfread_next(&lexer, &v)) {
        if (v.kind != PDFREAD_OPERATOR) {
            if (x->n == MAX_OPERANDS) { /* no operator has so many operands */
                x->n = 0;
                arena_reset(operands);
            } else {
                x->operands[x->n++] = v;
            }
            continue;
        }
        run(x, v.text);
        x->n = 0;
        arena_reset(operands);
    }
    arena_drop(operands);
    free(x);
}

/* ---- streams */

struct finder {
    struct rules *r;
    bool *seen; /* for each object: this stream or resource dictionary was seen */
    size_t n;
    VEC(const struct pdfread_value *) resources;
};

static bool is_new(struct finder *f, const struct pdfread_value *ref) {
    if (ref->kind != PDFREAD_REFERENCE || ref->number <= 0 || (size_t)ref->number >= f->n ||
        f->seen[ref->number]) {
        return false;
    }
    f->seen[ref->number] = true;
    return true;
}

static void add_stream(struct finder *f, const struct pdfread_value *ref,
                       const struct pdfread_value *resources) {
    struct rules_content c = {.object = ref->number, .page = SIZE_MAX};
    c.data = rules_data(f->r, ref);
    c.resources = pdfread_follow(f->r->doc, resources);
    vec_push(&f->r->contents, c);
}

/** Adds a form, a pattern, or the group of a mask. */
static void add_form(struct finder *f, const struct pdfread_value *ref) {
    struct rules *r = f->r;
    const struct pdfread_value *dict = pdfread_follow(r->doc, ref);
    bool form = pdfread_is_name(rules_get(r, dict, "Subtype"), "Form");
    const struct pdfread_value *pattern = rules_get(r, dict, "PatternType");
    bool tiles = pattern->kind == PDFREAD_INT && pattern->number == 1;
    if ((form || tiles) && rules_is_stream(r, ref) && is_new(f, ref)) {
        add_stream(f, ref, pdfread_entry(dict, "Resources"));
        vec_push(&f->resources, pdfread_entry(dict, "Resources"));
    }
}

static void add_glyphs(struct finder *f, const struct pdfread_value *ref,
                       const struct pdfread_value *outer) {
    struct rules *r = f->r;
    const struct pdfread_value *font = pdfread_follow(r->doc, ref);
    if (!pdfread_is_name(rules_get(r, font, "Subtype"), "Type3") || !is_new(f, ref)) {
        return;
    }
    const struct pdfread_value *own =
        rules_has(font, "Resources") ? pdfread_entry(font, "Resources") : outer;
    const struct pdfread_value *procs = rules_get(r, font, "CharProcs");
    vec_push(&f->resources, own);
    for (size_t i = 1; procs->kind == PDFREAD_DICT && i < procs->n; i += 2) {
        if (rules_is_stream(r, &procs->items[i]) && is_new(f, &procs->items[i])) {
            add_stream(f, &procs->items[i], own);
        }
    }
}

static void look_in(struct finder *f, const struct pdfread_value *resources) {
    struct rules *r = f->r;
    static const char *const kinds[] = {"XObject", "Pattern"};
    for (size_t k = 0; k < ARRAY_LEN(kinds); k++) {
        const struct pdfread_value *all = rules_get(r, resources, kinds[k]);
        for (size_t i = 1; all->kind == PDFREAD_DICT && i < all->n; i += 2) {
            add_form(f, &all->items[i]);
        }
    }
    const struct pdfread_value *fonts = rules_get(r, resources, "Font");
    for (size_t i = 1; fonts->kind == PDFREAD_DICT && i < fonts->n; i += 2) {
        add_glyphs(f, &fonts->items[i], resources);
    }
    const struct pdfread_value *states = rules_get(r, resources, "ExtGState");
    for (size_t i = 1; states->kind == PDFREAD_DICT && i < states->n; i += 2) {
        const struct pdfread_value *mask = rules_get(r, &states->items[i], "SMask");
        add_form(f, pdfread_entry(mask, "G"));
    }
}

void rules_read_contents(struct rules *r) {
    struct finder f = {.r = r, .n = pdfread_objects(r->doc)};
    f.seen = xcalloc(f.n, sizeof *f.seen);
    for (size_t p = 0; p < r->v->npages; p++) {
        const struct pdfread_page *page = &r->v->pages[p];
        struct rules_content c = {.object = page->object, .page = p, .resources = page->resources};
        c.data = pdfread_page_content(r->doc, p);
        vec_push(&r->contents, c);
        const struct pdfread_value *ref = pdfread_entry(page->dict, "Resources");
        if (ref->kind != PDFREAD_REFERENCE || is_new(&f, ref)) {
            vec_push(&f.resources, page->resources);
        }
    }
    while (f.resources.n) {
        look_in(&f, vec_pop(&f.resources));
    }
    for (size_t i = 0; i < r->contents.n; i++) {
        const struct pdfread_value *fonts = rules_get(r, r->contents.p[i].resources, "Font");
        for (size_t k = 1; fonts->kind == PDFREAD_DICT && k < fonts->n && r->fonts.n < MAX_FONTS;
             k += 2) {
            (void)font_of(r, &fonts->items[k], r->contents.p[i].page != SIZE_MAX);
        }
        read_content(r, &r->contents.p[i]);
    }
    free(f.seen);
    vec_drop(&f.resources);
}
