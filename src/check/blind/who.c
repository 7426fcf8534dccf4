/* SPDX-License-Identifier: MIT */
/*
 * Reads from the front matter who must not be named. Decides which part of a name is the family
 * name. Also decides which part of an affiliation names the institution. Other parts are words that
 * many affiliations have ("Department of Physics", the name of a town).
 */
#include "check/blind/who.h"

#include "core/base/utf8.h"
#include "core/unicode/unicode.h"

#include <string.h>

DIAG_USE(DIAG_UNKNOWN_VALUE);

#define MAX_ALIKE 200 /* maximum number of persons with the same family name that are tried */
#define MIN_LITERAL 4 /* minimum number of bytes of a text that is searched for */
#define MIN_PHONE 7
#define MIN_NUMBER 4 /* minimum number of digits in the number of a grant */
#define MIN_JOINED 5 /* minimum number of letters of a user name such as "ialder" */

enum blind_mode blind_mode_read(const struct node *value, struct diags *d) {
    if (!value || value->kind == NODE_NULL) {
        return BLIND_UNSAID;
    }
    const struct node *said = value->kind == NODE_MAP ? node_get(value, "self-citations") : value;
    if (value->kind == NODE_MAP && !said) {
        return BLIND_ON;
    }
    if (str_is(node_text(said), "mask")) {
        return BLIND_MASK;
    }
    if (value->kind == NODE_MAP && str_is(node_text(said), "show")) {
        return BLIND_ON;
    }
    int on = value->kind == NODE_MAP ? -1 : node_bool(value, -1);
    if (on >= 0) {
        return on ? BLIND_ON : BLIND_OFF;
    }
    struct diag *g = diag_add(d, DIAG_UNKNOWN_VALUE, said->span,
                              "`%.*s` is not a value of `anonymous`", STR_ARG(node_text(said)));
    diag_hint(d, g,
              value->kind == NODE_MAP
                  ? "`self-citations` is `mask` or `show`"
                  : "write `anonymous: true`, or `anonymous: mask`, which also hides whose works "
                    "are cited");
    return BLIND_ON;
}

const char *blind_kind_name(enum blind_kind kind) {
    static const char *const names[BLIND_KINDS] = {
        [BLIND_NAME] = "an author",
        [BLIND_AFFILIATION] = "where an author works",
        [BLIND_ORCID] = "an author by ORCID",
        [BLIND_EMAIL] = "an author's e-mail address",
        [BLIND_PAGE] = "how an author is reached",
        [BLIND_GRANT] = "an author's grant",
        [BLIND_SECRET] = "what is not to be named",
        [BLIND_FOLDER] = "the folder of the author's files",
    };
    return names[kind];
}

/* ---- words ---- */

bool blind_is_among(struct str word, const char *list) {
    struct str rest = str_of(list);
    while (rest.p) {
        struct str one = str_cut(&rest, ' ');
        bool open = str_ends(one, STR("*"));
        one.n -= open;
        if (one.n && (open ? str_starts(word, one) : str_eq(word, one))) {
            return true;
        }
    }
    return false;
}

bool blind_is_particle(struct str word) {
    return blind_is_among(word, "van von der den dem de di da del della dello dei du des do dos "
                                "das la le les lo ten ter te zu zum zur af av al el bin ibn ben y "
                                "e i san santa st saint");
}

size_t blind_letters_end(struct str s, size_t at) {
    while (at < s.n) {
        size_t next = at;
        uint32_t cp = utf8_next(s, &next);
        /* invisible characters between letters: soft hyphens, joiners */
        bool unseen = cp == 0xAD || cp == 0x200B || cp == 0x200C || cp == 0x200D || cp == 0x2060;
        if (!(cp < 0x80 ? is_alpha((char)cp)
                        : unseen || unicode_is_letter(cp) || unicode_is_mark(cp))) {
            break;
        }
        at = next;
    }
    return at;
}

static bool has_cjk(struct str s) {
    for (size_t at = 0; at < s.n;) {
        if (unicode_is_cjk(utf8_next(s, &at))) {
            return true;
        }
    }
    return false;
}

/* ---- persons ---- */

static void put_joined(struct blind_who *who, struct str a, struct str b) {
    struct str s = arena_join(who->arena, 2, a, b);
    if (s.n >= MIN_JOINED) {
        map_put(&who->joined, s, (void *)(uintptr_t)who);
    }
}

