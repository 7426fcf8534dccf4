/* SPDX-License-Identifier: MIT */
/*
 * The line of venue and date of a work, which is the last line of an entry: the container with
 * volume and pages, editors and translators, edition, series, kind and number of reports and
 * patents, publisher, version, archive, status and date. Each fact is shown once, with words from
 * CSL's locales. This file decides which facts are shown for each type, and their order.
 */
#include "cite/resolve/entry.h"

#include "cite/bib/item/archive.h"
#include "core/base/file.h"
#include "core/base/word_list.h"
#include "core/data/css_colour.h"
#include "core/unicode/unicode.h"
#include "model/tex/math/math_rich.h"

/** The line that is being written: facts separated by commas. */
struct facts {
    struct resolver *r;
    const struct item *it;
    struct doc_node *span;
    struct str shown[8]; /* folded texts on the line, which later facts need not repeat */
    size_t nshown;
    bool began; /* the line has text */
};

static bool is_word_byte(uint8_t c) {
    return c >= 0x80 || is_alnum((char)c);
}

static bool has_words(struct str whole, struct str part) {
    for (size_t from = 0; part.n && from + part.n <= whole.n;) {
        size_t at = str_find(str_from(whole, from), part);
        if (at == STR_NONE) {
            return false;
        }
        at += from;
        size_t end = at + part.n;
        if ((at == 0 || !is_word_byte((uint8_t)whole.p[at - 1])) &&
            (end == whole.n || !is_word_byte((uint8_t)whole.p[end]))) {
            return true;
        }
        from = at + 1;
    }
    return false;
}

static struct str folded(const struct facts *f, struct rich text) {
    return unicode_fold(f->r->arena, tex_rich_plain(f->r->arena, text));
}

static bool is_shown(const struct facts *f, struct rich text) {
    struct str words = folded(f, text);
    for (size_t i = 0; i < f->nshown; i++) {
        if (has_words(f->shown[i], words)) {
            return true;
        }
    }
    return false;
}

static void remember(struct facts *f, struct rich text) {
    if (f->nshown < ARRAY_LEN(f->shown)) {
        f->shown[f->nshown++] = folded(f, text);
    }
}

static void next_fact(struct facts *f) {
    if (f->began) {
        resolve_text(f->r, f->span, STR(", "));
    }
    f->began = true;
}

static void put(struct facts *f, struct rich text) {
    if (text.text.n) {
        next_fact(f);
        resolve_rich(f->r, f->span, text);
    }
}

/** Appends a variable, unless its text is already on the line. */
static void put_new(struct facts *f, enum item_var var) {
    struct rich text = item_rich(f->it, var);
    if (text.text.n && !is_shown(f, text)) {
        put(f, text);
        remember(f, text);
    }
}

/** Appends a number with a word before it, if the number begins with a digit. The word gets a
 * capital at the start of the line. */
static void put_numbered(struct facts *f, struct str word, struct rich number) {
    if (number.text.n == 0) {
        return;
    }
    bool first = !f->began;
    next_fact(f);
    if (is_digit(number.text.p[0])) {
        resolve_text(f->r, f->span,
                     first ? unicode_capitalize(f->r->arena, word, f->r->doc->meta.lang) : word);
        resolve_text(f->r, f->span, STR("\xC2\xA0"));
    }
    resolve_rich(f->r, f->span, number);
}

/** Appends a short term and a number: "vol. 3", "no. 47". */
static void put_counted(struct facts *f, const char *term, struct rich number) {
    struct str word = f->r->csl ? csl_term_short(f->r->csl, term, false) : STR_EMPTY;
    put_numbered(f, word.n ? word : str_of(term), number);
}

/* ---- numbers and pages ---- */

/** Pages with an en dash between numbers. */
static struct str page_range(void *user, struct arena *a, struct str pages) {
    (void)user;
    struct buf b = BUF_INIT;
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
    return buf_finish(&b, a);
}

static struct rich ranged(const struct facts *f, enum item_var var) {
    return rich_map(f->r->arena, item_rich(f->it, var), page_range, NULL);
}

/** Appends the pages: "pp. 14–25", "p. 14". */
static void put_pages(struct facts *f) {
    struct rich pages = ranged(f, VAR_PAGE);
    if (pages.text.n == 0) {
        return;
    }
    bool several = str_find(pages.text, STR("\xE2\x80\x93")) != STR_NONE ||
                   str_index(pages.text, ',') != STR_NONE;
    struct str word = f->r->csl ? csl_term_short(f->r->csl, "page", several) : STR_EMPTY;
    word = word.n ? word : several ? STR("pp.") : STR("p.");
    next_fact(f);
    resolve_text(f->r, f->span, word);
    resolve_text(f->r, f->span, STR("\xC2\xA0"));
    resolve_rich(f->r, f->span, pages);
}

