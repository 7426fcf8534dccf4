/* SPDX-License-Identifier: MIT */
/* CSS: tokens, rules, declarations, their places, and recovery after errors. */
#include "core/data/css_colour.h"
#include "core/data/css_select.h"
#include "reading.h"
#include "tap.h"

DIAG_USE(DIAG_CSS_SYNTAX);

struct text {
    struct reading in;
    struct css_sheet *sheet;
};

static struct text read_text(const char *z) {
    struct text t = {.in = reading_open("t.css", str_of(z))};
    t.sheet = css_parse(t.in.arena, t.in.src, t.in.diags);
    return t;
}

static void test_rules(void) {
    struct text t =
        read_text("\xEF\xBB\xBF/* A look. */\n@charset \"x\";\nH1 , p > a.b { COLOR : red;"
                  " margin:1in 2cm !important }\n@MEDIA print { a { b: c } }"
                  "@page :first { size: A4; @top-left { content: \"x\" } }");
    struct css_sheet *s = t.sheet;
    is_int(t.in.diags->n, 0, "no fault");
    is_int(s->n, 4, "rules");
    is_str(s->rules[0].at, "charset", "an at-rule without a block");
    ok(!s->rules[0].has_block, "which has none");
    is_str(reading_at(s->rules[1].prelude_span), "H1 , p > a.b", "a selector's place");
    is_int(s->rules[1].ndecls, 2, "its declarations");
    const struct css_decl *d = s->rules[1].decls;
    is_str(d[0].name, "color", "a name in lower case");
    is_str(reading_at(d[0].name_span), "COLOR", "the name's place");
    is_str(reading_at(d[0].value_span), "red", "the value's place");
    ok(!d[0].important && d[1].important, "importance");
    is_int(d[1].n, 3, "the value ends before it");
    is_str(s->rules[2].at, "media", "an at-rule in lower case");
    is_str(s->rules[2].rules[0].decls[0].name, "b", "the rules in it");
    is_str(s->rules[3].decls[0].name, "size", "a page's declaration");
    is_str(s->rules[3].rules[0].at, "top-left", "and its margin box");
    reading_drop(&t.in);
}

static void test_tokens(void) {
    struct text t = read_text("a { x: 1.5e1px -.25em 50% +3 #1a2 \"a\\\"\\41 b\\\nc\" url( u\\)v ) "
                              "f(g, h) \\31 0q /**/ 1e9999 2e-8 1.23456789 }");
    const struct css_decl *d = t.sheet->rules[0].decls;
    const struct css_token *v[24];
    size_t n = 0;
    for (size_t i = 0; i < d->n && n < ARRAY_LEN(v); i++) {
        if (d->value[i].kind != CSS_SPACE) {
            v[n++] = &d->value[i];
        }
    }
    is_int(t.in.diags->n, 0, "no fault");
    is_int(n, 16, "tokens");
    ok(v[0]->kind == CSS_DIMENSION && v[0]->micro == 15000000, "a number with an exponent");
    is_str(v[0]->text, "px", "its unit");
    is_int(v[1]->micro, -250000, "a negative fraction");
    ok(v[2]->kind == CSS_PERCENTAGE && v[2]->micro == 50000000, "a percentage");
    ok(v[3]->kind == CSS_NUMBER && v[3]->whole, "an integer");
    ok(v[4]->kind == CSS_HASH && !v[4]->whole, "a hash that is no identifier");
    is_str(v[5]->text, "a\"Abc", "escapes in a string");
    ok(v[6]->kind == CSS_URL, "an address");
    is_str(v[6]->text, "u)v", "its text");
    ok(v[7]->kind == CSS_FUNCTION && v[8]->kind == CSS_IDENT && v[9]->kind == CSS_COMMA,
       "a function");
    is_str(v[12]->text, "10q", "an escaped digit begins a name");
    is_int(v[13]->micro, 1000000000000000, "what is too large is cut off");
    is_int(v[14]->micro, 0, "what is too small is nothing");
    is_int(v[15]->micro, 1234567, "millionths");
    reading_drop(&t.in);
}

struct fault {
    const char *css, *at, *name;
    size_t rules, decls; /* that are read all the same: rules, and declarations of the last */
};

