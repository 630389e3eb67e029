// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
#pragma once
#include <gio/gio.h>

/* What comes from a message bus, read in large pieces, without the calls that are turned away. GLib reads each message
   with two system calls and decodes it before it shows it, so a program that calls without waiting for answers is faster
   than that: its calls pile up in the bus, and those of all others behind them. */

/* What becomes of a method call. */
typedef enum {
    ONCUE_CALL_TAKEN,
    /* It is answered with an error. */
    ONCUE_CALL_REFUSED,
    ONCUE_CALL_DROPPED,
} OnCueCallVerdict;

/* Asked on GLib's thread for each method call, with the number of bytes of its arguments. The span
   is the number of the 10 ms in which the call was read. The connection may be ending. */
typedef OnCueCallVerdict (*OnCueCallJudge)(
    GDBusConnection *connection, const gchar *sender, guint32 serial, guint32 size, gboolean is_silent, guint span);

/* Connects to the bus at an address and logs in as the user of this process, while this thread waits.

   Returns a stream for g_dbus_connection_new without authentication, to be given to oncue_bus_stream_judge and freed
   with g_object_unref; NULL with an error where nothing answers, and without one where it is no Unix socket or does not
   let the user in without a secret. File descriptors cannot be passed. */
GIOStream *oncue_bus_stream_new(const gchar *address, GError **error);

/* Has every further call judged. A taken call that wanted no answer becomes one that is answered, so that its end can
   be seen. Refused ones are answered on the connection with an error of this name and message.

   To be called once, before others know the name of the connection. */
void oncue_bus_stream_judge(
    GIOStream *stream, GDBusConnection *connection, const gchar *error_name, const gchar *error_message,
    OnCueCallJudge judge);
