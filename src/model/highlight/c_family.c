/* SPDX-License-Identifier: MIT */
/*
 * Languages with C's comments, strings and braces: C, C++, Java, JavaScript and TypeScript, Rust,
 * Go, and CSS. The words are from the languages' reference manuals.
 */
#include "model/highlight/language.h"

#define C_COMMENTS                                                                                 \
    {MATCH_LINE, HL_COMMENT, "//", NULL, 0, STAY, 0}, {                                            \
        MATCH_SPAN, HL_COMMENT, "/*", "*/", 0, STAY, 0                                             \
    }
#define C_STRING                                                                                   \
    { MATCH_SPAN, HL_STRING, "\"", "\"", ONE_LINE, STAY, '\\' }
#define OPERATORS                                                                                  \
    { MATCH_RUN, HL_OPERATOR, "=+-*/%<>!&|^~?:", NULL, 0, STAY, 0 }

/* ---- C and C++ */

static const struct rule c_rules[] = {
    {MATCH_SIGIL, HL_PREPROCESSOR, "#", NULL, AT_LINE_START, 1, 0},
    C_COMMENTS,
    {MATCH_SPAN, HL_VERBATIM, "R\"(", ")\"", 0, STAY, 0},
    {MATCH_SPAN, HL_STRING, "\"", "\"", ONE_LINE | PREFIXED, STAY, '\\'},
    {MATCH_CHAR, HL_CHAR, "'", NULL, NOT_AFTER_VALUE, STAY, 0},
    {MATCH_NUMBER, HL_NONE, NULL, NULL, 0, STAY, 0},
    {MATCH_WORD, HL_NONE, NULL, NULL, 0, STAY, 0},
    OPERATORS,
    {0},
};
static const struct rule c_directive[] = {
    C_COMMENTS,
    {MATCH_SPAN, HL_IMPORT, "<", ">", ONE_LINE, STAY, 0},
    {MATCH_SPAN, HL_IMPORT, "\"", "\"", ONE_LINE, STAY, '\\'},
    {MATCH_LINE_END, HL_NONE, NULL, NULL, 0, POP, '\\'},
    {0},
};
static const struct state c_states[] = {{HL_NONE, c_rules}, {HL_PREPROCESSOR, c_directive}};

#define C_TYPES                                                                                    \
    "char double float int long short signed unsigned void bool size_t ssize_t ptrdiff_t "         \
    "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t "        \
    "wchar_t FILE"
#define C_CONTROL "break case continue default do else for goto if return switch while"

static const struct words c_words[] = {
    {HL_CONTROL, C_CONTROL},
    {HL_TYPE, C_TYPES " _Bool _Complex auto const enum extern inline register restrict static "
                      "struct typedef union volatile _Atomic _Noreturn _Thread_local"},
    {HL_KEYWORD, "sizeof alignof _Alignas _Alignof _Generic _Static_assert"},
    {HL_CONSTANT, "NULL true false EOF stdin stdout stderr"},
    {0},
};
static const struct highlight_language c = {
    .names = "c h", .prefixes = "uUL8", .flags = CALLS, .words = c_words, .states = c_states};

static const struct words cpp_words[] = {
    {HL_CONTROL, C_CONTROL " try catch throw co_await co_return co_yield"},
    {HL_TYPE, C_TYPES " char8_t char16_t char32_t auto const constexpr consteval constinit enum "
                      "extern inline mutable register static struct typedef union volatile class "
                      "string vector map set pair optional"},
    {HL_KEYWORD,
     "alignas alignof and asm bitand bitor compl concept const_cast decltype delete dynamic_cast "
     "explicit export final friend namespace new noexcept not operator or override private "
     "protected public reinterpret_cast requires sizeof static_assert static_cast template this "
     "thread_local typeid typename using virtual xor import module"},
    {HL_CONSTANT, "NULL true false nullptr"},
    {0},
};
static const struct highlight_language cpp = {.names = "c++ cpp cxx cc hpp cuda arduino",
                                              .prefixes = "uUL8",
                                              .flags = CALLS,
                                              .words = cpp_words,
                                              .states = c_states};

/* ---- Java */

