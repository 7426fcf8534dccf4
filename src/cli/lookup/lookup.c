/* SPDX-License-Identifier: MIT */
/*
 * Decides which words are identifiers and where their records are. Also handles the cache of
 * answers, and the message for each way in which a request can fail.
 */
#include "cli/lookup/lookup.h"

#include "cite/bib/check/check.h"
#include "cite/bib/item/archive.h"
#include "cite/bib/item/item_text.h"
#include "cli/lookup/lookup_http.h"
#include "core/base/file.h"
#include "core/base/markup.h"
#include "core/diag/missing.h"
#include "core/memo/store.h"

#include <string.h>
#include <time.h>

DIAG_USE(DIAG_LOOKUP);

#define FRESH 86400     /* number of seconds for which an answer of the cache is used */
#define MAX_REDIRECTS 8 /* maximum number of consecutive redirects */
#define MAX_TRIES 3     /* maximum number of requests if a service tells the program to wait */
#define MAX_WAIT 20     /* maximum number of seconds to wait before one request */

static const struct {
    const char *what;
    enum bib_format format;
    const char *type;
    int64_t pause;
    const char *before, *behind;
} services[LOOKUP_NONE] = {
#define LOOKUP(ID, what, format, type, pause, before, behind)                                      \
    [LOOKUP_##ID] = {what, format, type, pause, before, behind},
#include "cli/lookup/lookup_services.def"
#undef LOOKUP
};

struct lookup {
    struct arena *arena;
    const struct lookup_options *o;
    struct diags *d;
    struct lookup_http *http;
    struct timespec last; /* the time at which the last request ended */
    bool over;
};

/* ---- identifiers ---- */

/** Returns the text after a word such as "ISBN", with or without a colon. The pointer is NULL if
 * the word is missing. */
static struct str behind(struct str word, const char *label) {
    size_t n = strlen(label);
    if (!str_ieq(str_slice(word, 0, n), str_of(label))) {
        return STR_EMPTY;
    }
    struct str rest = str_from(word, n);
    return str_trim(str_from(rest, rest.n && rest.p[0] == ':'));
}

/** Returns the digits of an ISBN, or the empty slice if `s` is not an ISBN. */
static struct str isbn_of(struct arena *a, struct str s) {
    struct str bare = arena_without(a, s, "- ");
    bool long_one = bare.n == 13 && (str_starts(bare, STR("978")) || str_starts(bare, STR("979")));
    return (long_one || bare.n == 10) && bib_isbn_check(bare) ? bare : STR_EMPTY;
}

static bool is_orcid(struct arena *a, struct str s) {
    bool form = s.n == 19 && s.p[4] == '-' && s.p[9] == '-' && s.p[14] == '-';
    return form && bib_orcid_check(arena_join(a, 4, str_slice(s, 0, 4), str_slice(s, 5, 9),
                                              str_slice(s, 10, 14), str_slice(s, 15, 19)));
}

enum lookup_kind lookup_identifier(struct arena *a, struct str word, struct str *id) {
    static const char *const before_pmid[] = {"PMID", "https://pubmed.ncbi.nlm.nih.gov/"};
    static const char *const before_orcid[] = {"", "ORCID", "https://orcid.org/"};
    struct bib_arxiv arxiv;
    word = str_trim(word);
    *id = str_from(word, bib_doi_prefix(word));
    if (item_doi_prefix(*id)) {
        return LOOKUP_DOI;
    }
    if (bib_arxiv_read(word, &arxiv)) {
        *id = arxiv.id;
        return LOOKUP_ARXIV;
    }
    for (size_t i = 0; i < ARRAY_LEN(before_pmid); i++) {
        *id = behind(word, before_pmid[i]);
        *id = str_ends(*id, STR("/")) ? str_slice(*id, 0, id->n - 1) : *id;
        if (id->n && id->n <= 10 && str_is_digits(*id)) {
            return LOOKUP_PMID;
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(before_orcid); i++) {
        *id = behind(word, before_orcid[i]);
        if (id->p && is_orcid(a, *id)) {
            return LOOKUP_ORCID;
        }
    }
    struct str isbn = behind(word, "ISBN");
    *id = isbn_of(a, isbn.p ? isbn : word);
    return id->n && (isbn.p || id->n == 13) ? LOOKUP_ISBN : LOOKUP_NONE;
}

/* ---- addresses ---- */

bool lookup_may_ask(struct str address) {
    return (str_starts(address, STR("https://")) && address.n > 8) || lookup_is_loopback(address);
}

/** Returns the host of an address: "doi.org" for "https://doi.org/10.1/x". */
static struct str host_of(const char *address) {
    struct str rest = str_from(str_of(address), strlen("https://"));
    return str_cut(&rest, '/');
}

static struct str address_of(const struct lookup *l, enum lookup_kind kind, struct str id) {
    struct buf b = BUF_INIT;
    struct str base = l->o->services, before = str_of(services[kind].before);
    if (base.n) {
        buf_str(&b, base);
        buf_puts(&b, str_ends(base, STR("/")) ? "" : "/");
        before = str_from(before, strlen("https://"));
    }
    buf_str(&b, before);
    markup_put_percent(&b, id, "-._~/():");
    buf_puts(&b, services[kind].behind);
    return buf_finish(&b, l->arena);
}

/** Returns the file of trusted certificates: that of the options, or else that of the system. */
static struct str certificates(const struct lookup *l) {
    static const char *const places[] = {
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
        "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"};
    if (l->o->certificate.n) {
        return l->o->certificate;
    }
    for (size_t i = 0; i < ARRAY_LEN(places); i++) {
        if (file_exists(str_of(places[i]))) {
            return str_of(places[i]);
        }
    }
    return STR_EMPTY;
}

/* ---- the cache of answers: the time of the request in eight bytes, then the text ---- */

static struct memo_entry entry_of(const struct lookup *l, struct str address) {
    struct digest_sum key;
    digest_begin(&key);
    digest_add_field(&key, STR("answer 1"));
    digest_add_field(&key, address);
    return memo_entry_of(l->o->cache, MEMO_ANSWER, &key);
}

static bool load(const struct lookup *l, struct str address, struct str *text) {
    struct memo_entry e = entry_of(l, address);
    struct str value = memo_load(l->arena, &e);
    int64_t then, now = (int64_t)time(NULL);
    if (value.n < sizeof then) {
        return false;
    }
    memcpy(&then, value.p, sizeof then);
    *text = str_from(value, sizeof then);
    return l->o->offline || (then <= now && then > now - FRESH);
}

static void save(const struct lookup *l, struct str address, struct str text) {
    struct memo_entry e = entry_of(l, address);
    int64_t now = (int64_t)time(NULL);
    struct str time = {(const char *)&now, sizeof now};
    (void)memo_save(&e, arena_join(l->arena, 2, time, text));
}

/* ---- requests ---- */

static void rest(int64_t milliseconds) {
    struct timespec t = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000L};
    (void)nanosleep(&t, NULL);
}

/** Waits until the next request to a service is allowed. */
static void be_polite(struct lookup *l, enum lookup_kind kind, struct str address) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t past = ((int64_t)now.tv_sec - (int64_t)l->last.tv_sec) * 1000 +
                   ((int64_t)now.tv_nsec - (int64_t)l->last.tv_nsec) / 1000000;
    bool first = l->last.tv_sec == 0 && l->last.tv_nsec == 0;
    if (!first && past < services[kind].pause && !lookup_is_loopback(address)) {
        rest(services[kind].pause - past);
    }
}

