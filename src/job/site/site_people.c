/* SPDX-License-Identifier: MIT */
/*
 * The people of a site. Finds the person to whom a page belongs, and makes the index of people. The
 * module resolve matches authors with people and formats the lists.
 */
#include "cite/resolve/resolve.h"
#include "core/base/word_list.h"
#include "job/site/engines.h"

/** Whether a page is in the collection of people and is not the index of the collection. */
static bool is_of_collection(const struct site_page *p) {
    struct str stem = path_stem(p->path);
    return p->collection && str_is(p->collection->name, "people") && !str_is(stem, "index") &&
           !str_is(stem, "_index") && !node_get(p->front, "person");
}

/** Returns the path of a file beside a page, from the root of the site. */
static struct str rooted(struct arena *a, const struct site_page *p, struct str url) {
    if (url.n == 0 || url.p[0] == '/' || str_find(url, STR(":")) != STR_NONE) {
        return url;
    }
    return arena_join(a, 2, STR("/"), path_join(a, path_dir(p->path), url));
}

static void say(struct site *s, struct site_page *p, const char *key, struct str text) {
    site_set(s, p, key, node_plain(s->tree, text, SPAN_NONE));
}

/** Turns the page of a person into a profile: the name is its title, the role is its subtitle, and
 * the person is its author. A page that has its own author, title or subtitle keeps them. */
static void make_profile(struct site *s, struct site_page *p, const struct resolve_profile *who) {
    if (s->engine || node_get(p->front, "author") || node_get(p->front, "layout")) {
        return;
    }
    struct node *self = node_new_map(s->tree, SPAN_NONE);
    for (size_t i = 0; i < p->front->n; i++) {
        if (doc_service_name(p->front->keys[i]).n > 0 ||
            str_among(p->front->keys[i], "photo email orcid url website phone office affiliation "
                                         "profiles")) {
            node_put(s->tree, self, p->front->keys[i], p->front->key_spans[i], p->front->items[i]);
        }
    }
    if (!self->n) {
        return;
    }
    node_put_text(s->tree, self, "name", who->name);
    if (!node_get(p->front, "title")) {
        say(s, p, "title", who->name);
    }
    if (who->role.n && !node_get(p->front, "subtitle")) {
        say(s, p, "subtitle", who->role);
    }
    site_set(s, p, "author", self);
}

void site_find_people(struct site *s) {
    struct resolve_profile *all =
        ARENA_ARRAY(s->tree, struct resolve_profile, s->pages.n ? s->pages.n : 1);
    size_t n = 0;
    for (size_t i = 0; i < s->pages.n; i++) {
        struct site_page *p = s->pages.p[i];
        if (is_of_collection(p)) {
            say(s, p, "person", STR("true"));
        }
        struct resolve_profile *person = &all[n];
        if (!resolve_is_person(p->front) || p->draft) {
            continue;
        }
        if (!resolve_profile_read(s->tree, p->front, person)) {
            person->name = p->title;
        }
        if (person->name.n == 0) {
            continue;
        }
        make_profile(s, p, person);
        person->photo = rooted(s->tree, p, person->photo);
        person->address = p->hidden ? person->address : p->address;
        n++;
    }
    s->people = n ? resolve_people_new(s->tree, all, n) : NULL;
}

/* ---- the index */

void site_put_quoted(struct buf *b, struct str text) {
    buf_putc(b, '"');
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '"' || text.p[i] == '\\') {
            buf_putc(b, '\\');
        }
        buf_putc(b, (uint8_t)text.p[i] < 0x20 ? ' ' : text.p[i]);
    }
    buf_putc(b, '"');
}

/** Writes an attribute of a list with its value from the configuration, or else with `other`. */
static void put_attribute(struct buf *b, const struct node *map, const char *key,
                          const char *other) {
    struct str value = node_text(node_get(map, key));
    value = value.n || !other ? value : str_of(other);
    if (value.n == 0) {
        return;
    }
    buf_printf(b, " %s=", key);
    site_put_quoted(b, value);
}

void site_put_title(struct buf *b, struct str title) {
    buf_puts(b, "---\ntitle: ");
    site_put_quoted(b, title);
    buf_putc(b, '\n');
}

void site_make_people(struct site *s) {
    const struct node *wish = node_get(s->config.map, "people");
    if (!wish || (wish->kind != NODE_MAP && node_bool(wish, 0) != 1)) {
        return;
    }
    struct str title = node_text(node_get(wish, "title")), path = node_text(node_get(wish, "page"));
    struct buf b = BUF_INIT;
    site_put_title(&b, title.n ? title : STR("People"));
    buf_puts(&b, "---\n\n::: {.people");
    put_attribute(&b, wish, "group-by", "role");
    put_attribute(&b, wish, "order", NULL);
    put_attribute(&b, wish, "sort", NULL);
    put_attribute(&b, wish, "alumni", NULL);
    put_attribute(&b, wish, "show", NULL);
    buf_puts(&b, "}\n:::\n");
    struct str text = buf_finish(&b, s->tree);
    (void)site_add_page(s, path.n ? path : STR("people/index.md"), text);
}
