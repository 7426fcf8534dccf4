/* SPDX-License-Identifier: MIT */
/* See csv.h. */
#include "core/data/csv.h"

#include "core/base/buf.h"

struct str csv_field(struct arena *a, struct str s, size_t *at, char separator, bool *last) {
    struct buf b;
    buf_init(&b, 0);
    bool quoted = *at < s.n && s.p[*at] == '"', more = true;
    *at += quoted;
    *last = true;
    while (more && *at < s.n) {
        char c = s.p[(*at)++];
        bool twice = quoted && c == '"' && *at < s.n && s.p[*at] == '"';
        *at += twice;
        if (quoted && c == '"' && !twice) {
            quoted = false;
        } else if (!quoted && (c == separator || c == '\n')) {
            *last = c == '\n';
            more = false;
        } else if (c != '\r') {
            buf_putc(&b, c);
        }
    }
    struct str out = str_trim(buf_keep(&b, a));
    buf_drop(&b);
    return out;
}
