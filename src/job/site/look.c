/* SPDX-License-Identifier: MIT */
/*
 * The look of a site: the layout of its pages, and its colours and typefaces. They come from the
 * keys `colors` and `fonts` of the site, or from the theme of the engine: Quarto's `theme` and its
 * Sass variables, the variables of al-folio and of other themes of Jekyll, the skins of Minimal
 * Mistakes, the colours of HugoBlox. If a colour of text has less contrast than 4.5:1 with its
 * background (WCAG 2.1, 1.4.3), the colour is made darker or lighter.
 */
#include "core/base/bounds.h"
#include "core/base/word_list.h"
#include "core/data/css_colour.h"
#include "job/site/engines.h"

DIAG_USE(DIAG_SITE_LAYOUT);
DIAG_USE(DIAG_UNKNOWN_VALUE);

#define NONE UINT32_MAX          /* no colour is given */
#define MAX_SASS (1024u * 1024u) /* maximum bytes of a file with variables */
#define MAX_STEPS 8 /* maximum number of references that are followed from one variable */
#define WHITE 0xffffffu
#define BLACK 0x000000u
#define DARK_PAGE 0x16181du
#define DARK_TEXT 0xe4e6eau
#define LIGHT_PAGE 0xffffffu
#define LIGHT_TEXT 0x1d2127u

struct look {
    uint32_t accent, dark_accent, page, text, bar, bar_text;
    struct str face, head; /* typefaces of text and of headings */
    struct str hero;       /* the picture behind the title of the first page; or empty */
};

static const struct {
    const char *engine, *name;
    uint32_t accent, page, text, bar;
    const char *face;
} themes[] = {
#define LOOK(engine, name, accent, page, text, bar, face)                                          \
    {engine, name, accent, page, text, bar, face},
#include "job/site/look.def"
#undef LOOK
};

/* ---- colours */

/* Mixes two colours. `percent` is the share of the first colour. */
static uint32_t mix(uint32_t a, uint32_t b, uint32_t percent) {
    uint32_t out = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        uint32_t x = (a >> shift) & 255, y = (b >> shift) & 255;
        out |= ((x * percent + y * (100 - percent) + 50) / 100) << shift;
    }
    return out;
}

/* Returns the colour, or the nearest lighter or darker colour that has a contrast of at least
 * `least` with both backgrounds. */
static uint32_t readable(uint32_t rgb, uint32_t ground, uint32_t other, double least) {
    uint32_t end =
        css_colour_contrast(WHITE, ground) > css_colour_contrast(BLACK, ground) ? WHITE : BLACK;
    uint32_t out = rgb;
    for (uint32_t part = 0; part <= 100; part += 4) {
        out = mix(end, rgb, part);
        if (css_colour_contrast(out, ground) >= least && css_colour_contrast(out, other) >= least) {
            break;
        }
    }
    return out;
}

/* Reads a colour: a name, hexadecimal digits, or Sass's mix() of two colours. Returns NONE for
 * other texts. */
static uint32_t colour_of(struct str s) {
    uint32_t rgb = NONE, other;
    uint8_t alpha = 255;
    s = str_trim(s);
    if (str_starts(s, STR("mix(")) && str_ends(s, STR(")"))) {
        s = str_slice(s, 4, s.n - 1);
        struct str first = str_cut(&s, ','), second = str_cut(&s, ','), part = str_trim(s);
        int64_t percent = 50;
        part = str_ends(part, STR("%")) ? str_slice(part, 0, part.n - 1) : part;
        bool given = !part.n || str_to_i64(part, &percent);
        first = str_trim(first);
        second = str_trim(second);
        bool good = given && percent >= 0 && percent <= 100 && !str_starts(first, STR("mix(")) &&
                    !str_starts(second, STR("mix("));
        rgb = good ? colour_of(first) : NONE;
        other = good ? colour_of(second) : NONE;
        return rgb == NONE || other == NONE ? NONE : mix(rgb, other, (uint32_t)percent);
    }
    bool hex = str_starts(s, STR("#")) && css_colour_hex(str_from(s, 1), &rgb, &alpha);
    return (hex && alpha == 255) || css_colour_named(s, &rgb) ? rgb : NONE;
}

static void put_colour(uint32_t *to, struct str value) {
    uint32_t rgb = colour_of(value);
    *to = rgb == NONE ? *to : rgb;
}

/* ---- variables of Sass and CSS */

static bool is_name(char c) {
    return is_alnum(c) || c == '-' || c == '_';
}

