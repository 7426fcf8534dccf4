/* SPDX-License-Identifier: MIT */
/*
 * Languages of data and computation: Python, R, Julia, MATLAB, Haskell, SQL, shell and make. The
 * words are from the languages' reference manuals.
 */
#include "model/highlight/language.h"

#define HASH_COMMENT                                                                               \
    { MATCH_LINE, HL_COMMENT, "#", NULL, 0, STAY, 0 }
#define NUMBER                                                                                     \
    { MATCH_NUMBER, HL_NONE, NULL, NULL, 0, STAY, 0 }
#define WORD                                                                                       \
    { MATCH_WORD, HL_NONE, NULL, NULL, 0, STAY, 0 }
#define STRING                                                                                     \
    { MATCH_SPAN, HL_STRING, "\"", "\"", ONE_LINE, STAY, '\\' }
#define LONG_STRING                                                                                \
    { MATCH_SPAN, HL_STRING, "\"", "\"", 0, STAY, '\\' }
#define OPERATORS(set)                                                                             \
    { MATCH_RUN, HL_OPERATOR, set, NULL, 0, STAY, 0 }

/* ---- Python */

static const struct rule python_rules[] = {
    HASH_COMMENT,
    {MATCH_SPAN, HL_STRING, "\"\"\"", "\"\"\"", PREFIXED, STAY, '\\'},
    {MATCH_SPAN, HL_STRING, "'''", "'''", PREFIXED, STAY, '\\'},
    {MATCH_SPAN, HL_STRING, "\"", "\"", ONE_LINE | PREFIXED, STAY, '\\'},
    {MATCH_SPAN, HL_STRING, "'", "'", ONE_LINE | PREFIXED, STAY, '\\'},
    {MATCH_SIGIL, HL_ATTRIBUTE, "@", NULL, AT_LINE_START, STAY, 0},
    {MATCH_LITERAL, HL_OPERATOR, ">>>", NULL, AT_LINE_START, STAY, 0},
    NUMBER,
    WORD,
    OPERATORS("=+-*/%<>!&|^~@:"),
    {0},
};
static const struct state python_states[] = {{HL_NONE, python_rules}};
static const struct words python_words[] = {
    {HL_CONTROL, "assert async await break case continue elif else except finally for if match "
                 "pass raise return try while with yield"},
    {HL_KEYWORD, "and class def del global in is lambda nonlocal not or type"},
    {HL_IMPORT, "from import as"},
    {HL_CONSTANT, "True False None Ellipsis NotImplemented"},
    {HL_VARIABLE, "self cls"},
    {HL_BUILTIN,
     "abs all any ascii bin bool bytearray bytes callable chr classmethod complex dict dir divmod "
     "enumerate eval exec filter float format frozenset getattr hasattr hash help hex id input int "
     "isinstance issubclass iter len list map max min next object oct open ord pow print property "
     "range repr reversed round set setattr slice sorted staticmethod str sum super tuple vars "
     "zip"},
    {0}};
static const struct highlight_language python = {.names = "python py python3 pycon ipython sage",
                                                 .prefixes = "rbfuRBFU",
                                                 .flags = CALLS,
                                                 .words = python_words,
                                                 .states = python_states};

/* ---- R */

static const struct rule r_rules[] = {
    HASH_COMMENT,
    LONG_STRING,
    {MATCH_SPAN, HL_STRING, "'", "'", 0, STAY, '\\'},
    {MATCH_SPAN, HL_VARIABLE, "`", "`", ONE_LINE, STAY, 0},
    {MATCH_SPAN, HL_OPERATOR, "%", "%", ONE_LINE, STAY, 0},
    NUMBER,
    WORD,
    OPERATORS("=+-*/<>!&|^~?:@$\\"),
    {0},
};
static const struct state r_states[] = {{HL_NONE, r_rules}};
static const struct words r_words[] = {
    {HL_CONTROL, "break else for if in next repeat return while"},
    {HL_KEYWORD, "function"},
    {HL_IMPORT, "library require source"},
    {HL_CONSTANT, "TRUE FALSE NULL NA NA_integer_ NA_real_ NA_character_ NaN Inf T F pi"},
    {0}};
