// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#define _GNU_SOURCE

#include "oncue_socket_shims.h"

#include <arpa/inet.h>
#include <linux/rtnetlink.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { most = 64 };

int oncue_sockets_make(void) { return epoll_create1(EPOLL_CLOEXEC); }

static void control(int sockets, int operation, int socket, uint64_t number, uint32_t events) {
    struct epoll_event event = {.events = events | EPOLLONESHOT, .data.u64 = number};
    epoll_ctl(sockets, operation, socket, &event);
}

void oncue_sockets_add(int sockets, int socket, uint64_t number) { control(sockets, EPOLL_CTL_ADD, socket, number, 0); }

void oncue_sockets_await(int sockets, int socket, uint64_t number, int writing) {
    control(sockets, EPOLL_CTL_MOD, socket, number, writing ? EPOLLOUT : EPOLLIN | EPOLLRDHUP);
}

int oncue_sockets_take(int sockets, uint64_t *numbers, int room) {
    struct epoll_event events[most];
    int count = epoll_wait(sockets, events, room < most ? room : most, 0);
    for (int index = 0; index < count; index++) numbers[index] = events[index].data.u64;
    return count < 0 ? 0 : count;
}

int oncue_sockets_linger(int socket, long nanoseconds) {
    struct pollfd poller = {.fd = socket, .events = POLLIN};
    struct timespec time = {.tv_nsec = nanoseconds};
    return ppoll(&poller, 1, &time, NULL) > 0;
}

int oncue_sockets_reach(int socket) {
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
        struct sockaddr_storage storage;
    } address;
    socklen_t size = sizeof address;
    if (getsockname(socket, &address.any, &size) != 0) return 2;
    switch (address.any.sa_family) {
    case AF_UNIX: return 0;
    case AF_INET: return ntohl(address.four.sin_addr.s_addr) >> 24 == 127 ? 1 : 2;
    case AF_INET6: {
        const struct in6_addr *six = &address.six.sin6_addr;
        int is_loopback = IN6_IS_ADDR_LOOPBACK(six) || (IN6_IS_ADDR_V4MAPPED(six) && six->s6_addr[12] == 127);
        return is_loopback ? 1 : 2;
    }
    default: return 2;
    }
}

int oncue_sockets_is_users(int socket) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return 0;
    return peer.uid == geteuid() || peer.uid == 0;
}

int oncue_sockets_peer(int socket, uint8_t *address) {
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
        struct sockaddr_storage storage;
    } peer;
    socklen_t size = sizeof peer;
    if (getpeername(socket, &peer.any, &size) != 0) return 0;
    switch (peer.any.sa_family) {
    case AF_INET: memcpy(address, &peer.four.sin_addr, 4); return 4;
    case AF_INET6: memcpy(address, &peer.six.sin6_addr, 16); return 16;
    default: return 0;
    }
}

static void set(int socket, int level, int option, int value) {
    setsockopt(socket, level, option, &value, sizeof value);
}

void oncue_sockets_watch_peer(int socket) {
    int domain = AF_UNIX;
    socklen_t size = sizeof domain;
    if (getsockopt(socket, SOL_SOCKET, SO_DOMAIN, &domain, &size) != 0 || domain == AF_UNIX) return;
    // A question after a minute of silence, and four without an answer: 60 s + 4 * 15 s.
    set(socket, SOL_SOCKET, SO_KEEPALIVE, 1);
    set(socket, IPPROTO_TCP, TCP_KEEPIDLE, 60);
    set(socket, IPPROTO_TCP, TCP_KEEPINTVL, 15);
    set(socket, IPPROTO_TCP, TCP_KEEPCNT, 4);
    // Nothing is asked while something that was sent is not confirmed, which the system repeats for a quarter of an hour.
    set(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, 120000);
}

int oncue_sockets_make_address_watch(void) {
    int watch = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
    if (watch < 0) return -1;
    struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR};
    if (bind(watch, (struct sockaddr *)&address, sizeof address) == 0) return watch;
    close(watch);
    return -1;
}

void oncue_sockets_take_address_news(int watch) {
    char message[8192];
    // News that there was no room for are news as well.
    while (recv(watch, message, sizeof message, 0) > 0) {}
}