/* Returns the value of a variable in its declaration number `nth`, counted from 0. Empty if the
 * text has no such declaration. */
static struct str declared(struct str text, struct str name, size_t nth) {
    while (text.n) {
        size_t at = str_find(text, name);
        if (at == STR_NONE) {
            break;
        }
        bool whole = at == 0 || !(is_name(text.p[at - 1]) || text.p[at - 1] == '$');
        text = str_from(text, at + name.n);
        struct str rest = str_trim(text);
        if (!whole || !str_starts(rest, STR(":")) || nth-- > 0) {
            continue;
        }
        size_t n = 1;
        while (n < rest.n && !strchr(";\n}", rest.p[n])) {
            size_t close = str_starts(str_from(rest, n), STR("#{"))
                               ? str_index(str_from(rest, n), '}')
                               : STR_NONE;
            n += close == STR_NONE ? 1 : close + 1;
        }
        struct str value = str_trim(str_slice(rest, 1, n < rest.n ? n : rest.n));
        size_t flag = str_find(value, STR("!default"));
        return str_trim(str_slice(value, 0, flag == STR_NONE ? value.n : flag));
    }
    return STR_EMPTY;
}

/* Returns the value of a variable. References to other variables are replaced: `$x`, `#{$x}`,
 * `var(--x)`, also in mix(). */
static struct str value_of(struct arena *a, struct str text, struct str name, size_t nth) {
    struct str value = declared(text, name, nth);
    for (int step = 0; value.n && step < MAX_STEPS; step++) {
        size_t at = str_index(value, '$'), sign = at;
        size_t var = str_find(value, STR("var(--"));
        sign = sign == STR_NONE && var != STR_NONE ? var + 4 : sign;
        if (sign == STR_NONE) {
            break;
        }
        size_t end = str_past(value, sign + 1, is_name);
        struct str other = declared(text, str_slice(value, sign, end), 0);
        size_t begin = at == STR_NONE ? var : at;
        bool hash = at != STR_NONE && at >= 2 && value.p[at - 1] == '{';
        begin -= hash ? 2 : 0;
        end += (hash || at == STR_NONE) && end < value.n ? 1 : 0;
        value = arena_join(a, 3, str_slice(value, 0, begin), other, str_from(value, end));
    }
    return value;
}

/* Adds the text of a file of the site, if the file exists. */
static void add_file(struct site *s, struct buf *b, const char *path) {
    struct str text, file = path_join(s->tree, s->opt->dir, str_of(path));
    if (file_exists(file) &&
        file_read_inside(s->opt->build->host.fence, s->tree, file, MAX_SASS, &text) == 0) {
        buf_str(b, text);
        buf_putc(b, '\n');
    }
}

/* Sets `*to` to the colour of the first variable in `names` that has a colour. Spaces separate the
 * names. */
static void put_variable(struct site *s, struct str text, const char *names, size_t nth,
                         uint32_t *to) {
    struct str rest = str_of(names);
    while (rest.n) {
        struct str name = str_cut(&rest, ' ');
        uint32_t rgb = colour_of(value_of(s->tree, text, name, nth));
        if (rgb != NONE) {
            *to = rgb;
            return;
        }
    }
}

/* ---- typefaces */

/* Whether a text is a list of typefaces. Only letters, digits and the punctuation of a list are
 * allowed, and quotation marks must be closed, because the rules after an unclosed one would be
 * lost. */
static bool is_face(struct str face) {
    bool good = face.n > 0 && face.n < 200, empty = true;
    char quoted = 0;
    for (size_t i = 0; good && i < face.n; i++) {
        char c = face.p[i];
        bool mark = c == '\'' || c == '"';
        good = is_alnum(c) || mark || c == ' ' || c == '-' || (c == ',' && (quoted || !empty));
        quoted = !mark ? quoted : !quoted ? c : quoted == c ? 0 : quoted;
        empty = c == ' ' ? empty : c == ',' && !quoted;
    }
    return good && !quoted;
}

/* Sets the typeface of a text or of headings, unless the value is empty. `own` is the value of a
 * key of the site, or NULL for a value of a theme. Reports a value that is not a list of
 * typefaces. */
