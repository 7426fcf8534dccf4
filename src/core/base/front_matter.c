/* SPDX-License-Identifier: MIT */
/*
 * Finds the delimiters of front matter. Of YAML's syntax, only the beginning of a `key: value` line
 * is recognized here.
 */
#include "core/base/front_matter.h"

static bool is_delimiter(struct str line, const char *z) {
    return str_is(str_trim_end(line), z);
}

bool front_matter_ends(struct str line) {
    return is_delimiter(line, "---") || is_delimiter(line, "...");
}

bool front_matter_is_key(struct str line) {
    size_t n = str_past_name(line, 0, "_-");
    return n > 0 && n < line.n && line.p[n] == ':' && (n + 1 == line.n || is_space(line.p[n + 1]));
}

/** Whether a line after `---` makes YAML more likely than a thematic break. */
static bool may_be_yaml(struct str line) {
    line = str_trim(line);
    return line.n && (str_index(STR("#\"'{[-?.!&*|>"), line.p[0]) != STR_NONE ||
                      str_index(line, ':') != STR_NONE);
}

/** Returns the line at `*at` with its end (\n, \r or both) and moves `*at` past it. */
static struct str next_line(struct str text, size_t *at) {
    size_t begin = *at, i = begin;
    while (i < text.n && text.p[i] != '\n' && text.p[i] != '\r') {
        i++;
    }
    bool pair = i + 1 < text.n && text.p[i] == '\r' && text.p[i + 1] == '\n';
    *at = i < text.n ? i + 1 + pair : i;
    return str_slice(text, begin, *at);
}

struct front_matter front_matter_find(struct str text, size_t at) {
    struct front_matter f = {0, 0, 0, 0, false};
    at += at == 0 ? str_bom(text) : 0;
    struct str line = STR_EMPTY;
    while (at < text.n && str_trim(line).n == 0) {
        if (!is_space(text.p[at]) && text.p[at] != '-') {
            /* the rest of the line is not read: a database may be a single line of many megabytes
             */
            return f;
        }
        f.open = at;
        line = next_line(text, &at);
    }
    f.begin = at;
    struct str first = next_line(text, &at);
    if (!is_delimiter(line, "---") || !may_be_yaml(first)) {
        return f;
    }
    for (at = f.begin; at < text.n;) {
        f.end = at;
        if (front_matter_ends(next_line(text, &at))) {
            f.behind = at;
            return f;
        }
    }
    f.unclosed = front_matter_is_key(first);
    return f;
}