static const struct rule java_rules[] = {
    C_COMMENTS,
    {MATCH_SPAN, HL_STRING, "\"\"\"", "\"\"\"", 0, STAY, '\\'},
    C_STRING,
    {MATCH_CHAR, HL_CHAR, "'", NULL, 0, STAY, 0},
    {MATCH_SIGIL, HL_ATTRIBUTE, "@", NULL, 0, STAY, 0},
    {MATCH_NUMBER, HL_NONE, NULL, NULL, 0, STAY, 0},
    {MATCH_WORD, HL_NONE, NULL, NULL, 0, STAY, 0},
    OPERATORS,
    {0},
};
static const struct state java_states[] = {{HL_NONE, java_rules}};
static const struct words java_words[] = {
    {HL_CONTROL, "break case catch continue default do else finally for if return switch throw try "
                 "while yield"},
    {HL_TYPE, "boolean byte char double float int long short void var"},
    {HL_KEYWORD,
     "abstract assert class enum extends final implements instanceof interface native new "
     "non-sealed permits private protected public record sealed static strictfp super synchronized "
     "this throws transient volatile"},
    {HL_IMPORT, "import package"},
    {HL_CONSTANT, "true false null"},
    {0},
};
static const struct highlight_language java = {
    .names = "java", .flags = CALLS | CAPITAL_TYPES, .words = java_words, .states = java_states};

/* ---- JavaScript and TypeScript */

enum { JS_CODE, JS_TEMPLATE, JS_INSERT };

#define JS_RULES                                                                                   \
    C_COMMENTS, C_STRING, {MATCH_SPAN, HL_STRING, "'", "'", ONE_LINE, STAY, '\\'},                 \
        {MATCH_LITERAL, HL_VERBATIM, "`", NULL, 0, JS_TEMPLATE, 0},                                \
        {MATCH_SIGIL, HL_ATTRIBUTE, "@", NULL, 0, STAY, 0},                                        \
        {MATCH_NUMBER, HL_NONE, NULL, NULL, 0, STAY, 0},                                           \
        {MATCH_WORD, HL_NONE, NULL, NULL, 0, STAY, 0}, OPERATORS, {                                \
        0                                                                                          \
    }

static const struct rule js_rules[] = {JS_RULES};
static const struct rule js_template[] = {
    {MATCH_LITERAL, HL_OPERATOR, "${", NULL, 0, JS_INSERT, 0},
    {MATCH_LITERAL, HL_SPECIAL_CHAR, "\\`", NULL, 0, STAY, 0},
    {MATCH_LITERAL, HL_VERBATIM, "`", NULL, 0, POP, 0},
    {0},
};
static const struct rule js_insert[] = {
    {MATCH_LITERAL, HL_OPERATOR, "}", NULL, 0, POP, 0},
    {MATCH_LITERAL, HL_NONE, "{", NULL, 0, JS_INSERT, 0},
    JS_RULES,
};
static const struct state js_states[] = {
    {HL_NONE, js_rules}, {HL_VERBATIM, js_template}, {HL_NONE, js_insert}};

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

static const struct words js_words[] = {{HL_CONTROL, JS_CONTROL},
                                        {HL_KEYWORD, JS_KEYWORDS},
                                        {HL_CONSTANT, JS_CONSTANTS},
                                        {HL_BUILTIN, JS_BUILTINS},
                                        {0}};
static const struct highlight_language js = {.names = "javascript js jsx mjs node",
                                             .letters = "$",
                                             .flags = CALLS,
                                             .words = js_words,
                                             .states = js_states};

static const struct words ts_words[] = {
    {HL_CONTROL, JS_CONTROL},
    {HL_KEYWORD, JS_KEYWORDS
     " abstract as asserts declare enum implements infer interface is keyof namespace override "
     "private protected public readonly satisfies type unique"},
    {HL_TYPE, "any bigint boolean never number object string symbol unknown"},
    {HL_CONSTANT, JS_CONSTANTS},
    {HL_BUILTIN, JS_BUILTINS},
    {0}};
static const struct highlight_language ts = {.names = "typescript ts tsx",
                                             .letters = "$",
                                             .flags = CALLS,
                                             .words = ts_words,
                                             .states = js_states};

/* ---- Rust */

