/* SPDX-License-Identifier: MIT */
/*
 * French has a space before tall punctuation and inside guillemets. Authors type this space, omit
 * it, or type another space. Every output gets the right space, so that no line begins with an
 * exclamation mark:
 *
 *     fr      U+202F before ; ! ?    U+00A0 before : and inside « » (babel-french; Imprimerie
 *             nationale, Lexique des règles typographiques, 2002)
 *     fr-CH   U+202F everywhere (Guide du typographe, Lausanne, 2015)
 *     fr-CA   U+00A0 before : and inside « »; ; ! ? have none, but keep a thin one that was typed
 *             (Office québécois de la langue française, Le français au bureau)
 *
 * A mark inside a word (12:30, https://, x?y) is not punctuation of the sentence: without a typed
 * space it gets one only before white space or more punctuation. Code, formulas and addresses are
 * not changed. A sentence continues from one inline to the next.
 */
#include "cite/resolve/resolver.h"

#include "core/base/utf8.h"

#define THIN 0x202F
#define FULL 0xA0
#define OBJECT 0xFFFC /* the character that is recorded for code, a formula or an image */

/* The space before each punctuation mark. */
struct habits {
    uint32_t colon, guillemet;
    uint32_t tall;  /* the space before ; ! ? when the author typed none; 0: no space is added */
    uint32_t typed; /* the space before ; ! ? when the author typed one */
};

/* A walk over the inlines of a paragraph. */
struct spacing {
    struct arena *arena;
    const struct habits *habits;
    struct doc_node *last; /* the text or line end that has the last character */
    uint32_t prev;         /* the last character; 0: at the start of the paragraph */
    uint32_t word;         /* the last character that is not a space */
    /* the last character is an opening guillemet, and the space after it is not written yet */
    bool opened;
    struct buf out;
};

static const struct habits *habits_of(struct str lang) {
    static const struct habits france = {FULL, FULL, THIN, THIN};
    static const struct habits swiss = {THIN, THIN, THIN, THIN};
    static const struct habits canada = {FULL, FULL, 0, THIN};
    if (!str_is_lang(lang, "fr") && !str_is_lang(lang, "frm")) {
        return NULL;
    }
    return str_ieq(lang, STR("fr-CH")) ? &swiss : str_ieq(lang, STR("fr-CA")) ? &canada : &france;
}

static bool is_blank(uint32_t cp) {
    return cp == ' ' || cp == '\n' || cp == '\t' || cp == FULL || cp == THIN || cp == 0x2009 ||
           cp == 0x2006;
}

static bool is_opening(uint32_t cp) {
    return cp == '(' || cp == '[' || cp == '{' || cp == 0x201C || cp == 0x2018 || cp == 0xAB ||
           cp == 0x2039 || cp == 0xBF || cp == 0xA1;
}

/* Whether a punctuation mark before the character `next` is at the end of a word, because white
 * space, the end of the text, a closing mark or more punctuation follows. */
static bool ends_word(uint32_t next) {
    return next == 0 || is_blank(next) || next == ')' || next == ']' || next == '}' ||
           next == '"' || next == 0x201D || next == 0x2019 || next == 0xBB || next == 0x203A ||
           next == '!' || next == '?' || next == '.' || next == ',' || next == 0x2026;
}

static struct str trimmed(struct str text) {
    for (size_t at = text.n; at > 0 && is_blank(utf8_prev(text, &at));) {
        text.n = at;
    }
    return text;
}

/* Removes white space from the end of the text written so far, also in the previous node. */
static void blank_drop(struct spacing *s) {
    buf_cut(&s->out, trimmed(buf_view(&s->out)).n);
    if (s->out.n > 0 || s->last == NULL) {
        return;
    }
    if (s->last->kind == DOC_SOFT_BREAK) {
        s->last->kind = DOC_TEXT;
        s->last->u.text.text = STR_EMPTY;
    }
    s->last->u.text.text = trimmed(s->last->u.text.text);
}

/* Writes the space before a punctuation mark. It replaces the white space that the author typed. */
static void space_before(struct spacing *s, uint32_t space, uint32_t typed, bool alone) {
    bool blank = is_blank(s->prev);
    if (blank && (s->word == 0 || is_opening(s->word))) {
        return;
    }
    if (blank && typed != 0) {
        blank_drop(s);
        buf_rune(&s->out, typed);
    } else if (!blank && space != 0 && alone && s->prev != 0 && !is_opening(s->prev)) {
        buf_rune(&s->out, space);
    }
}

static bool is_tall(uint32_t cp) {
    return cp == ';' || cp == '!' || cp == '?';
}