/** Appends the numbers of a journal: " 53(1):14–25", or without a volume ", no. 47, pp. 5–8". */
static void put_journal_numbers(struct facts *f) {
    struct rich volume = item_rich(f->it, VAR_VOLUME), issue = ranged(f, VAR_ISSUE);
    struct rich pages = ranged(f, VAR_PAGE);
    if (pages.text.n == 0) {
        /* without pages, the number of the article is shown */
        pages = item_rich(f->it, VAR_NUMBER);
    }
    if (volume.text.n == 0) {
        put_counted(f, "issue", issue);
        put_pages(f);
        if (item_text(f->it, VAR_PAGE).n == 0) {
            put(f, pages);
        }
        return;
    }
    resolve_text(f->r, f->span, STR(" "));
    resolve_rich(f->r, f->span, volume);
    if (issue.text.n) {
        resolve_text(f->r, f->span, STR("("));
        resolve_rich(f->r, f->span, issue);
        resolve_text(f->r, f->span, STR(")"));
    }
    if (pages.text.n) {
        resolve_text(f->r, f->span, STR(":"));
        resolve_rich(f->r, f->span, pages);
    }
}

/** Appends the edition: "2nd ed.", "Revised ed." */
static void put_edition(struct facts *f) {
    struct rich edition = item_rich(f->it, VAR_EDITION);
    int64_t number;
    if (edition.text.n == 0) {
        return;
    }
    struct str word = f->r->csl ? csl_term_short(f->r->csl, "edition", false) : STR("ed.");
    next_fact(f);
    resolve_rich(f->r, f->span, edition);
    if (str_to_i64(edition.text, &number) && number > 0) {
        resolve_text(f->r, f->span,
                     f->r->csl ? csl_ordinal_suffix(f->r->csl, (uint64_t)number, "edition")
                               : STR_EMPTY);
    } else if (has_words(folded(f, edition), STR("ed")) ||
               str_find(folded(f, edition), STR("edition")) != STR_NONE) {
        return;
    }
    resolve_text(f->r, f->span, STR("\xC2\xA0"));
    resolve_text(f->r, f->span, word);
}

/** Appends the series, the number of the work in it, the volume and the issue. If the work has no
 * number in the series, its volume is that number, as in BibTeX's entries of proceedings. */
static void put_series(struct facts *f) {
    struct rich series = item_rich(f->it, VAR_COLLECTION_TITLE);
    struct rich number = item_rich(f->it, VAR_COLLECTION_NUMBER);
    struct rich volume = item_rich(f->it, VAR_VOLUME);
    bool counts_series = series.text.n && number.text.n == 0;
    if (!counts_series) {
        put_counted(f, "volume", volume);
    }
    put_counted(f, "issue", ranged(f, VAR_ISSUE));
    if (series.text.n == 0) {
        put_counted(f, "issue", number);
        return;
    }
    number = counts_series ? volume : number;
    if (is_shown(f, series)) {
        put_counted(f, volume.text.n && !counts_series ? "issue" : "volume", number);
        return;
    }
    put(f, series);
    remember(f, series);
    if (number.text.n) {
        resolve_text(f->r, f->span, STR("\xC2\xA0"));
        resolve_rich(f->r, f->span, number);
    }
}

/* ---- people ---- */

/** Appends "edited by Claire Moreau and Rui Santos", for each role that was not shown as the
 * authors. */
static void put_roles(struct facts *f, enum item_var shown) {
    static const enum item_var roles[] = {
        VAR_CONTAINER_AUTHOR, VAR_EDITOR,      VAR_EDITOR_TRANSLATOR, VAR_COLLECTION_EDITOR,
        VAR_TRANSLATOR,       VAR_ILLUSTRATOR, VAR_DIRECTOR,          VAR_INTERVIEWER};
    for (size_t i = 0; i < ARRAY_LEN(roles); i++) {
        struct item_names names = item_names(f->it, roles[i]);
        struct str verb = f->r->csl ? csl_term_verb(f->r->csl, item_var_name(roles[i])) : STR_EMPTY;
        if (names.n == 0 || roles[i] == shown || verb.n == 0) {
            continue;
        }
        next_fact(f);
        resolve_text(f->r, f->span, verb);
        resolve_text(f->r, f->span, STR(" "));
        resolve_name_list(f->r, f->span, names);
    }
}

