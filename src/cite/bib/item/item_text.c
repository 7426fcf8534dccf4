/* SPDX-License-Identifier: MIT */
/* Text functions for all readers of references. */
#include "cite/bib/item/item_text.h"

#include "core/base/utf8.h"
#include "core/unicode/unicode.h"

#include <string.h>

bool bib_has_space(struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if (is_space(s.p[i])) {
            return true;
        }
    }
    return false;
}

size_t bib_doi_prefix(struct str s) {
    static const struct str prefixes[] = {STR_INIT("https://doi.org/"),
                                          STR_INIT("http://doi.org/"),
                                          STR_INIT("https://dx.doi.org/"),
                                          STR_INIT("http://dx.doi.org/"),
                                          STR_INIT("doi.org/"),
                                          STR_INIT("dx.doi.org/"),
                                          STR_INIT("doi:"),
                                          STR_INIT("doi ")};
    char first = s.n ? to_lower(s.p[0]) : '\0';
    for (size_t i = first == 'd' || first == 'h' ? 0 : ARRAY_LEN(prefixes); i < ARRAY_LEN(prefixes);
         i++) {
        if (str_ieq(str_slice(s, 0, prefixes[i].n), prefixes[i])) {
            return prefixes[i].n + str_run(s, prefixes[i].n, ' ');
        }
    }
    return 0;
}

/** Whether a character beyond ASCII is a space, a dash, a quotation mark or a similar sign. */
static bool is_punctuation(uint32_t cp) {
    return (cp >= 0x2000 && cp < 0x2070) || (cp >= 0x3000 && cp < 0x3004) ||
           (cp >= 0x3008 && cp < 0x3012) || cp == 0xA0 || cp == 0xA1 || cp == 0xAB || cp == 0xB7 ||
           cp == 0xBB || cp == 0xBF;
}

struct str bib_squeeze(struct arena *a, struct str text) {
    struct str folded = unicode_fold(a, text);
    char *p = arena_alloc(a, folded.n + 1);
    size_t n = 0;
    for (size_t i = 0, from; i < folded.n;) {
        from = i;
        uint32_t cp = utf8_next(folded, &i);
        if (cp < 0x80 ? is_alnum((char)cp) : !is_punctuation(cp)) {
            memcpy(p + n, folded.p + from, i - from);
            n += i - from;
        }
    }
    return (struct str){p, n};
}
