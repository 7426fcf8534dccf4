/* SPDX-License-Identifier: MIT */
/*
 * Lines of aligned cells for people. Private to cli.
 */
#ifndef DOSSIER_CLI_COLUMNS_H
#define DOSSIER_CLI_COLUMNS_H

#include "base/arena.h"
#include "base/buf.h"

enum { CLI_COLUMNS = 4 };

struct cli_row {
    struct str cells[CLI_COLUMNS];
    struct str title; /* behind them, as long as it is */
};

/** What a column may be wide, and what it is, in characters. */
struct cli_columns {
    size_t limits[CLI_COLUMNS], widths[CLI_COLUMNS];
};

/** Columns that are as wide as what is in them, up to the limits. */
void cli_columns_measure(struct cli_columns *c, const struct cli_row *rows, size_t n);
/** A cell as its column shows it: cut at the limit, but for the first column. In the arena. */
struct str cli_columns_cell(const struct cli_columns *c, struct arena *a, const struct cli_row *row,
                            size_t column);
/** Appends a cell and the blanks that fill its column up. */
void cli_columns_put(const struct cli_columns *c, struct arena *a, struct buf *line,
                     const struct cli_row *row, size_t column);

/** The terminal's width, when standard output goes to one that has more than 20 columns; else 0. */
unsigned cli_output_width(void);
/** The first `max` characters; the last one gives way to an ellipsis when there are more. */
struct str cli_cut(struct arena *a, struct str s, size_t max);
/** Without the blanks at its end. */
struct str cli_trim_end(struct str s);

#endif