/* ---- types ---- */

static bool is_serial(enum item_type type) {
    return type == ITEM_TYPE_ARTICLE_JOURNAL || type == ITEM_TYPE_ARTICLE_MAGAZINE ||
           type == ITEM_TYPE_ARTICLE_NEWSPAPER || type == ITEM_TYPE_PERIODICAL;
}

/** Appends `genre` and `number` for types in which they name the work: "Field report TR-2017-08".
 */
static void put_kind(struct facts *f) {
    struct rich genre = item_rich(f->it, VAR_GENRE), number = item_rich(f->it, VAR_NUMBER);
    put(f, genre);
    remember(f, genre);
    if (number.text.n == 0) {
        return;
    }
    if (genre.text.n) {
        resolve_text(f->r, f->span, STR("\xC2\xA0"));
        resolve_rich(f->r, f->span, number);
    } else {
        put_counted(f, "issue", number);
    }
}

static void put_version(struct facts *f) {
    struct str word = f->r->csl ? csl_term(f->r->csl, "version", false) : STR("version");
    put_numbered(f, word, item_rich(f->it, VAR_VERSION));
}

/** Finds the arXiv identifier of a work in its eprint or its address. The class may be in a note
 * that has no other text. */
static bool find_arxiv(const struct item *it, struct bib_arxiv *out) {
    struct bib_arxiv noted;
    if (!item_arxiv(it, out) && !bib_arxiv_find(item_text(it, VAR_URL), out)) {
        return false;
    }
    if (out->class.n == 0 && bib_arxiv_read(str_trim(item_text(it, VAR_NOTE)), &noted) &&
        str_eq(noted.id, out->id)) {
        out->class = noted.class;
    }
    return true;
}

/** Appends the arXiv identifier as a link. Returns false when the work has none. */
static bool put_arxiv(struct facts *f) {
    struct bib_arxiv x;
    if (!find_arxiv(f->it, &x)) {
        return false;
    }
    next_fact(f);
    struct doc_node *link = resolve_add_link(f->r, f->span, resolve_arxiv_url(f->r, x.id));
    resolve_text(f->r, link, arena_join(f->r->arena, 2, STR("arXiv:"), x.id));
    if (x.class.n) {
        resolve_text(f->r, f->span, arena_join(f->r->arena, 3, STR(" ["), x.class, STR("]")));
    }
    return true;
}

/** Appends the address, without its scheme, of a work that is published only on the web. */
static void put_address(struct facts *f) {
    struct str url = item_text(f->it, VAR_URL);
    url = bib_is_local_place(url) ? STR_EMPTY : url;
    if (url.n == 0 || item_has(f->it, VAR_DOI)) {
        return;
    }
    next_fact(f);
    resolve_text(f->r, resolve_add_link(f->r, f->span, url), doc_url_text(url));
}

/** Appends the first publisher or institution of the work, unless the line shows it already. With
 * `with_place`, the place of the publisher is added. */
static void put_house(struct facts *f, bool with_place) {
    static const enum item_var houses[] = {VAR_PUBLISHER, VAR_AUTHORITY, VAR_ARCHIVE, VAR_SOURCE};
    for (size_t i = 0; i < ARRAY_LEN(houses); i++) {
        struct rich house = item_rich(f->it, houses[i]);
        if (house.text.n == 0) {
            continue;
        }
        if (houses[i] == VAR_ARCHIVE && f->began) {
            return; /* an archive is named only if there is no other fact */
        }
        put_new(f, houses[i]);
        if (with_place && houses[i] == VAR_PUBLISHER) {
            put_new(f, VAR_PUBLISHER_PLACE);
        }
        return;
    }
}

static void put_container(struct facts *f, enum item_var var, enum item_var authors) {
    struct rich title = item_rich(f->it, var);
    bool serial = is_serial(f->it->type),
         within = var == VAR_CONTAINER_TITLE && !serial &&
                  (f->it->type == ITEM_TYPE_CHAPTER || f->it->type == ITEM_TYPE_PAPER_CONFERENCE ||
                   item_has(f->it, VAR_EDITOR));
    next_fact(f);
    struct str in = f->r->csl && within ? csl_term(f->r->csl, "in", false) : STR_EMPTY;
    if (in.n) {
        resolve_text(f->r, f->span, unicode_capitalize(f->r->arena, in, f->r->doc->meta.lang));
        resolve_text(f->r, f->span, STR(" "));
    }
    resolve_rich(f->r, resolve_add(f->r, f->span, DOC_EMPH, NULL), title);
    remember(f, title);
    if (serial) {
        put_journal_numbers(f);
    }
    if (item_has(f->it, VAR_EVENT_TITLE) && var != VAR_EVENT_TITLE) {
        put_new(f, VAR_EVENT_TITLE);
    }
    put_roles(f, authors);
    put_edition(f);
    if (serial) {
        put_new(f, VAR_COLLECTION_TITLE);
        return;
    }
    put_series(f);
    put_counted(f, "chapter", item_rich(f->it, VAR_CHAPTER_NUMBER));
    put_pages(f);
    if (f->it->type == ITEM_TYPE_PAPER_CONFERENCE && !item_has(f->it, VAR_PAGE)) {
        put_counted(f, "article-locator", item_rich(f->it, VAR_NUMBER)); /* the article's number */
    }
}

