/* SPDX-License-Identifier: MIT */
/*
 * A listening socket. The caller decides which requests it answers.
 */
#include "core/base/net.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 32, LONGEST_ADDRESS = 64 };

/** Converts a numeric address and a port to the system's form. Returns its length, or 0 for
 * another text. */
static socklen_t address_of(struct str host, unsigned port, struct sockaddr_storage *out) {
    char z[LONGEST_ADDRESS];
    host = str_is(host, "localhost") ? STR("127.0.0.1") : host;
    if (host.n == 0 || host.n >= sizeof z || port > UINT16_MAX) {
        return 0;
    }
    memcpy(z, host.p, host.n);
    z[host.n] = '\0';
    memset(out, 0, sizeof *out);
    struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
    if (inet_pton(AF_INET, z, &v4.sin_addr) == 1) {
        memcpy(out, &v4, sizeof v4);
        return sizeof v4;
    }
    if (inet_pton(AF_INET6, z, &v6.sin6_addr) == 1) {
        memcpy(out, &v6, sizeof v6);
        return sizeof v6;
    }
    return 0;
}

bool net_is_numeric(struct str host) {
    struct sockaddr_storage a;
    return !str_is(host, "localhost") && address_of(host, 0, &a) > 0;
}

bool net_is_loopback(struct str host) {
    struct sockaddr_storage a;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    if (address_of(host, 0, &a) == 0) {
        return false;
    }
    memcpy(&v4, &a, sizeof v4);
    memcpy(&v6, &a, sizeof v6);
    return a.ss_family == AF_INET ? ntohl(v4.sin_addr.s_addr) >> 24 == 127
                                  : IN6_IS_ADDR_LOOPBACK(&v6.sin6_addr);
}

static unsigned port_of(int fd) {
    struct sockaddr_storage a;
    struct sockaddr_in v4;
    socklen_t n = sizeof a;
    memset(&a, 0, sizeof a);
    if (getsockname(fd, (struct sockaddr *)&a, &n) != 0) {
        return 0;
    }
    /* an address of IPv6 has its port at the same offset as one of IPv4 */
    memcpy(&v4, &a, sizeof v4);
    return ntohs(v4.sin_port);
}

int net_listen(struct str host, unsigned port, int *fd, unsigned *bound) {
    struct sockaddr_storage a;
    socklen_t n = address_of(host, port, &a);
    if (n == 0) {
        return EINVAL;
    }
    int s = socket(a.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (s < 0) {
        return errno;
    }
    int on = 1;
    (void)setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(s, (struct sockaddr *)&a, n) != 0 || listen(s, BACKLOG) != 0) {
        int error = errno;
        close(s);
        return error;
    }
    *fd = s;
    *bound = port_of(s);
    return 0;
}

bool net_random(unsigned char *out, size_t n) {
    return getrandom(out, n, 0) == (ssize_t)n;
}
