/* SPDX-License-Identifier: MIT */
/*
 * Plain words: words in which HarfBuzz would give each letter its own glyph, kern it with its
 * neighbour, and do nothing else. They are composed here from cached glyphs and pairs. That takes a
 * hundredth of the time: a research statement of seven pages takes 22 % fewer instructions to PDF
 * and HTML. HarfBuzz shapes all other words and all doubtful ones. The tables of the font decide
 * which words are plain (OpenType 1.9, "GSUB", "GPOS", "Common Table Formats").
 *
 * The lookups are those of HarfBuzz's plan for the script, language and features. A lookup can
 * begin only at a glyph that its subtable covers, so a word with a covered character is not plain.
 * There are three exceptions. Ligatures begin with two certain glyphs, so only words with these
 * pairs are not plain. A context by coverage (format 3) that needs a glyph of another character, as
 * accents do, never matches. Pairs that change only the first advance are kerning, which is added
 * up.
 */
#include "core/base/search.h"
#include "print/font/font_internal.h"

#include <string.h>

/* "Signs" in this file are the characters that plain words may have: ASCII without the space, the
 * letters of Latin-1, and some of General Punctuation. All are in NFC, and none is a combining
 * mark. */
enum { ASCII_SIGNS = 94, LATIN_SIGNS = 64, SIGNS = ASCII_SIGNS + LATIN_SIGNS + 7 };
static const unsigned char punctuation[7] = {0x93, 0x94, 0x98, 0x99, 0x9C, 0x9D, 0xA6};

#define WORD_MAX 64 /* maximum number of signs of a plain word; few longer words occur twice */
#define KERNS 8     /* maximum number of lookups of pairs; real fonts have far fewer */
/* maximum number of plans that a font keeps; HarfBuzz shapes the words of further plans */
#define PLANS 8
#define STEPS_MAX ((size_t)1 << 22)
#define PAIR_NEW INT16_MIN
#define PAIR_ODD (INT16_MIN + 1)

/** A table of the font. Bytes beyond its end are read as 0, and `broken` is set. */
struct table {
    struct str data;
    size_t steps; /* the steps counted so far, see step() */
    bool broken;
};

/** The properties of a font for plain words that do not depend on features. */
struct plain_font {
    struct arena *arena;
    bool usable;
    uint32_t glyph[SIGNS];
    int32_t advance[SIGNS];
    uint8_t *sign; /* indexed by glyph: the sign of the glyph plus 1; 0: it has no sign */
    uint32_t nglyphs;
    hb_blob_t *blob; /* the data of the table GPOS */
    struct plain_plan *plans;
    size_t nplans;
};

/** One of HarfBuzz's plans, as far as plain words need it. */
struct plain_plan {
    struct plain_plan *next;
    unsigned features;
    hb_language_t lang;
    bool latin; /* the script is Latin; if false, the plan is for words without letters */
    bool usable;
    bool odd[SIGNS];
    struct table gpos;
    uint32_t kern[KERNS]; /* the offsets of the lookups for kerning */
    size_t nkern;
    /* [first sign][second sign]: kerning, PAIR_NEW or PAIR_ODD; see pairs_of() */
    int16_t *pair[SIGNS];
};

/** The known pairs that begin with a sign. The list is allocated at first use. */
static int16_t *pairs_of(const struct plain_font *p, struct plain_plan *plan, size_t first) {
    int16_t *row = plan->pair[first];
    if (row == NULL) {
        row = plan->pair[first] = arena_alloc(p->arena, SIGNS * sizeof *row);
        for (size_t i = 0; i < SIGNS; i++) {
            row[i] = PAIR_NEW;
        }
    }
    return row;
}

static uint32_t be16_at(struct table *t, size_t at) {
    if (at > t->data.n || t->data.n - at < 2) {
        t->broken = true;
        return 0;
    }
    const unsigned char *p = (const unsigned char *)t->data.p + at;
    return (uint32_t)p[0] << 8 | p[1];
}

static uint32_t be32_at(struct table *t, size_t at) {
    return be16_at(t, at) << 16 | be16_at(t, at + 2);
}

/* ---- signs */

static uint32_t sign_char(size_t sign) {
    if (sign < ASCII_SIGNS) {
        return (uint32_t)sign + 0x21;
    }
    sign -= ASCII_SIGNS;
    return sign < LATIN_SIGNS ? (uint32_t)sign + 0xC0
                              : 0x2000u + punctuation[sign - LATIN_SIGNS] - 0x80;
}

