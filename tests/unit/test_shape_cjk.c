/* SPDX-License-Identifier: MIT */
/*
 * Scripts without spaces: the places where lines may end, stretch and shrink between
 * characters, and the borders of styles and formulas. No font of these scripts is needed,
 * except for the widths of punctuation.
 */
#include "print/layout/text/shape_internal.h"

#include "core/base/utf8.h"

#include "tap.h"

#define SIZE (12 * SP_PT)

struct env {
    struct arena *a;
    struct fonts *fonts;
    struct shaper *s;
    struct inline_style style;
};

/* The word with '|' where a line may end and '~' where two characters stay together but are set
 * closer or wider. */
static struct str cuts(struct env *e, const char *lang, unsigned flags, const char *word) {
    struct inline_builder *b = inline_new(e->s);
    struct inline_style style = e->style;
    struct str text = str_of(word);
    struct buf out;
    size_t next = 0;
    style.lang = str_of(lang);
    style.flags = flags;
    vec_clear(&b->cuts);
    shape_cuts_find(b, &style, text);
    buf_init(&out, 0);
    for (size_t i = 0; i < text.n; i++) {
        for (; next < b->cuts.n && b->cuts.p[next].at == i; next++) {
            buf_putc(&out, b->cuts.p[next].tied ? '~' : '|');
        }
        buf_putc(&out, text.p[i]);
    }
    struct str kept = buf_finish(&out, e->a);
    inline_drop(b);
    return kept;
}

static void test_cuts(struct env *e) {
    static const struct {
        const char *lang, *word, *want, *name;
        unsigned flags;
    } rows[] = {
        {"ja", "文字、次。", "文|字、|次。", "no line begins with a comma or full stop", 0},
        {"ja", "「文字」と（注）", "「文|字」|と|（注）", "nor ends in an opening bracket", 0},
        {"ja", "キャッシュー", "キャッ|シュー", "nor begins with a small kana or the long mark", 0},
        {"ja", "人々々", "人々々", "nor with an iteration mark", 0},
        {"ja", "。「『文』」。", "。|「~『文』~」~。", "brackets that meet are set closer", 0},
        {"zh", "他说“你好”。", "他|说|“你|好”~。", "Chinese quotation marks are brackets", 0},
        {"zh", "真的？！对", "真|的？~！|对", "two signs", 0},
        {"zh", "文——字……尾", "文|——|字……|尾", "long dashes and ellipses are whole", 0},
        {"zh-Hant", "使用LaTeX排版", "使|用|LaTeX|排|版", "a seam beside Latin letters", 0},
        {"ko", "한국어를", "한|국|어|를", "Korean by syllables", 0},
        {"ko", "한국어를(漢字)", "한국어를|(漢字)", "or by words", INLINE_KEEP_WORDS},
        {"zh", "文字，文字", "文字，|文字", "keep-all holds for ideographs", INLINE_KEEP_WORDS},
        {"en", "文字。", "文|字。", "in a text of another language", 0},
        {"en", "ファ「イル", "ファ|「イ|ル", "with the rules of the letters", 0},
        {"th", "สวัสดีชาวโลก", "สวัสดี|ชาว|โลก", "Thai by its dictionary", 0},
        {"lo", "ສະບາຍດີຊາວໂລກ", "ສະບາຍດີ|ຊາວໂລກ", "Lao", 0},
        {"km", "សួស្តីពិភពលោក", "សួស្តី|ពិភពលោក", "Khmer", 0},
        {"my", "ကမ္ဘာလောက", "ကမ္ဘာ|လောက", "Burmese", 0},
        {"hi", "विद्यालयक्षेत्र", "विद्यालयक्षेत्र", "conjuncts stay whole", 0},
        {"zh", "文字", "文字", "nothing is cut where nothing may be", INLINE_NO_BREAK},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        is_str(cuts(e, rows[i].lang, rows[i].flags, rows[i].word), rows[i].want, rows[i].name);
    }
}

static struct para_item glue(struct env *e, const struct font *font, const char *word,
                             bool breaks) {
    struct inline_builder *b = inline_new(e->s);
    size_t at = 0;
    buf_clear(&b->word);
    buf_puts(&b->word, word);
    (void)utf8_next(buf_view(&b->word), &at);
    struct para_item item = shape_seam_glue(b, &e->style, font, at, breaks);
    inline_drop(b);
    return item;
}

