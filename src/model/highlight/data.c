/* SPDX-License-Identifier: MIT */
/*
 * Languages of data: JSON (RFC 8259) and YAML 1.2.
 */
#include "model/highlight/language.h"

static const struct words constants[] = {{HL_CONSTANT, "true false null yes no on off"}, {0}};

static const struct rule json_rules[] = {
    {MATCH_LINE, HL_COMMENT, "//", NULL, 0, STAY, 0}, /* in JSON5 and JSONC */
    {MATCH_SPAN, HL_COMMENT, "/*", "*/", 0, STAY, 0},
    {MATCH_SPAN, HL_STRING, "\"", "\"", ONE_LINE | KEY_IF_COLON, STAY, '\\'},
    {MATCH_NUMBER, HL_NONE, NULL, NULL, 0, STAY, 0},
    {MATCH_WORD, HL_NONE, NULL, NULL, 0, STAY, 0},
    {0},
};
static const struct state json_states[] = {{HL_NONE, json_rules}};
static const struct highlight_language json = {
    .names = "json jsonc json5 geojson csljson", .words = constants, .states = json_states};

static const struct rule yaml_rules[] = {
    {MATCH_LINE, HL_COMMENT, "#", NULL, AFTER_BLANK, STAY, 0},
    {MATCH_LINE, HL_ANNOTATION, "---", NULL, AT_LINE_START, STAY, 0},
    {MATCH_LINE, HL_ANNOTATION, "%", NULL, AT_LINE_START, STAY, 0},
    {MATCH_LITERAL, HL_KEYWORD, "- ", NULL, AT_LINE_START, STAY, 0},
    {MATCH_SPAN, HL_STRING, "\"", "\"", KEY_IF_COLON | NOT_AFTER_VALUE, STAY, '\\'},
    {MATCH_SPAN, HL_STRING, "'", "'", KEY_IF_COLON | NOT_AFTER_VALUE, STAY, '\''},
    {MATCH_KEY, HL_FUNCTION, NULL, NULL, AT_LINE_START, STAY, 0},
    {MATCH_SIGIL, HL_OTHER, "&", NULL, AFTER_BLANK, STAY, 0},
    {MATCH_SIGIL, HL_OTHER, "*", NULL, AFTER_BLANK, STAY, 0},
    {MATCH_SIGIL, HL_TYPE, "!", NULL, AFTER_BLANK, STAY, 0},
    {MATCH_SIGIL, HL_TYPE, "!!", NULL, AFTER_BLANK, STAY, 0},
    {MATCH_NUMBER, HL_NONE, NULL, NULL, AFTER_BLANK, STAY, 0},
    {MATCH_WORD, HL_NONE, NULL, NULL, 0, STAY, 0},
    {0},
};
static const struct state yaml_states[] = {{HL_NONE, yaml_rules}};
static const struct highlight_language yaml = {.names = "yaml yml",
                                               .letters = "-",
                                               .margin = "-",
                                               .flags = WORDS_ANY_CASE,
                                               .words = constants,
                                               .states = yaml_states};

const struct highlight_language *const highlight_data[] = {&json, &yaml, NULL};
