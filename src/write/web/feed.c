/* SPDX-License-Identifier: MIT */
/*
 * Writes feeds in their two formats. A feed has the date of its newest entry, so that the same
 * entries always give the same file.
 */
#include "write/web/feed.h"

#include "core/base/calendar.h"
#include "core/base/md5.h"
#include "core/data/json.h"
#include "write/web/graph.h"

#include <stdlib.h>

/* ---- dates and identifiers ---- */

struct str web_feed_id(struct arena *a, struct str text) {
    if (web_is_absolute(text) || str_starts(text, STR("tag:")) || str_starts(text, STR("urn:"))) {
        return text;
    }
    unsigned char digest[MD5_SIZE];
    md5(text, digest);
    digest[6] = (unsigned char)((digest[6] & 0x0F) | 0x30); /* sets the version of the UUID to 3 */
    /* sets the variant of the UUID (RFC 9562) */
    digest[8] = (unsigned char)((digest[8] & 0x3F) | 0x80);
    struct buf b = BUF_INIT;
    buf_puts(&b, "urn:uuid:");
    for (size_t i = 0; i < sizeof digest; i++) {
        buf_printf(&b, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", digest[i]);
    }
    return buf_finish(&b, a);
}

static int number_at(struct str s, size_t at, size_t n) {
    int value = 0;
    for (size_t i = at; i < at + n && i < s.n; i++) {
        value = value * 10 + (s.p[i] - '0');
    }
    return value;
}

static bool is_date(struct str s) {
    int month = s.n >= 7 ? number_at(s, 5, 2) : 1;
    int day = s.n >= 10 ? number_at(s, 8, 2) : 1;
    return number_at(s, 0, 4) > 0 && calendar_has(number_at(s, 0, 4), month, day);
}

/** Returns the time of day as in RFC 3339, "T10:00:00Z", from the text after a date. */
static struct str time_of(struct arena *a, struct str rest) {
    bool seconds = str_has_shape(rest, "Tdd:dd:dd");
    if (!rest.n || (!seconds && !str_has_shape(rest, "Tdd:dd")) || number_at(rest, 1, 2) > 23 ||
        number_at(rest, 4, 2) > 59 || (seconds && number_at(rest, 7, 2) > 59)) {
        return rest.n ? STR_EMPTY : STR("T00:00:00Z");
    }
    struct str zone = str_trim(str_from(rest, seconds ? 9 : 6));
    if (zone.n && zone.p[0] == '.') {
        zone = str_trim(str_from(zone, str_past(zone, 1, is_digit)));
    }
    struct str sign = str_slice(zone, 0, 1), digits = str_from(zone, 1);
    bool offset = str_is(sign, "+") || str_is(sign, "-");
    if (offset && str_has_shape(digits, "dd:dd") && digits.n == 5) {
        zone = arena_join(a, 2, sign, digits);
    } else if (offset && str_has_shape(digits, "dddd") && digits.n == 4) {
        zone = arena_join(a, 4, sign, str_slice(digits, 0, 2), STR(":"), str_from(digits, 2));
    } else if (zone.n == 0 || str_ieq(zone, STR("Z")) || str_ieq(zone, STR("UTC"))) {
        zone = STR("Z");
    } else {
        return STR_EMPTY;
    }
    return arena_join(a, 3, str_slice(rest, 0, seconds ? 9 : 6), seconds ? STR_EMPTY : STR(":00"),
                      zone);
}

struct str web_feed_time(struct arena *a, struct str date) {
    date = str_trim(date);
    size_t n = calendar_iso(date);
    struct str day = str_slice(date, 0, n), rest = str_from(date, n);
    if (!n || !is_date(day) || (rest.n && n < 10)) {
        return STR_EMPTY;
    }
    if (rest.n && rest.p[0] == ' ') { /* YAML and Jekyll write times with a space */
        rest = arena_join(a, 2, STR("T"), str_trim(rest));
    }
    struct str time = time_of(a, rest);
    return time.n ? arena_join(a, 3, day,
                               n == 4   ? STR("-01-01")
                               : n == 7 ? STR("-01")
                                        : STR_EMPTY,
                               time)
                  : STR_EMPTY;
}

/** Returns the date of the newest entry. */
static struct str newest(const struct web_feed *feed) {
    struct str date = STR("1970-01-01T00:00:00Z"); /* the date of a feed without entries */
    for (size_t i = 0; i < feed->n; i++) {
        date = str_cmp(feed->entries[i].date, date) > 0 ? feed->entries[i].date : date;
    }
    return date;
}

/* ---- Atom ---- */

static void put_element(struct buf *out, const char *name, struct str text) {
    if (text.n) {
        buf_printf(out, "<%s>", name);
        web_text(out, text);
        buf_printf(out, "</%s>\n", name);
    }
}

static void put_atom_link(struct buf *out, const char *rel, const char *type, struct str href) {
    if (href.n) {
        buf_printf(out, "<link rel=\"%s\" type=\"%s\"", rel, type);
        web_put_href(out, href);
        buf_puts(out, "/>\n");
    }
}

static void put_atom_people(struct buf *out, const struct web_feed_person *people, size_t n) {
    for (size_t i = 0; i < n; i++) {
        buf_puts(out, "<author>\n");
        put_element(out, "name", people[i].name);
        put_element(out, "uri", people[i].url);
        buf_puts(out, "</author>\n");
    }
}

static void put_atom_entry(struct buf *out, struct arena *a, const struct web_feed_entry *e) {
    buf_puts(out, "<entry>\n<title>");
    web_text(out, e->title);
    buf_puts(out, "</title>\n");
    put_element(out, "id", web_feed_id(a, e->id));
    put_atom_link(out, "alternate", "text/html", e->address);
    put_element(out, "published", e->date);
    put_element(out, "updated", e->date);
    put_atom_people(out, e->authors, e->nauthors);
    put_element(out, "summary", e->summary);
    /* an entry must have content or an address (RFC 4287, §4.1.2) */
    if (e->content.n || !e->address.n) {
        buf_puts(out, "<content type=\"html\">");
        web_text(out, e->content);
        buf_puts(out, "</content>\n");
    }
    buf_puts(out, "</entry>\n");
}

void web_feed_atom(struct buf *out, const struct web_feed *feed) {
    struct arena *a = arena_new();
    buf_puts(out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                  "<feed xmlns=\"http://www.w3.org/2005/Atom\"");
    if (feed->lang.n) {
        web_attr(out, "xml:lang", feed->lang);
    }
    buf_puts(out, ">\n<title>");
    web_text(out, feed->title);
    buf_puts(out, "</title>\n");
    put_element(out, "subtitle", feed->subtitle);
    put_element(out, "id", web_feed_id(a, feed->id));
    put_element(out, "updated", newest(feed));
    put_atom_link(out, "self", "application/atom+xml", feed->self);
    put_atom_link(out, "alternate", "text/html", feed->address);
    put_element(out, "generator", feed->generator);
    /* a feed must have an author (RFC 4287, §4.1.1) */
    struct web_feed_person unnamed = {.name = feed->title};
    put_atom_people(out, feed->nauthors ? feed->authors : &unnamed,
                    feed->nauthors ? feed->nauthors : 1);
    for (size_t i = 0; i < feed->n; i++) {
        put_atom_entry(out, a, &feed->entries[i]);
    }
    buf_puts(out, "</feed>\n");
    arena_drop(a);
}

/* ---- JSON Feed ---- */

static void put_json_people(struct arena *a, struct node *map, const struct web_feed_person *people,
                            size_t n) {
    struct node *list = node_new_list(a, SPAN_NONE);
    for (size_t i = 0; i < n; i++) {
        struct node *one = node_new_map(a, SPAN_NONE);
        node_put_some(a, one, "name", people[i].name);
        node_put_some(a, one, "url", people[i].url);
        node_append(a, list, one);
    }
    if (n) {
        node_add(a, map, STR("authors"), SPAN_NONE, list);
    }
}

static struct node *json_entry(struct arena *a, const struct web_feed_entry *e) {
    struct node *map = node_new_map(a, SPAN_NONE);
    node_put_some(a, map, "id", web_feed_id(a, e->id));
    node_put_some(a, map, "url", e->address);
    node_put_some(a, map, "title", e->title);
    node_put_some(a, map, "content_html", e->content);
    if (!e->content.n) { /* an entry must have one of the two contents */
        node_put_some(a, map, "content_text", e->summary.n ? e->summary : e->title);
    } else {
        node_put_some(a, map, "summary", e->summary);
    }
    node_put_some(a, map, "date_published", e->date);
    node_put_some(a, map, "date_modified", e->date);
    put_json_people(a, map, e->authors, e->nauthors);
    return map;
}

void web_feed_json(struct buf *out, const struct web_feed *feed) {
    struct arena *a = arena_new();
    struct node *map = node_new_map(a, SPAN_NONE), *items = node_new_list(a, SPAN_NONE);
    node_put_some(a, map, "version", STR("https://jsonfeed.org/version/1.1"));
    node_put_some(a, map, "title", feed->title);
    node_put_some(a, map, "home_page_url", feed->address);
    node_put_some(a, map, "feed_url", feed->self);
    node_put_some(a, map, "description", feed->subtitle);
    put_json_people(a, map, feed->authors, feed->nauthors);
    node_put_some(a, map, "language", feed->lang);
    for (size_t i = 0; i < feed->n; i++) {
        node_append(a, items, json_entry(a, &feed->entries[i]));
    }
    node_add(a, map, STR("items"), SPAN_NONE, items);
    json_write(out, map, 2);
    buf_putc(out, '\n');
    arena_drop(a);
}

/* ---- works ---- */

struct dated {
    const struct web_work *work;
    struct str date;
    size_t order;
};

/** The newest work comes first. Works of the same date are in the order of the page. A year alone
 * counts as earlier than its months. */
static int compare_dates(const void *x, const void *y) {
    const struct dated *a = x, *b = y;
    int by_date = str_cmp(b->date, a->date);
    return by_date ? by_date : a->order < b->order ? -1 : a->order > b->order;
}

static void fill_work(struct arena *a, const struct web_page *page, const struct dated *d,
                      struct web_feed_entry *out) {
    const struct item *it = d->work->it;
    struct item_names names = item_names(it, VAR_AUTHOR);
    struct web_feed_person *people = ARENA_ARRAY(a, struct web_feed_person, names.n + 1);
    for (size_t i = 0; i < names.n; i++) {
        if (!names.p[i].others) {
            people[out->nauthors++].name = item_name_shown(a, &names.p[i]);
        }
    }
    struct str place =
        d->work->page.n ? d->work->page : arena_join(a, 2, STR("#"), doc_id(d->work->entry));
    struct str own = web_resolve(a, page->address, place), there = web_work_address(a, it);
    out->authors = people;
    out->title = web_work_title(a, it);
    out->date = web_feed_time(a, d->date);
    out->address = web_is_absolute(own) ? own : there;
    out->id = there.n ? there
              : web_is_absolute(own)
                  ? own
                  : arena_join(a, 3, doc_page_title(page->doc), STR(" "), it->id);
    out->summary = str_trim(item_text(it, VAR_ABSTRACT));
}

struct web_feed_entry *web_feed_works(struct arena *a, const struct web_page *page, size_t limit,
                                      const struct web_work **chosen, size_t *n) {
    struct dated *all = ARENA_ARRAY(a, struct dated, page->works.n + 1);
    size_t count = 0;
    for (size_t i = 0; i < page->works.n; i++) {
        struct str date = item_date_iso(a, page->works.p[i].it);
        if (web_feed_time(a, date).n) {
            all[count] = (struct dated){&page->works.p[i], date, count};
            count++;
        }
    }
    qsort(all, count, sizeof *all, compare_dates);
    *n = count < limit ? count : limit;
    struct web_feed_entry *out = ARENA_ARRAY(a, struct web_feed_entry, *n + 1);
    for (size_t i = 0; i < *n; i++) {
        fill_work(a, page, &all[i], &out[i]);
        chosen[i] = all[i].work;
    }
    return out;
}