/** Returns the answer for an address. Redirects are followed. */
static struct lookup_answer ask(struct lookup *l, enum lookup_kind kind, struct str address) {
    struct lookup_answer answer = {.end = LOOKUP_OTHER};
    bool here = lookup_is_loopback(address);
    struct str proofs = certificates(l);
    size_t tries = 1;
    for (size_t redirects = 0; redirects <= MAX_REDIRECTS;) {
        be_polite(l, kind, address);
        answer =
            lookup_http_get(l->http, l->arena, address, services[kind].type, proofs, l->o->seconds);
        (void)clock_gettime(CLOCK_MONOTONIC, &l->last);
        bool busy = answer.end == LOOKUP_ANSWERED && (answer.status == 429 || answer.status == 503);
        if (busy && answer.wait > 0 && answer.wait <= MAX_WAIT && tries < MAX_TRIES) {
            tries++;
            rest(answer.wait * 1000);
            continue;
        }
        if (answer.end != LOOKUP_ANSWERED || answer.status / 100 != 3 || !answer.redirect.n) {
            return answer;
        }
        address = answer.redirect;
        if (!str_starts(address, STR("https://")) && !(here && lookup_is_loopback(address))) {
            return answer; /* a redirect to an address without encryption is not followed */
        }
        redirects++;
    }
    answer.redirect = STR_EMPTY; /* there are too many redirects */
    return answer;
}

/* ---- messages ---- */

static struct diag *fail(struct lookup *l, enum lookup_kind kind, struct str id, struct span at,
                         const char *why) {
    return diag_add(l->d, DIAG_LOOKUP, at, "%s `%.*s` at %.*s: %s", services[kind].what,
                    STR_ARG(id), STR_ARG(host_of(services[kind].before)), why);
}

/** Reports a request that got no complete answer. After most failures, further requests of the run
 * would also fail, so no more are made. */
