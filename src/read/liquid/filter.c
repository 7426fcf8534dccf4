/* SPDX-License-Identifier: MIT */
/* Runs a filter. An unknown filter is reported, and the value is not changed. */
#include "read/liquid/liquid_state.h"

struct str liquid_arg(struct liquid_call *c, size_t i) {
    return i < c->n ? liquid_text(c->q, c->args[i]) : STR_EMPTY;
}

static const struct liquid_filter_row *find_in(const struct liquid_filter_row *rows,
                                               struct str name) {
    for (; rows->name; rows++) {
        if (str_is(name, rows->name)) {
            return rows;
        }
    }
    return NULL;
}

const struct node *liquid_filter_run(struct liquid_call *c) {
    const struct liquid_filter_row *tables[] = {liquid_text_filters, liquid_list_filters,
                                                liquid_number_filters, liquid_web_filters,
                                                liquid_date_filters};
    for (size_t i = 0; i < ARRAY_LEN(tables); i++) {
        const struct liquid_filter_row *row = find_in(tables[i], c->name);
        if (row) {
            enum liquid_type type = liquid_type_of(c->in);
            bool text = type == LIQUID_STRING || type == LIQUID_NUMBER;
            return liquid_spend(c->q, text    ? c->in->text.n
                                      : c->in ? c->in->n
                                              : 0)
                       ? row->run(c)
                       : NULL;
        }
    }
    liquid_report(c->q, c->name, "the value is not changed", "unknown filter `%.*s`",
                  STR_ARG(c->name));
    return c->in;
}