static bool sign_is_letter(size_t sign) {
    uint32_t cp = sign_char(sign);
    return cp < 0x80 ? is_alpha((char)cp) : cp < 0x2000 && cp != 0xD7 && cp != 0xF7;
}

/** Splits a word into signs, with their offsets. Returns their number; 0 if the word has any other
 * character. */
static size_t signs_of(struct str text, uint8_t signs[WORD_MAX], uint8_t at[WORD_MAX]) {
    size_t n = 0;
    for (size_t i = 0; i < text.n; n++) {
        const unsigned char *p = (const unsigned char *)text.p + i;
        size_t left = text.n - i;
        if (n == WORD_MAX || i > UINT8_MAX) {
            return 0;
        }
        at[n] = (uint8_t)i;
        if (p[0] > 0x20 && p[0] < 0x7F) {
            signs[n] = (uint8_t)(p[0] - 0x21);
            i += 1;
        } else if (p[0] == 0xC3 && left >= 2) {
            signs[n] = (uint8_t)(ASCII_SIGNS + (p[1] & 0x3F));
            i += 2;
        } else if (p[0] == 0xE2 && left >= 3 && p[1] == 0x80) {
            const unsigned char *found = memchr(punctuation, p[2], sizeof punctuation);
            if (found == NULL) {
                return 0;
            }
            signs[n] = (uint8_t)(ASCII_SIGNS + LATIN_SIGNS + (found - punctuation));
            i += 3;
        } else {
            return 0;
        }
    }
    return n;
}

/** Counts a step of examining a table. Returns false after STEPS_MAX steps. The limit is needed
 * because parts of a table may overlap, and a small damaged table could take hours. Real fonts take
 * less than a tenth of this limit. */
static bool step(struct table *t) {
    t->broken = t->broken || ++t->steps > STEPS_MAX;
    return !t->broken;
}

/* ---- coverages */

struct coverage {
    uint32_t format, count;
};

static struct coverage coverage_open(struct table *t, size_t at) {
    struct coverage c = {be16_at(t, at), be16_at(t, at + 2)};
    if ((c.format != 1 && c.format != 2) ||
        (t->data.n - at - 4) / (c.format == 1 ? 2 : 6) < c.count) {
        t->broken = true;
        c.count = 0;
    }
    return c;
}

static int32_t coverage_index(struct table *t, size_t at, uint32_t glyph) {
    struct coverage c = coverage_open(t, at);
    size_t i, size = c.format == 1 ? 2 : 6, last = at + 4 + (c.format == 1 ? 0 : 2);
    SEARCH_FIRST(i, 0, c.count, be16_at(t, last + i * size) >= glyph);
    size_t row = at + 4 + i * size;
    uint32_t first = i < c.count ? be16_at(t, row) : UINT32_MAX;
    if (first > glyph) {
        return -1;
    }
    return (int32_t)(c.format == 1 ? i : be16_at(t, row + 4) + glyph - first);
}

/** Calls `each` for each sign in a coverage, with its index there, until `each` returns false. */
static void coverage_walk(const struct plain_font *p, struct table *t, size_t at,
                          bool (*each)(void *ctx, size_t sign, uint32_t index), void *ctx) {
    struct coverage c = coverage_open(t, at);
    for (size_t i = 0; i < c.count && step(t); i++) {
        size_t row = at + 4 + i * (c.format == 1 ? 2 : 6);
        uint32_t first = be16_at(t, row), last = c.format == 1 ? first : be16_at(t, row + 2);
        uint32_t index = c.format == 1 ? (uint32_t)i : be16_at(t, row + 4);
        for (uint32_t g = first; g <= last && g < p->nglyphs && step(t); g++) {
            if (p->sign[g] != 0 && !each(ctx, p->sign[g] - 1u, index + g - first)) {
                return;
            }
        }
    }
}

/* ---- what lookups do to signs */

/** A plan that is being made. */
struct making {
    const struct plain_font *font;
    struct plain_plan *plan;
    struct table *t;
    size_t subtable;
};

static bool note_odd(void *ctx, size_t sign, uint32_t index) {
    (void)index;
    ((struct making *)ctx)->plan->odd[sign] = true;
    return true;
}