/** Adds the forms of a name in user names and addresses: "inesalder", "alderines", "ialder". */
static void join_names(struct blind_who *who, const struct blind_person *p) {
    struct buf family = BUF_INIT, given = BUF_INIT;
    for (size_t i = 0; i < p->family.n; i++) {
        buf_str(&family, p->family.w[i]);
    }
    struct str whole = buf_view(&family);
    for (size_t i = 0; i < p->given.n; i++) {
        buf_str(&given, p->given.w[i]);
    }
    if (p->given.n && whole.n) {
        put_joined(who, p->given.w[0], whole);
        put_joined(who, whole, p->given.w[0]);
        put_joined(who, buf_view(&given), whole);
        size_t at = 0;
        (void)utf8_next(p->given.w[0], &at);
        if (!blind_is_ordinary(whole)) {
            put_joined(who, str_slice(p->given.w[0], 0, at), whole);
        }
    }
    buf_drop(&family);
    buf_drop(&given);
}

static void file_person(struct blind_who *who, struct str word, const struct blind_person *p) {
    struct blind_person *filed = arena_copy(who->arena, p, sizeof *p);
    filed->next = map_lookup(&who->families, word);
    map_put(&who->families, word, filed);
}

/** Returns the words of a name. The name is split at apostrophes, as texts are: "O’Brien". */
static struct resolve_words words_of(struct blind_who *who, struct str s, bool initials) {
    struct buf b = BUF_INIT;
    for (size_t at = 0; at < s.n;) {
        size_t from = at;
        uint32_t cp = utf8_next(s, &at);
        buf_str(&b, cp == '\'' || cp == 0x2019 ? STR("-") : str_slice(s, from, at));
    }
    return resolve_words_read(who->arena, buf_finish(&b, who->arena), initials);
}

/** Adds a person under the first word of the family name, in both spellings of struct
 * resolve_words. */
static void file_spellings(struct blind_who *who, const struct blind_person *p) {
    file_person(who, p->family.w[0], p);
    if (!str_eq(p->family.w[0], p->family.alt[0])) {
        file_person(who, p->family.alt[0], p);
    }
    join_names(who, p);
}

/** Adds a family name together with its prefix, because addresses join them: "Ó Briain" becomes
 * "obriain", "O’Brien" "obrien", and "van den Berg" "vandenberg". */
static void add_run_together(struct blind_who *who, const struct blind_person *p,
                             struct str before) {
    struct blind_person one = *p;
    struct resolve_words words = words_of(who, before, false);
    struct buf w = BUF_INIT, alt = BUF_INIT;
    for (size_t i = 0; i < words.n + p->family.n; i++) {
        bool own = i >= words.n;
        buf_str(&w, own ? p->family.w[i - words.n] : words.w[i]);
        buf_str(&alt, own ? p->family.alt[i - words.n] : words.alt[i]);
    }
    one.family.n = 1;
    one.family.w[0] = buf_keep(&w, who->arena);
    one.family.alt[0] = buf_keep(&alt, who->arena);
    if (words.n + p->family.n > 1) {
        file_spellings(who, &one);
    }
    buf_drop(&w);
    buf_drop(&alt);
}

/** Adds a person. `before` contains the particles in front of the family name. */
static void add_person(struct blind_who *who, struct str written, struct str given,
                       struct str before, struct str family) {
    struct blind_person p = {.written = written, .cjk = has_cjk(written)};
    if (p.cjk) {
        p.next = who->cjk;
        who->cjk = arena_copy(who->arena, &p, sizeof p);
        return;
    }
    p.given = words_of(who, given, true);
    p.family = words_of(who, family, false);
    if (p.family.n == 0) {
        return;
    }
    file_spellings(who, &p);
    add_run_together(who, &p, before);
}

/** Whether a word is a suffix like "Jr." or "III", which is not part of the family name. */
static bool is_suffix(struct arena *a, struct str word) {
    struct str s = str_ends(word, STR(".")) ? str_slice(word, 0, word.n - 1) : word;
    return blind_is_among(unicode_fold(a, s), "jr sr ii iii iv phd md dr");
}