static void take_face(struct site *s, struct str value, const struct node *own, struct str *to) {
    value = str_trim(value);
    while (str_ends(value, STR(","))) { /* the last name was a variable without a value */
        value = str_trim(str_slice(value, 0, value.n - 1));
    }
    if (is_face(value)) {
        *to = value;
    } else if (value.n && own) {
        diag_add(&s->diags, DIAG_UNKNOWN_VALUE, own->span, "`%.*s` is not the name of a typeface",
                 STR_ARG(value));
    } else if (value.n) {
        diag_add(&s->diags, DIAG_SITE_LAYOUT, SPAN_NONE,
                 "the typeface `%.*s` of the theme is left out", STR_ARG(value));
    }
}

/* ---- the theme of the engine */

static bool take_theme(struct look *k, const char *engine, struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(themes); i++) {
        if (str_is(name, themes[i].name) && strcmp(engine, themes[i].engine) == 0) {
            k->accent = themes[i].accent;
            k->page = themes[i].page;
            k->text = themes[i].text;
            k->bar = themes[i].bar;
            k->face = str_of(themes[i].face);
            return true;
        }
    }
    return false;
}

static void look_of_jekyll(struct site *s, struct look *k) {
    static const char *const files[] = {"_sass/_variables.scss",
                                        "_sass/_themes.scss",
                                        "_styles/-theme.scss",
                                        "_sass/_theme.scss",
                                        "_sass/theme/_default_light.scss",
                                        "assets/css/main.scss"};
    const struct node *raw = node_get(s->config.map, "_config");
    struct str skin = site_text(raw, "minimal_mistakes_skin");
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < ARRAY_LEN(files); i++) {
        add_file(s, &b, files[i]);
    }
    struct str text = buf_finish(&b, s->tree);
    (void)take_theme(k, "jekyll", skin);
    put_variable(s, text,
                 "--global-theme-color --global-link-color --primary $link-color $primary-color", 0,
                 &k->accent);
    put_variable(s, text, "--global-bg-color --background $background-color", 0, &k->page);
    put_variable(s, text, "--global-text-color --text $text-color", 0, &k->text);
    /* the second declaration is that of al-folio's dark look */
    put_variable(s, text, "--global-theme-color", 1, &k->dark_accent);
    k->hero = site_text(raw, "header");
    put_variable(s, text, "--global-masthead-color $masthead-background-color", 0, &k->bar);
}

static void look_of_hugo(struct site *s, struct look *k) {
    static const char *const keys[] = {"appearance.color", "appearance.theme_day", "theme",
                                       "hugoblox.theme.colors.primary", "theme.colors.primary"};
    const struct node *params = node_get(s->config.map, "params");
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        struct str name = site_text(params, keys[i]);
        if (!take_theme(k, "hugo", name)) {
            put_colour(&k->accent, name);
        }
    }
}

/* Takes the colours and typefaces of one theme of Quarto: a theme of Bootswatch, by its name, or a
 * file of Sass. */
static void take_quarto(struct site *s, struct look *k, struct str name) {
    if (take_theme(k, "quarto", name) || !str_ends(name, STR("css"))) {
        return;
    }
    struct buf b = BUF_INIT;
    add_file(s, &b, arena_str(s->tree, name).p);
    struct str text = buf_finish(&b, s->tree);
    put_variable(s, text, "$navbar-bg $primary", 0, &k->bar);
    put_variable(s, text, "$link-color $primary", 0, &k->accent);
    put_variable(s, text, "$navbar-fg", 0, &k->bar_text);
    put_variable(s, text, "$body-bg", 0, &k->page);
    put_variable(s, text, "$body-color", 0, &k->text);
    struct str face = value_of(s->tree, text, STR("$font-family-base"), 0);
    face = face.n ? face : value_of(s->tree, text, STR("$font-family-sans-serif"), 0);
    struct str head = value_of(s->tree, text, STR("$headings-font-family"), 0);
    take_face(s, face, NULL, &k->face);
    take_face(s, head, NULL, &k->head);
}

static void look_of_quarto(struct site *s, struct look *k) {
    const struct node *raw = node_get(s->config.map, "_config");
    const struct node *theme = node_at(raw, STR("format.html.theme"));
    const struct node *light = node_get(theme, "light");
    theme = light ? light : theme ? theme : node_get(raw, "theme");
    size_t n = node_count(theme);
    (void)take_theme(k, "quarto", STR("default"));
    for (size_t i = 0; i < n; i++) {
        take_quarto(s, k, node_text(node_item(theme, i)));
    }
    struct str bar = site_text(raw, "website.navbar.background");
    put_colour(&k->bar, bar);
    k->bar = str_is(bar, "light") ? 0xf8f9fa : str_is(bar, "dark") ? 0x343a40 : k->bar;
    put_colour(&k->bar_text, site_text(raw, "website.navbar.foreground"));
    put_colour(&k->accent, site_text(raw, "format.html.linkcolor"));
    put_colour(&k->text, site_text(raw, "format.html.fontcolor"));
    put_colour(&k->page, site_text(raw, "format.html.backgroundcolor"));
    take_face(s, site_text(raw, "format.html.mainfont"), NULL, &k->face);
}

