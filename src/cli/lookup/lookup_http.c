/* SPDX-License-Identifier: MIT */
/*
 * libcurl, which is loaded at the first request. It stays loaded until the process ends, because
 * its TLS library has exit handlers.
 */
#include "cli/lookup/lookup_http.h"

#include "cli/lookup/curl_library.h"
#include "cli/lookup/lookup.h"
#include "core/base/module.h"
#include "dossier/dossier.h"

#define CALLS(X)                                                                                   \
    X(curl_global_init)                                                                            \
    X(curl_global_cleanup)                                                                         \
    X(curl_easy_init)                                                                              \
    X(curl_easy_cleanup)                                                                           \
    X(curl_easy_perform)                                                                           \
    X(curl_easy_setopt)                                                                            \
    X(curl_easy_getinfo)                                                                           \
    X(curl_slist_append)                                                                           \
    X(curl_slist_free_all)

struct calls {
    CALLS(MODULE_FIELD)
};

static const struct module_symbol symbols[] = {CALLS(MODULE_SYMBOL)};

struct lookup_http {
    struct calls lib;
    CURL *handle;
};

struct lookup_http *lookup_http_new(struct arena *a) {
    struct lookup_http *h = ARENA_NEW(a, struct lookup_http);
    *h = (struct lookup_http){.handle = NULL};
    if (!module_load(MODULE_CURL, symbols, ARRAY_LEN(symbols), &h->lib) ||
        h->lib.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        return NULL;
    }
    h->handle = h->lib.curl_easy_init();
    return h->handle ? h : NULL;
}

void lookup_http_drop(struct lookup_http *h) {
    if (h) {
        h->lib.curl_easy_cleanup(h->handle);
        h->lib.curl_global_cleanup();
    }
}

bool lookup_is_loopback(struct str address) {
    static const struct str hosts[] = {STR_INIT("http://127.0.0.1"), STR_INIT("http://[::1]"),
                                       STR_INIT("http://localhost")};
    for (size_t i = 0; i < ARRAY_LEN(hosts); i++) {
        struct str rest = str_from(address, hosts[i].n);
        if (str_starts(address, hosts[i]) &&
            (rest.n == 0 || rest.p[0] == '/' || rest.p[0] == ':')) {
            return str_index(str_slice(rest, 0, str_until(rest, 0, '/')), '@') == STR_NONE;
        }
    }
    return false;
}

/** Receives a part of the body. If the result is less than `n` bytes, the request ends. */
static size_t take(char *bytes, size_t size, size_t n, void *user) {
    struct buf *body = user;
    if (size != 1 || n > LOOKUP_LIMIT - body->n) {
        return 0;
    }
    buf_add(body, bytes, n);
    return n;
}

static enum lookup_end end_of(CURLcode code, size_t got) {
    switch ((int)code) {
    case CURLE_OK:
        return LOOKUP_ANSWERED;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
        return LOOKUP_NO_HOST;
    case CURLE_COULDNT_CONNECT:
    case CURLE_GOT_NOTHING:
        return LOOKUP_NO_ANSWER;
    case CURLE_RECV_ERROR:
        return got ? LOOKUP_CUT : LOOKUP_NO_ANSWER;
    case CURLE_PARTIAL_FILE:
        return LOOKUP_CUT;
    case CURLE_WRITE_ERROR:
        return LOOKUP_TOO_LARGE;
    case CURLE_OPERATION_TIMEDOUT:
        return LOOKUP_TIMED_OUT;
    case CURLE_SSL_CONNECT_ERROR:
        return LOOKUP_NO_TLS;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
        return LOOKUP_UNPROVED;
    default:
        return LOOKUP_OTHER;
    }
}

struct lookup_answer lookup_http_get(struct lookup_http *h, struct arena *a, struct str address,
                                     const char *accept, struct str certificates, int64_t seconds) {
    const struct calls *lib = &h->lib;
    struct lookup_answer out = {.end = LOOKUP_OTHER};
    struct buf body = BUF_INIT;
    char *type = NULL, *redirect = NULL;
    int64_t wait = 0;
    bool here = lookup_is_loopback(address);
    struct curl_slist *head = lib->curl_slist_append(NULL, arena_printf(a, "Accept: %s", accept).p);
    (void)lib->curl_easy_setopt(h->handle, CURLOPT_URL, arena_str(a, address).p);
    (void)lib->curl_easy_setopt(h->handle, CURLOPT_HTTPHEADER, head);
    (void)lib->curl_easy_setopt(h->handle, CURLOPT_USERAGENT,
                                arena_printf(a, "dossier/%s", dossier_version()).p);
    (void)lib->curl_easy_setopt(h->handle, CURLOPT_ACCEPT_ENCODING, "");
    (void)lib->curl_easy_setopt(h->handle, CURLOPT_FOLLOWLOCATION, 0L);
    (void)lib->curl_easy_setopt(h->handle, CURLOPT_NOSIGNAL, 1L);
    (void)lib->curl_easy_setopt(h->handle, CURLOPT_TIMEOUT_MS, (long)seconds * 1000L);
    (void)lib->curl_easy_setopt(h->handle, CURLOPT_WRITEFUNCTION, take);
    (void)lib->curl_easy_setopt(h->handle, CURLOPT_WRITEDATA, &body);
    if (here) {
        (void)lib->curl_easy_setopt(h->handle, CURLOPT_PROXY, "");
    }
    if (certificates.n) {
        (void)lib->curl_easy_setopt(h->handle, CURLOPT_CAINFO, arena_str(a, certificates).p);
    }
    /* no request is made without this limit of protocols */
    if (lib->curl_easy_setopt(h->handle, CURLOPT_PROTOCOLS,
                              here ? (long)CURLPROTO_HTTP : (long)CURLPROTO_HTTPS) == CURLE_OK) {
        CURLcode code = lib->curl_easy_perform(h->handle);
        out.end = end_of(code, body.n);
    }
    (void)lib->curl_easy_getinfo(h->handle, CURLINFO_RESPONSE_CODE, &out.status);
    (void)lib->curl_easy_getinfo(h->handle, CURLINFO_CONTENT_TYPE, &type);
    (void)lib->curl_easy_getinfo(h->handle, CURLINFO_REDIRECT_URL, &redirect);
    (void)lib->curl_easy_getinfo(h->handle, CURLINFO_RETRY_AFTER, &wait);
    out.type = arena_str(a, str_of(type));
    out.redirect = arena_str(a, str_of(redirect));
    out.wait = wait > 0 ? wait : 0;
    out.text = buf_finish(&body, a);
    lib->curl_slist_free_all(head);
    return out;
}
