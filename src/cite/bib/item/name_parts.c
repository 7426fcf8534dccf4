/* SPDX-License-Identifier: MIT */
/*
 * Splits a name into family name, given names and particle. bib/bibtex reads names in TeX.
 */
#include "cite/bib/item/item.h"

#include "core/base/utf8.h"
#include "core/unicode/unicode.h"

struct str bib_part_initials(struct arena *a, struct str given) {
    struct buf b = BUF_INIT;
    uint32_t before = 0;
    for (size_t i = 0; i < given.n;) {
        size_t begin = i;
        uint32_t cp = utf8_next(given, &i);
        buf_str(&b, str_slice(given, begin, i));
        size_t next = i;
        if (cp == '.' && unicode_is_upper(before) && i < given.n &&
            unicode_is_upper(utf8_next(given, &next))) {
            buf_putc(&b, ' ');
        }
        before = cp;
    }
    struct str text = b.n > given.n ? buf_keep(&b, a) : given;
    buf_drop(&b);
    return text;
}

static bool begins_lower(struct str word) {
    size_t i = 0;
    return word.n && unicode_is_lower(utf8_next(word, &i));
}

/** Reads a name without commas: "Jane Doe", "Ludwig van Beethoven". The last word is the family
 * name. The first lower-case word and all words from there to the last one are a particle. */
static void read_plain(struct str s, struct item_name *out) {
    size_t last = s.n, particle = 0;
    while (last > 0 && !is_space(s.p[last - 1])) {
        last--;
    }
    while (particle < last && (particle == 0 || !begins_lower(str_slice(s, particle, last)))) {
        while (particle < last && !is_space(s.p[particle])) {
            particle++;
        }
        while (particle < last && is_space(s.p[particle])) {
            particle++;
        }
    }
    out->family = str_from(s, last);
    out->dropping_particle = str_trim(str_slice(s, particle, last));
    out->given = str_trim(str_slice(s, 0, particle));
}

bool item_name_of_text(struct arena *a, struct str text, struct item_name *out) {
    struct str rest = str_trim(text), first = str_trim(str_cut(&rest, ','));
    *out = (struct item_name){.others = false};
    if (rest.p) {
        struct str behind = rest, middle = str_trim(str_cut(&behind, ','));
        out->family = first;
        out->given = behind.p ? str_trim(behind) : middle;
        out->suffix = behind.p ? middle : STR_EMPTY;
    } else if (str_ieq(first, STR("others"))) {
        out->others = true;
    } else {
        read_plain(first, out);
    }
    if (out->family.n == 0) {
        out->family = out->given;
        out->given = STR_EMPTY;
    }
    out->given = bib_part_initials(a, out->given);
    return out->others || out->family.n;
}
