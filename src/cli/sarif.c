/* SPDX-License-Identifier: MIT */
/*
 * Diagnostics for other programs: plain JSON and SARIF 2.1.0 (OASIS, 27 March 2020). The same data
 * as the text form.
 */
#include "cli/cli.h"

#include "data/json.h"
#include "dossier/version.h"

/* ---- small builders ---- */

static void put(struct arena *a, struct node *map, const char *key, struct node *value) {
    node_put(a, map, str_of(key), SPAN_NONE, value);
}

static void put_text(struct arena *a, struct node *map, const char *key, struct str text) {
    put(a, map, key, node_string(a, arena_str(a, text), SPAN_NONE));
}

static void put_int(struct arena *a, struct node *map, const char *key, uint32_t v) {
    struct node *n = node_string(a, arena_printf(a, "%u", v), SPAN_NONE);
    n->kind = NODE_NUMBER;
    put(a, map, key, n);
}

static struct node *put_map(struct arena *a, struct node *map, const char *key) {
    struct node *n = node_new_map(a, SPAN_NONE);
    put(a, map, key, n);
    return n;
}

static struct node *put_list(struct arena *a, struct node *map, const char *key) {
    struct node *n = node_new_list(a, SPAN_NONE);
    put(a, map, key, n);
    return n;
}

static struct node *append_map(struct arena *a, struct node *list) {
    struct node *n = node_new_map(a, SPAN_NONE);
    node_append(a, list, n);
    return n;
}

/* ---- JSON ---- */

static void put_place(struct arena *a, struct node *map, struct span span) {
    if (!span.src) {
        return;
    }
    struct line_col from = source_line_col(span.src, span.begin),
                    to = source_line_col(span.src, span.end);
    put_text(a, map, "file", span.src->name);
    put_int(a, map, "line", from.line);
    put_int(a, map, "column", from.col);
    put_int(a, map, "endLine", to.line);
    put_int(a, map, "endColumn", to.col);
}

static void add_json(struct arena *a, struct node *list, const struct diag *g) {
    struct node *m = append_map(a, list);
    put_place(a, m, g->span);
    put_text(a, m, "level", str_of(diag_level_name(g->level)));
    put_text(a, m, "id", str_of(g->id->slug));
    put_text(a, m, "message", g->text);
    if (g->hint.n) {
        put_text(a, m, "hint", g->hint);
    }
    if (g->nrelated) {
        struct node *related = put_list(a, m, "related");
        for (size_t i = 0; i < g->nrelated; i++) {
            struct node *r = append_map(a, related);
            put_place(a, r, g->related[i].span);
            put_text(a, r, "message", g->related[i].text);
        }
    }
}

void cli_json_begin(struct cli_reporter *r) {
    r->results = node_new_list(r->arena, SPAN_NONE);
}

void cli_json_add(struct cli_reporter *r, const struct diag *g) {
    add_json(r->arena, r->results, g);
}

void cli_json_end(struct cli_reporter *r) {
    json_write(&r->text, r->results, 2);
    buf_putc(&r->text, '\n');
}

/* ---- SARIF ---- */

/** A path as a relative or file URI (RFC 3986): what is not unreserved or '/' is escaped. */
static struct str path_uri(struct arena *a, struct str path) {
    struct buf b;
    buf_init(&b, 0);
    if (str_starts(path, STR("/"))) {
        buf_puts(&b, "file://");
    }
    for (size_t i = 0; i < path.n; i++) {
        char c = path.p[i];
        if (is_alnum(c) || str_index(STR("-._~/"), c) != STR_NONE) {
            buf_putc(&b, c);
        } else {
            buf_printf(&b, "%%%02X", (unsigned char)c);
        }
    }
    struct str uri = buf_keep(&b, a);
    buf_drop(&b);
    return uri;
}

/** A location object (SARIF §3.28); columns count code points from 1. */
static void put_location(struct arena *a, struct node *location, struct span span) {
    struct node *physical = put_map(a, location, "physicalLocation");
    put_text(a, put_map(a, physical, "artifactLocation"), "uri", path_uri(a, span.src->name));
    struct line_col from = source_line_col(span.src, span.begin),
                    to = source_line_col(span.src, span.end);
    struct node *region = put_map(a, physical, "region");
    put_int(a, region, "startLine", from.line);
    put_int(a, region, "startColumn", from.col);
    put_int(a, region, "endLine", to.line);
    put_int(a, region, "endColumn", to.col);
}

/** SARIF §3.27.10 knows note, warning and error. */
static const char *sarif_level(enum diag_level level) {
    return level >= DIAG_ERROR ? "error" : diag_level_name(level);
}

static void add_result(struct arena *a, struct node *list, const struct diag *g) {
    struct node *m = append_map(a, list);
    put_text(a, m, "ruleId", str_of(g->id->slug));
    put_text(a, m, "level", str_of(sarif_level(g->level)));
    struct str text = g->hint.n ? arena_join(a, 3, g->text, STR("; hint: "), g->hint) : g->text;
    put_text(a, put_map(a, m, "message"), "text", text);
    struct node *locations = put_list(a, m, "locations");
    if (g->span.src) {
        put_location(a, append_map(a, locations), g->span);
    }
    if (g->nrelated) {
        struct node *related = put_list(a, m, "relatedLocations");
        for (size_t i = 0; i < g->nrelated; i++) {
            if (g->related[i].span.src) {
                struct node *r = append_map(a, related);
                put_location(a, r, g->related[i].span);
                put_text(a, put_map(a, r, "message"), "text", g->related[i].text);
            }
        }
    }
}

/** The rules of all that was found, each once, in the order of the catalog. */
static void add_rules(const struct cli_reporter *r) {
    struct arena *a = r->arena;
    const struct diag_rule *id;
    for (size_t at = 0; (id = diag_rule_at(at)) != NULL; at++) {
        if (!map_find(&r->used, str_of(id->slug))) {
            continue;
        }
        struct node *rule = append_map(a, r->rules);
        put_text(a, rule, "id", str_of(id->slug));
        struct str hint = str_of(id->hint);
        if (hint.n) {
            put_text(a, put_map(a, rule, "help"), "text", hint);
        }
        put_text(a, put_map(a, rule, "defaultConfiguration"), "level",
                 str_of(sarif_level(id->level)));
    }
}

void cli_sarif_begin(struct cli_reporter *r) {
    struct arena *a = r->arena;
    r->root = node_new_map(a, SPAN_NONE);
    put_text(a, r->root, "$schema", STR("https://json.schemastore.org/sarif-2.1.0.json"));
    put_text(a, r->root, "version", STR("2.1.0"));
    struct node *run = append_map(a, put_list(a, r->root, "runs"));
    struct node *driver = put_map(a, put_map(a, run, "tool"), "driver");
    put_text(a, driver, "name", STR("dossier"));
    put_text(a, driver, "version", STR(DOSSIER_VERSION));
    r->rules = put_list(a, driver, "rules");
    put_text(a, run, "columnKind", STR("unicodeCodePoints"));
    r->results = put_list(a, run, "results");
}

void cli_sarif_add(struct cli_reporter *r, const struct diag *g) {
    map_put(&r->used, str_of(g->id->slug), NULL);
    add_result(r->arena, r->results, g);
}

void cli_sarif_end(struct cli_reporter *r) {
    add_rules(r);
    json_write(&r->text, r->root, 2);
    buf_putc(&r->text, '\n');
}