static void test_glue(struct env *e) {
    struct para_item item = glue(e, e->style.font, "文A", true);
    is_int(item.width, SIZE / 4, "a quarter of an em beside a Latin letter");
    ok(item.stretch > 0 && item.shrink > 0, "which gives way");
    is_int(glue(e, e->style.font, "7年", true).width, SIZE / 4, "and beside a figure");
    is_int(glue(e, e->style.font, "文(", true).width, 0, "none beside punctuation");
    is_int(glue(e, e->style.font, "한A", true).width, 0, "none in Korean");
    item = glue(e, e->style.font, "文字", true);
    ok(item.width == 0 && item.stretch > 0, "a little stretch between ideographs");
    ok(glue(e, e->style.font, "한국", true).stretch < item.stretch, "less in Korean");

    struct font *han = fonts_find(e->fonts, STR("Noto Serif CJK JP"), 0, SIZE, NULL);
    if (han == NULL) {
        skip("Noto Serif CJK is not installed");
        return;
    }
    int32_t half = font_metrics(han)->upem / 2;
    is_int(glue(e, han, "」。", false).width, -SIZE / 2,
           "a bracket before a full stop loses a half");
    is_int(glue(e, han, "。「", true).width, -SIZE / 2, "one half stays before a bracket");
    is_int(glue(e, han, "「『", false).width, -SIZE / 2, "two opening brackets");
    ok(glue(e, han, "。次", true).shrink == SIZE / 4, "the empty half gives way");
    is_int(shape_cjk_hang(han, 0x3002, false), half, "a full stop's half hangs at a line's end");
    is_int(shape_cjk_hang(han, 0x300C, true), half, "a bracket's at its beginning");
    is_int(shape_cjk_hang(han, 0x3002, true), 0, "not the other way round");
    struct font *tc = fonts_find(e->fonts, STR("Noto Serif CJK TC"), 0, SIZE, NULL);
    is_int(tc != NULL ? shape_cjk_hang(tc, 0x3002, false) : 0, 0,
           "a full stop in the middle of its em stays whole");
}

/* Items behind the first word: their widths, and whether a line may end there. */
static void test_joints(struct env *e) {
    struct inline_style other = e->style, raised = e->style;
    raised.rise = SIZE / 3;
    if (fonts_stand_in(e->fonts, 0x6587, e->style.font, 0, STR("zh")) == NULL) {
        skip("no font with ideographs is installed");
        return;
    }
    struct inline_builder *b = inline_new(e->s);
    inline_text(b, &e->style, STR("文"));
    inline_text(b, &other, STR("字"));
    inline_text(b, &e->style, STR("。"));
    inline_text(b, &other, STR("A"));
    inline_box(b, SIZE, SIZE, 0, NULL, NULL);
    inline_text(b, &e->style, STR("文\n字 B"));
    inline_text(b, &other, STR("文"));
    inline_text(b, &raised, STR("1"));
    inline_text(b, &other, STR("字\u2060字"));
    inline_box(b, SIZE, SIZE, 0, NULL, NULL);
    size_t n = 0;
    (void)inline_missing(b, &n);
    struct buf out = BUF_INIT;
    for (size_t i = 0; i < b->units.n; i++) {
        const struct para_item *it = &b->items.p[i];
        switch (b->units.p[i].kind) {
        case UNIT_WORD:
            buf_putc(&out, 'w');
            break;
        case UNIT_SEAM:
            buf_putc(&out, it->width == SIZE / 4 ? '4' : it->width == 0 ? '|' : '?');
            break;
        case UNIT_BOX:
            buf_putc(&out, 'b');
            break;
        case UNIT_SPACE:
            buf_putc(&out, ' ');
            break;
        case UNIT_CUT:
        case UNIT_GAP:
        case UNIT_MARK:
        case UNIT_NEWLINE:
            buf_putc(&out, '-');
            break;
        }
    }
    is_str(buf_view(&out), "w|ww|wb4w|w w4ww|w-w4b",
           "a line may end between styles, not before a full stop or a note's mark; a formula is a "
           "Latin word; a line of the source ends without a space; a word joiner joins");
    buf_drop(&out);
    inline_drop(b);
}

int main(void) {
    struct env e = {.a = arena_new()};
    e.fonts = fonts_new(e.a);
    e.s = shaper_new(e.a, e.a, e.fonts);
    e.style =
        (struct inline_style){.font = fonts_find(e.fonts, STR("Latin Modern Roman"), 0, SIZE, NULL),
                              .size = SIZE,
                              .features = FONT_DEFAULT_FEATURES,
                              .lang = STR("zh")};
    test_cuts(&e);
    test_glue(&e);
    test_joints(&e);
    shaper_drop(e.s);
    fonts_drop(e.fonts);
    arena_drop(e.a);
    return tap_done();
}
