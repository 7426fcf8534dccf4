/* SPDX-License-Identifier: MIT */
/*
 * Ways to contact a person: telephone, room, and services where scholars have pages. They are read
 * from the keys of an author. Each service has a name and an address. Keys may have the names that
 * al-folio, academicpages and HugoBlox use.
 */
#include "core/base/vec.h"
#include "core/base/word_list.h"
#include "model/doc/doc.h"

#define MAX_PROFILES 40 /* the maximum number of contacts of one person */

/** A service. `prefix` and a user name together are an address. A value that is an address is used
 * unchanged. */
struct service {
    const char *icon;   /* the name of the icon, which is also the key in the front matter */
    const char *name;   /* the name of the service, which is not translated */
    const char *prefix; /* NULL if the value must be an address */
    /* a part of the service's addresses, by which links in lists are recognized */
    const char *host;
    const char *names; /* other keys for the same service, a list of words */
};

/* The services in the order in which they are shown. */
static const struct service services[] = {
#define SERVICE(icon, name, prefix, host, names) {icon, name, prefix, host, names},
#include "model/doc/services.def"
#undef SERVICE
};

typedef VEC(struct doc_contact) contacts;

static bool is_address(struct str s) {
    return str_find(s, STR("://")) != STR_NONE || str_starts(s, STR("//")) ||
           str_starts(s, STR("mailto:"));
}

/** Returns the address for "@me@fosstodon.org" or for al-folio's form, "fosstodon.org/@me". */
static struct str mastodon_address(struct arena *a, struct str value) {
    struct str rest = str_starts(value, STR("@")) ? str_from(value, 1) : value;
    size_t at = str_index(rest, '@');
    if (at == STR_NONE || str_index(rest, '/') != STR_NONE) {
        return arena_join(a, 2, STR("https://"), rest);
    }
    return arena_join(a, 4, STR("https://"), str_from(rest, at + 1), STR("/@"),
                      str_slice(rest, 0, at));
}

static struct str address_of(struct arena *a, const struct service *s, struct str value) {
    if (is_address(value)) {
        return value;
    }
    /* a YouTube channel may have an id instead of a name */
    if (str_is(str_of(s->icon), "youtube") && str_starts(value, STR("UC")) && value.n == 24) {
        return arena_join(a, 2, STR("https://www.youtube.com/channel/"), value);
    }
    if (str_is(str_of(s->icon), "mastodon")) {
        return str_index(value, '@') == STR_NONE ? STR_EMPTY : mastodon_address(a, value);
    }
    bool sign = s->prefix && str_starts(value, STR("@")); /* some services write names as "@me" */
    /* "scholar.google.com/citations?user=x" is an address without its scheme */
    if (s->host && str_index(value, '/') != STR_NONE && str_find(value, str_of(s->host)) == 0) {
        return arena_join(a, 2, STR("https://"), value);
    }
    return s->prefix ? arena_join(a, 2, str_of(s->prefix), str_from(value, sign)) : STR_EMPTY;
}

static void add(contacts *all, struct doc_contact c) {
    bool again = c.url.n == 0 && c.text.n == 0;
    for (size_t i = 0; i < all->n && c.url.n; i++) {
        again = again || str_eq(all->p[i].url, c.url);
    }
    if (!again && all->n < MAX_PROFILES && !doc_url_is_live(c.url)) {
        vec_push(all, c);
    }
}

/** Returns the text of the first of `keys`, a list of words, that has a text. Truth values are not
 * texts. */
static struct str text_of(const struct node *author, const char *keys) {
    struct str text = STR_EMPTY;
    for (struct str rest = str_of(keys); rest.n && !text.n;) {
        text = str_trim(node_text(node_value(author, str_cut(&rest, ' '))));
        text = str_among(text, "false true") ? STR_EMPTY : text;
    }
    return text;
}

/** Returns a telephone number for an address (RFC 3966): its digits, with a + before them. */
static struct str telephone_address(struct arena *a, struct str number) {
    struct buf b = BUF_INIT;
    buf_puts(&b, "tel:");
    for (size_t i = 0; i < number.n; i++) {
        if (is_digit(number.p[i]) || (number.p[i] == '+' && b.n == 4)) {
            buf_putc(&b, number.p[i]);
        }
    }
    struct str url = b.n > 4 ? buf_keep(&b, a) : STR_EMPTY;
    buf_drop(&b);
    return url;
}