/* ---- the rules */

static void put(struct buf *b, const char *name, uint32_t rgb) {
    buf_printf(b, " --%s: #%06x;", name, (unsigned)rgb);
}

/* Writes the colours of the light or the dark look. A colour that is not given is the default of
 * all sites. */
static void put_scheme(struct buf *b, const struct look *k, bool dark, bool own) {
    uint32_t page = own && k->page != NONE ? k->page : dark ? DARK_PAGE : LIGHT_PAGE;
    uint32_t text = own && k->text != NONE ? k->text : dark ? DARK_TEXT : LIGHT_TEXT;
    uint32_t accent = dark && k->dark_accent != NONE ? k->dark_accent : k->accent;
    uint32_t soft = mix(text, page, 5);
    text = readable(text, page, soft, 7);
    put(b, "page", page);
    put(b, "text", text);
    put(b, "muted", readable(mix(text, page, 70), page, soft, 4.6));
    put(b, "faint", readable(mix(text, page, 55), page, page, 3.1));
    put(b, "line", mix(text, page, 14));
    put(b, "soft", soft);
    if (accent != NONE) {
        uint32_t link = readable(dark && !own ? mix(WHITE, accent, 25) : accent, page, soft, 4.6);
        put(b, "link", link);
        put(b, "visited", link);
        /* the colour of links in dark bands */
        put(b, "bright", readable(mix(WHITE, accent, 25), 0x16191e, 0x0d0f12, 4.6));
    }
    if (k->bar != NONE && dark && !own && css_colour_luminance(k->bar) > 0.4) {
        buf_puts(b, " --bar: var(--page); --bar-text: var(--text); --bar-mark: var(--link);");
    } else if (k->bar != NONE) {
        uint32_t best = css_colour_contrast(WHITE, k->bar) > 4.5 ? WHITE : BLACK;
        bool given = k->bar_text != NONE && css_colour_contrast(k->bar_text, k->bar) >= 4.5;
        put(b, "bar", k->bar);
        put(b, "bar-text", given ? k->bar_text : best);
        put(b, "bar-mark", given ? k->bar_text : best);
    }
}

static void put_face(struct buf *b, const char *name, struct str face) {
    bool plain = true; /* the text is one name without quotation marks */
    for (size_t i = 0; i < face.n; i++) {
        plain = plain && !strchr("'\",", face.p[i]);
    }
    const char *quote = plain ? "\"" : "";
    if (str_is(face, "sans") || str_is(face, "serif")) {
        buf_printf(b, " --%s: var(--%.*s);", name, STR_ARG(face));
    } else if (face.n) {
        buf_printf(b, " --%s: %s%.*s%s, var(--sans);", name, quote, STR_ARG(face), quote);
    }
}

/* Sets a colour from a key of the site. Reports a value that is not a colour. */
static void put_own(struct site *s, const struct node *colours, const char *key, uint32_t *to) {
    const struct node *n = node_get(colours, key);
    struct str text = str_trim(node_text(n));
    uint32_t rgb = colour_of(text);
    *to = rgb == NONE ? *to : rgb;
    if (text.n && rgb == NONE) {
        struct diag *g = diag_add(&s->diags, DIAG_UNKNOWN_VALUE, n->span,
                                  "`%.*s` for `%s` is not a colour", STR_ARG(text), key);
        diag_hint(&s->diags, g, "write `%s: \"#00369f\"`, or the name of a colour of CSS", key);
    }
}

static void take_own(struct site *s, struct look *k) {
    const struct node *colours = node_get(s->config.map, "colors");
    const struct node *fonts = node_get(s->config.map, "fonts");
    put_own(s, colours, "accent", &k->accent);
    put_own(s, colours, "page", &k->page);
    put_own(s, colours, "text", &k->text);
    put_own(s, colours, "bar", &k->bar);
    put_own(s, colours, "bar-text", &k->bar_text);
    take_face(s, site_text(fonts, "text"), node_get(fonts, "text"), &k->face);
    take_face(s, site_text(fonts, "headings"), node_get(fonts, "headings"), &k->head);
}