static const struct highlight_language r = {.names = "r rscript s splus",
                                            .letters = ".",
                                            .flags = CALLS,
                                            .words = r_words,
                                            .states = r_states};

/* ---- Julia */

static const struct rule julia_rules[] = {
    {MATCH_SPAN, HL_COMMENT, "#=", "=#", NESTED, STAY, 0},
    HASH_COMMENT,
    {MATCH_SPAN, HL_STRING, "\"\"\"", "\"\"\"", 0, STAY, '\\'},
    LONG_STRING,
    {MATCH_SPAN, HL_VERBATIM, "`", "`", 0, STAY, '\\'},
    {MATCH_CHAR, HL_CHAR, "'", NULL, NOT_AFTER_VALUE, STAY, 0},
    {MATCH_SIGIL, HL_PREPROCESSOR, "@", NULL, 0, STAY, 0},
    {MATCH_SIGIL, HL_CONSTANT, ":", NULL, NOT_AFTER_VALUE, STAY, 0},
    {MATCH_SIGIL, HL_TYPE, "::", NULL, 0, STAY, 0},
    NUMBER,
    WORD,
    OPERATORS("=+-*/%<>&|^~?:\\.'"),
    {0},
};
static const struct state julia_states[] = {{HL_NONE, julia_rules}};
static const struct words julia_words[] = {
    {HL_CONTROL,
     "begin break catch continue do else elseif end finally for if let quote return try "
     "while"},
    {HL_KEYWORD, "abstract baremodule const function global in isa local macro module mutable "
                 "primitive struct type where outer"},
    {HL_IMPORT, "import using export as"},
    {HL_TYPE, "Any Array Bool Char Complex Dict Float16 Float32 Float64 Int Int8 Int16 Int32 Int64 "
              "Integer Matrix Nothing Number Real Set String Symbol Tuple UInt8 UInt16 UInt32 "
              "UInt64 Vector"},
    {HL_CONSTANT, "true false nothing missing Inf NaN pi im"},
    {0}};
static const struct highlight_language julia = {.names = "julia jl",
                                                .letters = "!",
                                                .flags = CALLS,
                                                .words = julia_words,
                                                .states = julia_states};

/* ---- MATLAB */

static const struct rule matlab_rules[] = {
    {MATCH_SPAN, HL_COMMENT, "%{", "%}", AT_LINE_START, STAY, 0},
    {MATCH_LINE, HL_COMMENT, "%", NULL, 0, STAY, 0},
    HASH_COMMENT, /* Octave has these comments */
    {MATCH_LINE, HL_COMMENT, "...", NULL, 0, STAY, 0},
    {MATCH_SPAN, HL_STRING, "'", "'", ONE_LINE | NOT_AFTER_VALUE, STAY, '\''},
    {MATCH_SPAN, HL_STRING, "\"", "\"", ONE_LINE, STAY, '"'},
    {MATCH_SIGIL, HL_FUNCTION, "@", NULL, 0, STAY, 0},
    NUMBER,
    WORD,
    OPERATORS("=+-*/<>&|^~:\\.'"),
    {0},
};
static const struct state matlab_states[] = {{HL_NONE, matlab_rules}};
static const struct words matlab_words[] = {
    {HL_CONTROL,
     "break case catch continue else elseif end endfor endfunction endif endwhile for if "
     "otherwise parfor return switch try while"},
    {HL_KEYWORD, "classdef enumeration events function global methods persistent properties spmd"},
    {HL_CONSTANT, "true false pi Inf inf NaN nan eps ans"},
    {0}};
static const struct highlight_language matlab = {
    .names = "matlab octave", .flags = CALLS, .words = matlab_words, .states = matlab_states};

/* ---- Haskell */

