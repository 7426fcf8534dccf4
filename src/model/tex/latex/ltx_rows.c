/* SPDX-License-Identifier: MIT */
/*
 * Searches the tables of LaTeX's commands and environments (ltx_commands.def,
 * ltx_environments.def).
 */
#include "model/tex/latex/ltx.h"

#include "core/base/word_list.h"

#include <stdlib.h>

static const struct ltx_row commands[] = {
#define COMMAND(name, args, kind, number, text) {name, args, LTX_##kind, number, text},
#include "model/tex/latex/ltx_commands.def"
#undef COMMAND
};

static const struct ltx_row environments[] = {
#define ENVIRONMENT(name, args, kind, number, text) {name, args, LTX_##kind, number, text},
#include "model/tex/latex/ltx_environments.def"
#undef ENVIRONMENT
};

const struct ltx_row *ltx_command(struct str name) {
    return bsearch(&name, commands, ARRAY_LEN(commands), sizeof commands[0], str_order_z);
}

const struct ltx_row *ltx_environment(struct str name) {
    const struct ltx_row *row =
        bsearch(&name, environments, ARRAY_LEN(environments), sizeof environments[0], str_order_z);
    if (!row && str_ends(name, STR("*"))) {
        name.n--;
        row = bsearch(&name, environments, ARRAY_LEN(environments), sizeof environments[0],
                      str_order_z);
    }
    return row;
}

bool ltx_is_literal(const struct ltx_row *row) {
    return row && (row->act == LTX_VERBATIM || row->act == LTX_COMMENT);
}

bool ltx_takes_address(struct str name) {
    return str_among(name, "url href path nolinkurl");
}
