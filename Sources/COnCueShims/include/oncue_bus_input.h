// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
#pragma once
#include <gio/gio.h>

/* What comes from a message bus, read in large pieces, without the calls that are turned away. GLib reads each message
   with two system calls and decodes it before it shows it, so a program that calls without waiting for answers is faster
   than that: its calls pile up in the bus, and those of all others behind them. */

/* What becomes of a method call or a signal, which is never refused. */
typedef enum {
    ONCUE_CALL_TAKEN,
    /* It is answered with an error. */
    ONCUE_CALL_REFUSED,
    /* The same without its message. */
    ONCUE_CALL_REFUSED_BRIEFLY,
    ONCUE_CALL_DROPPED,
} OnCueCallVerdict;

/* A method call or signal of another program that has arrived. */
typedef struct {
    /* The unique name of the caller. */
    const gchar *sender;
    guint32 serial;
    /* Of the arguments, in bytes. */
    guint32 size;
    gboolean is_signal;
    gboolean is_silent;
    /* The number of the piece in which it was read. */
    guint piece;
    /* The number of the 10 ms in which it was read, or of a longer time while more comes than is taken. */
    guint span;
    /* The bus has not read what was sent to it. */
    gboolean is_bus_behind;
} OnCueCall;

/* Asked on GLib's thread for each method call and signal. The connection may be ending. */
typedef OnCueCallVerdict (*OnCueCallJudge)(GDBusConnection *connection, const OnCueCall *call);

/* Connects to the bus at an address and logs in as the user of this process, while this thread waits.

   Returns a stream for g_dbus_connection_new without authentication, to be given to oncue_bus_stream_judge and freed
   with g_object_unref; NULL with an error where nothing answers, and without one where it is no Unix socket or does not
   let the user in without a secret. File descriptors cannot be passed. */
GIOStream *oncue_bus_stream_new(const gchar *address, GError **error);

/* Has every further call and signal judged. A taken call that wanted no answer becomes one that is answered, so that
   its end can be seen. Refused ones are answered by the stream itself, with an error of this name and message.

   To be called once, before others know the name of the connection. */
void oncue_bus_stream_judge(
    GIOStream *stream, GDBusConnection *connection, const gchar *error_name, const gchar *error_message,
    OnCueCallJudge judge);
