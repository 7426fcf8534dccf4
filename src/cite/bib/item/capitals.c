/* SPDX-License-Identifier: MIT */
/*
 * Words that decide about capitals in English titles. The table of words with capitals is made when
 * dossier is built (cite/make_capitals.c), so that results do not depend on the programs installed
 * where dossier runs.
 */
#include "cite/bib/item/capitals.h"

#include "core/base/word_list.h"

/* Defines two arrays: `words` has one word on each line, and `slots` is a hash table with the
 * offsets of these lines. The hash is that of the word in small letters. An offset of 0 is a free
 * slot. */
#include "cite/bib/item/capitals.inc"

#define WORD_MAX 40

struct str bib_capital_form(struct str word) {
    char letters[WORD_MAX];
    struct str small = str_lower(word, letters, sizeof letters);
    if (small.n < 2) {
        return STR_EMPTY;
    }
    size_t mask = ARRAY_LEN(slots) - 1;
    for (size_t at = (size_t)str_hash(small) & mask; slots[at]; at = (at + 1) & mask) {
        struct str line = {words + slots[at], sizeof words - 1 - slots[at]};
        struct str form = str_cut(&line, '\n');
        if (str_ieq(form, small)) {
            return form;
        }
    }
    return STR_EMPTY;
}

bool bib_is_abbreviation(struct str word) {
    return str_iamong(word,
                      "vs v e.g i.e eg ie cf ca al approx no nos nr proc vol vols pp ed eds "
                      "fig figs eq eqs ch sec pt sp spp ssp subsp var cv f gen dept univ int conf "
                      "symp trans assoc soc inst natl intl inc ltd co corp");
}

bool bib_is_form_of_address(struct str word) {
    return str_iamong(word, "st ste dr mr mrs ms prof rev mt ft sr fr hon capt col lt sgt gov sen "
                            "maj messrs mme mlle");
}

/* Each row has the words with one first letter, which makes the look-up of each word of a title
 * fast. */
static const char *const joining_words['z' - 'a' + 1] = {
    ['a' - 'a'] = "about above across after against along amid amidst among amongst around",
    ['b' - 'a'] = "because before behind below beneath beside besides between beyond",
    ['d' - 'a'] = "despite down during",
    ['e' - 'a'] = "except",
    ['f' - 'a'] = "from",
    ['i' - 'a'] = "inside into",
    ['l' - 'a'] = "like",
    ['n' - 'a'] = "near",
    ['o' - 'a'] = "once onto outside over",
    ['p' - 'a'] = "past",
    ['s' - 'a'] = "since",
    ['t' - 'a'] = "than that though through throughout till toward towards",
    ['u' - 'a'] = "under underneath unless unlike until upon",
    ['v' - 'a'] = "versus",
    ['w' - 'a'] = "when where whereas whether while with within without",
};

bool bib_is_joining_word(struct str word) {
    size_t letter = word.n ? (size_t)(unsigned char)word.p[0] - 'a' : SIZE_MAX;
    return letter < ARRAY_LEN(joining_words) && joining_words[letter] &&
           str_among(word, joining_words[letter]);
}

bool bib_is_roman(struct str word) {
    for (size_t i = 0; i < word.n; i++) {
        if (str_index(STR("IVX"), word.p[i]) == STR_NONE) {
            return false;
        }
    }
    return word.n >= 2;
}