static void report_end(struct lookup *l, enum lookup_kind kind, struct str id, struct span at,
                       enum lookup_end end) {
    static const struct {
        const char *why, *hint;
    } ends[] = {
        [LOOKUP_ANSWERED] = {"", ""},
        [LOOKUP_NO_HOST] = {"its address is not found", "is this machine on the network?"},
        [LOOKUP_NO_ANSWER] = {"it does not answer", "try again later"},
        [LOOKUP_TIMED_OUT] = {"it takes too long",
                              "try again later, or give it more time: `--timeout 120`"},
        [LOOKUP_CUT] = {"the answer ends too early", "try again"},
        [LOOKUP_TOO_LARGE] = {"the answer is larger than 16 MB",
                              "save it by curl, and add the file"},
        [LOOKUP_UNPROVED] = {"its certificate is not trusted",
                             "install the package ca-certificates; behind a proxy of an "
                             "organization, name its certificates in SSL_CERT_FILE"},
        [LOOKUP_NO_TLS] = {"there is no encrypted connection to it",
                           "another program may answer in its place: look at the network"},
        [LOOKUP_OTHER] = {"the request fails", "save the record by curl, and add the file"},
    };
    struct diag *g = fail(l, kind, id, at, ends[end].why);
    diag_hint(l->d, g, "%s", ends[end].hint);
    l->over = end != LOOKUP_CUT && end != LOOKUP_TOO_LARGE;
}

void lookup_report_unknown(struct lookup *l, enum lookup_kind kind, struct str id, struct span at) {
    struct diag *g = fail(l, kind, id, at, "it is not known there");
    diag_hint(l->d, g, "compare the identifier with the work");
}

/** Reports an answer that is not a record. */
static void report_status(struct lookup *l, enum lookup_kind kind, struct str id, struct span at,
                          const struct lookup_answer *x) {
    struct diag *g;
    if (x->status == 404 || x->status == 410 || x->status == 400) {
        lookup_report_unknown(l, kind, id, at);
    } else if (x->status == 429 || x->status == 503) {
        g = fail(l, kind, id, at, "there are too many requests");
        if (x->wait) {
            diag_hint(l->d, g, "try again in %lld seconds", (long long)x->wait);
        } else {
            diag_hint(l->d, g, "try again in some minutes");
        }
        l->over = true;
    } else if (x->status / 100 == 3) {
        g = fail(l, kind, id, at,
                 x->redirect.n ? "it redirects to an address without encryption"
                               : "its redirects have no end");
        diag_hint(l->d, g, "save the record by curl, and add the file");
    } else {
        g = fail(l, kind, id, at,
                 arena_printf(l->arena, "it answers with status %ld", x->status).p);
        diag_hint(l->d, g,
                  x->status / 100 == 5 ? "the fault is there: try again later"
                                       : "save the record by curl, and add the file");
    }
}

/** Whether a text may be a record in a format of a service, and not a web page for readers. */
static bool may_be_record(enum lookup_kind kind, struct str text) {
    struct str s = str_trim(text), head = str_slice(s, 0, 14);
    bool json = str_ends(str_of(services[kind].type), STR("json"));
    if (json) {
        return s.n && (s.p[0] == '{' || s.p[0] == '[');
    }
    return s.n && s.p[0] == '<' && !str_ieq(head, STR("<!doctype html")) &&
           !str_ieq(str_slice(head, 0, 5), STR("<html"));
}

/* ---- records ---- */

struct lookup *lookup_new(struct arena *a, const struct lookup_options *o, struct diags *d) {
    struct lookup *l = ARENA_NEW(a, struct lookup);
    *l = (struct lookup){.arena = a, .o = o, .d = d};
    return l;
}

void lookup_drop(struct lookup *l) {
    lookup_http_drop(l->http);
    l->http = NULL;
}

bool lookup_is_over(const struct lookup *l) {
    return l->over;
}

/** Returns the text of an answer from the network. If the pointer is NULL, a diagnostic was
 * reported. */
static struct str fetch(struct lookup *l, enum lookup_kind kind, struct str id, struct span at,
                        struct str address, bool *unknown) {
    l->http = l->http ? l->http : lookup_http_new(l->arena);
    if (!l->http) {
        diag_no_library(l->d, at, MODULE_CURL);
        l->over = true;
        return STR_EMPTY;
    }
    struct lookup_answer x = ask(l, kind, address);
    if (x.end != LOOKUP_ANSWERED) {
        report_end(l, kind, id, at, x.end);
        return STR_EMPTY;
    }
    if (unknown && (x.status == 404 || x.status == 410)) {
        *unknown = true;
        return STR_EMPTY;
    }
    if (x.status != 200) {
        report_status(l, kind, id, at, &x);
        return STR_EMPTY;
    }
    if (!may_be_record(kind, x.text)) {
        struct diag *g = fail(l, kind, id, at, "the answer is not a record");
        diag_hint(l->d, g, "it is `%.*s`: a proxy or a page for readers may have answered",
                  STR_ARG(x.type));
        return STR_EMPTY;
    }
    save(l, address, x.text);
    return x.text;
}

struct source *lookup_record(struct lookup *l, enum lookup_kind kind, struct str id, struct span at,
                             enum bib_format *format, bool *unknown) {
    struct str address = address_of(l, kind, id), text;
    *format = services[kind].format;
    if (unknown) {
        *unknown = false;
    }
    if (!load(l, address, &text)) {
        if (l->o->offline) {
            struct diag *g = fail(l, kind, id, at, "it was not looked up before");
            diag_hint(l->d, g, "leave out `--offline` to look it up");
            return NULL;
        }
        text = fetch(l, kind, id, at, address, unknown);
    }
    return text.p ? source_new(l->arena, address, text) : NULL;
}