/* Handles a character of running text. `next` is the next character of the same node, or 0. */
static void take(struct spacing *s, uint32_t cp, uint32_t next) {
    const struct habits *h = s->habits;
    if (s->opened) {
        if (is_blank(cp)) {
            return; /* the space after the guillemet is written before the next word */
        }
        if (cp != 0xBB && cp != 0x203A) {
            buf_rune(&s->out, h->guillemet);
        }
        s->opened = false;
    }
    bool group = (is_tall(s->prev) || s->prev == ':') && is_tall(cp); /* a group such as ?! */
    if (is_tall(cp) && !group) {
        space_before(s, h->tall, h->typed, ends_word(next));
    } else if (cp == ':') {
        space_before(s, h->colon, h->colon, ends_word(next));
    } else if (cp == 0xBB || cp == 0x203A) {
        space_before(s, h->guillemet, h->guillemet, true);
    }
    buf_rune(&s->out, cp);
    s->opened = cp == 0xAB || cp == 0x2039;
    s->prev = cp;
    s->word = is_blank(cp) ? s->word : cp;
}

/* The first character after a node, or 0 if no text follows. */
static uint32_t text_ahead(const struct doc_node *n) {
    size_t at = 0;
    bool more = n->next != NULL && n->next->kind == DOC_TEXT && n->next->u.text.text.n > 0;
    return more ? utf8_next(n->next->u.text.text, &at) : 0;
}

/* Writes the space after an opening guillemet at the end of a text that a node of another kind
 * follows. */
static void opened_close(struct spacing *s) {
    if (s->opened && s->habits != NULL && s->last != NULL && s->last->kind == DOC_TEXT) {
        char space[4];
        size_t n = utf8_encode(s->habits->guillemet, space);
        s->last->u.text.text =
            arena_join(s->arena, 2, s->last->u.text.text, (struct str){space, n});
        s->opened = false;
    }
}

static void text_take(struct spacing *s, struct doc_node *n) {
    struct str text = n->u.text.text;
    buf_clear(&s->out);
    if (s->opened && s->last != NULL && s->last->parent != n->parent) {
        opened_close(s);
    }
    for (size_t at = 0; at < text.n;) {
        uint32_t cp = utf8_next(text, &at);
        size_t ahead = at;
        take(s, cp, at < text.n ? utf8_next(text, &ahead) : text_ahead(n));
    }
    if (!str_eq(buf_view(&s->out), text)) {
        n->u.text.text = arena_str(s->arena, buf_view(&s->out));
    }
    s->last = n;
}

/* Begins a block or a note, or continues the paragraph after a note. `before` is recorded as the
 * last character. */
static void begin(struct spacing *s, uint32_t before) {
    s->prev = s->word = before;
    s->opened = false;
    s->last = NULL;
}

/* Handles a node that is not text. It counts as a word. */
static void object_take(struct spacing *s) {
    opened_close(s);
    begin(s, OBJECT);
}

static void soft_break_take(struct spacing *s, struct doc_node *n) {
    if (s->opened) {
        n->kind = DOC_TEXT; /* the space of the guillemet takes the place of the line end */
        n->u.text.text = STR_EMPTY;
        return;
    }
    s->prev = '\n';
    s->last = n;
}

static bool shows_address(struct arena *a, const struct doc_node *n) {
    return n->kind == DOC_LINK && str_find(doc_plain(a, n), STR("://")) != STR_NONE;
}

/* The spacing rules for a node's language, which the node has itself or inherits. */
static const struct habits *habits_at(const struct doc_node *n, const struct habits *outer) {
    for (; n != NULL; n = n->parent) {
        struct str lang = n->attr ? doc_pair(n, "lang") : STR_EMPTY;
        if (lang.n > 0) {
            return habits_of(lang);
        }
    }
    return outer;
}

bool resolve_is_french(struct str lang) {
    return habits_of(lang) != NULL;
}

void resolve_french(struct resolver *r, struct doc_node *root) {
    const struct habits *outer = habits_of(r->doc->meta.lang);
    struct spacing s = {.arena = r->arena, .habits = habits_at(root, outer)};
    buf_init(&s.out, 0);
    struct doc_walk w = doc_walk_start(root);
    while (doc_walk_next(&w)) {
        struct doc_node *n = w.node;
        if (n->attr && doc_pair(n, "lang").n > 0) {
            s.habits = habits_at(w.enter ? n : n->parent, outer);
        }
        bool inside = doc_is_inline(n->kind) || n->kind == DOC_TEXT;
        if (!inside || n->kind == DOC_NOTE || n->kind == DOC_LINE_BREAK) {
            begin(&s, n->kind == DOC_NOTE && !w.enter ? OBJECT : 0);
        } else if (!w.enter) {
            continue;
        } else if (n->kind == DOC_TEXT && s.habits != NULL) {
            text_take(&s, n);
        } else if (n->kind == DOC_SOFT_BREAK && s.habits != NULL) {
            soft_break_take(&s, n);
        } else if (n->kind == DOC_TEXT || n->kind == DOC_SOFT_BREAK) {
            begin(&s, OBJECT); /* words in another language count as one object */
        } else if (n->kind == DOC_CODE || n->kind == DOC_MATH || n->kind == DOC_IMAGE ||
                   n->kind == DOC_RAW_INLINE || shows_address(r->arena, n)) {
            object_take(&s);
            doc_walk_skip(&w);
        }
    }
    buf_drop(&s.out);
}
