/* SPDX-License-Identifier: MIT */
/*
 * Finds phrases in which authors refer to their own works: "our earlier work", "we showed in [3]".
 * Each language is a row with its words. The order of the words is the same in all languages.
 */
#include "check/blind/paragraph_text.h"
#include "check/blind/who.h"

#include "core/unicode/unicode.h"

DIAG_USE(DIAG_OWN_WORK);

#define REACH 5 /* maximum number of words after "our" */
#define NONE SIZE_MAX

/** The words of a language, folded. "*" means any ending. */
struct language {
    const char *lang;
    const char *ours;    /* words for "our" */
    const char *earlier; /* words for "previous" */
    const char *work;    /* words for publications */
    /* words like "results", which may mean results of this document; they count only if a work is
     * cited */
    const char *result;
    const char *we;
    const char *said;   /* words between "we" and the work: verbs, auxiliaries, "in" */
    const char *verb;   /* the verbs among the words of `said` */
    const char *before; /* words for "previously" */
    const char *team;   /* words for "group"; "our group" is read as "we" */
    const char *in;     /* words for "in", as in "in [3] we showed" */
};

static const struct language LANGUAGES[] = {
#define LANGUAGE(...) {__VA_ARGS__},
#include "check/blind/phrase_languages.def"
#undef LANGUAGE
};

/** A word, a citation, or the end of a sentence. */
struct token {
    size_t from, to;
    struct str fold;             /* empty for tokens that are not words */
    const struct doc_node *cite; /* the citation, or NULL */
};

struct phrases {
    const struct language *lang;
    blind_masked_fn *masked;
    void *user;
    struct diags *d;
    struct arena *scratch;
    VEC(struct token) tokens;
};

static bool ends_sentence(struct str s, size_t at) {
    bool stop = str_index(STR(".!?"), s.p[at]) != STR_NONE;
    /* the stop is after an initial */
    bool single = at > 1 && is_alpha(s.p[at - 1]) && !is_alnum(s.p[at - 2]);
    return stop && !single && (at + 1 == s.n || is_space(s.p[at + 1]));
}

static void read_tokens(struct phrases *x, const struct blind_run *run) {
    struct str s = buf_view(&run->text);
    vec_clear(&x->tokens);
    for (size_t at = 0; at < s.n;) {
        size_t end = blind_letters_end(s, at);
        if (end > at) {
            vec_push(
                &x->tokens,
                (struct token){at, end, unicode_fold(x->scratch, str_slice(s, at, end)), NULL});
            at = end;
            continue;
        }
        const struct blind_piece *p = s.p[at] == BLIND_OBJECT ? blind_piece_at(run, at) : NULL;
        if (p && p->node->kind == DOC_CITE) {
            vec_push(&x->tokens, (struct token){at, at + 1, STR_EMPTY, p->node});
        } else if (ends_sentence(s, at)) {
            vec_push(&x->tokens, (struct token){at, at + 1, STR_EMPTY, NULL});
        }
        at++;
    }
}

static bool is_end(const struct phrases *x, size_t i) {
    return i >= x->tokens.n || (!x->tokens.p[i].fold.n && !x->tokens.p[i].cite);
}

/** Returns the first citation in the rest of the sentence, or NULL. */
static const struct doc_node *cited_behind(const struct phrases *x, size_t i) {
    for (; !is_end(x, i); i++) {
        if (x->tokens.p[i].cite) {
            return x->tokens.p[i].cite;
        }
    }
    return NULL;
}

/** Whether the cited work is masked, so that the phrase reveals nothing. */
static bool is_masked(const struct phrases *x, size_t i) {
    const struct doc_node *cite = cited_behind(x, i);
    return cite && x->masked && x->masked(x->user, cite);
}

static void report(struct phrases *x, const struct blind_run *run, size_t first, size_t last) {
    struct span at = blind_place(run, x->tokens.p[first].from, x->tokens.p[last].to);
    struct str text =
        str_slice(buf_view(&run->text), x->tokens.p[first].from, x->tokens.p[last].to);
    struct diag *g =
        diag_add(x->d, DIAG_OWN_WORK, at, "`%.*s` reveals whose work it is", STR_ARG(text));
    diag_hint(x->d, g,
              "write \"earlier work [5]\", or hide whose it is: "
              "`anonymous: mask`");
}

static bool is_cite(const struct phrases *x, size_t i) {
    return i < x->tokens.n && x->tokens.p[i].cite;
}

