/* SPDX-License-Identifier: MIT */
/*
 * Dates (CSL 1.0.2, "Date"): localized and free formats, ranges, seasons, years before Christ, and
 * the year suffix after the first year.
 */
#include "cite/csl/number.h"
#include "cite/csl/state.h"

/** Years before this one are marked AD, as readers expect for antiquity. */
#define AD_BELOW 500

#define MAX_PARTS 3

/** The parts of a cs:date in order. They are the parts of the locale with the changes of the
 * style. */
struct format {
    const struct csl_node *part[MAX_PARTS];
    size_t n;
    struct str delimiter;
    /* copies of the parts that the style changes, to which `part` points */
    struct csl_node changed[MAX_PARTS];
};

static const struct csl_node *find_part(const struct csl_node *date, enum date_part p) {
    for (const struct csl_node *k = date->first; k; k = k->next) {
        if (k->u.part.part == p) {
            return k;
        }
    }
    return NULL;
}

/** Replaces attributes of a cs:date-part of the locale with those of the style. */
static void override_part(struct csl_node *p, const struct csl_node *own) {
    if (own->u.part.form != PART_FORM_UNSET) {
        p->u.part.form = own->u.part.form;
    }
    if (own->u.part.range_delimiter.p) {
        p->u.part.range_delimiter = own->u.part.range_delimiter;
    }
    p->prefix = own->prefix.p ? own->prefix : p->prefix;
    p->suffix = own->suffix.p ? own->suffix : p->suffix;
    p->fmt.style = own->fmt.style ? own->fmt.style : p->fmt.style;
    p->fmt.variant = own->fmt.variant ? own->fmt.variant : p->fmt.variant;
    p->fmt.weight = own->fmt.weight ? own->fmt.weight : p->fmt.weight;
    p->fmt.decoration = own->fmt.decoration ? own->fmt.decoration : p->fmt.decoration;
    p->fmt.valign = own->fmt.valign ? own->fmt.valign : p->fmt.valign;
    p->text_case = own->text_case ? own->text_case : p->text_case;
    p->strip_periods = own->strip_periods || p->strip_periods;
}

static void read_format(const struct ctx *x, const struct csl_node *n, struct format *f) {
    f->n = 0;
    f->delimiter = STR_EMPTY;
    const struct csl_node *from = n;
    if (n->u.date.form != DATE_FORM_NONE) {
        from = x->l->dates[n->u.date.form];
        if (!from) {
            return;
        }
    }
    f->delimiter = from->delimiter;
    for (const struct csl_node *k = from->first; k && f->n < MAX_PARTS; k = k->next) {
        if (from != n && !(n->u.date.parts & (1 << k->u.part.part))) {
            continue;
        }
        const struct csl_node *own = from != n ? find_part(n, k->u.part.part) : NULL;
        if (own) {
            f->changed[f->n] = *k;
            override_part(&f->changed[f->n], own);
        }
        f->part[f->n] = own ? &f->changed[f->n] : k;
        f->n++;
    }
}

/* ---- one part ---- */

static bool has_part(const struct item_day *d, enum date_part p) {
    return p == PART_YEAR    ? d->has_year
           : p == PART_MONTH ? d->month || d->season
                             : d->month && d->day;
}

static int part_value(const struct item_day *d, enum date_part p) {
    int month = d->month ? d->month : 20 + d->season;
    return p == PART_YEAR ? d->year : p == PART_MONTH ? month : d->day;
}

/** The text of a year. With `bare` the era is left out, because the other end of the range shows
 * it. */
static struct str year_text(struct ctx *x, const struct csl_node *p, int year, bool bare) {
    if (p->u.part.form == PART_FORM_SHORT && year >= 1000) {
        return arena_printf(x->a, "%02d", year % 100);
    }
    if (bare && year < AD_BELOW) {
        return csl_number_plain(x->a, (unsigned)(year < 0 ? -year : year));
    }
    if (year < 0) {
        struct str bc = csl_locale_term(x->l, x->c->fixed[FIXED_BC], FORM_LONG, false);
        return arena_printf(x->a, "%d%.*s", -year, STR_ARG(bc));
    }
    if (year < AD_BELOW) {
        struct str ad = csl_locale_term(x->l, x->c->fixed[FIXED_AD], FORM_LONG, false);
        return arena_printf(x->a, "%d%.*s", year, STR_ARG(ad));
    }
    return csl_number_plain(x->a, (unsigned)year);
}

