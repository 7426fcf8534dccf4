/* SPDX-License-Identifier: MIT */
/* Recognizes answers of services by the names of members or tags near their beginning. */
#include "cite/bib/format/service.h"

#include <string.h>

#define HEAD (256u * 1024u) /* number of bytes of a text that are examined */
#define DEPTH 5             /* maximum nesting of the members that are examined */

/** The state of examining JSON without a parser. Only the first element of each list is examined.
 */
struct glance {
    struct buf paths;        /* the paths of all members: "\nmessage\nmessage/items\n" */
    size_t begin[DEPTH + 1]; /* for each level, the start of its path in `now` */
    struct buf now;          /* the path of the current value */
    char kind[DEPTH + 1];    /* for each level: '{' or '[' */
    /* `muted`: the level of the list whose elements after the first one are skipped; 0: there is
     * none */
    unsigned depth, muted;
};

/** Returns the length of the string at `at`, with its quotes. */
static size_t string_length(struct str s, size_t at) {
    size_t i = at + 1;
    while (i < s.n && s.p[i] != '"') {
        i += s.p[i] == '\\' ? 2 : 1;
    }
    return (i < s.n ? i + 1 : s.n) - at;
}

/** Records a string if it is the name of a member. */
static void take_name(struct glance *g, struct str s, size_t at, size_t n) {
    size_t colon = str_past(s, at + n, is_space);
    bool name = g->depth <= DEPTH && g->depth > 0 && g->kind[g->depth] == '{' && !g->muted;
    if (!name || colon >= s.n || s.p[colon] != ':' || n < 3) {
        return;
    }
    buf_cut(&g->now, g->begin[g->depth]);
    buf_puts(&g->now, g->now.n ? "/" : "");
    buf_str(&g->now, str_slice(s, at + 1, at + n - 1));
    buf_str(&g->paths, buf_view(&g->now));
    buf_putc(&g->paths, '\n');
}

/** Reads a bracket, brace, comma or colon. Returns false when the rest of the text need not be
 * read. */
static bool take_mark(struct glance *g, char c) {
    if (c == '{' || c == '[') {
        g->depth++;
        if (g->depth <= DEPTH) {
            g->kind[g->depth] = c;
            g->begin[g->depth] = g->now.n;
        }
    } else if ((c == '}' || c == ']') && g->depth) {
        g->muted = g->muted == g->depth ? 0 : g->muted;
        if (g->depth <= DEPTH) {
            buf_cut(&g->now, g->begin[g->depth]);
        }
        g->depth--;
    } else if (c == ',' && g->depth <= DEPTH && g->depth > 0 && g->kind[g->depth] == '[' &&
               !g->muted) {
        g->muted = g->depth;
    }
    return !(g->muted == 1 || (g->depth == 0 && strchr("}]", c)));
}

static bool has_path(const struct glance *g, struct str path) {
    bool absent = str_starts(path, STR("!"));
    path = str_from(path, absent);
    struct str rest = buf_view(&g->paths);
    bool found = false;
    while (rest.p && !found) {
        found = str_eq(str_cut(&rest, '\n'), path);
    }
    return found != absent;
}

/** Whether a text of JSON has all marks of one of the alternatives in `marks`. */
static bool json_has(struct str text, const char *marks) {
    struct glance g = {.depth = 0};
    text = str_slice(text, 0, HEAD);
    buf_init(&g.paths, HEAD);
    buf_init(&g.now, HEAD);
    for (size_t i = 0; i < text.n;) {
        if (text.p[i] == '"') {
            size_t n = string_length(text, i);
            take_name(&g, text, i, n);
            i += n;
        } else if (strchr("{}[],", text.p[i]) && text.p[i] && !take_mark(&g, text.p[i])) {
            break;
        } else {
            i++;
        }
    }
    bool found = false;
    for (struct str rest = str_of(marks); rest.p && !found;) {
        found = true;
        for (struct str all = str_cut(&rest, ' '); all.p && found;) {
            found = has_path(&g, str_cut(&all, '+'));
        }
    }
    buf_drop(&g.paths);
    buf_drop(&g.now);
    return found;
}

/** Whether a text has a mark. In YAML it must be at the beginning of a line. */
static bool text_has(struct str text, const char *marks, bool lines) {
    for (struct str rest = str_of(marks); rest.p;) {
        struct str mark = str_cut(&rest, ' ');
        struct str head = str_slice(text, 0, HEAD);
        for (size_t at = 0; mark.n && at < head.n;) {
            size_t found = str_find(str_from(head, at), mark);
            if (found == STR_NONE) {
                break;
            }
            at += found;
            if (!lines || at == 0 || head.p[at - 1] == '\n') {
                return true;
            }
            at++;
        }
    }
    return false;
}

static bool is_refer(struct str text) {
    return text.n > 3 && text.p[0] == '%' && is_alnum(text.p[1]) && text.p[2] == ' ' &&
           (text.p[1] == '0' || str_find(text, STR("\n%T ")) != STR_NONE ||
            str_starts(text, STR("%T ")));
}

/** Whether a text looks like Hayagriva: a map of entries, each of which is a map with a type. The
 * first line is not indented, and the lines after it are. */
static bool is_hayagriva(struct str text) {
    struct str rest = text, line = STR_EMPTY;
    while (rest.p && (str_trim(line).n == 0 || line.p[0] == '#')) {
        line = str_cut(&rest, '\n');
    }
    line = str_trim_end(line);
    if (line.n < 2 || is_space(line.p[0]) || line.p[line.n - 1] != ':' ||
        strchr("-{[<@%", line.p[0])) {
        return false;
    }
    while (rest.p) {
        line = str_trim_end(str_cut(&rest, '\n'));
        if (line.n && (!is_space(line.p[0]) || str_starts(str_trim(line), STR("-")))) {
            return false;
        }
        if (str_starts(str_trim(line), STR("type:"))) {
            return true;
        }
    }
    return false;
}

static bool is_scopus(struct str text) {
    struct str rest = text, head = str_cut(&rest, '\n');
    return str_find(head, STR("Authors")) != STR_NONE &&
           str_find(head, STR("Source title")) != STR_NONE && str_index(head, ',') != STR_NONE;
}

bool bib_service_has_marks(struct str text, enum service_form form, const char *marks) {
    switch (form) {
    case SERVICE_JSON:
        return (text.p[0] == '{' || text.p[0] == '[') && json_has(text, marks);
    case SERVICE_XML:
        return text.p[0] == '<' && text_has(text, marks, false);
    case SERVICE_YAML:
        return marks[0] ? text_has(text, marks, true) : is_hayagriva(text);
    case SERVICE_CSV:
        return is_scopus(text);
    case SERVICE_REFER:
        return is_refer(text);
    }
    return false;
}
