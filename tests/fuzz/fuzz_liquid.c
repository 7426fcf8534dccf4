/* SPDX-License-Identifier: MIT */
/*
 * Reads any bytes as a page of Jekyll, in bounded time. The text before a line `---` is the
 * front matter.
 */
#include "core/data/yaml.h"
#include "fuzz.h"
#include "read/liquid/liquid.h"

static struct source *include(void *user, struct str name, bool relative) {
    struct fuzz *in = user;
    return relative ? in->src : source_new(in->arena, name, STR("{{ include.a }}{% include b %}"));
}

static struct source *theme(void *user, struct str name) {
    const struct fuzz *in = user;
    return source_new(in->arena, name, STR("{{ content }}{{ include.a }}"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    size_t rule = str_find(in.text, STR("\n---\n"));
    size_t begin = rule == STR_NONE ? 0 : rule + 5;
    const struct node *page = begin ? yaml_parse(in.arena, in.src, 0, rule + 1, &in.diags) : NULL;
    struct liquid_options opt = {.page = page && page->kind == NODE_MAP ? page : NULL,
                                 .begin = begin,
                                 .epoch = 0,
                                 .host = {.include = include, .user = &in}};
    opt.site = opt.page;
    struct liquid_needs asked;
    struct source *out = liquid_expand(in.arena, in.src, &opt, &asked, &in.diags);
    for (size_t i = 0; i < out->text.n; i += 1 + out->text.n / 64) {
        (void)source_origin(span_make(out, i, i + 1));
    }
    opt.layout = in.src;
    opt.host.theme = theme;
    opt.complete = true;
    (void)liquid_expand(in.arena, in.src, &opt, &asked, &in.diags);
    (void)liquid_is_template(in.arena, in.src, begin);
    liquid_report_unread(in.arena, in.src, begin, &in.diags);
    return fuzz_end(&in);
}