static const struct rule haskell_rules[] = {
    {MATCH_SPAN, HL_PREPROCESSOR, "{-#", "#-}", 0, STAY, 0},
    {MATCH_SPAN, HL_COMMENT, "{-", "-}", NESTED, STAY, 0},
    {MATCH_LINE, HL_COMMENT, "--", NULL, 0, STAY, 0},
    STRING,
    {MATCH_CHAR, HL_CHAR, "'", NULL, NOT_AFTER_VALUE, STAY, 0},
    {MATCH_SPAN, HL_OPERATOR, "`", "`", ONE_LINE, STAY, 0},
    NUMBER,
    WORD,
    OPERATORS("=+-*/%<>!&|^~?:\\.$@"),
    {0},
};
static const struct state haskell_states[] = {{HL_NONE, haskell_rules}};
static const struct words haskell_words[] = {
    {HL_CONTROL, "case do else if of then mdo"},
    {HL_KEYWORD,
     "class data default deriving family forall foreign infix infixl infixr instance in "
     "let module newtype type where"},
    {HL_IMPORT, "import qualified as hiding"},
    {HL_BUILTIN,
     "concat concatMap const drop filter flip foldl foldr fmap fst head id init last "
     "length lookup map mapM mapM_ maybe mconcat mempty not null pure putStrLn print "
     "return reverse sequence show snd sum tail take traverse words unwords zip zipWith"},
    {0}};
static const struct highlight_language haskell = {.names = "haskell hs",
                                                  .letters = "'",
                                                  .flags = CAPITAL_TYPES,
                                                  .words = haskell_words,
                                                  .states = haskell_states};

/* ---- SQL */

static const struct rule sql_rules[] = {
    {MATCH_LINE, HL_COMMENT, "--", NULL, 0, STAY, 0},
    {MATCH_SPAN, HL_COMMENT, "/*", "*/", 0, STAY, 0},
    {MATCH_SPAN, HL_STRING, "'", "'", 0, STAY, '\''},
    {MATCH_SPAN, HL_VARIABLE, "\"", "\"", 0, STAY, '"'},
    {MATCH_SIGIL, HL_VARIABLE, ":", NULL, NOT_AFTER_VALUE, STAY, 0},
    {MATCH_SIGIL, HL_VARIABLE, "@", NULL, 0, STAY, 0},
    NUMBER,
    WORD,
    OPERATORS("=+-*/%<>!|^~:"),
    {0},
};
static const struct state sql_states[] = {{HL_NONE, sql_rules}};
static const struct words sql_words[] = {
    {HL_KEYWORD,
     "add all alter analyze and any as asc begin between by cascade case check collate column "
     "commit constraint create cross cube database default delete desc distinct drop else end "
     "except exists explain false fetch filter first following for foreign from full function "
     "grant group grouping having if ilike in index inner insert intersect into is join key last "
     "lateral left like limit materialized natural not null nulls of offset on only or order outer "
     "over partition preceding primary procedure range recursive references replace returning "
     "returns revoke right rollback rollup row rows select set table temporary then to transaction "
     "trigger true truncate unbounded union unique update using values view when where window "
     "with"},
    {HL_TYPE, "bigint bit blob boolean bytea char character date decimal double float int integer "
              "interval json jsonb numeric precision real serial smallint text time timestamp uuid "
              "varchar xml"},
    {0}};
static const struct highlight_language sql = {.names = "sql mysql postgresql pgsql sqlite plsql",
                                              .flags = WORDS_ANY_CASE | CALLS,
                                              .words = sql_words,
                                              .states = sql_states};

/* ---- the shell */

enum { SH_CODE, SH_QUOTED };

#define SH_VARIABLES                                                                               \
    {MATCH_SPAN, HL_VARIABLE, "${", "}", NESTED, STAY, 0},                                         \
        {MATCH_SIGIL, HL_VARIABLE, "$", NULL, 0, STAY, 0},                                         \
        {MATCH_LITERAL, HL_VARIABLE, "$@", NULL, 0, STAY, 0},                                      \
        {MATCH_LITERAL, HL_VARIABLE, "$#", NULL, 0, STAY, 0},                                      \
        {MATCH_LITERAL, HL_VARIABLE, "$?", NULL, 0, STAY, 0}, {                                    \
        MATCH_LITERAL, HL_VARIABLE, "$*", NULL, 0, STAY, 0                                         \
    }