/** Finds "our earlier work", "nos travaux antérieurs" or "our work [5]". Returns the index of the
 * last token of the phrase, or NONE. */
static size_t ours_at(const struct phrases *x, size_t i) {
    size_t noun = 0, earlier = 0, result = 0, other = 0;
    for (size_t k = i + 1; k <= i + REACH && !is_end(x, k) && !x->tokens.p[k].cite; k++) {
        struct str w = x->tokens.p[k].fold;
        if (blind_is_among(w, x->lang->work)) {
            noun = k;
        } else if (blind_is_among(w, x->lang->earlier)) {
            earlier = k;
        } else if (blind_is_among(w, x->lang->result)) {
            result = k;
        } else if (noun || result || other++) {
            break;
        }
        if ((noun || result) && earlier) {
            break;
        }
    }
    if (is_cite(x, i + 1)) { /* a citation follows directly: "see our [5]" */
        return i;
    }
    size_t last = noun > earlier ? noun : earlier;
    if (noun && earlier) {
        return last;
    }
    if (noun && is_cite(x, noun + 1)) {
        return noun;
    }
    if (result && earlier && cited_behind(x, i)) {
        return result > earlier ? result : earlier;
    }
    return NONE;
}

/** Finds "we showed in [3]" or "we have previously shown that ... [3]". Returns the index of the
 * last token of the phrase, or NONE. */
static size_t we_at(const struct phrases *x, size_t i) {
    size_t verb = blind_is_among(x->tokens.p[i].fold, x->lang->verb) ? i + 1 : 0, k = i + 1;
    bool before = i > 0 && blind_is_among(x->tokens.p[i - 1].fold, x->lang->before);
    for (; k <= i + REACH && !is_end(x, k) && x->tokens.p[k].fold.n; k++) {
        struct str w = x->tokens.p[k].fold;
        if (!blind_is_among(w, x->lang->said)) {
            break;
        }
        verb = blind_is_among(w, x->lang->verb) ? k + 1 : verb;
        before = before || blind_is_among(w, x->lang->before);
    }
    if (is_cite(x, k) && (verb || before)) {
        return k - 1;
    }
    bool behind = is_cite(x, k) && k + 1 < x->tokens.n &&
                  blind_is_among(x->tokens.p[k + 1].fold, x->lang->verb);
    if (behind) { /* in German, a verb may be at the end: "wir in [3] gezeigt haben" */
        return k - 1;
    }
    bool inside =
        i > 1 && is_cite(x, i - 1) && blind_is_among(x->tokens.p[i - 2].fold, x->lang->in);
    if (inside && verb) {
        return verb - 1;
    }
    return verb && before && cited_behind(x, i) ? verb - 1 : NONE;
}

static void look_at_run(void *user, const struct blind_run *run) {
    struct phrases *x = user;
    read_tokens(x, run);
    for (size_t i = 0; i < x->tokens.n; i++) {
        struct str w = x->tokens.p[i].fold;
        if (!w.n) {
            continue;
        }
        bool ours = blind_is_among(w, x->lang->ours);
        size_t last = ours ? ours_at(x, i) : NONE;
        if (last == NONE && blind_is_among(w, x->lang->we)) {
            last = we_at(x, i);
        }
        if (last == NONE && ours && !is_end(x, i + 1) &&
            blind_is_among(x->tokens.p[i + 1].fold, x->lang->team)) {
            last = we_at(x, i + 1);
        }
        if (last != NONE) {
            if (!is_masked(x, i)) {
                report(x, run, i, last);
            }
            i = last;
        }
    }
    arena_reset(x->scratch);
}

void blind_look_phrases(const struct doc *doc, blind_masked_fn *masked, void *user,
                        struct diags *d) {
    struct phrases x = {.masked = masked, .user = user, .d = d};
    for (size_t i = 0; i < ARRAY_LEN(LANGUAGES); i++) {
        x.lang = str_is_lang(doc->meta.lang, LANGUAGES[i].lang) ? &LANGUAGES[i] : x.lang;
    }
    if (!x.lang) {
        return;
    }
    x.scratch = arena_new();
    if (doc->meta.abstract) {
        blind_each_run(doc, doc->meta.abstract, look_at_run, &x);
    }
    blind_each_run(doc, doc->root, look_at_run, &x);
    vec_drop(&x.tokens);
    arena_drop(x.scratch);
}
