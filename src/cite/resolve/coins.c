/* SPDX-License-Identifier: MIT */
/*
 * COinS: data in a page by which Zotero and similar programs find works (OpenURL COinS, 2006;
 * ANSI/NISO Z39.88-2004, the key/encoded-value formats journal, book, dissertation, patent and
 * Dublin Core). The data of a work is the attribute `title` of an empty span.
 */
#include "cite/resolve/entry.h"

#include "core/base/markup.h"
#include "model/tex/math/math_rich.h"

/** The names of the formats, which come after "info:ofi/fmt:kev:mtx:". */
enum format { FORMAT_JOURNAL, FORMAT_BOOK, FORMAT_DISSERTATION, FORMAT_PATENT, FORMAT_DC };
static const char *const FORMATS[] = {"journal", "book", "dissertation", "patent", "dc"};

static const struct {
    enum item_type type;
    enum format format;
    const char *genre; /* for FORMAT_DC: the type, under Zotero's name */
} KINDS[] = {
#define KIND(type, format, genre) {type, format, genre},
#include "cite/resolve/coins_kinds.def"
#undef KIND
};

static void put_key(struct buf *b, const char *key, struct str value) {
    if (value.n) {
        buf_putc(b, '&');
        buf_puts(b, key);
        buf_putc(b, '=');
        markup_put_percent(b, value, "-._~");
    }
}

static void put_var(struct resolver *r, struct buf *b, const char *key, const struct item *it,
                    enum item_var var) {
    put_key(b, key, tex_rich_plain(r->arena, item_rich(it, var)));
}

/** The name of an author as COinS has it: "Family, Given". */
static struct str name_text(struct arena *a, const struct item_name *nm) {
    if (nm->literal.n) {
        return nm->literal;
    }
    struct str family = nm->non_dropping_particle.n
                            ? arena_join(a, 3, nm->non_dropping_particle, STR(" "), nm->family)
                            : nm->family;
    struct str given = nm->dropping_particle.n
                           ? arena_join(a, 3, nm->given, STR(" "), nm->dropping_particle)
                           : nm->given;
    family = nm->suffix.n ? arena_join(a, 3, family, STR(" "), nm->suffix) : family;
    return given.n ? arena_join(a, 3, family, STR(", "), given) : family;
}

static void put_names(struct resolver *r, struct buf *b, const char *key, const struct item *it,
                      enum item_var var) {
    struct item_names names = item_names(it, var);
    for (size_t i = 0; i < names.n; i++) {
        if (!names.p[i].others) {
            put_key(b, key, name_text(r->arena, &names.p[i]));
        }
    }
}

/** Appends the family name and given name of the first author, and then all authors. */
static void put_authors(struct resolver *r, struct buf *b, const struct item *it) {
    struct item_names names = item_names(it, VAR_AUTHOR);
    if (names.n && names.p[0].family.n) {
        put_key(b, "rft.aulast", names.p[0].family);
        put_key(b, "rft.aufirst", names.p[0].given);
    }
    put_names(r, b, "rft.au", it, VAR_AUTHOR);
}

static void put_pages(struct buf *b, const struct item *it) {
    struct str pages = item_text(it, VAR_PAGE);
    size_t dash = str_index(pages, '-');
    put_key(b, "rft.pages", pages);
    if (dash != STR_NONE) {
        put_key(b, "rft.spage", str_trim(str_slice(pages, 0, dash)));
    }
}

static void put_article(struct resolver *r, struct buf *b, const struct item *it) {
    put_var(r, b, "rft.atitle", it, VAR_TITLE);
    put_var(r, b, "rft.jtitle", it, VAR_CONTAINER_TITLE);
    put_var(r, b, "rft.stitle", it, VAR_CONTAINER_TITLE_SHORT);
    put_var(r, b, "rft.volume", it, VAR_VOLUME);
    put_var(r, b, "rft.issue", it, VAR_ISSUE);
    put_var(r, b, "rft.artnum", it, VAR_NUMBER);
    put_var(r, b, "rft.issn", it, VAR_ISSN);
    if (!str_eq(item_text(it, VAR_PAGE), item_text(it, VAR_NUMBER))) {
        put_pages(b, it); /* in some records, the pages repeat the number of the article */
    }
    put_authors(r, b, it);
}

