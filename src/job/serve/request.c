/* SPDX-License-Identifier: MIT */
/*
 * Decides which requests are allowed. A preview shows unpublished documents. So it answers only
 * requests that use its own name, and only its own pages may open an editor.
 */
#include "core/base/net.h"
#include "core/data/json.h"
#include "job/serve/serve_model.h"

enum { MAX_NAME = 300, MAX_LINES = 100000000 };

/** Splits "host:port" or "[host]:port". Returns false without a valid port. */
static bool part(struct str given, struct str *host, unsigned *port) {
    size_t colon = str_after_last(given, ':');
    int64_t value;
    struct str digits = str_from(given, colon);
    if (colon == 0 || given.n > MAX_NAME || digits.n == 0 || digits.n > 5) {
        return false;
    }
    for (size_t i = 0; i < digits.n; i++) {
        if (!is_digit(digits.p[i])) {
            return false;
        }
    }
    *host = str_slice(given, 0, colon - 1);
    *port = str_to_i64(digits, &value) ? (unsigned)value : 0;
    return true;
}

/** Whether a host without its port is a name of this server. */
static bool is_our_name(const struct serve_door *door, struct str host) {
    bool bracketed = host.n > 2 && host.p[0] == '[' && host.p[host.n - 1] == ']';
    struct str bare = bracketed ? str_slice(host, 1, host.n - 1) : host;
    if (str_is(host, "127.0.0.1") || str_ieq(host, STR("localhost")) || str_is(host, "[::1]")) {
        return true;
    }
    bool six = str_index(bare, ':') != STR_NONE;
    if (six != bracketed) {
        return false;
    }
    return str_eq(bare, door->host) || (door->open && net_is_numeric(bare));
}

bool serve_host_is_ours(const struct serve_door *door, struct str host) {
    struct str name;
    unsigned port;
    if (!part(host, &name, &port)) {
        name = host; /* a host without a port has HTTP's default port */
        port = 80;
    }
    return port == door->port && is_our_name(door, name);
}

bool serve_origin_is_ours(const struct serve_door *door, struct str origin) {
    return str_starts(origin, STR("http://")) &&
           serve_host_is_ours(door, str_from(origin, sizeof "http://" - 1));
}

bool serve_token_is(struct str given, struct str token) {
    unsigned differ = given.n != token.n;
    for (size_t i = 0; i < token.n; i++) {
        unsigned char c = i < given.n ? (unsigned char)given.p[i] : 0;
        differ |= (unsigned)(c ^ (unsigned char)token.p[i]);
    }
    return differ == 0 && token.n > 0;
}

/** Returns the value of a key that counts from 1. Returns 1 if the key is missing. */
static unsigned count_of(const struct node *map, const char *key) {
    int64_t value;
    bool good = str_to_i64(node_text(node_get(map, key)), &value) && value > 0 && value < MAX_LINES;
    return good ? (unsigned)value : 1;
}

bool serve_read_place(struct arena *a, struct str body, struct serve_place *out) {
    struct diags quiet;
    diags_init(&quiet, a);
    const struct node *map =
        json_parse(a, source_new(a, STR("request"), arena_str(a, body)), &quiet);
    diags_drop(&quiet);
    const struct node *file = node_get(map, "file");
    if (!file || file->kind != NODE_STRING || file->text.n == 0) {
        return false;
    }
    *out = (struct serve_place){file->text, count_of(map, "line"), count_of(map, "col")};
    return true;
}