/** Returns a name without titles in front of it. */
static struct str without_titles(struct arena *a, struct str s) {
    for (struct str rest = s; rest.n;) {
        struct str word = str_cut(&rest, ' ');
        struct str bare = str_ends(word, STR(".")) ? str_slice(word, 0, word.n - 1) : word;
        if (!rest.p || !blind_is_among(unicode_fold(a, bare), "dr prof professor mr mrs ms sir")) {
            break;
        }
        s = str_trim(rest);
        rest = s;
    }
    return s;
}

/** Splits "Given van Family" and "Family, Given". Particles are omitted, because the name is found
 * with and without them. */
static void read_person(struct blind_who *who, struct str written) {
    struct arena *a = who->arena;
    struct str s = without_titles(a, str_trim(written));
    size_t comma = str_index(s, ',');
    if (comma != STR_NONE && !is_suffix(a, str_trim(str_from(s, comma + 1)))) {
        struct str family = str_trim(str_slice(s, 0, comma)), all = family;
        for (size_t at; (at = str_index(family, ' ')) != STR_NONE;) {
            if (!blind_is_particle(unicode_fold(a, str_slice(family, 0, at)))) {
                break;
            }
            family = str_trim(str_from(family, at));
        }
        add_person(who, s, str_trim(str_from(s, comma + 1)), str_slice(all, 0, all.n - family.n),
                   family);
        return;
    }
    s = comma == STR_NONE ? s : str_trim(str_slice(s, 0, comma));
    size_t end = s.n, begin;
    for (;;) {
        begin = end;
        while (begin > 0 && !is_space(s.p[begin - 1])) {
            begin--;
        }
        if (begin == 0 || !is_suffix(a, str_slice(s, begin, end))) {
            break;
        }
        end = str_trim_end(str_slice(s, 0, begin)).n;
    }
    struct str given = str_trim(str_slice(s, 0, begin));
    for (size_t at = given.n; at > 0;) { /* as in "Ludwig van", particles are not given names */
        size_t word = at;
        while (word > 0 && !is_space(given.p[word - 1])) {
            word--;
        }
        if (!is_lower(given.p[word]) ||
            !blind_is_particle(unicode_fold(a, str_slice(given, word, at)))) {
            break;
        }
        given = str_trim_end(str_slice(given, 0, word));
        at = given.n;
    }
    struct str before = str_slice(s, given.n, begin);
    size_t last = given.n;
    while (last > 0 && !is_space(given.p[last - 1])) {
        last--;
    }
    struct str word = unicode_fold(a, str_from(given, last));
    if (last > 0 && (blind_is_particle(word) || blind_is_among(word, "o mac mc ni nic ua ap"))) {
        before = str_slice(s, last, begin); /* the prefix is a separate word: "Ó Briain" */
    }
    add_person(who, s, given, before, str_slice(s, begin, end));
}

/** Reads a name whose parts are separate keys of the front matter. */
static void read_parts(struct blind_who *who, const struct node *author) {
    static const char *const family[] = {"family", "surname",  "family-name",
                                         "last",   "lastname", "last-name"};
    const struct node *levels[3] = {author, node_get(author, "name"), node_get(author, "author")};
    for (size_t l = 0; l < ARRAY_LEN(levels); l++) {
        for (size_t i = 0; i < ARRAY_LEN(family); i++) {
            struct str f = str_trim(node_text(node_get(levels[l], family[i])));
            if (f.n) {
                struct str g = node_first_text(
                    levels[l], "given given-names given-name first firstname first-name");
                add_person(who, arena_join(who->arena, 3, g, STR(" "), f), g, STR_EMPTY, f);
            }
        }
    }
}

/* ---- phrases and literals ---- */

static void file_phrase(struct blind_who *who, const struct str *words, size_t n,
                        struct blind_phrase *p) {
    struct buf key = BUF_INIT;
    for (size_t i = 0; i < n; i++) {
        buf_str(&key, words[i]);
        buf_putc(&key, ' ');
    }
    map_put(&who->phrases, buf_finish(&key, who->arena), p);
}

static void add_phrase(struct blind_who *who, enum blind_kind kind, struct str text) {
    struct resolve_words words = words_of(who, text, false);
    text = str_trim(text);
    if (words.n == 0 || text.n < 3 || (words.n == 1 && blind_is_ordinary(words.w[0]))) {
        return;
    }
    struct blind_phrase *p = ARENA_NEW(who->arena, struct blind_phrase);
    *p = (struct blind_phrase){kind, words.n == 1 ? arena_str(who->arena, text) : STR_EMPTY};
    file_phrase(who, words.w, words.n, p);
    file_phrase(who, words.alt, words.n, p);
    who->longest = words.n > who->longest ? words.n : who->longest;
}

