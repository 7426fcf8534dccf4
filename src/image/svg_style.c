/* SPDX-License-Identifier: MIT */
/*
 * Properties: presentation attributes, style sheets and `style` in the order of CSS's cascade (SVG
 * 1.1, 6.1 to 6.4), and colours (CSS Color 3).
 */
#include "image/svg.h"

#include "data/css.h"
#include "data/css_colour.h"

#define MAX_RULES 500 /* of a file's style sheets: each is tried on each element */

/* ---- colours */

static struct vector_colour colour_of(uint32_t rgb) {
    return (struct vector_colour){(uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb};
}

static bool rgb_colour(struct str list, struct vector_colour *out) {
    uint8_t v[3];
    for (int i = 0; i < 3; i++) {
        double x = 0;
        svg_comma(&list);
        if (!svg_number(&list, &x)) {
            return false;
        }
        if (list.n && list.p[0] == '%') {
            x = x * 255 / 100;
            list = str_from(list, 1);
        }
        v[i] = (uint8_t)(x < 0 ? 0 : x > 255 ? 255 : x + 0.5);
    }
    *out = (struct vector_colour){v[0], v[1], v[2]};
    return true;
}

bool svg_colour(struct str text, struct vector_colour current, struct vector_colour *out) {
    uint32_t rgb = 0;
    uint8_t alpha = 0;
    text = str_trim(text);
    if (str_starts(text, STR("rgb(")) || str_starts(text, STR("rgba("))) {
        return rgb_colour(str_from(text, str_index(text, '(') + 1), out);
    }
    if (str_ieq(text, STR("currentColor"))) {
        *out = current;
        return true;
    }
    bool hex = str_starts(text, STR("#"));
    if (hex ? !css_colour_hex(str_from(text, 1), &rgb, &alpha) : !css_colour_named(text, &rgb)) {
        return false;
    }
    *out = colour_of(rgb);
    return true;
}

/* ---- single properties */

static void set_factor(struct str value, double *out) {
    double v = 0;
    struct str text = value;
    if (svg_number(&text, &v)) {
        v = str_starts(text, STR("%")) ? v / 100 : v;
        *out = v < 0 ? 0 : v > 1 ? 1 : v;
    }
}

static void set_dashes(struct svg *s, struct str value, const struct svg_style *st,
                       struct vector_stroke *out) {
    double sum = 0;
    out->ndashes = 0;
    if (str_is(value, "none")) {
        return;
    }
    for (svg_comma(&value); value.n && out->ndashes < VECTOR_DASHES; svg_comma(&value)) {
        size_t n = 0;
        while (n < value.n && !is_space(value.p[n]) && value.p[n] != ',') {
            n++;
        }
        double v = 0;
        if (!svg_length(str_slice(value, 0, n), s->width, st->font_size, &v) || v < 0) {
            out->ndashes = 0;
            return;
        }
        out->dashes[out->ndashes++] = v;
        sum += v;
        value = str_from(value, n);
    }
    out->ndashes = sum > 0 ? out->ndashes : 0;
}

/** The place of a word in a list of three, or `other`. */
static int one_of(struct str value, const char *const words[3], int other) {
    for (int i = 0; i < 3; i++) {
        if (str_is(value, words[i])) {
            return i;
        }
    }
    return other;
}

static bool set_stroke(struct svg *s, struct str name, struct str value, struct svg_style *st) {
    static const char *const caps[] = {"butt", "round", "square"};
    static const char *const joins[] = {"miter", "round", "bevel"};
    struct vector_stroke *k = &st->stroke;
    double v = 0;
    if (str_is(name, "stroke")) {
        st->line = value;
    } else if (str_is(name, "stroke-width")) {
        k->width = svg_length(value, s->width, st->font_size, &v) && v >= 0 ? v : k->width;
    } else if (str_is(name, "stroke-linecap")) {
        k->cap = one_of(value, caps, k->cap);
    } else if (str_is(name, "stroke-linejoin")) {
        k->join = one_of(value, joins, k->join);
    } else if (str_is(name, "stroke-miterlimit")) {
        k->miter = svg_number(&value, &v) && v >= 1 ? v : k->miter;
    } else if (str_is(name, "stroke-dasharray")) {
        set_dashes(s, value, st, k);
    } else if (str_is(name, "stroke-dashoffset")) {
        k->dash_offset = svg_length(value, s->width, st->font_size, &v) ? v : k->dash_offset;
    } else if (str_is(name, "stroke-opacity")) {
        set_factor(value, &st->line_opacity);
    } else {
        return false;
    }
    return true;
}

static void set_family(struct str value, struct svg_style *st) {
    struct str first = str_cut(&value, ',');
    static const struct str serif[] = {STR_INIT("Times"), STR_INIT("Roman"), STR_INIT("Georgia"),
                                       STR_INIT("Serif"), STR_INIT("Garamond")};
    static const struct str mono[] = {STR_INIT("Mono"), STR_INIT("mono"), STR_INIT("Courier"),
                                      STR_INIT("Consolas")};
    st->serif = str_find(first, STR("sans")) == STR_NONE && str_is(str_trim(first), "serif");
    st->mono = false;
    for (size_t i = 0; i < ARRAY_LEN(serif); i++) {
        st->serif = st->serif || str_find(first, serif[i]) != STR_NONE;
    }
    for (size_t i = 0; i < ARRAY_LEN(mono); i++) {
        st->mono = st->mono || str_find(first, mono[i]) != STR_NONE;
    }
    bool sans =
        str_find(first, STR("Sans")) != STR_NONE || str_find(first, STR("sans")) != STR_NONE;
    st->serif = st->serif && !sans && !st->mono;
}

static bool set_font(struct svg *s, struct str name, struct str value, struct svg_style *st) {
    double v = 0;
    (void)s;
    if (str_is(name, "font-size")) {
        st->font_size =
            svg_length(value, st->font_size, st->font_size, &v) && v > 0 ? v : st->font_size;
    } else if (str_is(name, "font-family")) {
        set_family(value, st);
    } else if (str_is(name, "font-weight")) {
        int64_t weight = 400;
        st->bold = str_is(value, "bold") || str_is(value, "bolder") ||
                   (str_to_i64(value, &weight) && weight >= 600);
    } else if (str_is(name, "font-style")) {
        st->italic = str_is(value, "italic") || str_is(value, "oblique");
    } else if (str_is(name, "text-anchor")) {
        st->anchor = str_is(value, "middle") ? 0.5 : str_is(value, "end") ? 1 : 0;
    } else {
        return false;
    }
    return true;
}

static void set_property(struct svg *s, struct str name, struct str value, struct svg_style *st) {
    value = str_trim(value);
    if (value.n == 0 || str_is(value, "inherit")) {
        return; /* what is not inherited has no parent's value here: it stays as it begins */
    }
    if (set_stroke(s, name, value, st) || set_font(s, name, value, st)) {
        return;
    }
    if (str_is(name, "fill")) {
        st->fill = value;
    } else if (str_is(name, "color")) {
        svg_colour(value, st->colour, &st->colour);
    } else if (str_is(name, "fill-opacity")) {
        set_factor(value, &st->fill_opacity);
    } else if (str_is(name, "opacity")) {
        set_factor(value, &st->opacity);
    } else if (str_is(name, "fill-rule")) {
        st->fill_even_odd = str_is(value, "evenodd");
    } else if (str_is(name, "clip-rule")) {
        st->clip_even_odd = str_is(value, "evenodd");
    } else if (str_is(name, "clip-path")) {
        st->clip = str_is(value, "none") ? STR_EMPTY : value;
    } else if (str_is(name, "visibility")) {
        st->hidden = str_is(value, "hidden") || str_is(value, "collapse");
    } else if (str_is(name, "display")) {
        st->gone = str_is(value, "none");
    } else if (str_is(name, "stop-color")) {
        st->stop_colour = value;
    }
}

static void set_block(struct svg *s, struct str block, struct svg_style *st) {
    while (block.p) {
        struct str decl = str_cut(&block, ';');
        size_t colon = str_index(decl, ':');
        if (colon != STR_NONE) {
            struct str value = str_from(decl, colon + 1);
            size_t mark = str_index(value, '!');
            set_property(s, str_trim(str_slice(decl, 0, colon)),
                         mark == STR_NONE ? value : str_slice(value, 0, mark), st);
        }
    }
}

/* ---- style sheets: types, classes and ids, alone or together; no combinators */

static bool take_selector(const struct css_token *token, size_t n, struct svg_rule *rule) {
    while (n > 0 && token[n - 1].kind == CSS_SPACE) {
        n--;
    }
    for (; n > 0 && token[0].kind == CSS_SPACE; n--) {
        token++;
    }
    for (size_t i = 0; i < n; i++) {
        if (token[i].kind == CSS_IDENT && i == 0) {
            rule->tag = token[i].text;
            rule->weight += 1;
        } else if (token[i].kind == CSS_HASH && rule->id.n == 0) {
            rule->id = token[i].text;
            rule->weight += 100;
        } else if (token[i].kind == CSS_DELIM && str_is(token[i].text, ".") && i + 1 < n &&
                   token[i + 1].kind == CSS_IDENT && rule->nclasses < ARRAY_LEN(rule->classes)) {
            rule->classes[rule->nclasses++] = token[++i].text;
            rule->weight += 10;
        } else if (token[i].kind != CSS_DELIM || !str_is(token[i].text, "*")) {
            return false;
        }
    }
    return n > 0;
}

/** Rules stay sorted by weight, equal ones in their order. */
static void add_rule(struct svg *s, struct svg_rule rule) {
    vec_push(&s->rules, rule);
    for (size_t i = s->rules.n - 1; i > 0 && s->rules.p[i - 1].weight > rule.weight; i--) {
        s->rules.p[i] = s->rules.p[i - 1];
        s->rules.p[i - 1] = rule;
    }
}

static void take_rule(struct svg *s, const struct css_rule *css, struct span at) {
    if (css->at.n || css->ndecls == 0) {
        return;
    }
    struct buf block;
    buf_init(&block, 0);
    for (size_t i = 0; i < css->ndecls; i++) {
        const struct css_decl *d = &css->decls[i];
        buf_str(&block, d->name);
        buf_putc(&block, ':');
        buf_str(&block, span_text(d->value_span));
        buf_putc(&block, ';');
    }
    struct str kept = buf_keep(&block, s->arena);
    buf_drop(&block);
    size_t from = 0;
    for (size_t i = 0; i <= css->nprelude && s->rules.n < MAX_RULES; i++) {
        if (i < css->nprelude && css->prelude[i].kind != CSS_COMMA) {
            continue;
        }
        struct svg_rule rule = {.block = kept};
        if (take_selector(css->prelude + from, i - from, &rule)) {
            add_rule(s, rule);
        } else {
            svg_unsupported(s, at, STR("a selector of this kind"));
        }
        from = i + 1;
    }
}

void svg_sheets(struct svg *s, const struct xml_node *root) {
    for (const struct xml_node *n = root; n; n = xml_following(root, n)) {
        if (str_is(n->name, "style") && n->first) {
            struct str name = s->job->name;
            struct source *src = source_new(s->arena, name, xml_text(s->arena, n));
            struct diags quiet; /* their places would be within the element's text */
            diags_init(&quiet, s->arena);
            struct css_sheet *sheet = css_parse(s->arena, src, &quiet);
            diags_drop(&quiet);
            for (size_t i = 0; i < sheet->n; i++) {
                take_rule(s, &sheet->rules[i], n->span);
            }
        }
    }
}

static bool has_word(struct str list, struct str word) {
    while (list.p) {
        if (str_eq(str_cut(&list, ' '), word)) {
            return true;
        }
    }
    return false;
}

static bool matches(const struct svg_rule *rule, const struct xml_node *n) {
    if ((rule->tag.n && !str_eq(rule->tag, n->name)) ||
        (rule->id.n && !str_eq(rule->id, xml_attr(n, "id")))) {
        return false;
    }
    for (size_t i = 0; i < rule->nclasses; i++) {
        if (!has_word(xml_attr(n, "class"), rule->classes[i])) {
            return false;
        }
    }
    return true;
}

/* ---- the cascade */

void svg_style_init(struct svg_style *st) {
    *st = (struct svg_style){.fill = STR("black"),
                             .line = STR("none"),
                             .fill_opacity = 1,
                             .line_opacity = 1,
                             .opacity = 1,
                             .font_size = 16,
                             .stop_colour = STR("black"),
                             .stroke = {.width = 1, .miter = 4}};
}

void svg_style_apply(struct svg *s, const struct xml_node *n, struct svg_style *st) {
    st->opacity = 1;
    st->clip = STR_EMPTY;
    st->gone = false;
    st->stop_colour = STR("black");
    for (size_t i = 0; i < n->nattrs; i++) {
        set_property(s, n->attrs[i].name, n->attrs[i].value, st);
    }
    for (size_t i = 0; i < s->rules.n; i++) {
        if (matches(&s->rules.p[i], n)) {
            set_block(s, s->rules.p[i].block, st);
        }
    }
    set_block(s, xml_attr(n, "style"), st);
}
