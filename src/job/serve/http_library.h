/* SPDX-License-Identifier: MIT */
/*
 * Declares the part of libmicrohttpd that this program uses (version 0.9.72 and later,
 * libmicrohttpd.so.12). The library's own header need not be installed.
 * tests/package/check_declared compares these declarations with that header.
 */
#ifndef DOSSIER_SERVE_HTTP_LIBRARY_H
#define DOSSIER_SERVE_HTTP_LIBRARY_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>

struct MHD_Connection;
struct MHD_Daemon;
struct MHD_Response;

#ifdef DOSSIER_LIBRARY_HEADERS
#include <microhttpd.h>
#else
#define MHD_HTTP_OK 200
#define MHD_HTTP_FOUND 302
#define MHD_HTTP_BAD_REQUEST 400
#define MHD_HTTP_FORBIDDEN 403
#define MHD_HTTP_NOT_FOUND 404
#define MHD_HTTP_METHOD_NOT_ALLOWED 405
#define MHD_HTTP_CONFLICT 409
#define MHD_HTTP_CONTENT_TOO_LARGE 413
#define MHD_HTTP_INTERNAL_SERVER_ERROR 500
#define MHD_SIZE_UNKNOWN ((uint64_t)-1)
#define MHD_CONTENT_READER_END_OF_STREAM ((ssize_t)-1)
enum { MHD_USE_INTERNAL_POLLING_THREAD = 8, MHD_USE_POLL = 64, MHD_ALLOW_SUSPEND_RESUME = 9216 };
enum {
    MHD_OPTION_END = 0,
    MHD_OPTION_CONNECTION_MEMORY_LIMIT = 1,
    MHD_OPTION_CONNECTION_LIMIT = 2,
    MHD_OPTION_CONNECTION_TIMEOUT = 3,
    MHD_OPTION_NOTIFY_COMPLETED = 4,
    MHD_OPTION_LISTEN_SOCKET = 12
};
enum MHD_Result { MHD_NO = 0, MHD_YES = 1 };
enum MHD_ValueKind { MHD_HEADER_KIND = 1, MHD_GET_ARGUMENT_KIND = 8 };
enum MHD_ResponseMemoryMode { MHD_RESPMEM_MUST_COPY = 2 };
enum MHD_RequestTerminationCode { MHD_REQUEST_TERMINATED_COMPLETED_OK = 0 };
typedef enum MHD_Result (*MHD_AcceptPolicyCallback)(void *user, const struct sockaddr *address,
                                                    socklen_t n);
typedef enum MHD_Result (*MHD_AccessHandlerCallback)(void *user, struct MHD_Connection *connection,
                                                     const char *url, const char *method,
                                                     const char *version, const char *data,
                                                     size_t *size, void **state);
typedef ssize_t (*MHD_ContentReaderCallback)(void *user, uint64_t pos, char *to, size_t max);
typedef void (*MHD_ContentReaderFreeCallback)(void *user);
typedef enum MHD_Result (*MHD_KeyValueIterator)(void *user, enum MHD_ValueKind kind,
                                                const char *key, const char *value);
#endif

struct MHD_Daemon *MHD_start_daemon(unsigned flags, uint16_t port, MHD_AcceptPolicyCallback accept,
                                    void *accept_user, MHD_AccessHandlerCallback answer,
                                    void *answer_user, ...);
void MHD_stop_daemon(struct MHD_Daemon *daemon);
struct MHD_Response *MHD_create_response_from_buffer(size_t n, void *body,
                                                     enum MHD_ResponseMemoryMode mode);
struct MHD_Response *MHD_create_response_from_callback(uint64_t size, size_t block,
                                                       MHD_ContentReaderCallback read, void *user,
                                                       MHD_ContentReaderFreeCallback drop);
enum MHD_Result MHD_add_response_header(struct MHD_Response *response, const char *name,
                                        const char *value);
enum MHD_Result MHD_queue_response(struct MHD_Connection *connection, unsigned status,
                                   struct MHD_Response *response);
void MHD_destroy_response(struct MHD_Response *response);
const char *MHD_lookup_connection_value(struct MHD_Connection *connection, enum MHD_ValueKind kind,
                                        const char *name);
int MHD_get_connection_values(struct MHD_Connection *connection, enum MHD_ValueKind kind,
                              MHD_KeyValueIterator each, void *user);
void MHD_suspend_connection(struct MHD_Connection *connection);
void MHD_resume_connection(struct MHD_Connection *connection);

#endif