static const struct rule rust_rules[] = {
    {MATCH_LINE, HL_COMMENT, "//", NULL, 0, STAY, 0},
    {MATCH_SPAN, HL_COMMENT, "/*", "*/", NESTED, STAY, 0},
    {MATCH_SPAN, HL_VERBATIM, "r#\"", "\"#", 0, STAY, 0},
    {MATCH_SPAN, HL_VERBATIM, "r\"", "\"", NOT_AFTER_VALUE, STAY, 0},
    {MATCH_SPAN, HL_STRING, "\"", "\"", PREFIXED, STAY, '\\'},
    {MATCH_CHAR, HL_CHAR, "'", NULL, 0, STAY, 0},
    {MATCH_SIGIL, HL_OTHER, "'", NULL, 0, STAY, 0},
    {MATCH_SPAN, HL_ATTRIBUTE, "#[", "]", 0, STAY, 0},
    {MATCH_SPAN, HL_ATTRIBUTE, "#![", "]", 0, STAY, 0},
    {MATCH_NUMBER, HL_NONE, NULL, NULL, 0, STAY, 0},
    {MATCH_WORD, HL_NONE, NULL, NULL, 0, STAY, 0},
    OPERATORS,
    {0},
};
static const struct state rust_states[] = {{HL_NONE, rust_rules}};
static const struct words rust_words[] = {
    {HL_CONTROL, "await break continue else for if in loop match return while yield"},
    {HL_KEYWORD,
     "as async const crate dyn enum extern fn impl let macro_rules mod move mut pub ref self Self "
     "static struct super trait type union unsafe use where"},
    {HL_TYPE, "bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize"},
    {HL_CONSTANT, "true false None Some Ok Err"},
    {0}};
static const struct highlight_language rust = {.names = "rust rs",
                                               .letters = "",
                                               .prefixes = "b",
                                               .flags = CALLS | CAPITAL_TYPES,
                                               .words = rust_words,
                                               .states = rust_states};

/* ---- Go */

static const struct rule go_rules[] = {
    C_COMMENTS,
    {MATCH_SPAN, HL_VERBATIM, "`", "`", 0, STAY, 0},
    C_STRING,
    {MATCH_CHAR, HL_CHAR, "'", NULL, 0, STAY, 0},
    {MATCH_NUMBER, HL_NONE, NULL, NULL, 0, STAY, 0},
    {MATCH_WORD, HL_NONE, NULL, NULL, 0, STAY, 0},
    OPERATORS,
    {0},
};
static const struct state go_states[] = {{HL_NONE, go_rules}};
static const struct words go_words[] = {
    {HL_CONTROL, "break case continue default defer else fallthrough for go goto if range return "
                 "select switch"},
    {HL_KEYWORD, "chan const func interface map struct type var"},
    {HL_IMPORT, "import package"},
    {HL_TYPE, "any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 "
              "int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr"},
    {HL_CONSTANT, "true false nil iota"},
    {HL_BUILTIN, "append cap clear close complex copy delete imag len make max min new panic print "
                 "println real recover"},
    {0}};
static const struct highlight_language go = {
    .names = "go golang", .flags = CALLS, .words = go_words, .states = go_states};

/* ---- CSS */

enum { CSS_RULES, CSS_BLOCK };

#define CSS_COMMON                                                                                 \
    {MATCH_SPAN, HL_COMMENT, "/*", "*/", 0, STAY, 0}, C_STRING,                                    \
        {MATCH_SPAN, HL_STRING, "'", "'", ONE_LINE, STAY, '\\'},                                   \
        {MATCH_SIGIL, HL_IMPORT, "@", NULL, 0, STAY, 0}, {                                         \
        MATCH_LITERAL, HL_NONE, "{", NULL, 0, CSS_BLOCK, 0                                         \
    }

static const struct rule css_rules[] = {
    CSS_COMMON,
    {MATCH_SIGIL, HL_FUNCTION, ".", NULL, 0, STAY, 0},
    {MATCH_SIGIL, HL_FUNCTION, "#", NULL, 0, STAY, 0},
    {MATCH_SIGIL, HL_KEYWORD, "::", NULL, 0, STAY, 0},
    {MATCH_SIGIL, HL_KEYWORD, ":", NULL, 0, STAY, 0},
    {MATCH_NUMBER, HL_NONE, NULL, NULL, 0, STAY, 0},
    {MATCH_WORD, HL_KEYWORD, NULL, NULL, 0, STAY, 0},
    {0},
};
static const struct rule css_block[] = {
    CSS_COMMON,
    {MATCH_LITERAL, HL_NONE, "}", NULL, 0, POP, 0},
    {MATCH_SIGIL, HL_CONSTANT, "#", NULL, 0, STAY, 0},
    {MATCH_SIGIL, HL_ALERT, "!", NULL, 0, STAY, 0},
    {MATCH_NUMBER, HL_NONE, NULL, NULL, 0, STAY, 0},
    {MATCH_WORD, HL_NONE, NULL, NULL, ATTRIBUTE_COLON, STAY, 0},
    {0},
};
static const struct state css_states[] = {{HL_NONE, css_rules}, {HL_NONE, css_block}};
static const struct highlight_language css = {
    .names = "css", .letters = "-", .flags = CALLS, .states = css_states};

const struct highlight_language *const highlight_c_family[] = {&c,    &cpp, &java, &js, &ts,
                                                               &rust, &go,  &css,  NULL};
