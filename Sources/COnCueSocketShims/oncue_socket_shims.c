// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "oncue_socket_shims.h"

#include <sys/epoll.h>

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

int oncue_sockets_wait(int sockets, uint64_t *numbers, int room) {
    struct epoll_event events[most];
    int count = epoll_wait(sockets, events, room < most ? room : most, -1);
    for (int index = 0; index < count; index++) numbers[index] = events[index].data.u64;
    return count < 0 ? 0 : count;
}