static bool note_any(void *ctx, size_t sign, uint32_t index) {
    (void)sign;
    (void)index;
    *(bool *)ctx = true;
    return false;
}

/** Marks the pairs of signs that begin a ligature (LigatureSet). */
static bool note_ligatures(void *ctx, size_t sign, uint32_t index) {
    struct making *m = ctx;
    size_t set = m->subtable + be16_at(m->t, m->subtable + 6 + 2 * (size_t)index);
    uint32_t n = index < be16_at(m->t, m->subtable + 4) ? be16_at(m->t, set) : 0;
    for (size_t i = 0; i < n && step(m->t); i++) {
        size_t ligature = set + be16_at(m->t, set + 2 + 2 * i);
        uint32_t parts = be16_at(m->t, ligature + 2);
        uint32_t second = parts > 1 ? be16_at(m->t, ligature + 4) : 0;
        if (parts < 2) {
            m->plan->odd[sign] = true;
        } else if (second < m->font->nglyphs && m->font->sign[second] != 0) {
            pairs_of(m->font, m->plan, sign)[m->font->sign[second] - 1] = PAIR_ODD;
        }
    }
    return true;
}

/** Whether a context of format 3 may match. It cannot match if one of its coverages contains no
 * sign. `chain` means that the context also has coverages before and after its input. `*first`
 * becomes the first coverage of the input. */
static bool context_may_match(struct making *m, bool chain, size_t *first) {
    size_t at = m->subtable + 2;
    bool may = true;
    *first = 0;
    for (int part = chain ? 0 : 1; part < (chain ? 3 : 2) && may && !m->t->broken; part++) {
        uint32_t n = be16_at(m->t, at);
        /* in a simple context, the number of records is stored after the number of coverages,
         * before the coverages */
        at += part == 1 && !chain ? 4 : 2;
        *first = part == 1 && n > 0 ? m->subtable + be16_at(m->t, at) : *first;
        for (uint32_t i = 0; i < n && may && step(m->t); i++, at += 2) {
            may = false;
            coverage_walk(m->font, m->t, m->subtable + be16_at(m->t, at), note_any, &may);
        }
    }
    return may && *first != 0;
}

/** Whether the pairs of a subtable change only the advance of the first glyph, by whole units. */
static bool pairs_only_kern(struct making *m) {
    uint32_t format = be16_at(m->t, m->subtable), value = be16_at(m->t, m->subtable + 4);
    return (format == 1 || format == 2) && (value == 0 || value == 4) &&
           be16_at(m->t, m->subtable + 6) == 0;
}

/** Examines one subtable. `type` is a type of GSUB, or a type of GPOS plus 16. Returns false if no
 * word of the font is plain. */
static bool subtable_examine(struct making *m, uint32_t type) {
    enum { LIGATURE = 4, CONTEXT = 5, CHAIN = 6, PAIRS = 16 + 2, POS_CONTEXT = 16 + 7, POS_CHAIN };
    bool chain = type == CHAIN || type == POS_CHAIN;
    size_t first = m->subtable + be16_at(m->t, m->subtable + 2);
    if (type == LIGATURE) {
        coverage_walk(m->font, m->t, first, note_ligatures, m);
        return true;
    }
    if (type == PAIRS) {
        return pairs_only_kern(m);
    }
    if ((chain || type == CONTEXT || type == POS_CONTEXT) && be16_at(m->t, m->subtable) == 3 &&
        !context_may_match(m, chain, &first)) {
        return true;
    }
    coverage_walk(m->font, m->t, first, note_odd, m);
    return true;
}

