/* SPDX-License-Identifier: MIT */
/*
 * An entry of a publication list as faculty pages show it: the title, the authors with the owner
 * marked, venue and date; the abstract folded away, links with names. Which works are listed, and
 * in what order, is decided elsewhere.
 */
#include "resolve/resolver.h"

#include "bib/item/archive.h"

/* ---- authors ---- */

static void add_name(struct resolver *r, struct doc_node *parent, const struct item_name *nm) {
    if (nm->literal.n) {
        resolve_rich(r, parent, item_name_part(nm, ITEM_NAME_LITERAL));
        return;
    }
    static const enum item_name_part parts[] = {ITEM_NAME_GIVEN, ITEM_NAME_DROPPING_PARTICLE,
                                                ITEM_NAME_NON_DROPPING_PARTICLE, ITEM_NAME_FAMILY};
    struct str before = nm->non_dropping_particle;
    bool any = false;
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        struct rich part = item_name_part(nm, parts[i]);
        if (part.text.n == 0) {
            continue;
        }
        bool elided = parts[i] == ITEM_NAME_FAMILY && any && before.n &&
                      (str_ends(before, STR("'")) || str_ends(before, STR("\xE2\x80\x99")));
        if (any && !elided) {
            resolve_text(r, parent, STR(" "));
        }
        resolve_rich(r, parent, part);
        any = true;
    }
    if (nm->suffix.n) {
        resolve_text(r, parent, nm->comma_suffix ? STR(", ") : STR(" "));
        resolve_rich(r, parent, item_name_part(nm, ITEM_NAME_SUFFIX));
    }
    if (nm->note.n) {
        resolve_text(r, resolve_add(r, parent, DOC_SUP, NULL), nm->note);
    }
}

static struct str et_al(struct resolver *r) {
    struct str term = r->csl ? csl_term(r->csl, "et-al", false) : STR_EMPTY;
    return term.n ? term : STR("et al.");
}

static bool add_authors(struct resolver *r, struct doc_node *parent, const struct item *it,
                        const struct pub_show *show) {
    struct item_names names = item_names(it, VAR_AUTHOR);
    bool editors = names.n == 0;
    if (editors) {
        names = item_names(it, VAR_EDITOR);
    }
    if (names.n == 0) {
        return false;
    }
    struct doc_node *span = resolve_add(r, parent, DOC_SPAN, "pub-authors");
    for (size_t i = 0; i < names.n; i++) {
        const struct item_name *nm = &names.p[i];
        if (i) {
            resolve_text(r, span, STR(", "));
        }
        if (nm->others) {
            resolve_text(r, span, et_al(r));
        } else if (resolve_name_is_any(r->arena, nm, show->owners, show->nowners)) {
            add_name(r, resolve_add(r, span, DOC_STRONG, "pub-self"), nm);
        } else {
            add_name(r, span, nm);
        }
    }
    if (editors) {
        resolve_text(r, span, names.n == 1 ? STR(" (ed.)") : STR(" (eds.)"));
    }
    return true;
}

/* ---- venue and date ---- */

static struct str month_name(struct resolver *r, int month) {
    char term[16] = "month-";
    term[6] = (char)('0' + month / 10);
    term[7] = (char)('0' + month % 10);
    return r->csl ? csl_term(r->csl, term, false) : STR_EMPTY;
}

/** "October 18, 2022" in American English, "18 October 2022" elsewhere; as much of it as is known.
 */
static struct str day_text(struct resolver *r, const struct item_day *day) {
    struct str year = day->year > 0 ? arena_printf(r->arena, "%d", day->year)
                                    : arena_printf(r->arena, "%d BC", -day->year);
    struct str month = day->month ? month_name(r, day->month) : STR_EMPTY;
    if (month.n == 0) {
        return year;
    }
    if (day->day == 0) {
        return arena_join(r->arena, 3, month, STR(" "), year);
    }
    if (str_starts(r->doc->meta.lang, STR("en-US")) || str_is(r->doc->meta.lang, "en")) {
        return arena_printf(r->arena, "%.*s %d, %.*s", STR_ARG(month), day->day, STR_ARG(year));
    }
    return arena_printf(r->arena, "%d %.*s %.*s", day->day, STR_ARG(month), STR_ARG(year));
}

