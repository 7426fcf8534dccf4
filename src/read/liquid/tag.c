/* SPDX-License-Identifier: MIT */
/* Tags for control flow and variables: if, unless, case, for, assign, capture and others (Liquid's
 * documentation, "Tags"). */
#include "core/base/bounds.h"
#include "core/base/code_fence.h"
#include "read/liquid/liquid_state.h"

/* Reports a block without an end. Its content is kept. */
static size_t no_end(struct liquid *q, size_t i) {
    liquid_report(q, STR_EMPTY, "", "this `%.*s` has no `end%.*s`", STR_ARG(q->t->tokens[i].name),
                  STR_ARG(q->t->tokens[i].name));
    return i + 1;
}

static bool test(struct liquid *q, size_t i, bool negated) {
    struct liquid_cursor c = {.s = q->t->tokens[i].markup};
    q->token = &q->t->tokens[i];
    if (!liquid_spend(q, c.s.n + LIQUID_TOKEN_WORK)) {
        return false;
    }
    bool yes = liquid_condition(q, &c);
    if (c.foreign && !c.bad) {
        liquid_report(q, q->token->markup, "",
                      "this condition has no known value: its content is kept");
    }
    return yes != negated || c.foreign;
}

static bool is_else(const struct liquid *q, size_t i) {
    return str_is(q->t->tokens[i].name, "else");
}

static size_t run_if(struct liquid *q, size_t i) {
    size_t end = liquid_block_end(q, i);
    if (end == LIQUID_NONE) {
        return no_end(q, i);
    }
    bool unless = str_is(q->t->tokens[i].name, "unless");
    for (size_t at = i; at != end; at = q->t->tokens[at].next) {
        bool yes = is_else(q, at) || test(q, at, unless && at == i);
        if (yes) {
            liquid_run(q, at + 1, q->t->tokens[at].next);
            break;
        }
    }
    return end + 1;
}

/* Whether one of the values of the `when` at token `i` equals the value of its `case`. */
static bool is_when(struct liquid *q, size_t i, const struct node *v) {
    struct liquid_cursor c = {.s = q->t->tokens[i].markup};
    q->token = &q->t->tokens[i];
    if (!liquid_spend(q, c.s.n + LIQUID_TOKEN_WORK)) {
        return false;
    }
    bool found = false;
    do {
        found = liquid_equal(q, v, liquid_operand(q, &c)) || found;
    } while (!c.bad && (liquid_take(&c, ",") || liquid_take(&c, "or")));
    return found;
}

static size_t run_case(struct liquid *q, size_t i) {
    size_t end = liquid_block_end(q, i);
    if (end == LIQUID_NONE) {
        return no_end(q, i);
    }
    struct liquid_cursor c = {.s = q->token->markup};
    const struct node *v = liquid_value(q, &c);
    bool done = false;
    for (size_t at = q->t->tokens[i].next; at != end; at = q->t->tokens[at].next) {
        if (is_else(q, at) ? !done : is_when(q, at, v)) {
            done = true;
            liquid_run(q, at + 1, q->t->tokens[at].next);
        }
    }
    return end + 1;
}

/* ---- loops */

struct loop {
    struct str name;
    const struct node *list;
    size_t from, to;
    bool reversed;
};

/* Sets up a loop whose list belongs to another template language: its body runs once, with an
 * unknown member. */
static bool keep_once(struct liquid *q, struct loop *l) {
    struct node *list = liquid_new_list(q);
    liquid_append(q, list, liquid_foreign);
    *l = (struct loop){l->name, list, 0, 1, false};
    liquid_report(q, q->token->markup, "",
                  "the list of this loop is not known here: its content is kept, once");
    return true;
}

/* Reads the words of a loop: `item in list limit: 3 offset: 2 reversed`. Returns false if the loop
 * is left out. */