/** Returns the first letters and digits of a text, in lower case. */
static struct str literal_key(struct arena *a, struct str s) {
    size_t n = 0;
    while (n < s.n && (is_alnum(s.p[n]) || (s.p[n] & 0x80))) {
        n++;
    }
    return arena_lower(a, str_slice(s, 0, n));
}

void blind_add(struct blind_who *who, enum blind_kind kind, struct str text) {
    text = str_trim(text);
    /* leading punctuation is left out, because texts are found by their first letter or digit */
    size_t from = 0;
    while (from < text.n && !is_alnum(text.p[from]) && !(text.p[from] & 0x80)) {
        from++;
    }
    text = arena_str(who->arena, str_from(text, from));
    struct str key = literal_key(who->arena, text);
    if (text.n < MIN_LITERAL || key.n == 0) {
        return;
    }
    struct blind_literal *l = ARENA_NEW(who->arena, struct blind_literal);
    *l = (struct blind_literal){.text = text,
                                .folder = kind == BLIND_FOLDER,
                                .kind = kind,
                                .next = map_lookup(&who->literals, key)};
    map_put(&who->literals, key, l);
}

static void add_orcid(struct blind_who *who, struct str orcid) {
    struct buf digits = BUF_INIT;
    for (size_t i = 0; i < orcid.n; i++) {
        if (is_alnum(orcid.p[i])) {
            buf_putc(&digits, orcid.p[i]);
        }
    }
    if (digits.n == 16) {
        blind_add(who, BLIND_ORCID, buf_view(&digits));
        struct str s = buf_view(&digits);
        blind_add(who, BLIND_ORCID,
                  arena_printf(who->arena, "%.*s-%.*s-%.*s-%.*s", 4, s.p, 4, s.p + 4, 4, s.p + 8, 4,
                               s.p + 12));
        vec_push(&who->names, arena_str(who->arena, orcid));
    }
    buf_drop(&digits);
}

static void add_address(struct blind_who *who, struct str url) {
    struct str text = doc_url_text(str_trim(url));
    text = str_starts(text, STR("www.")) ? str_from(text, 4) : text;
    text = str_starts(text, STR("mailto:")) ? str_from(text, 7) : text;
    bool own = str_index(text, '.') != STR_NONE || str_index(text, '@') != STR_NONE;
    if (own) {
        blind_add(who, BLIND_PAGE, text);
    }
}

/* ---- institutions ---- */

bool blind_is_institution(struct arena *a, struct str part) {
    struct str rest = part;
    while (rest.p) {
        struct str word = unicode_fold(a, str_trim(str_cut(&rest, ' ')));
        if (blind_is_among(word,
                           "univers* uniwers* colleg* institut* academ* akadem* centre center "
                           "centrum zentrum laborator* hospital clinic* klinik* observator* "
                           "museum polit* polyt* hochschule* ecole escuela foundation "
                           "stiftung council gmbh inc ltd corp corporation company agency "
                           "society gesellschaft yliopisto school school*")) {
            return true;
        }
    }
    return false;
}

/** Whether a part of an affiliation is common to many institutions. */
static bool is_unit(struct arena *a, struct str part) {
    struct str rest = part, first = unicode_fold(a, str_cut(&rest, ' '));
    struct str second = rest.p ? unicode_fold(a, str_cut(&rest, ' ')) : STR_EMPTY;
    return blind_is_among(first, "department* dept dept. departement* departamento* dipartimento "
                                 "afdeling avdeling* institutionen faculty fakultat* faculte "
                                 "facultad facolta fachbereich* division section chair lehrstuhl "
                                 "group ufr") ||
           (blind_is_among(first, "school institute institut") &&
            blind_is_among(second, "of for fur de d'* pour"));
}

static void add_place_part(struct blind_who *who, struct str part) {
    size_t open = str_index(part, '('), close = str_index(part, ')');
    /* an abbreviation in parentheses is a phrase of its own: "(NTNU)" */
    if (open != STR_NONE && close != STR_NONE && close > open) {
        add_phrase(who, BLIND_AFFILIATION, str_slice(part, open + 1, close));
        part = str_trim(str_slice(part, 0, open));
    }
    add_phrase(who, BLIND_AFFILIATION, part);
}

