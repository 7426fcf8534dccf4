/* SPDX-License-Identifier: MIT */
/* The person of a CV as front matter: names, addresses, networks. Maps keys of a form to dossier's
 * keys; the layout of authors is decided elsewhere. */
#include "read/cv/cv_model.h"

#include "core/base/word_list.h"

DIAG_USE(DIAG_UNSUPPORTED);
DIAG_USE(DIAG_UNKNOWN_KEY);

struct front {
    struct arena *a;
    struct diags *diags;
    struct node *map, *author, *links;
};

/** Returns the value of the first key that has one. `keys` are separated by blanks. NULL if none of
 * them has a value. */
static const struct node *any_of(const struct node *map, const char *keys) {
    for (struct str rest = str_of(keys); rest.p;) {
        const struct node *value = node_value(map, str_cut(&rest, ' '));
        if (cv_has(value)) {
            return value;
        }
    }
    return NULL;
}

static void set(struct front *f, struct node *map, const char *key, const struct node *value) {
    if (cv_has(value) && !node_get(map, key)) {
        node_put(f->a, map, str_of(key), value->span, (struct node *)(uintptr_t)value);
    }
}

static void add_link(struct front *f, struct str text, struct str href, struct span at) {
    struct node *link = node_new_map(f->a, at);
    node_put(f->a, link, STR("text"), at, node_string(f->a, text.n ? text : href, at));
    node_put(f->a, link, STR("href"), at, node_string(f->a, href, at));
    node_append(f->a, f->links, link);
}

/* ---- networks */

/** The names of networks in JSON Resume and RenderCV, each with its key in dossier's front matter.
 * The names are in lower case and without spaces. */
static const char *const NETWORKS[][2] = {
#define NETWORK(name, key) {name, key},
#include "read/cv/networks.def"
#undef NETWORK
};

static struct str folded(struct arena *a, struct str s) {
    char *p = arena_alloc(a, s.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (c != ' ' && c != '-' && c != '_' && c != '.') {
            p[n++] = to_lower(c);
        }
    }
    p[n] = '\0';
    return (struct str){p, n};
}

static const char *network_key(struct front *f, struct str network) {
    struct str name = folded(f->a, network);
    for (size_t i = 0; i < ARRAY_LEN(NETWORKS); i++) {
        if (str_is(name, NETWORKS[i][0])) {
            return NETWORKS[i][1];
        }
    }
    return NULL;
}

static void add_network(struct front *f, const struct node *n) {
    struct str network = str_trim(node_text(node_get(n, "network")));
    const struct node *user = node_get(n, "username"), *url = node_get(n, "url");
    const char *key = network_key(f, network);
    if (key && !node_get(f->author, key)) {
        set(f, f->author, key, cv_has(url) ? url : user);
    } else if (cv_has(url)) {
        add_link(f, network, str_trim(node_text(url)), url->span);
    } else if (cv_has(user)) {
        struct diag *g =
            diag_add(f->diags, DIAG_UNSUPPORTED, n->span,
                     "no address is known for `%.*s`: it is not shown", STR_ARG(network));
        diag_hint(f->diags, g, "give it a `url`");
    }
}

static void add_networks(struct front *f, const struct node *list) {
    for (size_t i = 0; list && list->kind == NODE_LIST && i < list->n; i++) {
        add_network(f, list->items[i]);
    }
}

/* ---- one value, or several */

/** Sets an e-mail address, telephone number or web page. If there are several values, the first
 * becomes the author's value, and the others become links. */
static void set_first(struct front *f, const char *key, const struct node *value,
                      const char *scheme) {
    if (!cv_has(value) || value->kind == NODE_MAP) {
        return;
    }
    bool list = value->kind == NODE_LIST;
    set(f, f->author, key, list ? value->items[0] : value);
    for (size_t i = 1; list && i < value->n; i++) {
        struct str text = str_trim(node_text(value->items[i]));
        if (text.n) {
            add_link(f, text, arena_join(f->a, 2, str_of(scheme), text), value->items[i]->span);
        }
    }
}

/** Sets the office. The parts of JSON Resume's address become one line, in the order of postal
 * addresses. */
static void set_place(struct front *f, const struct node *n) {
    static const char *const parts[] = {"address", "postalCode", "city", "region", "countryCode"};
    if (!n || n->kind != NODE_MAP) {
        set(f, f->author, "office", n);
        return;
    }
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        struct str part = str_trim(node_text(node_get(n, parts[i])));
        if (part.n) {
            buf_puts(&b, !b.n ? "" : i == 2 && cv_has(node_get(n, "postalCode")) ? " " : ", ");
            buf_str(&b, part);
        }
    }
    if (b.n) {
        set(f, f->author, "office", node_string(f->a, buf_keep(&b, f->a), n->span));
    }
    buf_drop(&b);
}

