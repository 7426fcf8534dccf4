/* SPDX-License-Identifier: MIT */
/*
 * Reads each row of the table into a scratch arena, and keeps its nature (a retraction or an
 * expression of concern), its date and the DOI of the notice.
 */
#include "cite/bib/check/retractions.h"

#include "cite/bib/check/check.h"
#include "core/base/map.h"
#include "core/data/csv.h"

DIAG_USE(DIAG_BIB_FORMAT);
DIAG_USE(DIAG_CHECK_RETRACTED);

enum column { DOI, PMID, NATURE, DATE, NOTICE, COLUMNS };

enum nature { RETRACTED, CONCERN, REINSTATED };

struct retraction {
    struct str date, notice;
    unsigned nature; /* a value of enum nature */
};

struct bib_retractions {
    struct map works; /* maps a DOI in small letters, or "pmid 77", to a struct retraction */
    struct arena *arena;
};

/** Converts "1/31/2020 0:00", which has the month first, to "2020-01-31". Empty for other text. */
static struct str iso_date(struct arena *a, struct str s) {
    struct str rest = s, month = str_cut(&rest, '/'), day = str_cut(&rest, '/');
    struct str year = str_trim(str_cut(&rest, ' '));
    int64_t m, d, y;
    bool good = str_to_i64(month, &m) && str_to_i64(day, &d) && str_to_i64(year, &y);
    return good && m >= 1 && m <= 12 && d >= 1 && d <= 31 && y > 1000 && y < 10000
               ? arena_printf(a, "%04d-%02d-%02d", (int)y, (int)m, (int)d)
               : STR_EMPTY;
}

/** Reads a row. Its cell `column[i]` becomes `out[i]`, which is empty if `column[i]` is STR_NONE.
 */
static void read_row(struct arena *a, struct str text, size_t *at, const size_t *column,
                     struct str *out) {
    bool last = false;
    for (size_t i = 0; i < COLUMNS; i++) {
        out[i] = STR_EMPTY;
    }
    for (size_t k = 0; !last; k++) {
        struct str value = csv_field(a, text, at, ',', &last);
        for (size_t i = 0; i < COLUMNS; i++) {
            out[i] = column[i] == k ? value : out[i];
        }
    }
}

/** Whether a row replaces an earlier row about the same work. A retraction replaces an expression
 * of concern; otherwise the row with the later date is kept. The rows are not sorted. */
static bool counts_more(const struct retraction *new, const struct retraction *old) {
    if (new->nature == RETRACTED && old->nature == CONCERN) {
        return true;
    }
    if (new->nature == CONCERN && old->nature == RETRACTED) {
        return false;
    }
    int order = new->date.n && old->date.n ? str_cmp(new->date, old->date) : 0;
    return order > 0 || (order == 0 && new->nature != old->nature);
}

static void keep(struct bib_retractions *r, struct str key, const struct str *row) {
    static const char *const natures[] = {[RETRACTED] = "Retraction",
                                          [CONCERN] = "Expression of concern",
                                          [REINSTATED] = "Reinstatement"};
    struct retraction *old = map_lookup(&r->works, key);
    struct retraction new = {.date = iso_date(r->arena, row[DATE]), .notice = row[NOTICE]};
    while (new.nature < ARRAY_LEN(natures) && !str_ieq(row[NATURE], str_of(natures[new.nature]))) {
        new.nature++;
    }
    if (new.nature < ARRAY_LEN(natures) && (!old || counts_more(&new, old))) {
        new.notice = arena_str(r->arena, new.notice);
        map_put(&r->works, arena_str(r->arena, key), arena_copy(r->arena, &new, sizeof new));
    }
}

struct bib_retractions *bib_retractions_read(struct arena *a, struct source *src, struct diags *d) {
    static const char *const names[COLUMNS] = {"OriginalPaperDOI", "OriginalPaperPubMedID",
                                               "RetractionNature", "RetractionDate",
                                               "RetractionDOI"};
    struct bib_retractions *r = ARENA_NEW(a, struct bib_retractions);
    struct arena *scratch = arena_new();
    struct str row[COLUMNS];
    size_t column[COLUMNS], at = str_bom(src->text);
    bool last = false;
    *r = (struct bib_retractions){.works = MAP_IN(a), .arena = a};
    for (size_t i = 0; i < COLUMNS; i++) {
        column[i] = STR_NONE;
    }
    for (size_t k = 0; !last; k++) {
        struct str name = csv_field(scratch, src->text, &at, ',', &last);
        for (size_t i = 0; i < COLUMNS; i++) {
            column[i] = str_ieq(name, str_of(names[i])) ? k : column[i];
        }
    }
    for (size_t i = 0; i <= NATURE; i++) {
        if (column[i] == STR_NONE) {
            struct diag *g = diag_add(d, DIAG_BIB_FORMAT, span_make(src, 0, 0),
                                      "this table of retractions has no column `%s`", names[i]);
            diag_hint(d, g, "use the table of Retraction Watch, with its first line");
            arena_drop(scratch);
            return NULL;
        }
    }
    while (at < src->text.n) {
        read_row(scratch, src->text, &at, column, row);
        struct str doi = STR_EMPTY;
        if (bib_doi_check(row[DOI], &doi) != BIB_DOI_BAD && doi.n) {
            keep(r, arena_lower(scratch, doi), row);
        }
        if (row[PMID].n && !str_is(row[PMID], "0")) {
            keep(r, arena_join(scratch, 2, STR("pmid "), row[PMID]), row);
        }
        arena_reset(scratch);
    }
    arena_drop(scratch);
    return r;
}

struct str bib_retractions_check(const struct bib_retractions *r, const struct item *it,
                                 struct diags *d) {
    struct str doi = STR_EMPTY, pmid = str_trim(item_text(it, VAR_PMID));
    bib_doi_check(str_trim(item_text(it, VAR_DOI)), &doi);
    const struct retraction *x = doi.n ? map_lookup(&r->works, arena_lower(r->arena, doi)) : NULL;
    if (!x && pmid.n) {
        x = map_lookup(&r->works, arena_join(r->arena, 2, STR("pmid "), pmid));
    }
    if (!x || x->nature == REINSTATED) {
        return STR_EMPTY;
    }
    bool concern = x->nature == CONCERN;
    struct diag *g =
        diag_add(d, DIAG_CHECK_RETRACTED, it->id_span, "`%.*s` %s%s%.*s", STR_ARG(it->id),
                 concern ? "has an expression of concern" : "was retracted", x->date.n ? ", " : "",
                 STR_ARG(x->date));
    if (x->notice.n && !str_ieq(x->notice, STR("unavailable"))) {
        diag_hint(d, g, "the notice is https://doi.org/%.*s", STR_ARG(x->notice));
    }
    return concern ? STR_EMPTY : x->date.n ? x->date : STR("true");
}