/** Examines one lookup of the table at offset `lookup`. */
static bool lookup_examine(struct making *m, size_t lookup, bool gpos) {
    enum { EXTENSION_SUBST = 7, EXTENSION_POS = 9, IGNORE_BASES = 2, IGNORE_LIGATURES = 4 };
    uint32_t type = be16_at(m->t, lookup), flags = be16_at(m->t, lookup + 2);
    uint32_t n = be16_at(m->t, lookup + 4);
    bool kern = false;
    for (uint32_t i = 0; i < n && step(m->t); i++) {
        uint32_t real = type;
        m->subtable = lookup + be16_at(m->t, lookup + 6 + 2 * (size_t)i);
        if (type == (gpos ? EXTENSION_POS : EXTENSION_SUBST)) {
            real = be16_at(m->t, m->subtable + 2);
            m->subtable += be32_at(m->t, m->subtable + 4);
        }
        bool pairs = gpos ? real == 2 : real == 4;
        kern = kern || (gpos && pairs);
        if ((pairs && (flags & (IGNORE_BASES | IGNORE_LIGATURES)) != 0) ||
            !subtable_examine(m, real + (gpos ? 16 : 0))) {
            return false;
        }
    }
    if (kern && m->plan->nkern == KERNS) {
        return false;
    }
    if (kern) {
        m->plan->kern[m->plan->nkern++] = (uint32_t)lookup;
    }
    return !m->t->broken;
}

static bool lookups_examine(struct making *m, const hb_set_t *lookups, bool gpos) {
    size_t list = be16_at(m->t, 8);
    for (hb_codepoint_t i = HB_SET_VALUE_INVALID; HB(set_next, lookups, &i);) {
        if (i >= be16_at(m->t, list) ||
            !lookup_examine(m, list + be16_at(m->t, list + 2 + 2 * (size_t)i), gpos)) {
            return false;
        }
    }
    return true;
}

/* ---- plans */

static struct table table_of(hb_blob_t *blob) {
    unsigned n = 0;
    const char *p = HB(blob_get_data, blob, &n);
    return (struct table){.data = {p, n}};
}

static struct plain_font *font_examine(struct font *f) {
    /* Tables of other shaping methods, which HarfBuzz may prefer to GSUB and GPOS. */
    static const hb_tag_t others[] = {HB_TAG('S', 'i', 'l', 'f'), HB_TAG('k', 'e', 'r', 'x'),
                                      HB_TAG('m', 'o', 'r', 'x'), HB_TAG('m', 'o', 'r', 't'),
                                      HB_TAG('t', 'r', 'a', 'k')};
    struct plain_font *p = ARENA_NEW(f->fonts->arena, struct plain_font);
    p->arena = f->fonts->arena;
    f->plain = p;
    p->usable = f->colours == 0 && !f->variable;
    for (size_t i = 0; i < ARRAY_LEN(others) && p->usable; i++) {
        p->usable = !font_has_table(f->face, others[i]);
    }
    if (!p->usable) {
        return p;
    }
    p->blob = HB(face_reference_table, f->face, HB_OT_TAG_GPOS);
    p->nglyphs = HB(face_get_glyph_count, f->face);
    p->sign = ARENA_ARRAY(f->fonts->arena, uint8_t, p->nglyphs);
    for (size_t i = 0; i < SIGNS; i++) {
        uint32_t glyph = font_glyph(f, sign_char(i));
        /* If two signs have the same glyph, only the first one can be in plain words. */
        if (glyph != 0 && glyph < p->nglyphs && p->sign[glyph] == 0 &&
            HB(ot_layout_get_glyph_class, f->face, glyph) != HB_OT_LAYOUT_GLYPH_CLASS_MARK) {
            p->sign[glyph] = (uint8_t)(i + 1);
            p->glyph[i] = glyph;
            p->advance[i] = font_glyph_advance(f, glyph);
        }
    }
    return p;
}

/** The lookups that HarfBuzz applies for a plan. The caller destroys the set. */
static hb_set_t *plan_lookups(const struct font *f, const struct plain_plan *plan, hb_tag_t table,
                              bool kern) {
    hb_segment_properties_t props = HB_SEGMENT_PROPERTIES_DEFAULT;
    hb_feature_t list[FONT_FEATURES];
    unsigned n = font_features_list(plan->features & ~(kern ? 0u : (unsigned)FONT_KERN), list);
    props.direction = HB_DIRECTION_LTR;
    props.script = plan->latin ? HB_SCRIPT_LATIN : HB_SCRIPT_INVALID;
    props.language = plan->lang;
    hb_shape_plan_t *hb = HB(shape_plan_create_cached, f->face, &props, list, n, NULL);
    hb_set_t *out = HB(set_create);
    HB(ot_shape_plan_collect_lookups, hb, table, out);
    HB(shape_plan_destroy, hb);
    return out;
}

