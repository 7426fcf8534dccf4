/* SPDX-License-Identifier: MIT */
/*
 * Declares the part of libcurl that this program uses (version 7.66 and later, libcurl.so.4). The
 * library's own header need not be installed. tests/package/check_declared compares these
 * declarations with that header.
 */
#ifndef DOSSIER_LOOKUP_CURL_LIBRARY_H
#define DOSSIER_LOOKUP_CURL_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

#ifdef DOSSIER_LIBRARY_HEADERS
#include <curl/curl.h>
#else
typedef void CURL;
struct curl_slist;
enum { CURLPROTO_HTTP = 1, CURLPROTO_HTTPS = 2, CURL_GLOBAL_DEFAULT = 3 };
typedef enum {
    CURLE_OK = 0,
    CURLE_COULDNT_RESOLVE_PROXY = 5,
    CURLE_COULDNT_RESOLVE_HOST = 6,
    CURLE_COULDNT_CONNECT = 7,
    CURLE_PARTIAL_FILE = 18,
    CURLE_WRITE_ERROR = 23,
    CURLE_OPERATION_TIMEDOUT = 28,
    CURLE_SSL_CONNECT_ERROR = 35,
    CURLE_GOT_NOTHING = 52,
    CURLE_RECV_ERROR = 56,
    CURLE_PEER_FAILED_VERIFICATION = 60,
    CURLE_SSL_CACERT_BADFILE = 77,
    CURLE_LAST_KNOWN = 99
} CURLcode;
typedef enum {
    CURLOPT_WRITEDATA = 10001,
    CURLOPT_URL = 10002,
    CURLOPT_PROXY = 10004,
    CURLOPT_WRITEFUNCTION = 20011,
    CURLOPT_USERAGENT = 10018,
    CURLOPT_HTTPHEADER = 10023,
    CURLOPT_FOLLOWLOCATION = 52,
    CURLOPT_CAINFO = 10065,
    CURLOPT_NOSIGNAL = 99,
    CURLOPT_ACCEPT_ENCODING = 10102,
    CURLOPT_TIMEOUT_MS = 155,
    CURLOPT_PROTOCOLS = 181
} CURLoption;
typedef enum {
    CURLINFO_CONTENT_TYPE = 0x100000 + 18,
    CURLINFO_REDIRECT_URL = 0x100000 + 31,
    CURLINFO_RESPONSE_CODE = 0x200000 + 2,
    CURLINFO_RETRY_AFTER = 0x600000 + 57
} CURLINFO;
#endif

CURLcode curl_global_init(long flags);
void curl_global_cleanup(void);
CURL *curl_easy_init(void);
void curl_easy_cleanup(CURL *curl);
CURLcode curl_easy_perform(CURL *curl);
CURLcode(curl_easy_setopt)(CURL *curl, CURLoption option, ...);
CURLcode(curl_easy_getinfo)(CURL *curl, CURLINFO info, ...);
struct curl_slist *curl_slist_append(struct curl_slist *list, const char *text);
void curl_slist_free_all(struct curl_slist *list);

#endif