static bool read_loop(struct liquid *q, struct loop *l) {
    struct liquid_cursor c = {.s = q->token->markup};
    l->name = liquid_name(&c);
    bool several = l->name.n && liquid_take(&c, ","); /* Jinja's `for key, value in ...` */
    if (several && q->opt->foreign) {
        return keep_once(q, l);
    }
    if (several || !l->name.n || !liquid_take(&c, "in")) {
        liquid_report(q, STR_EMPTY, "write `for name in list`",
                      "this loop cannot be read: it is left out");
        return false;
    }
    const struct node *v = liquid_value(q, &c);
    if (c.foreign) {
        return keep_once(q, l);
    }
    if (c.bad) {
        return false;
    }
    if (c.unknown && !q->opt->complete && liquid_type_of(v) == LIQUID_NIL) {
        liquid_report(q, q->token->markup,
                      "posts, collections and other pages of a site are not read",
                      "the list of this loop is not known here: the loop is left out");
    }
    l->list = liquid_as_list(q, v);
    int64_t limit = INT64_MAX, offset = 0;
    l->reversed = false;
    while (!liquid_at_end(&c) && !c.bad) {
        if (liquid_take(&c, "reversed")) {
            l->reversed = true;
        } else if (liquid_take(&c, "limit:")) {
            limit = liquid_int(liquid_operand(q, &c), limit);
        } else if (liquid_take(&c, "offset:")) {
            offset = liquid_int(liquid_operand(q, &c), 0);
        } else if (!liquid_take(&c, ",")) {
            liquid_report(q, str_from(c.s, c.at), "", "this cannot be read as Liquid from here on");
            break;
        }
    }
    int64_t n = (int64_t)l->list->n;
    offset = offset < 0 ? 0 : offset < n ? offset : n;
    limit = limit < 0 ? 0 : limit < n - offset ? limit : n - offset;
    l->from = (size_t)offset;
    l->to = (size_t)(offset + limit);
    return true;
}

static bool count_turn(struct liquid *q, size_t tag) {
    if (++q->loops <= LIMIT_LIQUID_LOOPS) {
        return true;
    }
    if (q->loops == LIMIT_LIQUID_LOOPS + 1) {
        q->token = &q->t->tokens[tag];
        liquid_report(q, STR_EMPTY, "",
                      "the loops of this document turn more than %u times: the "
                      "rest is left out",
                      LIMIT_LIQUID_LOOPS);
    }
    return false;
}

static size_t run_for(struct liquid *q, size_t i) {
    size_t end = liquid_block_end(q, i);
    if (end == LIQUID_NONE) {
        return no_end(q, i);
    }
    struct loop l;
    if (!read_loop(q, &l)) {
        return end + 1;
    }
    size_t otherwise = q->t->tokens[i].next, n = l.to - l.from;
    if (!n && otherwise != end) {
        liquid_run(q, otherwise + 1, end);
    }
    struct liquid_loop count = {0, (int64_t)n};
    struct liquid_scope loop = {STR("forloop"), NULL, &count, q->scope};
    struct liquid_scope item = {l.name, NULL, NULL, &loop};
    q->scope = &item;
    for (size_t k = 0; k < n && q->jump != LIQUID_STOP && count_turn(q, i); k++) {
        item.value = l.list->items[l.reversed ? l.to - 1 - k : l.from + k];
        count.index = (int64_t)k;
        liquid_run(q, i + 1, otherwise);
        if (q->jump == LIQUID_BREAK) {
            break;
        }
        q->jump = q->jump == LIQUID_CONTINUE ? LIQUID_GOES_ON : q->jump;
    }
    q->jump = q->jump == LIQUID_BREAK ? LIQUID_GOES_ON : q->jump;
    q->scope = loop.up;
    return end + 1;
}

static size_t run_break(struct liquid *q, size_t i) {
    q->jump = str_is(q->token->name, "break") ? LIQUID_BREAK : LIQUID_CONTINUE;
    return i + 1;
}

/* Runs `cycle "odd", "even"` and `cycle "name": "odd", "even"`. */
static size_t run_cycle(struct liquid *q, size_t i) {
    struct liquid_cursor c = {.s = q->token->markup};
    const struct node *values[LIQUID_ARGUMENTS];
    size_t n = 0;
    struct str key = q->token->markup;
    do {
        const struct node *v = liquid_operand(q, &c);
        if (n == 0 && liquid_take(&c, ":")) {
            key = liquid_text(q, v);
            v = liquid_operand(q, &c);
        }
        values[n++] = v;
    } while (!c.bad && n < LIQUID_ARGUMENTS && liquid_take(&c, ","));
    size_t turn = (size_t)(uintptr_t)map_lookup(&q->counters, key);
    map_put(&q->counters, key, (void *)(uintptr_t)(turn + 1));
    liquid_put(q, liquid_text(q, values[turn % n]));
    return i + 1;
}

/* ---- variables */

static void set(struct liquid *q, struct str name, const struct node *v) {
    map_put(&q->globals, arena_str(q->a, name), (void *)(uintptr_t)v);
}