static void put_book(struct resolver *r, struct buf *b, const struct item *it) {
    bool part = item_has(it, VAR_CONTAINER_TITLE);
    put_var(r, b, part ? "rft.atitle" : "rft.btitle", it, VAR_TITLE);
    put_var(r, b, "rft.btitle", it, VAR_CONTAINER_TITLE);
    put_var(r, b, "rft.volume", it, VAR_VOLUME);
    put_var(r, b, "rft.series", it, VAR_COLLECTION_TITLE);
    put_var(r, b, "rft.edition", it, VAR_EDITION);
    put_var(r, b, "rft.pub", it, VAR_PUBLISHER);
    put_var(r, b, "rft.place", it, VAR_PUBLISHER_PLACE);
    put_var(r, b, "rft.isbn", it, VAR_ISBN);
    put_var(r, b, "rft.tpages", it, VAR_NUMBER_OF_PAGES);
    put_pages(b, it);
    put_authors(r, b, it);
    put_names(r, b, "rft.edt", it, VAR_EDITOR);
}

static void put_dc(struct resolver *r, struct buf *b, const struct item *it) {
    put_var(r, b, "rft.title", it, VAR_TITLE);
    put_names(r, b, "rft.creator", it, VAR_AUTHOR);
    put_names(r, b, "rft.contributor", it, VAR_EDITOR);
    put_var(r, b, "rft.source", it, VAR_CONTAINER_TITLE);
    put_var(r, b, "rft.publisher", it, VAR_PUBLISHER);
    put_var(r, b, "rft.language", it, VAR_LANGUAGE);
    put_var(r, b, "rft.rights", it, VAR_LICENSE);
}

static void put_fields(struct resolver *r, struct buf *b, const struct item *it,
                       enum format format) {
    switch (format) {
    case FORMAT_JOURNAL:
        put_article(r, b, it);
        break;
    case FORMAT_BOOK:
        put_book(r, b, it);
        break;
    case FORMAT_DISSERTATION:
        put_var(r, b, "rft.title", it, VAR_TITLE);
        put_var(r, b, "rft.inst", it, VAR_PUBLISHER);
        put_var(r, b, "rft.degree", it, VAR_GENRE);
        put_authors(r, b, it);
        break;
    case FORMAT_PATENT:
        put_var(r, b, "rft.title", it, VAR_TITLE);
        put_var(r, b, "rft.number", it, VAR_NUMBER);
        put_var(r, b, "rft.assignee", it, VAR_PUBLISHER);
        put_names(r, b, "rft.inventor", it, VAR_AUTHOR);
        break;
    case FORMAT_DC:
        put_dc(r, b, it);
        break;
    }
}

void resolve_coins(struct resolver *r, struct doc_node *entry, const struct item *it,
                   struct str date) {
    size_t k = 0;
    while (k < ARRAY_LEN(KINDS) && KINDS[k].type != it->type) {
        k++;
    }
    enum format format = k < ARRAY_LEN(KINDS) ? KINDS[k].format : FORMAT_DC;
    struct str genre = k < ARRAY_LEN(KINDS) ? str_of(KINDS[k].genre) : STR("document");
    struct buf b = BUF_INIT;
    buf_puts(&b, "ctx_ver=Z39.88-2004");
    put_key(&b, "rft_val_fmt",
            arena_join(r->arena, 2, STR("info:ofi/fmt:kev:mtx:"), str_of(FORMATS[format])));
    put_key(&b, format == FORMAT_DC ? "rft.type" : "rft.genre", genre);
    put_fields(r, &b, it, format);
    put_key(&b, "rft.date", date);
    struct str doi = item_text(it, VAR_DOI), url = resolve_entry_address(r, it);
    if (doi.n && str_starts(url, STR("https://doi.org/"))) {
        put_key(&b, "rft_id", arena_join(r->arena, 2, STR("info:doi/"), str_from(url, 16)));
        url = item_text(it, VAR_URL);
    }
    put_key(&b, "rft_id", bib_is_local_place(url) ? STR_EMPTY : url);
    struct doc_node *span = doc_add(r->doc, entry, DOC_SPAN, SPAN_NONE);
    doc_add_class(r->doc, span, STR("Z3988"));
    doc_add_class(r->doc, span, STR("only-html"));
    doc_set_pair(r->doc, span, STR("title"), buf_finish(&b, r->arena));
}