static void set_person(struct front *f, const struct node *person) {
    set(f, f->map, "title", node_get(person, "name"));
    set(f, f->map, "subtitle", any_of(person, "headline label"));
    set(f, f->author, "name", node_get(person, "name"));
    set_first(f, "email", node_get(person, "email"), "mailto:");
    set_first(f, "phone", node_get(person, "phone"), "tel:");
    set_first(f, "url", any_of(person, "url website"), "");
    set(f, f->author, "photo", any_of(person, "photo image picture"));
    set_place(f, node_get(person, "location"));
    add_networks(f, node_get(person, "social_networks"));
    add_networks(f, node_get(person, "profiles"));
    const struct node *own = node_get(person, "custom_connections");
    for (size_t i = 0; own && own->kind == NODE_LIST && i < own->n; i++) {
        const struct node *url = node_get(own->items[i], "url");
        if (cv_has(url)) {
            add_link(f, node_text(node_get(own->items[i], "placeholder")), node_text(url),
                     url->span);
        }
    }
}

/** Turns networks and `affiliation` into keys of the author. Reports the keys of the person that
 * are not in `known`. */
static void take_rest(struct front *f, const struct node *person, const char *known) {
    for (size_t i = 0; person && person->kind == NODE_MAP && i < person->n; i++) {
        struct str key = person->keys[i];
        const struct node *value = person->items[i];
        const char *own = str_is(key, "affiliation") ? "affiliation" : network_key(f, key);
        if (!cv_has(value) || str_among(key, known)) {
            continue;
        }
        if (own) {
            set(f, f->author, own, value);
        } else {
            struct diag *g =
                diag_add(f->diags, DIAG_UNKNOWN_KEY, person->key_spans[i],
                         "`%.*s` of the person is not known here, and not shown", STR_ARG(key));
            diag_hint(f->diags, g, "write it as an entry of a section");
        }
    }
}

/* ---- the forms */

/** Reads RenderCV's `locale: {language: german}`. */
static void set_locale(struct front *f, const struct node *locale) {
    const struct node *language = node_get(locale, "language");
    struct str name = node_text(language);
    struct str code =
        str_paired(name, "arabic=ar czech=cs danish=da dutch=nl english=en finnish=fi "
                         "french=fr german=de hebrew=he hindi=hi italian=it japanese=ja "
                         "korean=ko mandarin_chinese=zh norwegian_bokmål=nb "
                         "norwegian_nynorsk=nn persian=fa polish=pl portuguese=pt russian=ru "
                         "spanish=es swedish=sv turkish=tr");
    name = code.n ? code : name;
    if (name.n && name.n <= 5) {
        set(f, f->map, "lang", node_string(f->a, name, language->span));
    }
}

static void rendercv(struct front *f, const struct node *data) {
    const struct node *person = node_get(data, "cv");
    for (size_t i = 0; i < data->n; i++) {
        bool own = str_is(data->keys[i], "cv") || str_is(data->keys[i], "locale");
        if (str_among(data->keys[i], "design rendercv_settings settings")) {
            struct diag *g =
                diag_add(f->diags, DIAG_UNSUPPORTED, data->key_spans[i],
                         "`%.*s` is RenderCV's own and not followed", STR_ARG(data->keys[i]));
            diag_hint(f->diags, g, "a style sheet sets the look of the CV: `css: mine.css`");
        } else if (!own) {
            node_put(f->a, f->map, data->keys[i], data->key_spans[i], data->items[i]);
        }
    }
    set_locale(f, node_get(data, "locale"));
    set_person(f, person);
    take_rest(f, person,
              "name headline label location email phone url website photo social_networks "
              "custom_connections sections");
}

static void jsonresume(struct front *f, const struct node *data) {
    const struct node *person = node_get(data, "basics");
    for (size_t i = 0; i < data->n; i++) {
        const struct node *value = data->items[i];
        bool schema = str_is(data->keys[i], "meta") || str_starts(data->keys[i], STR("$"));
        bool section = cv_jsonresume_is_section(data->keys[i], value);
        if (!schema && !section && !str_is(data->keys[i], "basics")) {
            node_put(f->a, f->map, data->keys[i], data->key_spans[i],
                     (struct node *)(uintptr_t)value);
        }
    }
    set_person(f, person);
    take_rest(
        f, person,
        "name label image picture email phone url website location profiles summary headline");
}

/** Reads al-folio's form, which has the name of the person in a list of facts. */
static void alfolio(struct front *f, const struct node *data) {
    for (size_t i = 0; i < data->n; i++) {
        const struct node *facts = node_get(data->items[i], "contents");
        for (size_t k = 0; facts && facts->kind == NODE_LIST && k < facts->n; k++) {
            struct str name = node_text(node_get(facts->items[k], "name"));
            if (str_ieq(name, STR("Full Name")) || str_ieq(name, STR("Name"))) {
                set(f, f->map, "title", node_get(facts->items[k], "value"));
                set(f, f->author, "name", node_get(facts->items[k], "value"));
            }
        }
    }
}

struct node *cv_front(struct arena *a, const struct node *data, enum cv_form form,
                      struct diags *d) {
    struct front f = {.a = a,
                      .diags = d,
                      .map = node_new_map(a, data->span),
                      .author = node_new_map(a, data->span),
                      .links = node_new_list(a, data->span)};
    switch (form) {
    case CV_RENDERCV:
        rendercv(&f, data);
        break;
    case CV_JSONRESUME:
        jsonresume(&f, data);
        break;
    case CV_ALFOLIO:
        alfolio(&f, data);
        break;
    case CV_NONE:
        break;
    }
    set(&f, f.author, "links", f.links);
    set(&f, f.map, "author", f.author);
    set(&f, f.map, "css", node_string(a, STR("cv"), data->span));
    return f.map;
}