static struct str date_text(struct resolver *r, const struct item *it) {
    const struct item_date *date = item_date(it, VAR_ISSUED);
    if (!date || !date->from.has_year) {
        return date ? date->literal : STR_EMPTY;
    }
    struct str from = day_text(r, &date->from);
    if (date->is_range && date->to.has_year) {
        return arena_join(r->arena, 3, from, STR("\xE2\x80\x93"), day_text(r, &date->to));
    }
    return from;
}

/** Datetime of HTML's <time>: 2022, 2022-10, 2022-10-18. */
static struct str date_iso(struct resolver *r, const struct item *it) {
    const struct item_date *date = item_date(it, VAR_ISSUED);
    if (!date || !date->from.has_year || date->from.year < 1 || date->from.year > 9999) {
        return STR_EMPTY;
    }
    if (!date->from.month) {
        return arena_printf(r->arena, "%04d", date->from.year);
    }
    if (!date->from.day) {
        return arena_printf(r->arena, "%04d-%02d", date->from.year, date->from.month);
    }
    return arena_printf(r->arena, "%04d-%02d-%02d", date->from.year, date->from.month,
                        date->from.day);
}

/** Pages with an en dash between numbers. */
static struct str page_range(void *user, struct arena *a, struct str pages) {
    (void)user;
    struct buf b;
    buf_init(&b, 0);
    for (size_t i = 0; i < pages.n; i++) {
        bool dash = pages.p[i] == '-' && i && i + 1 < pages.n && pages.p[i - 1] != '-';
        if (pages.p[i] == '-' && i && pages.p[i - 1] == '-') {
            continue;
        }
        if (dash) {
            buf_puts(&b, "\xE2\x80\x93");
        } else {
            buf_putc(&b, pages.p[i]);
        }
    }
    struct str out = buf_keep(&b, a);
    buf_drop(&b);
    return out;
}

/** Volume, issue and pages: "53(1):14–25", or "pp. 14–25" without a volume. */
static void add_numbers(struct resolver *r, struct doc_node *span, const struct item *it) {
    struct rich volume = item_rich(it, VAR_VOLUME), issue = item_rich(it, VAR_ISSUE);
    struct rich pages = rich_map(r->arena, item_rich(it, VAR_PAGE), page_range, NULL);
    bool journal = it->type == ITEM_TYPE_ARTICLE_JOURNAL || it->type == ITEM_TYPE_ARTICLE_MAGAZINE;
    if (journal && volume.text.n) {
        resolve_text(r, span, STR(" "));
        resolve_rich(r, span, volume);
        if (issue.text.n) {
            resolve_text(r, span, STR("("));
            resolve_rich(r, span, issue);
            resolve_text(r, span, STR(")"));
        }
        if (pages.text.n) {
            resolve_text(r, span, STR(":"));
            resolve_rich(r, span, pages);
        }
    } else if (pages.text.n) {
        resolve_text(r, span,
                     str_index(pages.text, '\xE2') != STR_NONE ? STR(", pp.\xC2\xA0")
                                                               : STR(", p.\xC2\xA0"));
        resolve_rich(r, span, pages);
    }
}

/** Where it appeared: container, event, or whoever published it. */
static bool add_venue(struct resolver *r, struct doc_node *line, const struct item *it) {
    static const enum item_var containers[] = {VAR_CONTAINER_TITLE, VAR_EVENT_TITLE, VAR_EVENT_NAME,
                                               VAR_COLLECTION_TITLE};
    static const enum item_var houses[] = {VAR_PUBLISHER, VAR_ARCHIVE, VAR_SOURCE};
    struct rich genre = it->type == ITEM_TYPE_THESIS || it->type == ITEM_TYPE_REPORT
                            ? item_rich(it, VAR_GENRE)
                            : RICH_EMPTY;
    struct doc_node *span = doc_node_new(r->doc, DOC_SPAN, SPAN_NONE);
    doc_add_class(r->doc, span, STR("pub-venue"));
    for (size_t i = 0; i < ARRAY_LEN(containers) && !span->first; i++) {
        if (item_text(it, containers[i]).n) {
            resolve_rich(r, resolve_add(r, span, DOC_EMPH, NULL), item_rich(it, containers[i]));
            add_numbers(r, span, it);
        }
    }
    if (!span->first && genre.text.n) {
        resolve_rich(r, span, genre);
    }
    bool contained = item_text(it, VAR_CONTAINER_TITLE).n > 0;
    for (size_t i = 0; i < ARRAY_LEN(houses) && !contained; i++) {
        struct rich house = item_rich(it, houses[i]);
        if (house.text.n) {
            resolve_text(r, span, span->first ? STR(", ") : STR_EMPTY);
            resolve_rich(r, span, house);
            break;
        }
    }
    if (!span->first) {
        return false;
    }
    doc_append(line, span);
    return true;
}