/* Runs `assign name = value`, and Jinja's `set`. */
static size_t run_assign(struct liquid *q, size_t i) {
    struct liquid_cursor c = {.s = q->token->markup};
    struct str name = liquid_name(&c);
    if (!name.n || !liquid_take(&c, "=")) {
        liquid_report(q, STR_EMPTY, "write `assign name = value`", "this cannot be read as Liquid");
        return i + 1;
    }
    const struct node *v = liquid_value(q, &c);
    if (!c.bad && !liquid_at_end(&c)) {
        liquid_report(q, str_from(c.s, c.at), "", "this cannot be read as Liquid from here on");
    }
    set(q, name, v);
    return i + 1;
}

static size_t run_capture(struct liquid *q, size_t i) {
    size_t end = liquid_block_end(q, i);
    if (end == LIQUID_NONE) {
        return no_end(q, i);
    }
    struct str name = q->token->markup;
    name = name.n > 1 && (name.p[0] == '"' || name.p[0] == '\'') ? str_slice(name, 1, name.n - 1)
                                                                 : name;
    set(q, name, liquid_of_text(q, liquid_capture(q, i + 1, end)));
    return end + 1;
}

/* Runs increment and decrement. Their counters are separate from variables. */
static size_t run_count(struct liquid *q, size_t i) {
    bool up = str_is(q->token->name, "increment");
    struct str key = arena_join(q->a, 2, STR("counter "), q->token->markup);
    intptr_t n = (intptr_t)map_lookup(&q->counters, key);
    map_put(&q->counters, key, (void *)(up ? n + 1 : n - 1));
    liquid_put(q, arena_printf(q->a, "%lld", (long long)(up ? n : n - 1)));
    return i + 1;
}

/* Skips a comment in one tag, `{% # words %}`, or reports a comment without an end. */
static size_t run_comment(struct liquid *q, size_t i) {
    return str_is(q->token->name, "#") ? i + 1 : no_end(q, i);
}

static size_t run_raw(struct liquid *q, size_t i) {
    return no_end(q, i);
}

/* Reports a tag that is only allowed in a block. */
static size_t run_stray(struct liquid *q, size_t i) {
    liquid_report(q, STR_EMPTY, "", "`%.*s` is outside of a block", STR_ARG(q->token->name));
    return i + 1;
}

/* ---- highlight */

/* Changes `{% highlight python linenos %}` to fenced code. */
static size_t run_highlight(struct liquid *q, size_t i) {
    struct str body = q->token->body;
    if (!body.p) {
        return no_end(q, i);
    }
    struct str rest = q->token->markup, language = str_next_word(&rest);
    size_t fence = code_fence_length(body);
    bool lines = str_find(rest, STR("linenos")) != STR_NONE;
    size_t first = str_index(body, '\n');
    bool own = first != STR_NONE && !str_trim(str_slice(body, 0, first)).n;
    body = own ? str_from(body, first + 1) : body;
    struct str text = q->t->src->text;
    size_t front = q->token->begin;
    while (front > 0 && is_space_or_tab(text.p[front - 1])) {
        front--;
    }
    bool alone = front == 0 || text.p[front - 1] == '\n';
    struct str indent = alone ? str_slice(text, front, q->token->begin) : STR_EMPTY;
    struct buf b = BUF_INIT;
    buf_puts(&b, alone ? "" : "\n\n");
    buf_fill(&b, '`', fence);
    if (lines) {
        buf_printf(&b, " {.%.*s .numberLines}", STR_ARG(language.n ? language : STR("text")));
    } else {
        buf_str(&b, language);
    }
    buf_putc(&b, '\n');
    liquid_put(q, buf_keep(&b, q->a));
    size_t end = str_trim_end(body).n;
    liquid_put(q, str_slice(body, 0, end));
    buf_clear(&b);
    buf_puts(&b, "\n");
    buf_str(&b, indent);
    buf_fill(&b, '`', fence);
    buf_puts(&b, "\n");
    liquid_put(q, buf_finish(&b, q->a));
    return i + 1;
}

const struct liquid_tag_row liquid_control_tags[] = {
    {"#", run_comment},
    {"assign", run_assign},
    {"break", run_break},
    {"capture", run_capture},
    {"case", run_case},
    {"comment", run_comment},
    {"continue", run_break},
    {"cycle", run_cycle},
    {"decrement", run_count},
    {"elif", run_stray},
    {"else", run_stray},
    {"elsif", run_stray},
    {"for", run_for},
    {"highlight", run_highlight},
    {"if", run_if},
    {"increment", run_count},
    {"raw", run_raw},
    {"set", run_assign},
    {"unless", run_if},
    {"when", run_stray},
    {NULL, NULL},
};
