// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// The parts of GIO and GnuTLS that Swift cannot call: macros, properties, and functions with any number of arguments.

#pragma once

#include <gio/gio.h>
#include <stdint.h>

/// Makes a P-256 key and a certificate that it signs itself, valid from a day before `now` (clocks differ) for ten years.
///
/// Returns both as PEM, to be freed with g_free; NULL when that fails. `now` is in seconds since 1970.
char *oncue_link_make_identity(const char *name, int64_t now);

/// Begins TLS over a connected socket, as the server, which asks for a certificate, or as the client.
///
/// Takes over the descriptor, and closes it when this fails. The certificate of the other end is accepted whatever it is:
/// the caller compares it before anything is said. Returns a reference that is the caller's; NULL when it fails.
GTlsConnection *oncue_link_begin(int descriptor, GTlsCertificate *own, int is_server, GError **error);

/// Returns the bytes of a certificate (DER), to be freed with g_byte_array_unref; NULL if there are none.
GByteArray *oncue_link_certificate(GTlsCertificate *certificate);

/// Connects to HOST or HOST:PORT without a proxy. Returns the descriptor, which is the caller's, or -1.
int oncue_link_connect(const char *address, uint16_t port, unsigned seconds, GError **error);

/// From here on the end of a child ends `oncue_link_wait`, and disturbs nothing else.
void oncue_link_keep_ends_of_children(void);

/// Waits until a descriptor can be read (1 for the first, 2 for the second, 3 for both), or a child has ended or the time is
/// over (0).
///
/// With fewer than 0 milliseconds it waits without end.
unsigned oncue_link_wait(int first, int second, int milliseconds);

/// Ends this process when the one that started it has ended.
void oncue_link_end_with_parent(void);

/// From here on this thread, and every process that it starts, cannot connect to sockets without a file (such as those of
/// X servers), nor send signals to processes that are not its own.
///
/// Returns 0 where that is not possible or not allowed; nothing has changed then.
int oncue_link_stay_apart(void);

/// Whether the kernel can do that: Linux 6.12 with Landlock.
int oncue_link_can_stay_apart(void);
