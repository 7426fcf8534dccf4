/* SPDX-License-Identifier: MIT */
/* The table of HTML elements (WHATWG HTML, sections 4 and 16.2) and their use here. */
#include "read/markdown/html/md_html.h"

#include <stdlib.h>

#define E(tag, what)                                                                               \
    { .name = tag, .use = MD_HTML_##what }
#define MARK(tag, of)                                                                              \
    { .name = tag, .use = MD_HTML_MARK, .kind = DOC_##of }

/* Sorted by name. */
static const struct md_html_element elements[] = {
    E("a", LINK),           E("abbr", NAMED),
    E("acronym", SPAN),     E("address", BOX),
    E("area", KEEP),        E("article", BOX),
    E("aside", BOX),        E("audio", EMBED),
    MARK("b", STRONG),      E("base", KEEP),
    E("bdi", SPAN),         E("bdo", SPAN),
    E("big", NAMED),        E("blockquote", QUOTE),
    E("body", PART),        E("br", BREAK),
    E("button", SPAN),      E("canvas", RAW),
    E("caption", PART),     E("center", CENTER),
    E("cite", NAMED),       E("code", CODE),
    E("col", PART),         E("colgroup", PART),
    E("data", SPAN),        E("dd", BODY),
    MARK("del", STRIKE),    E("details", DETAILS),
    E("dfn", NAMED),        E("dialog", BOX),
    E("dir", BULLETS),      E("div", BOX),
    E("dl", DEFS),          E("dt", TERM),
    MARK("em", EMPH),       E("embed", EMBED),
    E("fieldset", BOX),     E("figcaption", CAPTION),
    E("figure", FIGURE),    E("font", FONT),
    E("footer", BOX),       E("form", RAW),
    E("h1", HEADING),       E("h2", HEADING),
    E("h3", HEADING),       E("h4", HEADING),
    E("h5", HEADING),       E("h6", HEADING),
    E("head", PART),        E("header", BOX),
    E("hgroup", BOX),       E("hr", RULE),
    E("html", PART),        MARK("i", EMPH),
    E("iframe", EMBED),     E("img", IMAGE),
    E("input", KEEP),       E("ins", NAMED),
    E("kbd", NAMED),        E("label", SPAN),
    E("legend", PARA),      E("li", ITEM),
    E("link", KEEP),        E("main", BOX),
    E("map", SPAN),         E("mark", NAMED),
    E("marquee", SPAN),     E("math", RAW),
    E("menu", BULLETS),     E("meta", KEEP),
    E("meter", SPAN),       E("nav", BOX),
    E("nobr", SPAN),        E("noscript", RAW),
    E("object", EMBED),     E("ol", NUMBERS),
    E("output", SPAN),      E("p", PARA),
    E("param", KEEP),       E("picture", SPAN),
    E("pre", PRE),          E("progress", SPAN),
    E("q", NAMED),          E("rp", SPAN),
    E("rt", SPAN),          E("ruby", SPAN),
    MARK("s", STRIKE),      E("samp", NAMED),
    E("script", RAW),       E("search", BOX),
    E("section", BOX),      E("select", RAW),
    E("small", NAMED),      E("source", KEEP),
    E("span", SPAN),        MARK("strike", STRIKE),
    MARK("strong", STRONG), E("style", RAW),
    MARK("sub", SUB),       E("summary", SUMMARY),
    MARK("sup", SUP),       E("svg", RAW),
    E("table", TABLE),      E("tbody", PART),
    E("td", PART),          E("template", RAW),
    E("textarea", RAW),     E("tfoot", PART),
    E("th", PART),          E("thead", PART),
    E("time", SPAN),        E("title", PART),
    E("tr", PART),          E("track", KEEP),
    E("tt", CODE),          MARK("u", UNDERLINE),
    E("ul", BULLETS),       E("var", NAMED),
    E("video", EMBED),      E("wbr", WORD_BREAK),
};

_Static_assert(ARRAY_LEN(elements) <= 128, "sets of elements are 128 bits");

size_t md_html_index(const struct md_html_element *el) {
    return (size_t)(el - elements);
}

static int compare(const void *key, const void *entry) {
    return str_cmp(*(const struct str *)key, str_of(((const struct md_html_element *)entry)->name));
}

const struct md_html_element *md_html_find(struct str name) {
    char lower[16];
    if (name.n == 0 || name.n >= sizeof lower) {
        return NULL;
    }
    for (size_t i = 0; i < name.n; i++) {
        lower[i] = to_lower(name.p[i]);
    }
    struct str key = {lower, name.n};
    return bsearch(&key, elements, ARRAY_LEN(elements), sizeof elements[0], compare);
}
