// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// What the Glibc module of Swift does not have: epoll, and who is at the ends of sockets.

#pragma once

#include <stdint.h>

/// Makes what sockets are waited for with, which can be read when some are ready; -1 without descriptors.
int oncue_sockets_make(void);

/// Knows a socket from now on, under a number, until it is closed.
void oncue_sockets_add(int sockets, int socket, uint64_t number);

/// Waits for a socket, once: until it can be written to, or until it can be read.
void oncue_sockets_await(int sockets, int socket, uint64_t number, int writing);

/// Writes the numbers of sockets that have become ready, and does not wait. Returns how many.
int oncue_sockets_take(int sockets, uint64_t *numbers, int room);

/// Waits until there is something to read, or the other end has gone, at most for a time.
///
/// - Returns: Whether there is.
int oncue_sockets_linger(int socket, long nanoseconds);

/// Who can call a bound socket: 0 by the file system only, 1 this machine only, 2 others.
int oncue_sockets_reach(int socket);

/// Whether the other end of a socket in the file system is a program of this user, or of root.
int oncue_sockets_is_users(int socket);

/// Writes the address of the other end, 4 or 16 bytes. Returns how many; 0 without one.
int oncue_sockets_peer(int socket, uint8_t *address);

/// Has the system notice within two minutes that the other end of a TCP connection has vanished; does nothing for other
/// sockets.
void oncue_sockets_watch_peer(int socket);

/// Makes a socket that can be read when an address of this machine has come or gone; -1 if that cannot be had.
int oncue_sockets_make_address_watch(void);

/// Takes what there is to read of it.
void oncue_sockets_take_address_news(int watch);