static void test_faults(void) {
    static const struct fault CASES[] = {
        {"a { color red; b: c }", "color red", "a declaration without a colon", 1, 1},
        {"a { b: ; c: d }", "b", "a declaration without a value", 1, 1},
        {"a { b: \"x\n; c: d }", "\"x", "a string without an end", 1, 1},
        {"a { b: url(x y); c: d }", "url(x y)", "a bad address", 1, 1},
        {"a { b: c } d", "d", "a rule without a block", 1, 1},
        {"a { b: c", "{", "a block without an end", 1, 1},
        {"a { b: f(c; d: e } f { }", "f(", "a parenthesis without an end", 1, 1},
        {"{ x: y } a { b: c }", "{", "a block without a selector", 1, 1},
        {"a { b: c } /* d", "/* d", "a comment without an end", 1, 1},
    };
    for (size_t i = 0; i < ARRAY_LEN(CASES); i++) {
        struct text t = read_text(CASES[i].css);
        if (!ok(t.in.diags->n >= 1 && t.in.diags->list[0]->id == DIAG_CSS_SYNTAX, CASES[i].name)) {
            reading_drop(&t.in);
            continue;
        }
        is_str(reading_at(t.in.diags->list[0]->span), CASES[i].at, "its place");
        is_int(t.sheet->n, CASES[i].rules, "the rules that remain");
        is_int(t.sheet->rules[t.sheet->n - 1].ndecls, CASES[i].decls, "and their declarations");
        reading_drop(&t.in);
    }
}

static void test_nesting(void) {
    struct text t = read_text("a { b: c; &.d:hover { e: f } g:h { i: j } --k: { l }; m: n }");
    const struct css_rule *a = &t.sheet->rules[0];
    is_int(t.in.diags->n, 0, "nested rules are no fault");
    is_int(a->nrules, 2, "two of them");
    is_str(reading_at(a->rules[1].prelude_span), "g:h", "one that looks like a declaration");
    is_int(a->ndecls, 3, "declarations around them");
    is_str(reading_at(a->decls[1].value_span), "{ l }", "a custom property takes anything");
    reading_drop(&t.in);
    t = read_text("a { b: c !important }");
    is_str(reading_at(t.sheet->rules[0].decls[0].value_span), "c", "a value's place ends with it");
    reading_drop(&t.in);
    struct buf deep = BUF_INIT;
    for (int i = 0; i < 100000; i++) {
        buf_puts(&deep, "a{");
    }
    t = read_text(deep.p);
    ok(t.in.diags->n > 0, "nesting has a limit");
    reading_drop(&t.in);
    buf_drop(&deep);
}

/* ---- selectors ---- */

/* Of the heading. */
static bool attr_of(const struct css_element *e, struct str name, struct str *value) {
    (void)e;
    *value = str_is(name, "dir") ? STR("rtl") : STR("Some words here");
    return str_is(name, "dir") || str_is(name, "title");
}

/* <html lang="fr"><body class="wide"><main><h2 id="top" dir="rtl" title="Some words here"/><p
 * class="a b"/><div class="box"><div class="note"><p><em
 * lang="de-AT"/></p></div></div></main></body></html> */
static bool matches(const char *selector, const char *which) {
    static const struct str AB[] = {STR_INIT("a"), STR_INIT("b")};
    static const struct str WIDE[] = {STR_INIT("wide")};
    struct css_element html = {.type = STR("html"), .lang = STR("fr"), .first = true, .last = true};
    struct css_element body = {.type = STR("body"), .classes = WIDE, .nclasses = 1};
    struct css_element main_ = {.type = STR("main"), .first = true, .last = true, .parent = &body};
    struct css_element h2 = {.type = STR("h2"),
                             .id = STR("top"),
                             .first = true,
                             .index = 1,
                             .behind = 2,
                             .of_type = 1,
                             .attr = attr_of,
                             .parent = &main_};
    struct css_element p = {.type = STR("p"),
                            .classes = AB,
                            .nclasses = 2,
                            .index = 2,
                            .behind = 1,
                            .of_type = 1,
                            .parent = &main_,
                            .prev = &h2};
    struct css_element box = {.type = STR("div"),
                              .own_class = STR("box"),
                              .last = true,
                              .index = 3,
                              .of_type = 1,
                              .empty = true,
                              .parent = &main_,
                              .prev = &p};
    struct css_element note = {
        .type = STR("div"), .own_class = STR("note"), .first = true, .last = true, .parent = &box};
    struct css_element inner = {.type = STR("p"), .first = true, .last = true, .parent = &note};
    struct css_element em = {
        .type = STR("em"), .lang = STR("de-AT"), .first = true, .last = true, .parent = &inner};
    body.parent = &html;
    const struct {
        const char *name;
        const struct css_element *e;
    } ALL[] = {{"html", &html}, {"h2", &h2},       {"p", &p},  {"box", &box},
               {"note", &note}, {"inner", &inner}, {"em", &em}};
    struct text t = read_text(selector);
    struct css_selector *list = NULL;
    size_t n = css_selectors_read(t.in.arena, &t.sheet->rules[0], NULL, &list, t.in.diags);
    bool found = false;
    for (size_t i = 0; i < ARRAY_LEN(ALL); i++) {
        for (size_t k = 0; k < n && strcmp(ALL[i].name, which) == 0; k++) {
            found = found || css_matches(&list[k], ALL[i].e);
        }
    }
    reading_drop(&t.in);
    return found;
}

