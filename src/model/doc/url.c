/* SPDX-License-Identifier: MIT */
/*
 * The kinds of addresses, and which of them may be links. The rules are the same for all outputs.
 * Only the address itself is examined.
 */
#include "model/doc/doc.h"

enum { LONGEST_SCHEME = 12 };

static const struct {
    struct str scheme;
    enum doc_url_kind kind;
} schemes[] = {
    {STR_INIT("data"), DOC_URL_LIVE},     {STR_INIT("doi"), DOC_URL_WEB},
    {STR_INIT("file"), DOC_URL_FILE},     {STR_INIT("ftp"), DOC_URL_WEB},
    {STR_INIT("http"), DOC_URL_WEB},      {STR_INIT("https"), DOC_URL_WEB},
    {STR_INIT("smb"), DOC_URL_FILE},      {STR_INIT("javascript"), DOC_URL_LIVE},
    {STR_INIT("mailto"), DOC_URL_WEB},    {STR_INIT("tel"), DOC_URL_WEB},
    {STR_INIT("vbscript"), DOC_URL_LIVE},
};

static enum doc_url_kind kind_of(struct str scheme) {
    for (size_t i = 0; i < ARRAY_LEN(schemes); i++) {
        if (str_ieq(scheme, schemes[i].scheme)) {
            return schemes[i].kind;
        }
    }
    return DOC_URL_OTHER;
}

/** Whether browsers may ignore a byte in an address. More bytes than necessary are included, but
 * this never makes an unsafe address look safe. */
static bool is_nothing(char c) {
    return (unsigned char)c <= 0x20;
}

/** Whether an address begins with two slashes. Each of them may be a backslash (WHATWG URL,
 * "special relative or authority slashes state"). */
static bool names_host(struct str url) {
    size_t slashes = 0;
    for (size_t i = 0; i < url.n && slashes < 2; i++) {
        if (!is_nothing(url.p[i])) {
            if (url.p[i] != '/' && url.p[i] != '\\') {
                return false;
            }
            slashes++;
        }
    }
    return slashes == 2;
}

enum doc_url_kind doc_url_kind(struct str url) {
    char scheme[LONGEST_SCHEME];
    size_t n = 0;
    for (size_t i = 0; i < url.n; i++) {
        char c = url.p[i];
        if (is_nothing(c)) {
            continue;
        }
        if (c == ':') {
            return n == 0              ? DOC_URL_RELATIVE
                   : n > sizeof scheme ? DOC_URL_OTHER
                                       : kind_of((struct str){scheme, n});
        }
        bool letter = n == 0 ? is_alpha(c) : is_alnum(c) || c == '+' || c == '-' || c == '.';
        if (!letter) {
            break;
        }
        if (n < sizeof scheme) {
            scheme[n] = c;
        }
        n += n <= sizeof scheme;
    }
    return names_host(url) ? DOC_URL_HOST : DOC_URL_RELATIVE;
}

bool doc_url_is_live(struct str url) {
    return doc_url_kind(url) == DOC_URL_LIVE;
}

bool doc_url_is_link(enum doc_links which, struct str url) {
    switch (doc_url_kind(url)) {
    case DOC_URL_RELATIVE:
    case DOC_URL_WEB:
        return true;
    case DOC_URL_OTHER:
    case DOC_URL_HOST:
        return which != DOC_LINKS_WEB;
    case DOC_URL_FILE:
        return which == DOC_LINKS_FILES;
    case DOC_URL_LIVE:
        break;
    }
    return false;
}

struct str doc_url_text(struct str url) {
    size_t at = str_find(url, STR("://"));
    struct str rest = at == STR_NONE ? url : str_from(url, at + 3);
    return str_ends(rest, STR("/")) ? str_slice(rest, 0, rest.n - 1) : rest;
}
