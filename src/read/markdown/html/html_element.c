/* SPDX-License-Identifier: MIT */
/* The table of HTML elements (WHATWG HTML, sections 4 and 16.2), with the way in which dossier
 * reads each. */
#include "read/markdown/html/md_html.h"

#include "core/base/word_list.h"

#include <stdlib.h>

static const struct md_html_element elements[] = {
#define ELEMENT(tag, what) {.name = tag, .use = MD_HTML_##what},
#define MARK(tag, of) {.name = tag, .use = MD_HTML_MARK, .kind = DOC_##of},
#include "read/markdown/html/html_elements.def"
#undef ELEMENT
#undef MARK
};

_Static_assert(ARRAY_LEN(elements) <= 128, "sets of elements are 128 bits");

size_t md_html_index(const struct md_html_element *el) {
    return (size_t)(el - elements);
}

const struct md_html_element *md_html_find(struct str name) {
    char lower[16];
    struct str key = str_lower(name, lower, sizeof lower);
    return bsearch(&key, elements, ARRAY_LEN(elements), sizeof elements[0], str_order_z);
}
