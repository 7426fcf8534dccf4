/* SPDX-License-Identifier: MIT */
/*
 * The names of terms (CSL 1.0.2, appendix II) with their numbers. Ordinal suffixes are rules, which
 * locale.c reads.
 */
#include "cite/csl/model.h"

#include <stdlib.h>
#include <string.h>

/* Sorted by bytes. */
static const struct str names[] = {
    STR_INIT("accessed"),
    STR_INIT("act"),
    STR_INIT("ad"),
    STR_INIT("advance-online-publication"),
    STR_INIT("album"),
    STR_INIT("and"),
    STR_INIT("and others"),
    STR_INIT("anonymous"),
    STR_INIT("appendix"),
    STR_INIT("article"),
    STR_INIT("article-journal"),
    STR_INIT("article-locator"),
    STR_INIT("article-magazine"),
    STR_INIT("article-newspaper"),
    STR_INIT("at"),
    STR_INIT("audio-recording"),
    STR_INIT("author"),
    STR_INIT("available at"),
    STR_INIT("bc"),
    STR_INIT("bce"),
    STR_INIT("bill"),
    STR_INIT("book"),
    STR_INIT("broadcast"),
    STR_INIT("by"),
    STR_INIT("canon"),
    STR_INIT("ce"),
    STR_INIT("chair"),
    STR_INIT("chapter"),
    STR_INIT("chapter-number"),
    STR_INIT("circa"),
    STR_INIT("citation-number"),
    STR_INIT("cited"),
    STR_INIT("classic"),
    STR_INIT("close-inner-quote"),
    STR_INIT("close-quote"),
    STR_INIT("collection"),
    STR_INIT("collection-editor"),
    STR_INIT("collection-number"),
    STR_INIT("colon"),
    STR_INIT("column"),
    STR_INIT("comma"),
    STR_INIT("compiler"),
    STR_INIT("composer"),
    STR_INIT("container-author"),
    STR_INIT("contributor"),
    STR_INIT("curator"),
    STR_INIT("dataset"),
    STR_INIT("director"),
    STR_INIT("document"),
    STR_INIT("edition"),
    STR_INIT("editor"),
    STR_INIT("editor-translator"),
    STR_INIT("editorial-director"),
    STR_INIT("editortranslator"),
    STR_INIT("elocation"),
    STR_INIT("entry"),
    STR_INIT("entry-dictionary"),
    STR_INIT("entry-encyclopedia"),
    STR_INIT("equation"),
    STR_INIT("et-al"),
    STR_INIT("event"),
    STR_INIT("executive-producer"),
    STR_INIT("figure"),
    STR_INIT("film"),
    STR_INIT("first-reference-note-number"),
    STR_INIT("folio"),
    STR_INIT("forthcoming"),
    STR_INIT("from"),
    STR_INIT("graphic"),
    STR_INIT("guest"),
    STR_INIT("hearing"),
    STR_INIT("henceforth"),
    STR_INIT("host"),
    STR_INIT("ibid"),
    STR_INIT("illustrator"),
    STR_INIT("in"),
    STR_INIT("in press"),
    STR_INIT("internet"),
    STR_INIT("interview"),
    STR_INIT("interviewer"),
    STR_INIT("issue"),
    STR_INIT("legal_case"),
    STR_INIT("legislation"),
    STR_INIT("letter"),
    STR_INIT("line"),
    STR_INIT("loc-cit"),
    STR_INIT("locator"),
    STR_INIT("manuscript"),
    STR_INIT("map"),
    STR_INIT("month-01"),
    STR_INIT("month-02"),
    STR_INIT("month-03"),
    STR_INIT("month-04"),
    STR_INIT("month-05"),
    STR_INIT("month-06"),
    STR_INIT("month-07"),
    STR_INIT("month-08"),
    STR_INIT("month-09"),
    STR_INIT("month-10"),
    STR_INIT("month-11"),
    STR_INIT("month-12"),
    STR_INIT("motion_picture"),
    STR_INIT("musical_score"),
    STR_INIT("narrator"),
    STR_INIT("no date"),
    STR_INIT("no-place"),
    STR_INIT("no-publisher"),
    STR_INIT("note"),
    STR_INIT("number"),
    STR_INIT("number-of-pages"),
    STR_INIT("number-of-volumes"),
    STR_INIT("on"),
    STR_INIT("online"),
    STR_INIT("op-cit"),
    STR_INIT("open-inner-quote"),
    STR_INIT("open-quote"),
    STR_INIT("opus"),
    STR_INIT("organizer"),
    STR_INIT("original-author"),
    STR_INIT("original-work-published"),
    STR_INIT("page"),
    STR_INIT("page-first"),
    STR_INIT("page-range-delimiter"),
    STR_INIT("pamphlet"),
    STR_INIT("paper-conference"),
    STR_INIT("paragraph"),
    STR_INIT("part"),
    STR_INIT("part-number"),
    STR_INIT("patent"),
    STR_INIT("performance"),
    STR_INIT("performer"),
    STR_INIT("periodical"),
    STR_INIT("personal-communication"),
    STR_INIT("personal_communication"),
    STR_INIT("podcast"),
    STR_INIT("podcast-episode"),
    STR_INIT("post"),
    STR_INIT("post-weblog"),
    STR_INIT("preprint"),
    STR_INIT("presented at"),
    STR_INIT("printing"),
    STR_INIT("printing-number"),
    STR_INIT("producer"),
    STR_INIT("radio-broadcast"),
    STR_INIT("radio-series"),
    STR_INIT("radio-series-episode"),
    STR_INIT("recipient"),
    STR_INIT("reference"),
    STR_INIT("regulation"),
    STR_INIT("report"),
    STR_INIT("retrieved"),
    STR_INIT("review"),
    STR_INIT("review-book"),
    STR_INIT("review-of"),
    STR_INIT("reviewed-author"),
    STR_INIT("rule"),
    STR_INIT("scale"),
    STR_INIT("scene"),
    STR_INIT("script-writer"),
    STR_INIT("season-01"),
    STR_INIT("season-02"),
    STR_INIT("season-03"),
    STR_INIT("season-04"),
    STR_INIT("section"),
    STR_INIT("semicolon"),
    STR_INIT("series-creator"),
    STR_INIT("software"),
    STR_INIT("song"),
    STR_INIT("special-issue"),
    STR_INIT("special-section"),
    STR_INIT("speech"),
    STR_INIT("standard"),
    STR_INIT("sub-verbo"),
    STR_INIT("supplement"),
    STR_INIT("supplement-number"),
    STR_INIT("table"),
    STR_INIT("television-broadcast"),
    STR_INIT("television-series"),
    STR_INIT("television-series-episode"),
    STR_INIT("thesis"),
    STR_INIT("timestamp"),
    STR_INIT("title-locator"),
    STR_INIT("translator"),
    STR_INIT("treaty"),
    STR_INIT("verse"),
    STR_INIT("version"),
    STR_INIT("video"),
    STR_INIT("volume"),
    STR_INIT("webpage"),
    STR_INIT("working-paper"),
};