/* Writes the rule for the picture behind the title of a lab. The picture is darkened, so that white
 * text can be read on it. Reports a picture that the site does not have. */
static void put_hero(struct site *s, struct buf *b, struct str path) {
    struct site_file *file = NULL;
    struct str id;
    bool image = str_among(path_ext(path), "avif jpeg jpg png webp");
    if (image) {
        (void)site_look(s, s->tree, NULL, path, &file, &id);
    }
    if (!file) {
        if (image) {
            diag_add(&s->diags, DIAG_SITE_LAYOUT, SPAN_NONE,
                     "the picture `%.*s` of the header is left out, because it is not a file of "
                     "the site",
                     STR_ARG(path));
        }
        return;
    }
    file->linked = true;
    buf_printf(b,
               ".layout-lab #title-block-header { background: linear-gradient(rgb(8 14 22 / 0.7), "
               "rgb(8 14 22 / 0.7)), url(\"../%.*s\") center / cover, #10161e; --text: #fff; "
               "color: #fff; }\n",
               STR_ARG(site_href(s->tree, file->output)));
}

struct str site_look_rules(struct site *s) {
    struct look k = {.accent = NONE,
                     .dark_accent = NONE,
                     .page = NONE,
                     .text = NONE,
                     .bar = NONE,
                     .bar_text = NONE};
    if (s->engine == &site_jekyll) {
        look_of_jekyll(s, &k);
    } else if (s->engine == &site_hugo) {
        look_of_hugo(s, &k);
    } else if (s->engine == &site_quarto) {
        look_of_quarto(s, &k);
    }
    take_own(s, &k);
    /* if the author has made pages dark, they stay dark until a reader chooses the light look */
    bool night = k.page != NONE && css_colour_luminance(k.page) < 0.18;
    struct buf light = BUF_INIT, dark = BUF_INIT, b = BUF_INIT;
    put_scheme(&light, &k, false, !night);
    put_scheme(&dark, &k, true, night);
    buf_printf(&b, ":root {%s%.*s }\n", night ? " color-scheme: dark;" : "",
               STR_ARG(buf_view(night ? &dark : &light)));
    if (!night) {
        buf_printf(&b, "@media (prefers-color-scheme: dark) { :root {%.*s } }\n",
                   STR_ARG(buf_view(&dark)));
    }
    buf_printf(&b, ":root[data-look=\"light\"] {%.*s }\n", STR_ARG(buf_view(&light)));
    buf_printf(&b, ":root[data-look=\"dark\"] {%.*s }\n", STR_ARG(buf_view(&dark)));
    if (k.face.n || k.head.n) {
        buf_puts(&b, ":root {");
        put_face(&b, "text-face", k.face);
        put_face(&b, "head-face", k.head);
        buf_puts(&b, " }\n");
    }
    put_hero(s, &b, k.hero);
    struct str out = buf_keep(&b, s->tree);
    buf_drop(&light);
    buf_drop(&dark);
    buf_drop(&b);
    return out;
}

/* ---- the layout */

/* Whether the front matter shows one person with a picture or ways of contact. */
static bool has_person(const struct site_page *p) {
    const struct node *who = node_get(p->front, "author");
    who = who && who->kind == NODE_LIST && who->n == 1 ? who->items[0] : who;
    return who && who->kind == NODE_MAP && who->n > 1;
}

enum html_layout site_layout_of(const struct site *s, const struct site_page *p) {
    static const char *const names[] = {[HTML_LAYOUT_PAGE] = "page",
                                        [HTML_LAYOUT_PROFILE] = "profile",
                                        [HTML_LAYOUT_LAB] = "lab",
                                        [HTML_LAYOUT_DEPARTMENT] = "department"};
    struct str layout = site_text(p->front, "layout");
    for (size_t i = s->engine ? 1 : 0; i < ARRAY_LEN(names); i++) {
        if (str_is(layout, names[i])) {
            return (enum html_layout)i;
        }
    }
    const struct site_page *first = p;
    for (const struct site_page *q = p->sister; q && q != p; q = q->sister) {
        /* `p` may be a translation of the first page */
        first = str_is(q->address, "/") ? q : first;
    }
    bool home = str_is(first->address, "/");
    bool person = node_bool(node_get(p->front, "person"), 0) > 0 || str_is(layout, "person");
    if (has_person(p) && (home || person || node_get(p->front, "about"))) {
        return HTML_LAYOUT_PROFILE;
    }
    return home ? HTML_LAYOUT_LAB : HTML_LAYOUT_PAGE;
}
