/* SPDX-License-Identifier: MIT */
/*
 * The name of a document in one line, and its date in a form for programs.
 */
#include "core/base/calendar.h"
#include "core/base/file.h"
#include "model/doc/doc.h"

static struct str first_heading(const struct doc *doc) {
    struct doc_walk walk = doc_walk_start(doc->root);
    while (doc_has_kind(doc, DOC_HEADING) && doc_walk_next(&walk)) {
        if (walk.enter && walk.node->kind == DOC_HEADING) {
            struct str text = doc_plain(doc->arena, walk.node);
            if (text.n) {
                return text;
            }
        }
    }
    return STR_EMPTY;
}

struct str doc_page_title(const struct doc *doc) {
    const struct doc_meta *meta = &doc->meta;
    struct str own = str_trim(node_text(node_get(doc->front, "pagetitle")));
    if (own.n) {
        return own;
    }
    for (size_t i = 0; meta->subtitle_plain.n && i < meta->nauthors; i++) {
        /* the title is only the person's name */
        if (doc_author_is_title(meta, &meta->authors[i])) {
            return arena_join(doc->arena, 3, meta->subtitle_plain, STR(" – "), meta->title_plain);
        }
    }
    if (meta->title_plain.n) {
        return meta->title_plain;
    }
    struct str text = first_heading(doc);
    struct str stem = !text.n && doc->source ? path_stem(doc->source->name) : text;
    return stem.n ? stem : STR("Document");
}

/** Returns 1 to 12 for an English month or its first three letters, and 0 for another word. */
static int month_of(struct str word) {
    word = str_ends(word, STR(".")) ? str_slice(word, 0, word.n - 1) : word;
    int month = calendar_month(word);
    return month && (word.n == 3 || word.n == calendar_months[month - 1].n) ? month : 0;
}

struct str doc_date_iso(const struct doc *doc) {
    return doc_iso_of(doc->arena, doc->meta.date_plain);
}

struct str doc_iso_of(struct arena *a, struct str date) {
    struct str rest = str_trim(date);
    if (rest.n && calendar_iso(rest) == rest.n) {
        return rest;
    }
    int64_t number, year = 0, day = 0, month = 0;
    size_t words = 0;
    while (rest.p && words <= 3) {
        struct str word = str_trim(str_cut(&rest, ' '));
        word = str_ends(word, STR(",")) ? str_slice(word, 0, word.n - 1) : word;
        words += word.n > 0;
        if (!str_to_i64(word, &number)) {
            month = month ? 0 : month_of(word);
        } else if (word.n == 4 && !year && number > 0) {
            year = number;
        } else if (!day && number >= 1 && number <= 31) {
            day = number;
        }
    }
    if (rest.p || !year || !month || words != 2 + (size_t)(day > 0)) {
        return STR_EMPTY;
    }
    return day ? arena_printf(a, "%04d-%02d-%02d", (int)year, (int)month, (int)day)
               : arena_printf(a, "%04d-%02d", (int)year, (int)month);
}