static void test_matching(void) {
    static const struct {
        const char *selector, *element;
        bool held;
    } CASES[] = {
        {"P {}", "p", true},
        {"p {}", "h2", false},
        {"* {}", "em", true},
        {".a.b {}", "p", true},
        {".a.c {}", "p", false},
        {"p.a {}", "inner", false},
        {"#top {}", "h2", true},
        {"#Top {}", "h2", false},
        {"h1, h2 {}", "h2", true},
        {":root {}", "html", true},
        {":root {}", "h2", false},
        {"main > p {}", "p", true},
        {"main > p {}", "inner", false},
        {"body p {}", "inner", true},
        {".box p em {}", "em", true},
        {".box > p em {}", "em", false},
        {"div > div p {}", "inner", true},
        {"main > div em {}", "em", true},
        {"body.wide > main .box em {}", "em", true},
        {"body.wide > div em {}", "em", false},
        {"h2 + p {}", "p", true},
        {"h2+p{}", "p", true},
        {"h2 + div {}", "box", false},
        {"h2 + p + div em {}", "em", true},
        {".a/**/.b {}", "p", true}, /* a comment is no white space */
        {"h2/**/+/**/p {}", "p", true},
        {"[class] {}", "p", true},
        {"[class] {}", "h2", false},
        {"[class~=b] {}", "p", true},
        {"[class~=c] {}", "p", false},
        {"[ CLASS = 'box' ] {}", "box", true},
        {"[class=a] {}", "p", false},
        {"[id=top] {}", "h2", true},
        {"[id] {}", "p", false},
        {"em[lang|=de] {}", "em", true},
        {"[lang=DE-at] {}", "em", true},
        {"[lang=de] {}", "em", false},
        {"[lang|=d] {}", "em", false},
        {"p[lang] em {}", "em", false},
        {":link {}", "p", false},
        {"p:first-child {}", "p", false},
        {"p:first-child {}", "inner", true},
        {".box:last-child {}", "box", true},
        {"p:hover {}", "p", false},
        {"p:hover, .a {}", "p", true},
        {"p[x] {}", "p", false},
        {"p, {}", "p", false},
        {"p, 3 {}", "p", false},
        {"[class|=a] {}", "p", false}, /* two classes are one text */
        {"[class^=a] {}", "p", true},
        {"[class$='a b'] {}", "p", true},
        {"[class*=' '] {}", "p", true},
        {"[class^=b] {}", "p", false},
        {"[class='B' i] {}", "p", false},
        {"[id^=TO i] {}", "h2", true},
        {"[id^=TO s] {}", "h2", false},
        {"[title~=words] {}", "h2", true},
        {"[title~='Some words'] {}", "h2", false},
        {"[title*='words h'] {}", "h2", true},
        {"[title^=''] {}", "h2", false},
        {"[dir=RTL] {}", "h2", true},
        {"h2 ~ div {}", "box", true},
        {"h2 ~ p ~ div {}", "box", true},
        {"p ~ h2 {}", "h2", false},
        {"h2 ~ div > .note em {}", "em", true},
        {"p:not(.a) {}", "p", false},
        {"p:not(.c, #x) {}", "p", true},
        {":not(p) {}", "h2", true},
        {":not(:hover) {}", "p", true},
        {":not(:has(a)) {}", "p", false}, /* an unknown one: neither it nor its negation matches */
        {":is(h1, p).a {}", "p", true},
        {":is(h1, 3, p) {}", "p", true},
        {":is(body main, x) > p {}", "p", true},
        {":where(.a:not(.c)) {}", "p", true},
        {":nth-child(2) {}", "p", true},
        {":nth-child(odd) {}", "p", false},
        {":nth-child(odd) {}", "box", true},
        {":nth-child(even) {}", "p", true},
        {":nth-child(-n+2) {}", "p", true},
        {":nth-child(-n+2) {}", "box", false},
        {":nth-child( 2n + 1 ) {}", "box", true},
        {":nth-child(n+3) {}", "box", true},
        {":nth-child(3n-1) {}", "p", true},
        {":nth-child(+n) {}", "h2", true},
        {":nth-child(2 n) {}", "p", false},
        {":nth-last-child(1) {}", "box", true},
        {":nth-last-child(2) {}", "p", true},
        {"p:first-of-type {}", "p", true},
        {"div:only-of-type {}", "box", true},
        {"p:only-child {}", "inner", true},
        {"p:only-child {}", "p", false},
        {":empty {}", "box", true},
        {":empty {}", "p", false},
        {":lang(fr) {}", "p", true},
        {":lang(de) {}", "em", true},
        {":lang('x', de-AT) {}", "em", true},
        {":lang(f) {}", "p", false},
        {":dir(rtl) {}", "h2", true},
        {":dir(ltr) {}", "p", true},
        {"& {}", "html", true},
        {"#top#x {}", "h2", false},
        {":is(p::before) {}", "p", false},
        {":nth-child(n 2) {}", "p", false},
        {":nth-child(n+x) {}", "p", false},
        {"[=x] {}", "p", false},
        {"[class*=zz] {}", "p", false},
        {":lang('') {}", "p", false},
        {"\\70\r\n {}", "p", true},
    };
    for (size_t i = 0; i < ARRAY_LEN(CASES); i++) {
        ok(matches(CASES[i].selector, CASES[i].element) == CASES[i].held, CASES[i].selector);
    }
}