static void add_where_and_when(struct resolver *r, struct doc_node *line, const struct item *it) {
    struct doc_node *at = doc_node_new(r->doc, DOC_SPAN, SPAN_NONE);
    bool venue = add_venue(r, at, it);
    struct str date = date_text(r, it);
    if (!venue && !date.n) {
        return;
    }
    if (line->first) {
        resolve_add(r, line, DOC_LINE_BREAK, NULL);
    }
    doc_adopt(line, at);
    if (date.n) {
        resolve_text(r, line, venue ? STR(", ") : STR_EMPTY);
        struct doc_node *span = resolve_add(r, line, DOC_SPAN, "pub-date");
        struct str iso = date_iso(r, it);
        if (iso.n) {
            doc_set_pair(r->doc, span, STR("datetime"), iso);
        }
        resolve_text(r, span, date);
    }
}

/* ---- links ---- */

/** Fields that hold addresses, and what their links are called. In the order in which they are
 * shown. */
static const struct {
    const char *field, *name;
} link_fields[] = {
    {"pdf", "PDF"},         {"html", "HTML"},       {"preprint", "Preprint"},
    {"arxiv", "arXiv"},     {"code", "Code"},       {"software", "Software"},
    {"data", "Data"},       {"dataset", "Data"},    {"demo", "Demo"},
    {"slides", "Slides"},   {"video", "Video"},     {"talk", "Talk"},
    {"poster", "Poster"},   {"supp", "Supplement"}, {"blog", "Blog"},
    {"website", "Website"}, {"project", "Project"},
};

/** DOI without resolver, as people paste it: "https://doi.org/10.1000/x" -> "10.1000/x"; empty for
 * what is none, which would lead nowhere. */
static struct str bare_doi(struct str doi) {
    struct str bare;
    return bib_doi_check(doi, &bare) == BIB_DOI_BAD ? STR_EMPTY : bare;
}

static struct str doi_url(struct resolver *r, struct str doi) {
    return arena_join(r->arena, 2, STR("https://doi.org/"), doi);
}

static bool is_arxiv(struct str url) {
    return str_find(url, STR("arxiv.org/")) != STR_NONE;
}

struct named_link {
    struct str name, url, shown;
};

static struct str arxiv_url(struct resolver *r, struct str value) {
    struct bib_arxiv x = {.id = value};
    if (!bib_arxiv_read(value, &x) && str_starts(value, STR("http"))) {
        return value;
    }
    return arena_join(r->arena, 2, bib_archive_address(STR("arxiv")), x.id);
}

static bool leads_there(const struct named_link *links, size_t n, struct str url) {
    for (size_t i = 0; i < n; i++) {
        if (str_eq(links[i].url, url)) {
            return true;
        }
    }
    return false;
}

/** All links of a work; at most ARRAY_LEN(link_fields) + 2. */
static size_t collect_links(struct resolver *r, const struct item *it, struct named_link *out) {
    size_t n = 0;
    struct str doi = bare_doi(item_text(it, VAR_DOI)), url = item_text(it, VAR_URL);
    if (doi.n) {
        out[n++] = (struct named_link){STR("DOI"), doi_url(r, doi), doi};
    }
    bool same = doi.n && str_find(url, doi) != STR_NONE;
    if (url.n && !same) {
        out[n++] = (struct named_link){is_arxiv(url) ? STR("arXiv") : STR("URL"), url, url};
    }
    for (size_t i = 0; i < ARRAY_LEN(link_fields); i++) {
        struct str value = str_trim(item_extra(it, link_fields[i].field).text);
        if (value.n == 0 || str_eq(value, url)) {
            continue;
        }
        struct str to = str_of(link_fields[i].field);
        to = str_is(to, "arxiv") ? arxiv_url(r, value) : value;
        if (leads_there(out, n, to)) {
            continue; /* the database says it twice */
        }
        out[n++] = (struct named_link){str_of(link_fields[i].name), to, to};
    }
    return n;
}