/** Returns the printed form of an address: "linkedin.com/in/me", or "Contact" for "#contact". */
static struct str short_text(struct arena *a, struct str url) {
    struct str text = doc_url_text(url);
    if (url.n > 1 && url.p[0] == '#') {
        char first[] = {to_upper(url.p[1]), '\0'};
        return arena_join(a, 2, str_of(first), str_from(url, 2));
    }
    return str_starts(text, STR("www.")) ? str_from(text, 4) : text;
}

/** Adds a user name at a service. A name that does not give an address is added as text. */
static void add_service(struct arena *a, contacts *all, const struct service *s, struct str value) {
    struct str url = address_of(a, s, value);
    if (url.n == 0) {
        struct str text = arena_join(a, 3, str_of(s->name), STR(": "), value);
        add(all, (struct doc_contact){.icon = s->icon, .text = text});
        return;
    }
    add(all, (struct doc_contact){.icon = s->icon,
                                  .name = str_of(s->name),
                                  .url = url,
                                  .text = short_text(a, url),
                                  .profile = true});
}

/** Returns the service of an address or of an icon's name ("brands/github"). NULL if it is
 * unknown. */
static const struct service *service_of(struct str icon, struct str url) {
    struct str word = str_from(icon, str_after_last(icon, '/'));
    for (size_t i = 0; i < ARRAY_LEN(services); i++) {
        const struct service *s = &services[i];
        if (str_is(word, s->icon) || str_among(word, s->names) ||
            (s->host && url.n && str_find(url, str_of(s->host)) != STR_NONE)) {
            return s;
        }
    }
    return NULL;
}

/** Adds a list of links as in HugoBlox (`profiles`: icon, url, label) and Quarto (`links`: icon,
 * text, href). */
static void add_links(struct arena *a, contacts *all, const struct node *author, const char *key) {
    const struct node *list = node_get(author, key);
    for (size_t i = 0; list && list->kind == NODE_LIST && i < list->n; i++) {
        const struct node *n = list->items[i];
        struct str url = n->kind == NODE_MAP ? text_of(n, "url href link") : node_text(n);
        struct str label = n->kind == NODE_MAP ? text_of(n, "label text name") : STR_EMPTY;
        struct str icon = n->kind == NODE_MAP ? node_text(node_get(n, "icon")) : STR_EMPTY;
        const struct service *s = service_of(icon, url);
        bool mail = str_starts(url, STR("mailto:"));
        bool orcid = str_find(url, STR("orcid.org/")) != STR_NONE;
        if (!url.n || (mail && node_get(author, "email")) || (orcid && node_get(author, "orcid"))) {
            continue; /* the author's own keys have already added this contact */
        }
        struct str text = mail ? str_from(url, 7) : short_text(a, url);
        struct str name = s ? str_of(s->name) : orcid ? STR("ORCID") : text;
        add(all, (struct doc_contact){.icon = s       ? s->icon
                                              : mail  ? "email"
                                              : orcid ? "orcid"
                                                      : "link",
                                      .name = label.n ? label : name,
                                      .url = url,
                                      .text = text,
                                      .profile = !mail && is_address(url)});
    }
}

struct str doc_service_name(struct str icon) {
    const struct service *s = service_of(icon, STR_EMPTY);
    return s ? str_of(s->name) : str_is(icon, "orcid") ? STR("ORCID") : STR_EMPTY;
}

struct str doc_orcid_number(struct str orcid) {
    size_t at = str_find(orcid, STR("orcid.org/"));
    return at == STR_NONE ? orcid : str_from(orcid, at + 10);
}

struct doc_contact *doc_contacts_read(struct arena *a, const struct node *author, size_t *n) {
    static const char *const lists[] = {"profiles", "links", "social", "socials"};
    contacts all = VEC_INIT;
    struct str phone = text_of(author, "phone telephone tel");
    struct str room = text_of(author, "office room");
    add(&all, (struct doc_contact){.icon = "office", .text = room});
    add(&all,
        (struct doc_contact){.icon = "phone", .url = telephone_address(a, phone), .text = phone});
    for (size_t i = 0; i < ARRAY_LEN(services); i++) {
        struct str value = text_of(author, services[i].icon);
        value = value.n ? value : text_of(author, services[i].names);
        if (value.n) {
            add_service(a, &all, &services[i], value);
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
        add_links(a, &all, author, lists[i]);
    }
    struct doc_contact *out = vec_finish(&all, a);
    *n = all.n;
    return out;
}