static enum item_var container_of(const struct item *it) {
    static const enum item_var containers[] = {VAR_CONTAINER_TITLE, VAR_EVENT_TITLE,
                                               VAR_EVENT_NAME};
    for (size_t i = 0; i < ARRAY_LEN(containers); i++) {
        if (item_text(it, containers[i]).n) {
            return containers[i];
        }
    }
    return VAR_NONE;
}

/** Appends the facts of works that are published on their own: books, theses, reports, patents,
 * software, data. */
static void put_whole(struct facts *f, enum item_var authors) {
    put_kind(f);
    put_version(f);
    put_roles(f, authors);
    put_edition(f);
    put_series(f);
    put_pages(f);
}

static void put_everything(struct facts *f, enum item_var authors) {
    enum item_var container = container_of(f->it);
    bool book = f->it->type == ITEM_TYPE_BOOK || f->it->type == ITEM_TYPE_CHAPTER ||
                f->it->type == ITEM_TYPE_COLLECTION;
    if (container != VAR_NONE) {
        put_container(f, container, authors);
        if (container != VAR_CONTAINER_TITLE) {
            put_new(f, VAR_EVENT_PLACE);
        }
        if (!is_serial(f->it->type)) {
            put_new(f, VAR_GENRE);
        }
        put_version(f);
        if (book || container != VAR_CONTAINER_TITLE) {
            put_house(f, book);
        }
        if (!item_has(f->it, VAR_VOLUME) && !item_has(f->it, VAR_PAGE)) {
            put_arxiv(f);
        }
        return;
    }
    put_whole(f, authors);
    bool arxiv = put_arxiv(f);
    if (!arxiv || !str_ieq(item_text(f->it, VAR_PUBLISHER), STR("arxiv"))) {
        put_house(f, book);
    }
    if (!f->began) {
        put_address(f);
    }
}

/* ---- date and status ---- */

static struct str date_text(struct resolver *r, const struct item *it) {
    const struct item_date *date = item_date(it, VAR_ISSUED);
    if (!date || !date->from.has_year) {
        return date ? date->literal : STR_EMPTY;
    }
    return r->csl ? csl_days_text(r->csl, r->arena, date)
                  : arena_printf(r->arena, "%d", date->from.year);
}

/** The status in the document's language. Empty when the date shows it already. */
static struct rich status_text(struct resolver *r, const struct item *it, struct str date) {
    struct rich status = item_rich(it, VAR_STATUS);
    if (str_ieq(status.text, date)) {
        return RICH_EMPTY;
    }
    struct str word = resolve_state_word(r, status.text);
    return word.n ? rich_of(word) : status;
}

/** The entry of al-folio's venues.yml for a short name, or NULL. */
static const struct node *venue_of_badge(struct resolver *r, struct str abbr) {
    return node_value(r->opt->venues, abbr);
}

/** Gives a badge the colour of its venue, such as "#00369f", or else one of six colours. The
 * letters of its name decide which, so that a venue has the same colour in each year. */
static void colour_badge(struct resolver *r, struct doc_node *badge, struct str name,
                         struct str colour) {
    uint32_t rgb;
    uint8_t alpha;
    size_t n = 0;
    if (str_starts(colour, STR("#")) && css_colour_hex(str_from(colour, 1), &rgb, &alpha) &&
        alpha == 255) {
        const char *text = css_colour_contrast(rgb, 0xffffff) >= 4.5 ? "#fff" : "#000";
        doc_set_pair(r->doc, badge, STR("style"),
                     arena_printf(r->arena, "background: #%06x; color: %s", (unsigned)rgb, text));
        return;
    }
    while (n < name.n && !is_digit(name.p[n]) && name.p[n] != ' ' && name.p[n] != '\'') {
        n++;
    }
    unsigned hue = (unsigned)(str_hash(str_slice(name, 0, n)) % 6);
    doc_add_class(r->doc, badge, arena_printf(r->arena, "hue-%u", hue));
}