size_t csl_term_count(void) {
    return ARRAY_LEN(names);
}

static int compare(const void *key, const void *entry) {
    return str_cmp(*(const struct str *)key, *(const struct str *)entry);
}

term_id csl_term_find(struct str name) {
    const struct str *at = bsearch(&name, names, ARRAY_LEN(names), sizeof *names, compare);
    if (at) {
        return (term_id)(at - names);
    }
    return str_is(name, "sub verbo") ? csl_term_find(STR("sub-verbo")) : TERM_NONE;
}

static size_t slot_of(struct str name) {
    const unsigned char *p = (const unsigned char *)name.p;
    size_t n = name.n;
    return n < 2 ? n
                 : (n * 5 + p[0] * 17u + p[n - 1] * 71u + p[n - 2] * 37u + p[n / 2] * 13u) %
                       sizeof((struct csl_term_index *)NULL)->slots;
}

void csl_term_index_fill(struct csl_term_index *index) {
    _Static_assert(ARRAY_LEN(names) < 256 && ARRAY_LEN(names) * 2 < sizeof index->slots,
                   "numbers are bytes, and half of the slots free");
    memset(index, 0, sizeof *index);
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        size_t at = slot_of(names[i]);
        while (index->slots[at]) {
            at = (at + 1) % sizeof index->slots;
        }
        index->slots[at] = (uint8_t)(i + 1);
    }
}

term_id csl_term_index_find(const struct csl_term_index *index, struct str name) {
    size_t at = slot_of(name);
    while (index->slots[at] && !str_eq(names[index->slots[at] - 1], name)) {
        at = (at + 1) % sizeof index->slots;
    }
    if (index->slots[at]) {
        return (term_id)(index->slots[at] - 1);
    }
    return str_is(name, "sub verbo") ? csl_term_find(name) : TERM_NONE;
}

struct str csl_term_fixed_name(enum fixed_term t) {
    static const struct str fixed[] = {
        [FIXED_AND] = STR_INIT("and"),
        [FIXED_ET_AL] = STR_INIT("et-al"),
        [FIXED_AND_OTHERS] = STR_INIT("and others"),
        [FIXED_AD] = STR_INIT("ad"),
        [FIXED_BC] = STR_INIT("bc"),
        [FIXED_CIRCA] = STR_INIT("circa"),
        [FIXED_OPEN_QUOTE] = STR_INIT("open-quote"),
        [FIXED_CLOSE_QUOTE] = STR_INIT("close-quote"),
        [FIXED_OPEN_INNER] = STR_INIT("open-inner-quote"),
        [FIXED_CLOSE_INNER] = STR_INIT("close-inner-quote"),
        [FIXED_PAGE_RANGE] = STR_INIT("page-range-delimiter"),
        [FIXED_EDITOR_TRANSLATOR] = STR_INIT("editortranslator"),
        [FIXED_MONTH_01] = STR_INIT("month-01"),
        [FIXED_SEASON_01] = STR_INIT("season-01"),
        [FIXED_PAGE] = STR_INIT("page"),
        [FIXED_SUB_VERBO] = STR_INIT("sub-verbo"),
        [FIXED_NO_DATE] = STR_INIT("no date"),
    };
    return fixed[t];
}