/** Whether HarfBuzz uses the old table `kern`, because GPOS has no kerning for the script. */
static bool kern_table_counts(const struct font *f, const struct plain_plan *plan,
                              const hb_set_t *lookups) {
    if ((plan->features & FONT_KERN) == 0 || !font_has_table(f->face, HB_TAG('k', 'e', 'r', 'n'))) {
        return false;
    }
    hb_set_t *without = plan_lookups(f, plan, HB_OT_TAG_GPOS, false);
    bool same = HB(set_get_population, without) == HB(set_get_population, lookups);
    HB(set_destroy, without);
    return same;
}

static bool plan_examine(struct font *f, struct plain_plan *plan) {
    hb_blob_t *blob = HB(face_reference_table, f->face, HB_OT_TAG_GSUB);
    struct table gsub = table_of(blob);
    hb_set_t *subst = plan_lookups(f, plan, HB_OT_TAG_GSUB, true);
    hb_set_t *pos = plan_lookups(f, plan, HB_OT_TAG_GPOS, true);
    struct making m = {f->plain, plan, &gsub, 0};
    bool good = lookups_examine(&m, subst, false);
    m.t = &plan->gpos;
    good = good && lookups_examine(&m, pos, true) && !kern_table_counts(f, plan, pos);
    HB(set_destroy, subst);
    HB(set_destroy, pos);
    HB(blob_destroy, blob);
    return good;
}

static struct plain_plan *plan_of(struct font *f, unsigned features, hb_language_t lang,
                                  bool latin) {
    struct plain_plan *plan = f->plain->plans;
    while (plan != NULL &&
           !(plan->features == features && plan->lang == lang && plan->latin == latin)) {
        plan = plan->next;
    }
    if (plan == NULL && f->plain->nplans < PLANS) {
        f->plain->nplans++;
        plan = ARENA_NEW(f->fonts->arena, struct plain_plan);
        *plan = (struct plain_plan){.next = f->plain->plans,
                                    .features = features,
                                    .lang = lang,
                                    .latin = latin,
                                    .gpos = table_of(f->plain->blob)};
        f->plain->plans = plan;
        for (size_t i = 0; i < SIGNS; i++) {
            plan->odd[i] = f->plain->glyph[i] == 0;
        }
        plan->usable = plan_examine(f, plan);
    }
    return plan;
}

/* ---- kerning */

/** The class of a glyph (ClassDef). */
static uint32_t class_of(struct table *t, size_t at, uint32_t glyph) {
    uint32_t format = be16_at(t, at), first = be16_at(t, at + 2);
    if (format == 1) {
        return glyph >= first && glyph - first < be16_at(t, at + 4)
                   ? be16_at(t, at + 6 + 2 * (size_t)(glyph - first))
                   : 0;
    }
    size_t i, ranges = at + 4;
    t->broken = t->broken || format != 2;
    SEARCH_FIRST(i, 0, first, be16_at(t, ranges + 6 * i + 2) >= glyph);
    bool found = i < first && be16_at(t, ranges + 6 * i) <= glyph;
    return found ? be16_at(t, ranges + 6 * i + 4) : 0;
}

static int32_t value_at(struct table *t, size_t at, bool there) {
    return there ? (int16_t)(uint16_t)be16_at(t, at) : 0;
}

/** Looks up a pair in PairPosFormat1, in which the pairs of a first glyph are sorted by the second
 * glyph. */
static bool pair_listed(struct table *t, size_t sub, uint32_t index, uint32_t second, int32_t *by) {
    bool valued = be16_at(t, sub + 4) != 0;
    size_t set = sub + be16_at(t, sub + 10 + 2 * (size_t)index), size = valued ? 4 : 2;
    size_t i, n = index < be16_at(t, sub + 8) ? be16_at(t, set) : 0;
    SEARCH_FIRST(i, 0, n, be16_at(t, set + 2 + i * size) >= second);
    size_t row = set + 2 + i * size;
    if (i == n || be16_at(t, row) != second) {
        return false;
    }
    *by = value_at(t, row + 2, valued);
    return true;
}

/** Looks up a pair in PairPosFormat2. A second glyph of class 0 has no kerning. Versions of
 * HarfBuzz differ in whether such a pair ends the lookup. If this makes a difference, sets `*by` to
 * PAIR_ODD and returns true. */