static const struct rule sh_rules[] = {
    {MATCH_LINE, HL_COMMENT, "#", NULL, AFTER_BLANK, STAY, 0},
    SH_VARIABLES,
    {MATCH_LITERAL, HL_STRING, "\"", NULL, 0, SH_QUOTED, 0},
    {MATCH_SPAN, HL_STRING, "'", "'", 0, STAY, 0},
    {MATCH_LITERAL, HL_SPECIAL_CHAR, "\\\"", NULL, 0, STAY, 0},
    {MATCH_LITERAL, HL_SPECIAL_CHAR, "\\'", NULL, 0, STAY, 0},
    {MATCH_SIGIL, HL_ATTRIBUTE, "--", NULL, AFTER_BLANK, STAY, 0},
    {MATCH_SIGIL, HL_ATTRIBUTE, "-", NULL, AFTER_BLANK, STAY, 0},
    {MATCH_NUMBER, HL_NONE, NULL, NULL, AFTER_BLANK, STAY, 0},
    {MATCH_WORD, HL_NONE, NULL, NULL, KEY_IF_EQUALS, STAY, 0},
    OPERATORS("=<>&|;"),
    {0},
};
static const struct rule sh_quoted[] = {
    SH_VARIABLES,
    {MATCH_LITERAL, HL_SPECIAL_CHAR, "\\\"", NULL, 0, STAY, 0},
    {MATCH_LITERAL, HL_SPECIAL_CHAR, "\\\\", NULL, 0, STAY, 0},
    {MATCH_LITERAL, HL_SPECIAL_CHAR, "\\$", NULL, 0, STAY, 0},
    {MATCH_LITERAL, HL_STRING, "\"", NULL, 0, POP, 0},
    {0},
};
static const struct state sh_states[] = {{HL_NONE, sh_rules}, {HL_STRING, sh_quoted}};
static const struct words sh_words[] = {
    {HL_CONTROL, "break case continue do done elif else esac exit fi for if in return select then "
                 "until while"},
    {HL_KEYWORD, "declare export function local readonly shift time trap typeset unset"},
    {HL_BUILTIN, "alias cd command echo eval exec getopts hash printf pwd read set source test "
                 "type ulimit umask wait"},
    {0}};
static const struct highlight_language sh = {.names = "bash sh shell zsh ksh console",
                                             .letters = "-",
                                             .words = sh_words,
                                             .states = sh_states};

/* ---- make */

static const struct rule make_rules[] = {
    HASH_COMMENT,
    {MATCH_SPAN, HL_VARIABLE, "$(", ")", NESTED, STAY, 0},
    {MATCH_SPAN, HL_VARIABLE, "${", "}", NESTED, STAY, 0},
    {MATCH_LITERAL, HL_VARIABLE, "$@", NULL, 0, STAY, 0},
    {MATCH_LITERAL, HL_VARIABLE, "$<", NULL, 0, STAY, 0},
    {MATCH_LITERAL, HL_VARIABLE, "$^", NULL, 0, STAY, 0},
    {MATCH_LITERAL, HL_VARIABLE, "$*", NULL, 0, STAY, 0},
    {MATCH_SIGIL, HL_VARIABLE, "$$", NULL, 0, STAY, 0},
    STRING,
    {MATCH_SPAN, HL_STRING, "'", "'", ONE_LINE, STAY, 0},
    {MATCH_WORD, HL_NONE, NULL, NULL, AT_LINE_START | KEY_IF_EQUALS | ATTRIBUTE_COLON, STAY, 0},
    {MATCH_WORD, HL_NONE, NULL, NULL, 0, STAY, 0},
    OPERATORS("=:?+|@"),
    {0},
};
static const struct state make_states[] = {{HL_NONE, make_rules}};
static const struct words make_words[] = {
    {HL_KEYWORD, "define endef else endif export ifdef ifeq ifndef ifneq include override unexport "
                 "vpath"},
    {0}};
static const struct highlight_language make = {.names = "make makefile gnumake",
                                               .letters = "-.%/",
                                               .words = make_words,
                                               .states = make_states};

const struct highlight_language *const highlight_science[] = {
    &python, &r, &julia, &matlab, &haskell, &sql, &sh, &make, NULL};