static struct str month_text(struct ctx *x, const struct csl_node *p, const struct item_day *d) {
    if (!d->month) {
        if (p->u.part.form == PART_FORM_NUMERIC || p->u.part.form == PART_FORM_LEADING_ZEROS) {
            return STR_EMPTY; /* seasons have no numeric form */
        }
        term_id t = (term_id)(x->c->fixed[FIXED_SEASON_01] + d->season - 1);
        return csl_locale_term(x->l, t, FORM_LONG, false);
    }
    switch (p->u.part.form) {
    case PART_FORM_NUMERIC:
    case PART_FORM_ORDINAL:
        return csl_number_plain(x->a, (unsigned)d->month);
    case PART_FORM_LEADING_ZEROS:
        return arena_printf(x->a, "%02d", d->month);
    case PART_FORM_UNSET:
    case PART_FORM_LONG:
    case PART_FORM_SHORT:
        break;
    }
    term_id t = (term_id)(x->c->fixed[FIXED_MONTH_01] + d->month - 1);
    return csl_locale_term(x->l, t, p->u.part.form == PART_FORM_SHORT ? FORM_SHORT : FORM_LONG,
                           false);
}

static struct str day_text(struct ctx *x, const struct csl_node *p, const struct item_day *d) {
    bool ordinal = p->u.part.form == PART_FORM_ORDINAL;
    if (ordinal && x->l->limit_day_ordinals && d->day != 1) {
        ordinal = false;
    }
    if (ordinal) {
        term_id month = (term_id)(x->c->fixed[FIXED_MONTH_01] + (d->month ? d->month - 1 : 0));
        struct str suffix =
            csl_locale_ordinal(x->l, (uint64_t)d->day, csl_locale_gender(x->l, month));
        return arena_printf(x->a, "%d%.*s", d->day, STR_ARG(suffix));
    }
    return p->u.part.form == PART_FORM_LEADING_ZEROS ? arena_printf(x->a, "%02d", d->day)
                                                     : csl_number_plain(x->a, (unsigned)d->day);
}

static void add_suffix(struct ctx *x, struct run *r) {
    if (x->suffix.n && !x->suffix_shown && !x->sorting && !x->area->shows_suffix) {
        x->suffix_shown = true;
        csl_run_text(x->a, r, x->suffix, RUN_SUFFIX);
    }
}

/** A part of a date with its formatting but without affixes. */
static struct run *part_content(struct ctx *x, const struct csl_node *p, const struct item_day *d,
                                bool suffix) {
    struct str text = STR_EMPTY;
    switch (p->u.part.part) {
    case PART_YEAR:
        text = year_text(x, p, d->year, x->bare_era);
        break;
    case PART_MONTH:
        text = month_text(x, p, d);
        break;
    case PART_DAY:
        text = day_text(x, p, d);
        break;
    }
    struct run *r = csl_run_group(x->a);
    if (p->strip_periods) {
        text = arena_without(x->a, text, ".");
    }
    csl_run_words(x->a, x->l, r, text); /* suffixes of ordinals may have markup */
    if (p->u.part.part == PART_YEAR && suffix) {
        add_suffix(x, r);
        if (!x->year) {
            x->year = r;
        }
    }
    return r;
}

/** The affixes that are left out next to the dash of a range. */
enum edge { EDGE_NONE, EDGE_NO_PREFIX = 1, EDGE_NO_SUFFIX = 2 };

static void add_part(struct ctx *x, struct joiner *j, const struct csl_node *p,
                     const struct item_day *d, unsigned edges, bool suffix) {
    struct run *content = part_content(x, p, d, suffix);
    if (edges == EDGE_NONE && !p->strip_periods) {
        csl_render_emit(x, j, p, content);
        return;
    }
    struct csl_node shown = *p;
    shown.strip_periods = false; /* part_content() has removed the periods */
    if (edges & EDGE_NO_PREFIX) {
        shown.prefix = STR_EMPTY;
    }
    if (edges & EDGE_NO_SUFFIX) {
        shown.suffix = STR_EMPTY;
    }
    csl_render_emit(x, j, &shown, content);
}