static void test_specificity(void) {
    struct text t = read_text("a, .b, #c, a.b, a b, a:first-child, li::marker {}");
    struct css_selector *s = NULL;
    is_int(css_selectors_read(t.in.arena, &t.sheet->rules[0], NULL, &s, t.in.diags), 7,
           "seven selectors");
    ok(s[0].specificity < s[4].specificity && s[4].specificity < s[1].specificity &&
           s[1].specificity < s[3].specificity && s[3].specificity < s[2].specificity,
       "types, classes and ids weigh in this order");
    is_int(s[5].specificity, s[3].specificity, "a pseudo-class is a class");
    ok(s[6].part == CSS_MARKER, "a marker");
    is_int(t.in.diags->n, 0, "no fault");
    is_str(reading_at(s[3].span), "a.b", "a selector's place");
    reading_drop(&t.in);
    struct buf many = BUF_INIT;
    for (int i = 0; i < 3000; i++) {
        buf_puts(&many, ".a");
    }
    buf_puts(&many, ", #c {}");
    t = read_text(many.p);
    is_int(css_selectors_read(t.in.arena, &t.sheet->rules[0], NULL, &s, t.in.diags), 2,
           "many classes");
    ok(s[0].specificity < s[1].specificity, "weigh less than an id");
    reading_drop(&t.in);
    buf_drop(&many);
    t = read_text("li::marker p {}");
    is_int(css_selectors_read(t.in.arena, &t.sheet->rules[0], NULL, &s, t.in.diags), 0,
           "a marker ends its selector");
    reading_drop(&t.in);
    t = read_text("a::slotted(b), b:has(.c), d::cue, :nth-child(2 of p), [x=1], e:hover {}");
    is_int(css_selectors_read(t.in.arena, &t.sheet->rules[0], NULL, &s, t.in.diags), 6,
           "what is not known does not void the rest");
    is_int(t.in.diags->n, 5, "each is reported, but for what screens do");
    is_str(reading_at(t.in.diags->list[1]->span), ":has(.c)", "at its place");
    reading_drop(&t.in);
    t = read_text(":is(#a, b) c, :where(#a) c, :not(.a, b), p:nth-child(2n), #a c, .a, c {}");
    is_int(css_selectors_read(t.in.arena, &t.sheet->rules[0], NULL, &s, t.in.diags), 7,
           "functions");
    is_int(s[0].specificity, s[4].specificity, "the most of `:is()`");
    is_int(s[1].specificity, s[6].specificity, "nothing of `:where()`");
    is_int(s[2].specificity, s[5].specificity, "the most of `:not()`");
    is_int(s[3].specificity, s[5].specificity + s[6].specificity, "a class for a place");
    reading_drop(&t.in);
}

static void test_colours(void) {
    uint32_t rgb = 1;
    uint8_t alpha = 0;
    ok(css_colour_named(STR("aliceBlue"), &rgb) && rgb == 0xF0F8FF, "the first name");
    ok(css_colour_named(STR("yellowgreen"), &rgb) && rgb == 0x9ACD32, "the last");
    ok(css_colour_named(STR("lightgoldenrodyellow"), &rgb), "the longest");
    ok(!css_colour_named(STR("reddish"), &rgb) && !css_colour_named(STR_EMPTY, &rgb), "none");
    ok(css_colour_hex(STR("1aF"), &rgb, &alpha) && rgb == 0x11AAFF && alpha == 255, "digits");
    ok(css_colour_hex(STR("01020380"), &rgb, &alpha) && rgb == 0x010203 && alpha == 0x80, "eight");
    ok(!css_colour_hex(STR("12345"), &rgb, &alpha) && !css_colour_hex(STR("12x"), &rgb, &alpha),
       "what is no colour");
}

int main(void) {
    test_colours();
    test_matching();
    test_specificity();
    test_rules();
    test_tokens();
    test_faults();
    test_nesting();
    return tap_done();
}
