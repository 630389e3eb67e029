// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "oncue_web_shims.h"

#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>
#include <unistd.h>

int oncue_web_watch_addresses(void) {
    struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR};
    int file = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (file < 0) return -1;
    if (bind(file, (struct sockaddr *)&address, sizeof address) == 0) return file;
    close(file);
    return -1;
}

int oncue_web_await_addresses(int file) {
    char buffer[16384];
    for (;;) {
        // What does not fit is lost; that something has changed is all that matters.
        if (recv(file, buffer, sizeof buffer, 0) > 0 || errno == ENOBUFS) return 1;
        if (errno != EINTR) return 0;
    }
}
