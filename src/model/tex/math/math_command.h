/* SPDX-License-Identifier: MIT */
/*
 * The readers of commands in math_commands.def that are not in math_commands.c. Private to the
 * submodule. When a reader is called, the parser is after the name of the command, which begins at
 * `from`. It returns an atom, or NULL if it has reported that the command cannot be read.
 */
#ifndef DOSSIER_TEX_MATH_MATH_COMMAND_H
#define DOSSIER_TEX_MATH_MATH_COMMAND_H

#include "model/tex/math/math_parser.h"

/** A row of math_commands.def. `read` is called for `name`. The comment on `read` explains the
 * members `a`, `b` and `text`. */
struct math_command {
    const char *name;
    struct math *(*read)(struct math_parser *p, const struct math_command *c, size_t from);
    int a, b;
    const char *text;
};

/* math_space.c */

struct math *math_space_node(struct math_parser *p, int32_t mu, size_t from);
/** Reads a length such as 1.5em, in mu. If it is missing, reports it and returns false. */
bool math_length(struct math_parser *p, const char *command, size_t from, bool braces, int32_t *mu);
/** Reads a command that is a space. `c->a`: the width in mu. */
struct math *math_read_space(struct math_parser *p, const struct math_command *c, size_t from);
/** Reads \hspace{1em} (`c->a` is 1) and \kern1em. */
struct math *math_read_kern(struct math_parser *p, const struct math_command *c, size_t from);
/** Reads \rule[raise]{width}{height}. */
struct math *math_read_rule(struct math_parser *p, const struct math_command *c, size_t from);
/** Reads \raisebox{length}{text}, and \vcenter (`c->a` is 1). */
struct math *math_read_raise(struct math_parser *p, const struct math_command *c, size_t from);
/** Reads \phantom and \smash. `c->a`: bit 0 keeps the width, bit 1 the height. `c->b`: 1 if the
 * contents are shown. */
struct math *math_read_phantom(struct math_parser *p, const struct math_command *c, size_t from);
/** Reads \llap and similar commands. `c->a`: 'l', 'r' or 'c'. `c->b`: 1 if the argument is text. */
struct math *math_read_lap(struct math_parser *p, const struct math_command *c, size_t from);
/** Reads \mathstrut, which has the height and depth of a parenthesis. \strut is read as well. */
struct math *math_read_strut(struct math_parser *p, const struct math_command *c, size_t from);

/** Returns a strut for \cfrac, as high as a line of text. */
struct math *math_line_strut(struct math_parser *p, size_t from);

/* math_compound.c */
/** Returns a relation with a label: `kind` is MATH_OVER or MATH_UNDER. */
struct math *math_labelled(struct math_parser *p, enum math_kind kind, struct math *relation,
                           struct math *label, size_t from);

struct math *math_read_bmod(struct math_parser *p, const struct math_command *c, size_t from);
/** Reads \pmod{n}, which is (mod n). `c->a`: 1 without the word, 2 without the parentheses. */
struct math *math_read_pmod(struct math_parser *p, const struct math_command *c, size_t from);
/** Reads \implies and \iff: a relation with additional space on both sides. `c->text`: the arrow.
 * `c->a`: the space in mu. */
struct math *math_read_wide_arrow(struct math_parser *p, const struct math_command *c, size_t from);
/** Reads \dots (amsmath's manual, 4.3). The dots are raised before operators and relations.
 * Otherwise `c->text` is used. */
struct math *math_read_dots(struct math_parser *p, const struct math_command *c, size_t from);
/** Reads \idotsint: integrals with dots between them. */
struct math *math_read_dots_integral(struct math_parser *p, const struct math_command *c,
                                     size_t from);
/** Reads \varinjlim and \varlimsup: lim with a mark under it or over it. `c->text`: the mark.
 * `c->a`: MATH_UNDER or MATH_OVER. */
struct math *math_read_limit(struct math_parser *p, const struct math_command *c, size_t from);
/** Reads \sideset{_a^b}{_c^d}\sum. */
struct math *math_read_sideset(struct math_parser *p, const struct math_command *c, size_t from);
/** Reads \prescript{above}{below}{x} (mathtools): scripts on the left. */
struct math *math_read_prescript(struct math_parser *p, const struct math_command *c, size_t from);

/* math_quantity.c */

/** Reads mhchem's \ce{H2O}, and \pu{1 m} (`c->a` is 1). */
struct math *math_read_chem(struct math_parser *p, const struct math_command *c, size_t from);
/** Reads numbers and units of siunitx. `c->a`: the kind. `c->b`: 1 if a list or range has a unit.
 */
struct math *math_read_quantity(struct math_parser *p, const struct math_command *c, size_t from);

/* math_equation.c */

/** Reads \tag{1} and \tag*{1}. */
struct math *math_read_tag(struct math_parser *p, const struct math_command *c, size_t from);
struct math *math_read_label(struct math_parser *p, const struct math_command *c, size_t from);
/** Reads \nonumber and \notag. */
struct math *math_read_no_number(struct math_parser *p, const struct math_command *c, size_t from);
/** Reads \ref, and \eqref (`c->a` is 1), whose number has parentheses. */
struct math *math_read_ref(struct math_parser *p, const struct math_command *c, size_t from);

/* math_decor.c */

/** Reads \boxed and \cancel. `c->a`: the lines (enum math_line_flags). `c->b`: 1 if the argument is
 * text. `c->text`: contents of the box instead of an argument. */
struct math *math_read_box(struct math_parser *p, const struct math_command *c, size_t from);
/** Reads \cancelto{value}{x}: x is struck through by an arrow to the value. */
struct math *math_read_cancel_to(struct math_parser *p, const struct math_command *c, size_t from);
/** Reads \colorbox{yellow}{text}. `c->a`: 1 for \fcolorbox, whose first argument is the colour of a
 * frame. */
struct math *math_read_filled(struct math_parser *p, const struct math_command *c, size_t from);
/** Reads \textcolor{red}{x}. */
struct math *math_read_colored(struct math_parser *p, const struct math_command *c, size_t from);
/** Reads a colour in braces. If it is missing, reports it and returns false. */
bool math_colour(struct math_parser *p, const char *command, size_t from, uint32_t *rgb);
/** Reads \bra{x} and similar commands. `c->text`: the fences, separated by a space. `c->a`: 1 if
 * they grow. */
struct math *math_read_braket(struct math_parser *p, const struct math_command *c, size_t from);
struct math *math_read_derivative(struct math_parser *p, const struct math_command *c, size_t from);
/** Reads \genfrac(){0pt}{1}{a}{b}. */
struct math *math_read_genfrac(struct math_parser *p, const struct math_command *c, size_t from);
/** Reads \mathchoice{display}{text}{script}{scriptscript}. */
struct math *math_read_choice(struct math_parser *p, const struct math_command *c, size_t from);

#endif
