/* SPDX-License-Identifier: MIT */
/*
 * Diagnostics as SARIF 2.1.0 (OASIS, 27 March 2020), with the explanations of their ids.
 */
#include "cli/report.h"
#include "core/base/markup.h"
#include "core/data/json.h"
#include "core/diag/explain.h"
#include "dossier/version.h"

#ifndef DOSSIER_FINDINGS
#error "DOSSIER_FINDINGS is the address of the page that explains ids"
#endif

/** The output, and the rules and files that were listed so far. */
struct sarif {
    struct arena *a;
    struct node *rules, *artifacts, *results;
    struct map rule_at, artifact_at; /* map a slug, or a file, to its index + 1 */
};

/** Returns a path as a relative URI or a file URI (RFC 3986). All characters except unreserved ones
 * and '/' are escaped. */
static struct str path_uri(struct arena *a, struct str path) {
    struct buf b = BUF_INIT;
    if (str_starts(path, STR("/"))) {
        buf_puts(&b, "file://");
    }
    markup_put_percent(&b, path, "-._~/");
    return buf_finish(&b, a);
}

/** Returns the level in SARIF: note, warning or error (§3.27.10). */
static const char *level_name(enum diag_level level) {
    return level >= DIAG_ERROR ? "error" : diag_level_name(level);
}

/** Returns the text without its last line end. */
static struct str chomp(struct str s) {
    s.n -= str_ends(s, STR("\n"));
    return s;
}

/** Writes a reportingDescriptor (§3.49). The same text is used as the explanation and as the
 * help. */
static void describe(struct sarif *s, const struct diag_rule *id) {
    struct arena *a = s->a;
    struct diag_explained x;
    struct node *rule = cli_append_map(a, s->rules);
    struct str slug = str_of(id->slug);
    node_put_text(a, rule, "id", slug);
    if (diag_explain(a, slug, &x)) {
        struct str about = chomp(x.about);
        struct buf b = BUF_INIT;
        cli_explain_one(&b, a, id, "~~~\n");
        struct str help = chomp(buf_finish(&b, a));
        node_put_text(a, cli_put_map(a, rule, "shortDescription"), "text", about);
        node_put_text(a, cli_put_map(a, rule, "fullDescription"), "text", about);
        struct node *node = cli_put_map(a, rule, "help");
        node_put_text(a, node, "text", help);
        node_put_text(a, node, "markdown", help);
    }
    node_put_text(a, rule, "helpUri", arena_join(a, 3, STR(DOSSIER_FINDINGS), STR("#"), slug));
    struct node *configuration = cli_put_map(a, rule, "defaultConfiguration");
    if (id->asked) {
        struct node *off = node_string(a, STR("false"), SPAN_NONE);
        off->kind = NODE_BOOL;
        node_put(a, configuration, STR("enabled"), SPAN_NONE, off);
    }
    node_put_text(a, configuration, "level", str_of(level_name(id->level)));
}

static size_t rule_index(struct sarif *s, const struct diag_rule *id) {
    uintptr_t at = (uintptr_t)map_lookup(&s->rule_at, str_of(id->slug));
    if (!at) {
        describe(s, id);
        at = s->rules->n;
        (void)map_put(&s->rule_at, str_of(id->slug), (void *)at);
    }
    return at - 1;
}

/** Writes the artifact (§3.24) of a file once, and refers to it from `location` (§3.4). */
static void put_artifact(struct sarif *s, struct node *location, struct str file) {
    uintptr_t at = (uintptr_t)map_lookup(&s->artifact_at, file);
    struct str uri = path_uri(s->a, file);
    if (!at) {
        struct node *artifact = cli_append_map(s->a, s->artifacts);
        node_put_text(s->a, cli_put_map(s->a, artifact, "location"), "uri", uri);
        at = s->artifacts->n;
        (void)map_put(&s->artifact_at, file, (void *)at);
    }
    node_put_text(s->a, location, "uri", uri);
    cli_put_int(s->a, location, "index", at - 1);
}

static void put_region(struct sarif *s, struct node *map, const char *key,
                       const struct cli_place *at) {
    struct node *region = cli_put_map(s->a, map, key);
    cli_put_int(s->a, region, "startLine", at->line);
    cli_put_int(s->a, region, "startColumn", at->col);
    cli_put_int(s->a, region, "endLine", at->end_line);
    cli_put_int(s->a, region, "endColumn", at->end_col);
}