/** Appends the short name of the venue for the screen, next to its full name. */
static void add_badge(struct resolver *r, struct doc_node *line, const struct item *it) {
    struct rich abbr = rich_trim(r->arena, item_extra(it, "abbr"));
    if (abbr.text.n == 0) {
        return;
    }
    struct doc_node *badge = resolve_add(r, line, DOC_SPAN, "pub-badge");
    doc_add_class(r->doc, badge, STR("only-html"));
    const struct node *known = venue_of_badge(r, abbr.text);
    struct str url = node_text(node_get(known, "url")),
               colour = node_text(node_get(known, "color"));
    colour_badge(r, badge, abbr.text, colour);
    badge = url.n ? resolve_add_link(r, badge, url) : badge;
    resolve_rich(r, badge, abbr);
    resolve_text(r, resolve_add(r, line, DOC_SPAN, "only-html"), STR(" "));
}

/** Whether readers can get the work without paying: a field of the database states it, or its
 * licence is one of Creative Commons. The fields are those of BibTeX databases, Unpaywall
 * (`oa_status`), OpenAlex (`is_oa`) and Semantic Scholar (`isOpenAccess`). A value may be an
 * address of the vocabularies of info:eu-repo or COAR, of which the last part is read. */
static bool is_open(const struct item *it) {
    static const char *const fields[] = {"openaccess", "open_access", "open-access",
                                         "oa",         "oa_status",   "oa-status",
                                         "is_oa",      "isopenaccess"};
    for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
        struct str value = path_base(str_trim(item_extra(it, fields[i]).text));
        if (value.n) {
            return !str_iamong(str_cut(&value, ' '),
                               "0 closed closed-access closedaccess embargoed embargoedaccess "
                               "false metadata n no none null restricted restrictedaccess unknown "
                               "c_14cb c_16ec c_f1cf");
        }
    }
    struct str license = item_text(it, VAR_LICENSE);
    return str_find(license, STR("creativecommons.org/")) != STR_NONE ||
           str_ieq(str_slice(license, 0, 2), STR("CC"));
}

/** Appends a mark to works with open access. */
static void add_open(struct resolver *r, struct doc_node *line, const struct item *it) {
    if (is_open(it)) {
        struct doc_node *apart = resolve_add(r, line, DOC_SPAN, "only-html");
        resolve_text(r, apart, STR(" "));
        struct doc_node *mark = resolve_add(r, apart, DOC_SPAN, "pub-open");
        resolve_text(r, mark, resolve_word(r, DOC_WORD_PUB_OPEN_ACCESS));
    }
}

void resolve_venue(struct resolver *r, struct doc_node *line, const struct item *it,
                   enum item_var authors, bool badge) {
    struct doc_node *venue = doc_node_new(r->doc, DOC_SPAN, SPAN_NONE);
    doc_add_class(r->doc, venue, STR("pub-venue"));
    doc_add_class(r->doc, venue, STR("p-publication")); /* a class of h-cite (microformats) */
    struct facts f = {.r = r, .it = it, .span = venue};
    put_everything(&f, authors);
    struct str date = date_text(r, it);
    struct rich status = status_text(r, it, date);
    if (!venue->first && !date.n && !status.text.n) {
        if (badge) {
            add_open(r, line, it);
        }
        return;
    }
    if (line->first) {
        resolve_add(r, line, DOC_LINE_BREAK, NULL);
    }
    if (badge) {
        add_badge(r, line, it);
    }
    bool any = venue->first != NULL;
    if (any) {
        doc_append(line, venue);
    }
    if (status.text.n) {
        resolve_text(r, line, any ? STR(", ") : STR_EMPTY);
        resolve_rich(r, resolve_add(r, line, DOC_SPAN, "pub-status"), status);
        any = true;
    }
    if (date.n) {
        resolve_text(r, line, any ? STR(", ") : STR_EMPTY);
        struct doc_node *span = resolve_add(r, line, DOC_SPAN, "pub-date");
        doc_add_class(r->doc, span, STR("dt-published"));
        struct str iso = item_date_iso(r->arena, it);
        if (iso.n) {
            doc_set_element(r->doc, span, STR("time"));
            doc_set_pair(r->doc, span, STR("datetime"), iso);
        }
        struct str state = resolve_state_word(r, date);
        resolve_text(r, span, state.n ? state : date);
    }
    if (badge) {
        add_open(r, line, it);
    }
}