/* ---- ranges ---- */

/** The largest shown part in which both ends differ: the year, if one end has a part that the other
 * end lacks, because each end is then shown in full. -1 when they are equal. */
static int largest_difference(const struct format *f, const struct item_date *d) {
    int largest = -1;
    for (size_t i = 0; i < f->n; i++) {
        enum date_part part = f->part[i]->u.part.part;
        bool a = has_part(&d->from, part), b = has_part(&d->to, part);
        if (a != b) {
            return PART_YEAR;
        }
        if (a && part_value(&d->from, part) != part_value(&d->to, part)) {
            largest = largest < 0 || (int)part < largest ? (int)part : largest;
        }
    }
    return largest;
}

/** Adds the parts [begin, end) of one end of a range, without the affixes next to the range's
 * dash. */
static void add_block(struct ctx *x, struct joiner *j, const struct format *f, size_t begin,
                      size_t end, const struct item_day *d, unsigned edges, bool suffix) {
    size_t first = end, last = begin;
    for (size_t i = begin; i < end; i++) {
        if (has_part(d, f->part[i]->u.part.part)) {
            first = i < first ? i : first;
            last = i;
        }
    }
    for (size_t i = begin; i < end; i++) {
        if (has_part(d, f->part[i]->u.part.part)) {
            unsigned own = (i == first ? edges & EDGE_NO_PREFIX : 0) |
                           (i == last ? edges & EDGE_NO_SUFFIX : 0);
            add_part(x, j, f->part[i], d, own, suffix);
        }
    }
}

static struct str range_delimiter(const struct format *f, int part) {
    for (size_t i = 0; i < f->n; i++) {
        if ((int)f->part[i]->u.part.part == part && f->part[i]->u.part.range_delimiter.n) {
            return f->part[i]->u.part.range_delimiter;
        }
    }
    return STR("\xE2\x80\x93");
}

/** Whether both years have the same era. The era is then shown once: "100–50 BC". */
static bool same_era(const struct item_date *d) {
    return d->to.has_year && (d->from.year < 0) == (d->to.year < 0) && d->to.year < AD_BELOW;
}

/** Adds a range. Parts above the largest part that differs are shown once: the year in "May–June
 * 2001" (CSL 1.0.2, "Date Ranges"). */
static void add_range(struct ctx *x, struct joiner *j, const struct format *f,
                      const struct item_date *d, int differs) {
    size_t begin = f->n, end = 0;
    for (size_t i = 0; i < f->n; i++) {
        if ((int)f->part[i]->u.part.part >= differs) {
            begin = i < begin ? i : begin;
            end = i + 1;
        }
    }
    bool open = !d->to.has_year && !d->to.month;
    add_block(x, j, f, 0, begin, &d->from, EDGE_NONE, true);
    struct run *block = csl_run_group(x->a);
    struct joiner inner = {.into = block, .delimiter = j->delimiter};
    x->bare_era = same_era(d);
    add_block(x, &inner, f, begin, end, &d->from, EDGE_NO_SUFFIX, open);
    x->bare_era = false;
    csl_run_text(x->a, block, range_delimiter(f, differs), RUN_AFFIX);
    inner.any = false;
    add_block(x, &inner, f, begin, end, &d->to, EDGE_NO_PREFIX, true);
    csl_joiner_add(x, j, block);
    add_block(x, j, f, end, f->n, &d->from, EDGE_NONE, true);
}

/* ---- cs:date ---- */

/** Shows, in place of the year, a text that is not a date. */
static void add_literal(struct ctx *x, struct joiner *j, const struct format *f,
                        struct rich literal) {
    for (size_t i = 0; i < f->n; i++) {
        if (f->part[i]->u.part.part != PART_YEAR) {
            continue;
        }
        struct run *r = csl_run_group(x->a);
        csl_run_rich(x->a, x->l, r, literal, 0);
        add_suffix(x, r);
        x->year = x->year ? x->year : r;
        csl_render_emit(x, j, f->part[i], r);
        return;
    }
}

/** A date without a year ("11 February") sorts after all years. */
#define NO_YEAR 999999