/** Writes a location object (§3.28). */
static void put_location(struct sarif *s, struct node *location, const struct cli_place *at) {
    struct node *physical = cli_put_map(s->a, location, "physicalLocation");
    put_artifact(s, cli_put_map(s->a, physical, "artifactLocation"), at->file);
    put_region(s, physical, "region", at);
}

/** Writes a fix (§3.55). The changes of one file are listed together. */
static void put_fix(struct sarif *s, struct node *result, const struct cli_finding *f) {
    struct arena *a = s->a;
    if (!f->nfixes) {
        return;
    }
    struct node *fix = cli_append_map(a, cli_put_list(a, result, "fixes"));
    node_put_text(a, cli_put_map(a, fix, "description"), "text", f->hint.n ? f->hint : f->text);
    struct node *changes = cli_put_list(a, fix, "artifactChanges");
    struct node *lists[DIAG_FIXES_MAX];
    for (size_t i = 0; i < f->nfixes && i < DIAG_FIXES_MAX; i++) {
        struct node *replacements = NULL;
        for (size_t k = 0; k < i && !replacements; k++) {
            if (str_eq(f->fixes[k].at.file, f->fixes[i].at.file)) {
                replacements = lists[k];
            }
        }
        if (!replacements) {
            struct node *change = cli_append_map(a, changes);
            put_artifact(s, cli_put_map(a, change, "artifactLocation"), f->fixes[i].at.file);
            replacements = cli_put_list(a, change, "replacements");
        }
        lists[i] = replacements;
        struct node *replacement = cli_append_map(a, replacements);
        put_region(s, replacement, "deletedRegion", &f->fixes[i].at);
        node_put_text(a, cli_put_map(a, replacement, "insertedContent"), "text", f->fixes[i].text);
    }
}

static void add(struct sarif *s, const struct cli_finding *f) {
    struct arena *a = s->a;
    struct node *m = cli_append_map(a, s->results);
    node_put_text(a, m, "ruleId", str_of(f->id->slug));
    cli_put_int(a, m, "ruleIndex", rule_index(s, f->id));
    node_put_text(a, m, "level", str_of(level_name(f->level)));
    struct str text = f->hint.n ? arena_join(a, 3, f->text, STR("; hint: "), f->hint) : f->text;
    node_put_text(a, cli_put_map(a, m, "message"), "text", text);
    struct node *locations = cli_put_list(a, m, "locations");
    if (f->at.file.n) {
        put_location(s, cli_append_map(a, locations), &f->at);
    }
    node_put_text(a, cli_put_map(a, m, "partialFingerprints"), "dossier/v1", f->fingerprint);
    struct node *related = NULL;
    for (size_t i = 0; i < f->nrelated; i++) {
        if (f->related[i].at.file.n) {
            related = related ? related : cli_put_list(a, m, "relatedLocations");
            struct node *r = cli_append_map(a, related);
            put_location(s, r, &f->related[i].at);
            node_put_text(a, cli_put_map(a, r, "message"), "text", f->related[i].text);
        }
    }
    put_fix(s, m, f);
}

void cli_write_sarif(const struct cli_reporter *r, struct buf *out) {
    struct arena *a = r->arena;
    struct sarif s = {.a = a, .rule_at = MAP_INIT, .artifact_at = MAP_INIT};
    struct node *root = node_new_map(a, SPAN_NONE);
    node_put_text(a, root, "$schema", STR("https://json.schemastore.org/sarif-2.1.0.json"));
    node_put_text(a, root, "version", STR("2.1.0"));
    struct node *run = cli_append_map(a, cli_put_list(a, root, "runs"));
    struct node *driver = cli_put_map(a, cli_put_map(a, run, "tool"), "driver");
    node_put_text(a, driver, "name", STR("dossier"));
    node_put_text(a, driver, "version", STR(DOSSIER_VERSION));
    s.rules = cli_put_list(a, driver, "rules");
    node_put_text(a, run, "columnKind", STR("unicodeCodePoints"));
    s.artifacts = cli_put_list(a, run, "artifacts");
    s.results = cli_put_list(a, run, "results");
    for (size_t i = 0; i < r->findings.n; i++) {
        add(&s, &r->findings.p[i]);
    }
    json_write(out, root, 2);
    buf_putc(out, '\n');
    map_drop(&s.rule_at);
    map_drop(&s.artifact_at);
}
