/* SPDX-License-Identifier: MIT */
/* Formulas as boxes, set without a document. */
#include "tap.h"

#include "print/layout/math/math_box.h"

struct memo_inputs {
    struct fonts *fonts;
    struct str family; /* of the last words */
    enum font_class cls;
    unsigned face;
    sp size;
    int fonts_inputs, missing;
    uint32_t cp;
};

static struct font *text_font(void *user, struct str family, enum font_class cls, unsigned face,
                              sp size) {
    struct memo_inputs *asked = user;
    asked->family = family;
    asked->cls = cls;
    asked->face = face;
    asked->size = size;
    asked->fonts_inputs++;
    return fonts_find(asked->fonts, fonts_default_family(cls), face, size, NULL);
}

static void missing(void *user, uint32_t cp) {
    struct memo_inputs *asked = user;
    asked->missing++;
    asked->cp = cp;
}

static struct arena *arena;
static struct memo_inputs asked;
static struct mbox_host host;

static struct mbox_env env_of(enum math_style style) {
    return (struct mbox_env){
        .host = &host,
        .size = 10 * SP_PT,
        .family = STR("Some Family"),
        .style = style,
        .font = fonts_find(asked.fonts, fonts_default_family(FONT_MATH), 0, 10 * SP_PT, NULL)};
}

static struct mbox set(const char *tex, enum math_style style) {
    struct mbox_env env = env_of(style);
    return mbox_set(&env, math_parse(arena, str_of(tex), SPAN_NONE, NULL, NULL, NULL));
}

static const struct draw *find_draw(const struct mbox *box, enum draw_kind kind) {
    const struct draw *d = box->draws.first;
    while (d && d->kind != kind) {
        d = d->next;
    }
    return d;
}

static void test_fraction(void) {
    struct mbox_env env = env_of(MATH_STYLE_DISPLAY);
    const struct font_math *c = font_math(env.font);
    struct mbox box = set("\\frac{a}{b}", MATH_STYLE_DISPLAY);
    const struct draw *rule = find_draw(&box, DRAW_RULE);
    ok(rule != NULL, "a fraction has a rule");
    if (rule) {
        is_int(rule->u.rule.h, mbox_scale(&env, c->fraction_rule), "as thick as the font has it");
        is_int(rule->y + rule->u.rule.h / 2, -mbox_scale(&env, c->axis_height), "on the axis");
    }
    struct mbox small = set("\\frac{a}{b}", MATH_STYLE_TEXT);
    ok(small.h + small.d < box.h + box.d, "it is smaller amid text");
    ok(!find_draw(&(struct mbox){0}, DRAW_RULE) && set("", MATH_STYLE_TEXT).w == 0,
       "no formula, no width");
}

/* The last draw of a box, which is that of its last script. */
static const struct draw *last_draw(const struct mbox *box) {
    const struct draw *d = box->draws.first;
    while (d->next) {
        d = d->next;
    }
    return d;
}

static void test_scripts(void) {
    struct mbox_env env = env_of(MATH_STYLE_TEXT);
    const struct font_math *c = font_math(env.font);
    struct mbox plain = set("x", MATH_STYLE_TEXT), once = set("x_x", MATH_STYLE_TEXT),
                twice = set("x_{x_x}", MATH_STYLE_TEXT), both = set("x^x_x", MATH_STYLE_TEXT);
    uint32_t glyph[] = {plain.draws.first->u.text->glyphs->id, last_draw(&once)->u.text->glyphs->id,
                        last_draw(&twice)->u.text->glyphs->id};
    ok(glyph[0] != glyph[1] && glyph[1] != glyph[2] && glyph[0] != glyph[2],
       "scripts have the letters that the font has for their sizes");
    is_int(last_draw(&once)->y, mbox_scale(&env, c->sub_shift_alone), "a subscript alone");
    ok(last_draw(&both)->y > last_draw(&once)->y, "is higher than one below a superscript");
    ok(set("f\\colon x", MATH_STYLE_TEXT).w > set("f, x", MATH_STYLE_TEXT).w,
       "there is more space around \\colon than around a comma");
}

static void test_host(void) {
    int before = asked.fonts_inputs;
    struct mbox box = set("x_{\\text{if}}", MATH_STYLE_TEXT);
    ok(box.w > 0 && asked.fonts_inputs == before + 1, "the host has the font of words");
    is_str(asked.family, "Some Family", "of the family around");
    ok(asked.cls == FONT_SERIF && asked.face == FONT_REGULAR, "upright");
    ok(asked.size < 10 * SP_PT, "at the size of a script");
    (void)set("\\mathbf{v}", MATH_STYLE_TEXT);
    is_int(asked.missing, 0, "nothing is missing");
    (void)set("\xF4\x8F\xBF\xBD", MATH_STYLE_TEXT);
    is_int(asked.missing, 1, "the host hears of a character that no font has");
    is_int(asked.cp, 0x10FFFD, "and which it is");
}

int main(void) {
    arena = arena_new();
    asked.fonts = fonts_new(arena);
    host = (struct mbox_host){arena, asked.fonts, text_font, missing, NULL, &asked};
    test_fraction();
    test_scripts();
    test_host();
    fonts_drop(asked.fonts);
    arena_drop(arena);
    return tap_done();
}
