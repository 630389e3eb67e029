// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
#define _GNU_SOURCE
#include "oncue_direct_line.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

static gboolean is_users(gint descriptor)
{
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return FALSE;
    return peer.uid == geteuid() || peer.uid == 0;
}

/* How long connecting, sending and reading may take; zero for ever. */
static void set_patience(gint descriptor, time_t seconds)
{
    struct timeval limit = { .tv_sec = seconds };
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

/* Closes a descriptor, and leaves the reason why it is of no use. */
static gint failed(gint descriptor, int reason)
{
    if (descriptor >= 0) close(descriptor);
    // A wait that was too long, as those for connecting, sending and reading end.
    errno = reason == EAGAIN || reason == EINPROGRESS ? ETIMEDOUT : reason;
    return -1;
}

/* D-Bus specification, EXTERNAL; what comes behind the answer to it is not waited for. Returns 0, or why it failed. */
static int log_in(gint descriptor, const gchar *identity)
{
    gchar words[64] = "", user[16];
    g_snprintf(user, sizeof user, "%u", (unsigned) geteuid());
    gsize length = 1 + (gsize) g_snprintf(words + 1, sizeof words - 1, "AUTH EXTERNAL ");
    for (const gchar *digit = user; *digit != 0; digit++) {
        length += (gsize) g_snprintf(words + length, sizeof words - length, "%02x", (unsigned) *digit);
    }
    length += (gsize) g_snprintf(words + length, sizeof words - length, "\r\nBEGIN\r\n");
    gssize sent = send(descriptor, words, length, MSG_NOSIGNAL);
    if (sent != (gssize) length) return sent < 0 ? errno : EAGAIN;
    gchar answer[3 + 32 + 2];
    gsize count = 0;
    while (count < sizeof answer) {
        gssize read = recv(descriptor, answer + count, sizeof answer - count, 0);
        if (read < 0 && errno == EINTR) continue;
        if (read < 0) return errno;
        if (read == 0) return ECONNRESET;
        count += (gsize) read;
    }
    gboolean is_meant = memcmp(answer, "OK ", 3) == 0 && strlen(identity) == 32
        && memcmp(answer + 3, identity, 32) == 0 && memcmp(answer + 35, "\r\n", 2) == 0;
    return is_meant ? 0 : EPROTO;
}

static gint connected(const gchar *path)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    if (strlen(path) >= sizeof address.sun_path) return failed(-1, ENAMETOOLONG);
    gint descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    strcpy(address.sun_path, path);
    set_patience(descriptor, 1);
    if (connect(descriptor, (const struct sockaddr *) &address, sizeof address) == 0) return descriptor;
    return failed(descriptor, errno);
}

/* A descriptor on which messages come and go, or -1, with the reason in errno. */
static gint logged_in(const gchar *path, const gchar *identity)
{
    gint descriptor = connected(path);
    if (descriptor < 0) return -1;
    int reason = is_users(descriptor) ? log_in(descriptor, identity) : EPERM;
    return reason == 0 ? descriptor : failed(descriptor, reason);
}

GIOStream *oncue_direct_stream_new(const gchar *path, const gchar *identity)
{
    gint descriptor = logged_in(path, identity);
    if (descriptor < 0) return NULL;
    set_patience(descriptor, 0);
    GSocket *socket = g_socket_new_from_fd(descriptor, NULL);
    if (socket == NULL) {
        close(descriptor);
        return NULL;
    }
    GIOStream *stream = G_IO_STREAM(g_socket_connection_factory_create_connection(socket));
    g_object_unref(socket);
    return stream;
}

int oncue_direct_try(const gchar *path, const gchar *identity)
{
    gint descriptor = logged_in(path, identity);
    if (descriptor < 0) return errno;
    close(descriptor);
    return 0;
}

gint oncue_direct_listen(const gchar *path)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    if (strlen(path) >= sizeof address.sun_path) return -1;
    gint other = connected(path);
    if (other >= 0) {
        close(other);
        return -1;
    }
    unlink(path);
    gint descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    strcpy(address.sun_path, path);
    if (bind(descriptor, (const struct sockaddr *) &address, sizeof address) == 0 && chmod(path, 0600) == 0
        && listen(descriptor, 128) == 0) {
        return descriptor;
    }
    unlink(path);
    close(descriptor);
    return -1;
}

gint oncue_direct_accept(gint listener)
{
    for (;;) {
        gint descriptor = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (descriptor < 0 || is_users(descriptor)) return descriptor;
        close(descriptor);
    }
}
