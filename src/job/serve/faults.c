/* SPDX-License-Identifier: MIT */
/*
 * Writes diagnostics as JSON for the page of the preview, with the line of the source. Decides how
 * much of a line is shown.
 */
#include "core/base/utf8.h"
#include "core/data/json.h"
#include "job/serve/serve_model.h"

enum { MAX_LINE = 240 }; /* maximum number of bytes of a source line that are shown */

static void put_text(struct buf *out, const char *key, struct str text) {
    if (text.n) {
        json_write_member(out, key, text);
    }
}

/** Writes a source line and the span in it. `from` and `to` count code points. */
static void put_line(struct buf *out, struct span at, uint32_t number) {
    struct str line = source_line(at.src, number);
    uint32_t start = source_line_start(at.src, number);
    size_t from = at.begin > start ? at.begin - start : 0;
    size_t to = at.end > start ? at.end - start : 0;
    struct str shown = utf8_cut(line, MAX_LINE);
    if (from > shown.n || utf8_check(shown) != STR_NONE) {
        return;
    }
    to = to > shown.n ? shown.n : to;
    put_text(out, "source", shown);
    buf_printf(out, ",\"from\":%zu,\"to\":%zu", utf8_count(str_slice(shown, 0, from)),
               utf8_count(str_slice(shown, 0, to)));
}

struct str serve_fault(struct arena *a, const struct diag *g) {
    struct buf b = BUF_INIT;
    buf_putc(&b, '{');
    put_text(&b, "level", str_of(diag_level_name(g->level)));
    put_text(&b, "text", g->text);
    put_text(&b, "slug", str_of(g->id->slug));
    put_text(&b, "hint", g->hint);
    struct span at = source_origin(g->span);
    if (at.src) {
        put_text(&b, "file", at.src->name);
    }
    if (at.src && at.src->text.n) {
        struct line_col place = source_line_col(at.src, at.begin);
        buf_printf(&b, ",\"line\":%u,\"col\":%u", place.line, place.col);
        put_line(&b, at, place.line);
    }
    buf_putc(&b, '}');
    return buf_finish(&b, a);
}