/** Adds the institution of an affiliation: the university in "Department of Physics, University of
 * Northfield, Norway". If no part has a word such as "University", adds the first part: "Fjord Lab"
 * of "Fjord Lab, Bergen". */
static void add_place(struct blind_who *who, struct str text) {
    struct str rest = text, first = STR_EMPTY;
    bool any = false;
    while (rest.p) {
        struct str part = str_trim(str_cut(&rest, ','));
        bool unit = is_unit(who->arena, part);
        first = first.n || unit ? first : part;
        if (part.n && !unit && blind_is_institution(who->arena, part)) {
            add_place_part(who, part);
            any = true;
        }
    }
    if (!any && first.n) {
        add_place_part(who, first);
    }
}

static void add_place_node(struct blind_who *who, const struct doc_node *n) {
    add_place(who, doc_plain_spaced(who->arena, n));
}

/* ---- the front matter ---- */

/** Adds the numbers of grants in a text of `funding`. They are words with enough digits. */
static void add_grants(struct blind_who *who, struct str text) {
    while (text.p) {
        struct str word = str_cut(&text, ' ');
        size_t digits = 0;
        while (word.n && !is_alnum(word.p[word.n - 1])) {
            word.n--;
        }
        for (size_t i = 0; i < word.n; i++) {
            digits += is_digit(word.p[i]);
        }
        if (digits >= MIN_NUMBER) {
            blind_add(who, BLIND_GRANT, word);
        }
    }
}

/** Calls `fn` for each scalar below a value. */
static void each_scalar(struct blind_who *who, const struct node *n,
                        void fn(struct blind_who *who, struct str text)) {
    struct node_walk w = node_walk_start(n);
    while ((n = node_walk_next(&w)) != NULL) {
        fn(who, n->text);
    }
}

static void add_secret(struct blind_who *who, struct str text) {
    text = str_trim(text);
    bool address = str_index(text, '@') != STR_NONE || str_find(text, STR("://")) != STR_NONE;
    if (address) {
        add_address(who, text);
    } else if (text.n) {
        add_phrase(who, BLIND_SECRET, text);
        if (str_index(text, ' ') != STR_NONE) {
            read_person(who, text);
            vec_push(&who->names, arena_str(who->arena, text));
        }
    }
}

static void take_part(void *user, enum blind_kind kind, struct str text) {
    struct blind_who *who = user;
    if (kind == BLIND_NAME || kind == BLIND_ALSO) {
        vec_push(&who->names, arena_str(who->arena, text));
    }
    if (kind == BLIND_NAME) {
        read_person(who, arena_str(who->arena, text));
    } else if (kind == BLIND_EMAIL) {
        blind_add(who, BLIND_EMAIL, text);
    } else if (kind == BLIND_PAGE) {
        add_address(who, text);
    } else if (kind == BLIND_AFFILIATION) {
        add_place(who, text);
    }
}

/** Returns the text of a name without superscripts, which are marks. */
static struct str name_text(struct blind_who *who, const struct doc_author *author) {
    struct buf b = BUF_INIT;
    bool apart = false;
    const struct doc_node *n = author->name ? author->name->first : NULL;
    for (; n; n = n->next) {
        bool raised = n->kind == DOC_SUP || n->kind == DOC_MATH || n->kind == DOC_NOTE;
        apart = apart || raised || n->kind == DOC_LINK;
        buf_putc(&b, ' ');
        buf_str(&b, raised ? STR_EMPTY : doc_plain_spaced(who->arena, n));
    }
    struct str text = str_trim(buf_finish(&b, who->arena));
    return apart && text.n ? text : author->plain;
}

static void read_author(struct blind_who *who, const struct doc_author *author) {
    if (author->plain.n) {
        blind_split_authors(who->arena, name_text(who, author), take_part, who);
    }
    add_orcid(who, author->orcid);
    blind_add(who, BLIND_EMAIL, author->email);
    add_address(who, author->url);
    for (size_t i = 0; i < author->ncontacts; i++) {
        const struct doc_contact *c = &author->contacts[i];
        bool phone = str_is(str_of(c->icon), "phone");
        add_address(who, phone ? STR_EMPTY : c->url);
        if (phone && c->text.n >= MIN_PHONE) {
            blind_add(who, BLIND_PAGE, c->text);
        }
    }
    for (size_t i = 0; i < author->naffiliations; i++) {
        add_place_node(who, author->affiliations[i]);
    }
}

