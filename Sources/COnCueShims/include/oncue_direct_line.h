// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
#pragma once
#include <gio/gio.h>

/* Connects to the socket at a path and logs in as the user of this process, while this thread waits a second at most.

   Returns a stream for g_dbus_connection_new without authentication, to be freed with g_object_unref; NULL where nothing
   listens, nothing answers, another user does, or one that does not call itself by the identity, which is 32 hexadecimal
   digits. */
GIOStream *oncue_direct_stream_new(const gchar *path, const gchar *identity);

/* Connects and logs in as above, and leaves again. Returns 0, or why it cannot: EPERM where another user listens, EPROTO
   where one listens who does not call itself by the identity, ECONNRESET where it sends everybody away, ETIMEDOUT where
   it does not answer, or what connecting fails with. */
int oncue_direct_try(const gchar *path, const gchar *identity);

/* Listens on a socket at a path, in place of one on which nobody listens any more; it does not block, and only this user
   can connect. Returns its descriptor, or -1, also where somebody listens. */
gint oncue_direct_listen(const gchar *path);

/* Takes the next program that has connected to a socket, if it is one of this user, or of root; others are sent away.
   Returns a descriptor that does not block, or -1 where nobody waits. */
gint oncue_direct_accept(gint listener);
