/* SPDX-License-Identifier: MIT */
/*
 * Dates of CSL-JSON and CSL-YAML: date-parts (numbers or strings), raw, literal, season, circa;
 * EDTF strings; and the maps of year, month and day that older versions of pandoc wrote.
 */
#include "cite/bib/item/csl_internal.h"

#include "cite/bib/item/dates.h"

DIAG_USE(DIAG_BIB_BAD_DATE);

/** Returns a whole number, written as "2010" or "2010.0". 0 for other values. */
static int64_t number(const struct node *n) {
    struct str s = str_trim(node_text(n));
    size_t dot = str_index(s, '.');
    int64_t v;
    return str_to_i64(dot == STR_NONE ? s : str_slice(s, 0, dot), &v) ? v : 0;
}

static bool set_part(struct item_day *day, size_t i, int64_t v) {
    if (i == 0) {
        if (v == 0 || v > ITEM_YEAR_MAX || v < -ITEM_YEAR_MAX) {
            return false;
        }
        day->year = (int32_t)v;
        day->has_year = true;
    } else if (i == 1 && v >= 1 && v <= 12) {
        day->month = (int8_t)v;
    } else if (i == 1 && v >= 13 && v <= 24) {
        /* a month from 13 on is a season: 13 to 16 and 17 to 20 in citeproc-js, 21 to 24 in EDTF */
        day->season = (int8_t)((v - 13) % 4 + 1);
    } else if (i == 2 && v >= 1 && v <= 31) {
        day->day = (int8_t)v;
    }
    return true;
}

static void read_parts(const struct node *n, struct item_day *day) {
    for (size_t i = 0; i < node_count(n) && i < 3; i++) {
        if (!set_part(day, i, number(node_item(n, i)))) {
            return;
        }
    }
}

static bool read_date_parts(const struct node *parts, struct item_date *out) {
    if (parts->kind != NODE_LIST || parts->n == 0) {
        return false;
    }
    /* the list is [2010, 5] instead of [[2010, 5]] */
    bool flat = parts->items[0]->kind != NODE_LIST;
    read_parts(flat ? parts : parts->items[0], &out->from);
    if (!flat && parts->n > 1) {
        out->is_range = true;
        read_parts(parts->items[1], &out->to);
    }
    return out->from.has_year || out->to.has_year;
}

bool item_csl_date_text(struct str s, struct item_date *out) {
    s = str_trim(s);
    bool circa = out->circa;
    if (s.n > 2 && s.p[0] == '"' && s.p[s.n - 1] == '"') {
        *out = (struct item_date){.literal = str_slice(s, 1, s.n - 1)};
    } else if (!bib_date_free(s, out)) {
        *out = (struct item_date){.raw = s};
    }
    out->circa = out->circa || circa;
    return s.n > 0;
}

/** Reads a map such as {year: 2010, month: 5, day: 1, season: 2}. */
static bool read_named_parts(const struct node *n, struct item_day *day) {
    static const char *const names[] = {"year", "month", "day"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        const struct node *part = node_get(n, names[i]);
        if (part && !set_part(day, i, number(part))) {
            return false;
        }
    }
    return day->has_year;
}

static void read_season(const struct node *n, struct item_date *out) {
    struct str s = node_text(n);
    int season = bib_season(s);
    int64_t v = number(n);
    if (!season && v >= 21 && v <= 24) {
        season = (int)v - 20;
    }
    if (season && out->from.has_year && !out->from.month) {
        out->from.season = (int8_t)season;
    }
}

bool item_csl_date(const struct node *n, struct item_date *out, struct diags *d) {
    *out = (struct item_date){.circa = false};
    if (n->kind == NODE_LIST) {
        if (n->n == 0) {
            return false;
        }
        if (n->items[0]->kind != NODE_MAP) {
            return read_date_parts(n, out);
        }
        out->is_range = n->n > 1;
        return read_named_parts(n->items[0], &out->from) &&
               (n->n < 2 || read_named_parts(n->items[1], &out->to));
    }
    if (n->kind != NODE_MAP) {
        return item_csl_date_text(node_text(n), out);
    }
    const struct node *circa = node_get(n, "circa");
    out->circa = circa && node_bool(circa, node_text(circa).n > 0) == 1;
    const struct node *parts = node_get(n, "date-parts");
    const struct node *raw = node_get(n, "raw"), *literal = node_get(n, "literal"),
                      *edtf = node_get(n, "edtf");
    bool found = parts && read_date_parts(parts, out);
    if (!found && edtf) {
        found = bib_date_edtf(node_text(edtf), out);
    }
    if (!found && !parts) {
        found = read_named_parts(n, &out->from);
    }
    if (!found && raw) {
        found = item_csl_date_text(node_text(raw), out);
    }
    if (!found && literal && node_text(literal).n) {
        out->literal = node_text(literal);
        found = true;
    }
    if (node_get(n, "season")) {
        read_season(node_get(n, "season"), out);
    }
    if (!found && (parts ? parts->n > 0 : n->n > 0) && d) {
        diag_add(d, DIAG_BIB_BAD_DATE, n->span, "there is no date in this value");
    }
    return found;
}