/** Reads data of an author that the front matter has and the title block does not show. */
static void read_author_node(struct blind_who *who, const struct node *n) {
    if (n->kind == NODE_MAP) {
        read_parts(who, n);
        blind_add(who, BLIND_EMAIL, node_text(node_get(n, "email")));
        if (n->n == 1) { /* the name is the only key of a map: {Jane Doe: {...}} */
            read_parts(who, n->items[0]);
        }
    }
}

/** Whether the word before a family name is a given name of the same person: "ines alder". */
static bool is_given(const struct blind_who *who, struct str family, struct str word) {
    word = unicode_fold(who->arena, word);
    const struct blind_person *p = map_lookup(&who->families, family);
    for (size_t n = 0; p && n < MAX_ALIKE && word.n; p = p->next, n++) {
        for (size_t i = 0; i < p->given.n; i++) {
            if (str_eq(word, p->given.w[i]) || str_eq(word, p->given.alt[i])) {
                return true;
            }
        }
    }
    return false;
}

/** Finds the family names that the document also has in small letters. Such a name is an ordinary
 * word in this document. */
static void read_lower(struct blind_who *who, const struct doc *doc) {
    struct str s = doc->source ? doc->source->text : STR_EMPTY;
    if (who->families.n == 0) {
        return;
    }
    struct str last = STR_EMPTY;
    for (size_t at = 0; at < s.n;) {
        size_t end = blind_letters_end(s, at);
        if (end == at) {
            at++;
            continue;
        }
        bool alone = at == 0 || !(is_alnum(s.p[at - 1]) ||
                                  str_index(STR("@/-_.:#=~"), s.p[at - 1]) != STR_NONE);
        bool ends =
            end == s.n || !(is_digit(s.p[end]) || str_index(STR("/-_@=:"), s.p[end]) != STR_NONE ||
                            (s.p[end] == '.' && end + 1 < s.n && is_alpha(s.p[end + 1])));
        if (alone && ends && is_lower(s.p[at])) {
            struct str w = str_slice(s, at, end);
            if (map_find(&who->families, w) && !is_given(who, w, last)) {
                map_put(&who->lower, w, (void *)(uintptr_t)who);
            }
        }
        last = str_slice(s, at, end);
        at = end;
    }
}

struct blind_who *blind_who_read(struct arena *a, const struct doc *doc) {
    struct blind_who *who = ARENA_NEW(a, struct blind_who);
    *who = (struct blind_who){.arena = a,
                              .families = MAP_IN(a),
                              .phrases = MAP_IN(a),
                              .literals = MAP_IN(a),
                              .joined = MAP_IN(a),
                              .lower = MAP_IN(a)};
    const struct doc_meta *m = &doc->meta;
    who->nouns = str_is_lang(m->lang, "de");
    for (size_t i = 0; i < m->nauthors; i++) {
        read_author(who, &m->authors[i]);
    }
    static const char *const authors[] = {"author", "authors"};
    for (size_t k = 0; k < ARRAY_LEN(authors); k++) {
        const struct node *n = node_get(doc->front, authors[k]);
        for (size_t i = 0; n && n->kind == NODE_LIST && i < n->n; i++) {
            read_author_node(who, n->items[i]);
        }
        if (n && n->kind == NODE_MAP) {
            read_author_node(who, n);
        }
    }
    for (size_t i = 0; i < m->naffiliations; i++) {
        add_place_node(who, m->affiliations[i]);
    }
    for (size_t i = 0; i < m->nplaces; i++) {
        add_place_node(who, m->places[i]);
    }
    add_orcid(who, doc_orcid_number(node_text(node_get(doc->front, "orcid"))));
    blind_add(who, BLIND_EMAIL, node_text(node_get(doc->front, "email")));
    add_place(who, node_text(node_get(doc->front, "university")));
    each_scalar(who, node_get(doc->front, "funding"), add_grants);
    each_scalar(who, node_get(doc->front, "grant"), add_grants);
    each_scalar(who, node_at(doc->front, STR("anonymous.names")), add_secret);
    read_lower(who, doc);
    who->names.p = vec_finish(&who->names, a);
    who->names.cap = who->names.n;
    return who;
}

const struct str *blind_names(const struct blind_who *who, size_t *n) {
    *n = who->names.n;
    return who->names.p;
}
