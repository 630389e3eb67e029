// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "oncue_web_shims.h"

#include <errno.h>
#include <linux/if_addr.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// An address at an interface.
struct place {
    unsigned interface;
    unsigned char family, length, bytes[16];
};

// Those that are known, so that an address whose lifetime the kernel has set anew is no news. Used by the one thread that
// waits.
static struct place known[512];
static size_t count;

static int find(const struct place *place) {
    for (size_t index = 0; index < count; index++)
        if (memcmp(&known[index], place, sizeof *place) == 0) return (int)index;
    return -1;
}

// Returns 1 for news.
static int note(const struct nlmsghdr *message) {
    if (message->nlmsg_type != RTM_NEWADDR && message->nlmsg_type != RTM_DELADDR) return 0;
    if (message->nlmsg_len < NLMSG_LENGTH(sizeof(struct ifaddrmsg))) return 0;
    const struct ifaddrmsg *head = NLMSG_DATA(message);
    struct place place;
    memset(&place, 0, sizeof place);
    place.interface = head->ifa_index;
    place.family = head->ifa_family;
    int left = (int)IFA_PAYLOAD(message);
    for (const struct rtattr *field = IFA_RTA(head); RTA_OK(field, left); field = RTA_NEXT(field, left)) {
        // Of two ends of a line, the own one.
        if (field->rta_type != IFA_LOCAL && (field->rta_type != IFA_ADDRESS || place.length != 0)) continue;
        size_t length = RTA_PAYLOAD(field);
        if (length > sizeof place.bytes) continue;
        memset(place.bytes, 0, sizeof place.bytes);
        memcpy(place.bytes, RTA_DATA(field), length);
        place.length = (unsigned char)length;
    }
    int index = find(&place);
    if (message->nlmsg_type == RTM_DELADDR) {
        if (index >= 0) memcpy(&known[index], &known[--count], sizeof place);
        return 1;
    }
    if (index >= 0) return 0;
    // One that does not fit is news each time.
    if (count < sizeof known / sizeof known[0]) memcpy(&known[count++], &place, sizeof place);
    return 1;
}

// Asks for the addresses that there are, which are answered as if they were new.
static void ask(int file) {
    struct {
        struct nlmsghdr head;
        struct ifaddrmsg body;
    } question;
    memset(&question, 0, sizeof question);
    question.head.nlmsg_len = NLMSG_LENGTH(sizeof question.body);
    question.head.nlmsg_type = RTM_GETADDR;
    question.head.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
    (void)send(file, &question, question.head.nlmsg_len, 0);
}

int oncue_web_watch_addresses(void) {
    struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR};
    int file = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (file < 0) return -1;
    if (bind(file, (struct sockaddr *)&address, sizeof address) == 0) {
        ask(file);
        return file;
    }
    close(file);
    return -1;
}

int oncue_web_await_addresses(int file) {
    _Alignas(struct nlmsghdr) char buffer[32768];
    for (;;) {
        ssize_t length = recv(file, buffer, sizeof buffer, 0);
        // What does not fit is lost; that something has changed is all that matters.
        if (length < 0 && errno == ENOBUFS) return 1;
        if (length < 0 && errno == EINTR) continue;
        if (length <= 0) return 0;
        int isNews = 0;
        size_t left = (size_t)length;
        for (const struct nlmsghdr *message = (const struct nlmsghdr *)buffer; NLMSG_OK(message, left);
             message = NLMSG_NEXT(message, left))
            isNews |= note(message);
        if (isNews) return 1;
    }
}
