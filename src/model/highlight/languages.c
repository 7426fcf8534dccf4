/* SPDX-License-Identifier: MIT */
/*
 * The languages: their tables, made of the rows in language_rules.def and languages.def.
 */
#include "model/highlight/language.h"

/* States by number, for rules that enter one. */
enum { C_CODE, C_DIRECTIVE };
enum { JS_CODE, JS_TEMPLATE, JS_INSERT };
enum { CSS_RULES, CSS_BLOCK };
enum { SH_CODE, SH_QUOTED };
enum { TEX_TEXT, TEX_MATH, TEX_DISPLAY };
enum { XML_TEXT, XML_TAG };

#define RULES(name) static const struct rule name[] = {
#define RULE(match, kind, open, close, flags, then, escape)                                        \
    {match, kind, open, close, flags, then, escape},
#define WORD_LISTS(name) static const struct words name[] = {
#define WORDS(kind, list) {kind, list},
/* clang-format off */
#define END {0}};
/* clang-format on */

/* Rules that several languages or states share. */
#define HASH_COMMENT RULE(MATCH_LINE, HL_COMMENT, "#", NULL, 0, STAY, 0)
#define NUMBER RULE(MATCH_NUMBER, HL_NONE, NULL, NULL, 0, STAY, 0)
#define WORD RULE(MATCH_WORD, HL_NONE, NULL, NULL, 0, STAY, 0)
#define STRING RULE(MATCH_SPAN, HL_STRING, "\"", "\"", ONE_LINE, STAY, '\\')
#define LONG_STRING RULE(MATCH_SPAN, HL_STRING, "\"", "\"", 0, STAY, '\\')
#define OPERATORS(set) RULE(MATCH_RUN, HL_OPERATOR, set, NULL, 0, STAY, 0)
#define C_OPERATORS OPERATORS("=+-*/%<>!&|^~?:")
#define C_COMMENTS                                                                                 \
    RULE(MATCH_LINE, HL_COMMENT, "//", NULL, 0, STAY, 0)                                           \
    RULE(MATCH_SPAN, HL_COMMENT, "/*", "*/", 0, STAY, 0)
#define JS_RULES                                                                                   \
    C_COMMENTS                                                                                     \
    STRING                                                                                         \
    RULE(MATCH_SPAN, HL_STRING, "'", "'", ONE_LINE, STAY, '\\')                                    \
    RULE(MATCH_LITERAL, HL_VERBATIM, "`", NULL, 0, JS_TEMPLATE, 0)                                 \
    RULE(MATCH_SIGIL, HL_ATTRIBUTE, "@", NULL, 0, STAY, 0)                                         \
    NUMBER                                                                                         \
    WORD C_OPERATORS
#define CSS_COMMON                                                                                 \
    RULE(MATCH_SPAN, HL_COMMENT, "/*", "*/", 0, STAY, 0)                                           \
    STRING                                                                                         \
    RULE(MATCH_SPAN, HL_STRING, "'", "'", ONE_LINE, STAY, '\\')                                    \
    RULE(MATCH_SIGIL, HL_IMPORT, "@", NULL, 0, STAY, 0)                                            \
    RULE(MATCH_LITERAL, HL_NONE, "{", NULL, 0, CSS_BLOCK, 0)
#define SH_VARIABLES                                                                               \
    RULE(MATCH_SPAN, HL_VARIABLE, "${", "}", NESTED, STAY, 0)                                      \
    RULE(MATCH_SIGIL, HL_VARIABLE, "$", NULL, 0, STAY, 0)                                          \
    RULE(MATCH_LITERAL, HL_VARIABLE, "$@", NULL, 0, STAY, 0)                                       \
    RULE(MATCH_LITERAL, HL_VARIABLE, "$#", NULL, 0, STAY, 0)                                       \
    RULE(MATCH_LITERAL, HL_VARIABLE, "$?", NULL, 0, STAY, 0)                                       \
    RULE(MATCH_LITERAL, HL_VARIABLE, "$*", NULL, 0, STAY, 0)
#define TEX_COMMANDS                                                                               \
    RULE(MATCH_LINE, HL_COMMENT, "%", NULL, 0, STAY, 0)                                            \
    RULE(MATCH_LITERAL, HL_SPECIAL_CHAR, "\\%", NULL, 0, STAY, 0)                                  \
    RULE(MATCH_LITERAL, HL_SPECIAL_CHAR, "\\$", NULL, 0, STAY, 0)                                  \
    RULE(MATCH_LITERAL, HL_SPECIAL_CHAR, "\\&", NULL, 0, STAY, 0)                                  \
    RULE(MATCH_LITERAL, HL_SPECIAL_CHAR, "\\\\", NULL, 0, STAY, 0)

/* Words that several languages share. */
#define C_TYPES                                                                                    \
    "char double float int long short signed unsigned void bool size_t ssize_t ptrdiff_t "         \
    "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t "        \
    "wchar_t FILE"
#define C_CONTROL "break case continue default do else for goto if return switch while"
#define JS_CONTROL                                                                                 \
    "await break case catch continue default do else finally for if return switch throw try "      \
    "while yield"
#define JS_KEYWORDS                                                                                \
    "async class const debugger delete export extends from function get import in instanceof let " \
    "new of set static super this typeof var void with"
#define JS_CONSTANTS "true false null undefined NaN Infinity"
#define JS_BUILTINS                                                                                \
    "Array Boolean Date Error JSON Map Math Number Object Promise Proxy RegExp Set String Symbol " \
    "console document globalThis window"

#include "model/highlight/language_rules.def"

static const struct state c_states[] = {{HL_NONE, c_rules}, {HL_PREPROCESSOR, c_directive}};
static const struct state java_states[] = {{HL_NONE, java_rules}};
static const struct state js_states[] = {
    {HL_NONE, js_rules}, {HL_VERBATIM, js_template}, {HL_NONE, js_insert}};
static const struct state rust_states[] = {{HL_NONE, rust_rules}};
static const struct state go_states[] = {{HL_NONE, go_rules}};
static const struct state css_states[] = {{HL_NONE, css_rules}, {HL_NONE, css_block}};
static const struct state python_states[] = {{HL_NONE, python_rules}};
static const struct state r_states[] = {{HL_NONE, r_rules}};
static const struct state julia_states[] = {{HL_NONE, julia_rules}};
static const struct state matlab_states[] = {{HL_NONE, matlab_rules}};
static const struct state haskell_states[] = {{HL_NONE, haskell_rules}};
static const struct state sql_states[] = {{HL_NONE, sql_rules}};
static const struct state sh_states[] = {{HL_NONE, sh_rules}, {HL_STRING, sh_quoted}};
static const struct state make_states[] = {{HL_NONE, make_rules}};
static const struct state tex_states[] = {
    {HL_NONE, tex_text}, {HL_STRING, tex_math}, {HL_STRING, tex_display}};
static const struct state bib_states[] = {{HL_NONE, bib_rules}};
static const struct state xml_states[] = {{HL_NONE, xml_text}, {HL_NONE, xml_tag}};
static const struct state md_states[] = {{HL_NONE, md_rules}};
static const struct state json_states[] = {{HL_NONE, json_rules}};
static const struct state yaml_states[] = {{HL_NONE, yaml_rules}};

const struct highlight_language highlight_languages[] = {
#define LANGUAGE(names, letters, prefixes, margin, flags, words, states)                           \
    {names, letters, prefixes, margin, flags, words, states},
#include "model/highlight/languages.def"
#undef LANGUAGE
    {0},
};
