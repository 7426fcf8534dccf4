/* SPDX-License-Identifier: MIT */
/*
 * Rich text for places that cannot set math: combines tex/text, which does not read formulas, with
 * tex/math.
 */
#include "model/tex/math/math_rich.h"

#include "model/tex/math/math.h"

struct rich tex_rich_without_math(struct arena *a, struct rich r) {
    if (!rich_has(r, RICH_MATH)) {
        return r;
    }
    struct rich_builder b;
    struct rich_walk w;
    rich_builder_init(&b);
    rich_walk_start(&w, r);
    for (enum rich_event e; (e = rich_walk_next(&w)) != RICH_END;) {
        if (e == RICH_ATOM && w.kind == RICH_MATH) {
            math_to_plain(&b.text, math_parse(a, w.text, SPAN_NONE, NULL, NULL, NULL));
        } else {
            rich_add_event(&b, e, &w);
        }
    }
    r = rich_keep(&b, a);
    rich_builder_drop(&b);
    return r;
}

struct str tex_rich_plain(struct arena *a, struct rich r) {
    return r.marks ? tex_rich_without_math(a, r).text : r.text;
}

struct str tex_to_text(struct arena *a, struct str tex, unsigned flags, struct span at,
                       struct diags *d) {
    return tex_rich_plain(a, tex_to_rich(a, tex, flags, at, d));
}