static void add_link(struct resolver *r, struct doc_node *parent, struct str text, struct str url) {
    struct doc_node *link = doc_link_new(r->doc, url, SPAN_NONE);
    resolve_text(r, link, text);
    doc_append(parent, link);
}

/** Named links for the screen; where nobody can follow them, the addresses themselves. */
static void add_links(struct resolver *r, struct doc_node *item, const struct item *it) {
    struct named_link links[ARRAY_LEN(link_fields) + 2];
    size_t n = collect_links(r, it, links);
    if (n == 0) {
        return;
    }
    struct doc_node *screen = resolve_add(r, item, DOC_PLAIN, "pub-links");
    struct doc_node *paper = resolve_add(r, item, DOC_PLAIN, "pub-links");
    doc_add_class(r->doc, screen, STR("only-html"));
    doc_add_class(r->doc, paper, STR("not-html"));
    for (size_t i = 0; i < n; i++) {
        if (i) {
            resolve_text(r, screen, STR(" ")); /* the page shows them as buttons */
            resolve_text(r, paper, STR("; "));
        }
        add_link(r, screen, links[i].name, links[i].url);
        resolve_text(r, paper, arena_join(r->arena, 2, links[i].name, STR(": ")));
        add_link(r, paper, links[i].shown, links[i].url);
    }
}

/* ---- abstract ---- */

static void add_abstract(struct resolver *r, struct doc_node *item, const struct item *it) {
    struct rich text = rich_trim(r->arena, item_rich(it, VAR_ABSTRACT));
    if (text.text.n == 0) {
        return;
    }
    struct doc_node *details = resolve_add(r, item, DOC_DETAILS, "pub-abstract");
    struct str word = r->csl ? csl_term(r->csl, "abstract", false) : STR_EMPTY;
    resolve_text(r, resolve_add(r, details, DOC_SUMMARY, NULL), word.n ? word : STR("Abstract"));
    for (size_t at = 0; at < text.text.n;) {
        size_t n = str_find(str_from(text.text, at), STR("\n\n"));
        size_t end = n == STR_NONE ? text.text.n : at + n;
        struct rich part = rich_trim(r->arena, rich_slice(r->arena, text, at, end));
        if (part.text.n) {
            resolve_rich_linked(r, resolve_add(r, details, DOC_PARA, NULL), part);
        }
        at = end + 2;
    }
}

void resolve_entry_extras(struct resolver *r, struct doc_node *item, const struct item *it,
                          const struct pub_show *show) {
    if (show->abstract) {
        add_abstract(r, item, it);
    }
    if (show->links) {
        add_links(r, item, it);
    }
}

void resolve_entry(struct resolver *r, struct doc_node *item, const struct item *it,
                   const struct pub_show *show) {
    struct doc_node *line = resolve_add(r, item, DOC_PLAIN, "pub-line");
    struct rich title = item_rich(it, VAR_TITLE);
    struct doc_node *span = resolve_add(r, line, DOC_SPAN, "pub-title");
    struct str doi = bare_doi(item_text(it, VAR_DOI)), url = item_text(it, VAR_URL);
    if (doi.n) {
        url = doi_url(r, doi);
    }
    if (url.n) {
        struct doc_node *link = doc_link_new(r->doc, url, SPAN_NONE);
        doc_append(span, link);
        span = link;
    }
    resolve_rich(r, span, title.text.n ? title : rich_of(it->id));
    struct doc_node *authors = doc_node_new(r->doc, DOC_SPAN, SPAN_NONE);
    if (add_authors(r, authors, it, show)) {
        resolve_add(r, line, DOC_LINE_BREAK, NULL);
        doc_adopt(line, authors);
    }
    add_where_and_when(r, line, it);
    resolve_entry_extras(r, item, it, show);
}