/** Adds a date to a sort key. Its parts are digits that sort as text (CSL 1.0.2, "Sorting"). */
static unsigned sort_date(struct ctx *x, const struct format *f, const struct item_date *d,
                          struct joiner *j) {
    struct item_day from = {.year = NO_YEAR}, to = {.year = NO_YEAR};
    for (size_t i = 0; i < f->n; i++) {
        switch (f->part[i]->u.part.part) {
        case PART_YEAR:
            from.year = d->from.year;
            to.year = d->to.year;
            break;
        case PART_MONTH:
            from.month = d->from.month;
            to.month = d->to.month;
            break;
        case PART_DAY:
            from.day = d->from.day;
            to.day = d->to.day;
            break;
        }
    }
    from.has_year = to.has_year = true;
    struct item_date shown = {.from = from, .to = to, .is_range = d->is_range};
    struct run *r = csl_run_group(x->a);
    csl_run_text(x->a, r, csl_date_sort_key(x->a, &shown), 0);
    csl_joiner_add(x, j, r);
    return DID_TRY | DID_SHOW | DID_VALUE;
}

static struct run *content_of(struct ctx *x, const struct format *f, const struct item_date *d) {
    struct run *content = csl_run_group(x->a);
    struct joiner parts = {.into = content, .delimiter = f->delimiter};
    int differs = d->is_range ? largest_difference(f, d) : -1;
    if (d->literal.n || (!d->from.has_year && d->raw.n)) {
        add_literal(x, &parts, f,
                    d->literal.n ? (struct rich){d->literal, d->literal_marks} : rich_of(d->raw));
    } else if (differs >= 0) {
        add_range(x, &parts, f, d, differs);
    } else {
        add_block(x, &parts, f, 0, f->n, &d->from, EDGE_NONE, true);
    }
    return content;
}

unsigned csl_render_date(struct ctx *x, const struct csl_node *n, struct joiner *j) {
    const struct item_date *d =
        n->u.date.var == VAR_NONE || item_vars_have(x->suppressed, n->u.date.var)
            ? NULL
            : item_date(x->it, n->u.date.var);
    if (!d || (x->disambiguating && n->u.date.var == VAR_ACCESSED)) {
        /* works are distinguished by the year of publication, but not by the date on which they
         * were accessed */
        return DID_TRY;
    }
    struct format f;
    read_format(x, n, &f);
    if (x->sorting && d->from.has_year) {
        return sort_date(x, &f, d, j);
    }
    struct run *content = content_of(x, &f, d);
    if (csl_run_is_empty(content)) {
        return DID_TRY;
    }
    csl_render_mark(x, n->u.date.var);
    x->term_first = false;
    csl_render_emit(x, j, n, content);
    return DID_TRY | DID_SHOW | DID_VALUE;
}

struct str csl_date_sort_key(struct arena *a, const struct item_date *d) {
    if (!d) {
        return STR_EMPTY;
    }
    if (!d->from.has_year) {
        return d->literal.n ? d->literal : d->raw;
    }
    /* A large number is added to the year, so that negative years become positive and keys can be
     * compared as text. A range comes after a single day that equals its first day. */
    struct str key =
        arena_printf(a, "%07d%02d%02d", d->from.year + 1000000, d->from.month, d->from.day);
    if (d->is_range) {
        key = arena_printf(a, "%.*s-%07d%02d%02d", STR_ARG(key), d->to.year + 1000000, d->to.month,
                           d->to.day);
    }
    return key;
}

struct str csl_days_text(struct csl *c, struct arena *a, const struct item_date *date) {
    static const struct csl_node form = {
        .el = EL_DATE,
        .u.date = {.form = DATE_FORM_TEXT,
                   .parts = 1 << PART_YEAR | 1 << PART_MONTH | 1 << PART_DAY}};
    static const struct item nothing = {.type = ITEM_TYPE_NONE};
    struct ctx x = {.c = c, .a = a, .l = c->locale, .it = &nothing};
    struct item_date shown = *date;
    shown.from.season = shown.to.season = 0;
    struct format f;
    read_format(&x, &form, &f);
    return str_trim(csl_run_plain_text(a, content_of(&x, &f, &shown)));
}