static bool pair_classed(struct table *t, size_t sub, uint32_t first, uint32_t second, bool last,
                         int32_t *by) {
    bool valued = be16_at(t, sub + 4) != 0;
    uint32_t a = class_of(t, sub + be16_at(t, sub + 8), first);
    uint32_t b = class_of(t, sub + be16_at(t, sub + 10), second);
    uint32_t na = be16_at(t, sub + 12), nb = be16_at(t, sub + 14);
    if (a >= na || b >= nb) {
        return false;
    }
    *by = value_at(t, sub + 16 + 2 * ((size_t)a * nb + b), valued);
    if (b == 0 && (*by != 0 || !last)) {
        *by = PAIR_ODD;
    }
    return true;
}

/** The change of the first glyph's advance by one lookup, or PAIR_ODD. */
static int32_t lookup_kern(struct table *t, size_t lookup, uint32_t first, uint32_t second) {
    bool extended = be16_at(t, lookup) == 9;
    uint32_t n = be16_at(t, lookup + 4);
    int32_t by = 0;
    for (uint32_t i = 0; i < n && !t->broken; i++) {
        size_t sub = lookup + be16_at(t, lookup + 6 + 2 * (size_t)i);
        sub += extended ? be32_at(t, sub + 4) : 0;
        int32_t index = coverage_index(t, sub + be16_at(t, sub + 2), first);
        if (index < 0) {
            continue;
        }
        if (be16_at(t, sub) == 1 ? pair_listed(t, sub, (uint32_t)index, second, &by)
                                 : pair_classed(t, sub, first, second, i + 1 == n, &by)) {
            return by;
        }
    }
    return 0;
}

static int16_t pair_look_up(const struct plain_font *p, struct plain_plan *plan, size_t first,
                            size_t second) {
    int32_t sum = 0;
    for (size_t i = 0; i < plan->nkern; i++) {
        int32_t by = lookup_kern(&plan->gpos, plan->kern[i], p->glyph[first], p->glyph[second]);
        if (by == PAIR_ODD) {
            return PAIR_ODD;
        }
        sum += by;
    }
    bool small = sum > PAIR_ODD && sum <= INT16_MAX;
    return small && !plan->gpos.broken ? (int16_t)sum : PAIR_ODD;
}

/** Whether a word is plain. Pairs that are not known yet are looked up. */
static bool word_is_plain(const struct plain_font *p, struct plain_plan *plan, const uint8_t *signs,
                          size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (plan->odd[signs[i]]) {
            return false;
        }
    }
    for (size_t i = 0; i + 1 < n; i++) {
        int16_t *pair = &pairs_of(p, plan, signs[i])[signs[i + 1]];
        if (*pair == PAIR_NEW) {
            *pair = pair_look_up(p, plan, signs[i], signs[i + 1]);
        }
        if (*pair == PAIR_ODD) {
            return false;
        }
    }
    return true;
}

bool font_shape_plain(struct font *f, unsigned features, hb_language_t lang, struct font_run *run) {
    uint8_t signs[WORD_MAX], at[WORD_MAX];
    size_t n = (features & (FONT_RTL | FONT_JOIN_BEFORE | FONT_JOIN_AFTER | FONT_SIZED)) == 0
                   ? signs_of(run->text, signs, at)
                   : 0;
    if (n == 0) {
        return false;
    }
    const struct plain_font *p = f->plain != NULL ? f->plain : font_examine(f);
    bool latin = false;
    for (size_t i = 0; i < n && !latin; i++) {
        latin = sign_is_letter(signs[i]);
    }
    struct plain_plan *plan = p->usable ? plan_of(f, features, lang, latin) : NULL;
    if (plan == NULL || !plan->usable || !word_is_plain(p, plan, signs, n)) {
        return false;
    }
    run->glyphs = ARENA_ARRAY(f->fonts->arena, struct font_glyph, n);
    run->n = n;
    for (size_t i = 0; i < n; i++) {
        int32_t kern = i + 1 < n ? plan->pair[signs[i]][signs[i + 1]] : 0;
        int32_t advance = p->advance[signs[i]] + kern;
        run->glyphs[i] =
            (struct font_glyph){.id = p->glyph[signs[i]], .advance = advance, .cluster = at[i]};
        run->width += advance;
    }
    return true;
}

void font_plain_drop(struct font *f) {
    if (f->plain != NULL && f->plain->blob != NULL) {
        HB(blob_destroy, f->plain->blob);
    }
}
