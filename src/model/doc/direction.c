/* SPDX-License-Identifier: MIT */
/*
 * Decides the direction of a document and of its parts. The author's `dir` decides, or else the
 * script of the language. The text itself is not examined.
 */
#include "model/doc/doc.h"

#include "core/base/word_list.h"

#include <stdlib.h>

/* Right-to-left scripts (ISO 15924), sorted. */
static const char *const scripts[] = {"adlm", "arab", "aran", "hebr", "mand", "mend", "nkoo",
                                      "rohg", "samr", "syrc", "syre", "syrj", "syrn", "thaa"};

/* Languages that are usually written from right to left (ISO 639; CLDR's likely subtags), sorted.
 */
static const char *const languages[] = {
    "abh", "abv", "acm", "acq", "acw", "acx", "acy", "adf", "aeb", "aec", "afb", "aii", "ajp",
    "apc", "apd", "ar",  "arc", "arq", "ars", "ary", "arz", "auz", "avl", "ayh", "ayl", "ayn",
    "ayp", "azb", "bal", "bej", "bft", "bgn", "bgp", "bhd", "bqi", "brh", "cja", "ckb", "cld",
    "dcc", "dv",  "fa",  "fia", "glk", "gwc", "haz", "hbo", "he",  "hnd", "hno", "iw",  "ji",
    "jpr", "jrb", "kas", "khw", "ks",  "lad", "lki", "lrc", "luz", "mde", "men", "mid", "mvy",
    "myz", "mzn", "nqo", "oru", "pbt", "pbu", "phl", "phv", "pnb", "prd", "prs", "ps",  "qxq",
    "rhg", "rmt", "sam", "scl", "sd",  "sdh", "shu", "skr", "smp", "soj", "ssh", "syc", "syn",
    "syr", "trg", "tru", "trw", "ug",  "ur",  "ush", "wlo", "wni", "ydd", "yi",  "yih", "zdj"};

/* Whether a list contains a subtag, in upper or lower case. No list contains longer subtags. */
static bool listed(struct str subtag, const char *const *list, size_t n) {
    char low[4];
    struct str key = str_lower(subtag, low, sizeof low);
    return bsearch(&key, list, n, sizeof list[0], str_order_z) != NULL;
}

static size_t subtag_end(struct str lang) {
    size_t i = 0;
    while (i < lang.n && lang.p[i] != '-' && lang.p[i] != '_') {
        i++;
    }
    return i;
}

bool doc_lang_is_tag(struct str lang) {
    size_t primary = subtag_end(lang);
    bool letters = primary > 0,
         private = primary == 1 && primary < lang.n &&
                   (to_lower(lang.p[0]) == 'x' || to_lower(lang.p[0]) == 'i');
    for (size_t i = 0; i < lang.n; i++) {
        bool sep = lang.p[i] == '-' || lang.p[i] == '_';
        letters = letters && (i < primary ? is_alpha(lang.p[i]) : sep || is_alnum(lang.p[i]));
    }
    return letters && (private || primary == 2 || primary == 3);
}

bool doc_lang_is_rtl(struct str lang) {
    size_t primary = subtag_end(lang);
    struct str rest = str_from(lang, primary < lang.n ? primary + 1 : lang.n);
    for (size_t end = subtag_end(rest); rest.n > 0; end = subtag_end(rest)) {
        bool letters = end == 4;
        for (size_t i = 0; i < end; i++) {
            letters = letters && is_alpha(rest.p[i]);
        }
        if (letters) {
            return listed(str_slice(rest, 0, end), scripts, ARRAY_LEN(scripts));
        }
        if (end == 1) {
            break; /* what follows is extensions and private subtags, which do not name a script */
        }
        rest = str_from(rest, end < rest.n ? end + 1 : rest.n);
    }
    return listed(str_slice(lang, 0, primary), languages, ARRAY_LEN(languages));
}

enum doc_dir doc_dir_named(struct str value) {
    struct str name = str_trim(value);
    return str_ieq(name, STR("rtl"))    ? DOC_DIR_RTL
           : str_ieq(name, STR("ltr"))  ? DOC_DIR_LTR
           : str_ieq(name, STR("auto")) ? DOC_DIR_AUTO
                                        : DOC_DIR_NONE;
}

enum doc_dir doc_dir_of(const struct doc_node *n) {
    enum doc_dir said = n->attr ? doc_dir_named(doc_pair(n, "dir")) : DOC_DIR_NONE;
    if (said == DOC_DIR_NONE && n->attr) {
        struct str lang = doc_pair(n, "lang");
        said = lang.n == 0 ? DOC_DIR_NONE : doc_lang_is_rtl(lang) ? DOC_DIR_RTL : DOC_DIR_LTR;
    }
    return said;
}

bool doc_is_rtl(const struct doc *d) {
    enum doc_dir said = doc_dir_named(node_text(node_get(d->front, "dir")));
    return said == DOC_DIR_RTL || (said != DOC_DIR_LTR && doc_lang_is_rtl(d->meta.lang));
}

bool doc_rtl_at(const struct doc *d, const struct doc_node *node) {
    for (; node; node = node->parent) {
        enum doc_dir said = doc_dir_of(node);
        if (said == DOC_DIR_LTR || said == DOC_DIR_RTL) {
            return said == DOC_DIR_RTL;
        }
    }
    return doc_is_rtl(d);
}
