/* SPDX-License-Identifier: MIT */
/*
 * Makes a document anonymous. Checked: hits are within their text, findings within the source,
 * and removed names do not come back.
 */
#include "check/blind/blind.h"
#include "core/base/utf8.h"
#include "read/markdown/markdown.h"

static void expect(bool holds, const char *what) {
    if (!holds) {
        BUG(what);
    }
}

static void check_hit(void *user, const struct blind_hit *hit) {
    const struct str *text = user;
    expect(hit->from < hit->to && hit->to <= text->n, "a hit outside of the text");
    expect(hit->kind < BLIND_KINDS && blind_kind_name(hit->kind)[0], "a hit of no kind");
}

static bool is_masked(void *user, const struct doc_node *cite) {
    (void)user;
    return cite->u.cite.n > 1;
}

struct settled {
    struct arena *arena;
    struct diags *d;
    struct blind_who *who;
};

static void settle(void *user, struct doc *doc) {
    struct settled *s = user;
    (void)blind_mode_read(node_get(doc->front, "anonymous"), s->d);
    s->who = s->who ? s->who : blind_who_read(s->arena, doc);
    blind_strip(s->who, doc);
    expect(doc->meta.nauthors == 0 && !node_get(doc->front, "author"), "an author is left");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct str text = {(const char *)data, size};
    if (utf8_check(text) != STR_NONE) {
        return 0;
    }
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct source *src = source_new(a, STR("fuzz.md"), text);
    struct settled s = {a, &d, NULL};
    struct markdown_options opt = {.settle = settle, .settle_user = &s};
    struct doc *doc = markdown_parse(a, src, &opt, &d);
    if (s.who) {
        for (int kind = BLIND_PROSE; kind <= BLIND_WHOLE; kind++) {
            blind_search(s.who, text, (enum blind_text)kind, check_hit, &text);
        }
        struct blind_findings found = blind_look(s.who, doc, &d);
        for (size_t i = 0; i < found.n; i++) {
            struct span at = found.p[i].diag->span;
            expect(found.p[i].text.n > 0, "a finding of nothing");
            expect(!at.src || (at.begin <= at.end && at.end <= at.src->text.n),
                   "a finding outside of its source");
        }
        blind_look_phrases(doc, is_masked, NULL, &d);
        opt.as_written = true;
        (void)markdown_parse(a, src, &opt, &d);
    }
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
