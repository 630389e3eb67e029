// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
#include "oncue_bus_input.h"
#include "oncue_bus_output.h"

#include <gio/gunixconnection.h>
#include <string.h>
#include <unistd.h>

/* How much is read at once. */
#define ROOM 65536
/* A call or signal with a larger header is dropped: its path has more than 32,000 bytes. */
#define LARGEST_HEADER 32768
/* The part of a header that all messages have (D-Bus specification, message format). */
#define FIXED_HEADER 16
#define FIELD_SENDER 7
/* In microseconds. */
#define SPAN 10000

typedef struct {
    GInputStream parent;
    GIOStream *connection;
    GSocket *socket;
    GOutputStream *output;
    guint8 *bytes;
    /* What was read and not taken: bytes[start..<end]. */
    gsize start, end;
    /* So many of the next bytes are of a message that GLib is given, or of one that it is not. */
    guint64 passing, skipping;
    /* As in OnCueCall. */
    guint piece, span;
    gboolean is_bus_behind;
    /* More may be there than the last piece. */
    gboolean is_behind;

    /* Guards what follows: it is set on one thread and used on GLib's. */
    GMutex mutex;
    OnCueCallJudge judge;
    GDBusConnection *judged;
} OnCueBusInput;

typedef struct {
    GInputStreamClass parent;
} OnCueBusInputClass;

static void oncue_bus_input_init_pollable(GPollableInputStreamInterface *interface);

G_DEFINE_TYPE_WITH_CODE(OnCueBusInput, oncue_bus_input, G_TYPE_INPUT_STREAM,
    G_IMPLEMENT_INTERFACE(G_TYPE_POLLABLE_INPUT_STREAM, oncue_bus_input_init_pollable))

#define SELF(object) ((OnCueBusInput *) (object))

static guint32 number(const guint8 *bytes, gboolean is_big)
{
    guint32 value;
    memcpy(&value, bytes, sizeof value);
    return is_big ? GUINT32_FROM_BE(value) : GUINT32_FROM_LE(value);
}

/* The sender in the fields of a header that ends at header[end]; NULL where it cannot be told. The bus has checked the
   header, but nothing is read behind its end even so. */
static const gchar *sender_of(const guint8 *header, gsize end, gboolean is_big)
{
    gsize at = FIXED_HEADER;
    while (at + 8 <= end) {
        const guint8 *field = header + at;
        if (field[1] != 1 || field[3] != 0) return NULL;
        switch (field[2]) {
        case 's':
        case 'o': {
            gsize length = number(field + 4, is_big);
            if (length >= end - at - 8 || field[8 + length] != 0) return NULL;
            if (field[0] == FIELD_SENDER) return (const gchar *) field + 8;
            at += 8 + length + 1;
            break;
        }
        case 'g': at += 4 + 1 + field[4] + 1; break;
        case 'u': at += 8; break;
        default: return NULL;
        }
        at = (at + 7) & ~(gsize) 7;
    }
    return NULL;
}

/* Whether GLib is given a call or a signal whose whole header is there. */
static gboolean is_taken(OnCueBusInput *self, guint8 *header, gsize end, gboolean is_big)
{
    g_mutex_lock(&self->mutex);
    OnCueCallJudge judge = self->judge;
    g_mutex_unlock(&self->mutex);
    if (judge == NULL) return TRUE;
    const gchar *sender = sender_of(header, end, is_big);
    if (sender == NULL) return FALSE;
    /* What the bus itself says is no other program's doing. */
    if (sender[0] != ':') return TRUE;
    OnCueCall call = {
        .sender = sender,
        .serial = number(header + 8, is_big),
        .size = number(header + 4, is_big),
        .is_signal = header[1] == G_DBUS_MESSAGE_TYPE_SIGNAL,
        .is_silent = (header[2] & G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED) != 0,
        .piece = self->piece,
        .span = self->span,
        .is_bus_behind = self->is_bus_behind,
    };
    OnCueCallVerdict verdict = judge(self->judged, &call);
    gboolean is_brief = verdict == ONCUE_CALL_REFUSED_BRIEFLY;
    if (is_brief || verdict == ONCUE_CALL_REFUSED) {
        oncue_bus_output_refuse(self->output, sender, call.serial, is_brief);
    }
    if (!call.is_signal) header[2] &= (guint8) ~G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED;
    return verdict == ONCUE_CALL_TAKEN;
}

/* Skips what is turned away, until bytes for GLib come next or more must be read. */
static void settle(OnCueBusInput *self)
{
    while (self->passing == 0) {
        gsize skipped = MIN(self->end - self->start, self->skipping);
        self->start += skipped;
        self->skipping -= skipped;
        guint8 *header = self->bytes + self->start;
        gsize count = self->end - self->start;
        if (self->skipping > 0 || count < FIXED_HEADER) break;
        gboolean is_big = header[0] == 'B';
        if (!is_big && header[0] != 'l') {
            /* No message at all: GLib ends the connection over it. */
            self->passing = G_MAXUINT64;
            break;
        }
        guint64 end = FIXED_HEADER + (guint64) number(header + 12, is_big);
        guint64 size = ((end + 7) & ~(guint64) 7) + number(header + 4, is_big);
        if (header[1] != G_DBUS_MESSAGE_TYPE_METHOD_CALL && header[1] != G_DBUS_MESSAGE_TYPE_SIGNAL) {
            self->passing = size;
        } else if (end > LARGEST_HEADER) {
            self->skipping = size;
        } else if (count < end) {
            break;
        } else if (is_taken(self, header, (gsize) end, is_big)) {
            self->passing = size;
        } else {
            self->skipping = size;
        }
    }
    if (self->start == self->end) self->start = self->end = 0;
}

static gboolean is_ready(OnCueBusInput *self)
{
    return self->passing > 0 && self->end > self->start;
}

static gssize oncue_bus_input_read_now(GPollableInputStream *stream, void *target, gsize count, GError **error)
{
    OnCueBusInput *self = SELF(stream);
    if (!is_ready(self)) {
        /* Less than the beginning of a message is left, for which there is always room. */
        gsize left = self->end - self->start;
        if (self->start > 0) memmove(self->bytes, self->bytes + self->start, left);
        self->start = 0;
        self->end = left;
        gchar *free = (gchar *) self->bytes + left;
        gssize read = g_socket_receive_with_blocking(self->socket, free, ROOM - left, FALSE, NULL, error);
        if (read <= 0) return read;
        self->end += (gsize) read;
        if (!self->is_behind) self->span = (guint) (g_get_monotonic_time() / SPAN);
        self->is_behind = self->end == ROOM;
        self->is_bus_behind = oncue_bus_output_is_behind(self->output);
        self->piece++;
        settle(self);
        oncue_bus_output_send(self->output);
    }
    if (!is_ready(self)) {
        g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK, "no message is there");
        return -1;
    }
    gsize taken = MIN(MIN(count, self->end - self->start), self->passing);
    memcpy(target, self->bytes + self->start, taken);
    self->start += taken;
    self->passing -= taken;
    settle(self);
    /* What was refused behind the last message must not wait for the next one to arrive. */
    if (!is_ready(self)) oncue_bus_output_send(self->output);
    return (gssize) taken;
}

static gboolean oncue_bus_input_is_readable(GPollableInputStream *stream)
{
    return is_ready(SELF(stream)) || (g_socket_condition_check(SELF(stream)->socket, G_IO_IN) & G_IO_IN) != 0;
}

/* Made only where a read has found nothing. */
static GSource *oncue_bus_input_make_source(GPollableInputStream *stream, GCancellable *cancellable)
{
    GSource *child = g_socket_create_source(SELF(stream)->socket, G_IO_IN, NULL);
    GSource *source = g_pollable_source_new_full(stream, child, cancellable);
    g_source_unref(child);
    return source;
}

static void oncue_bus_input_init_pollable(GPollableInputStreamInterface *interface)
{
    interface->is_readable = oncue_bus_input_is_readable;
    interface->create_source = oncue_bus_input_make_source;
    interface->read_nonblocking = oncue_bus_input_read_now;
}

static gboolean oncue_bus_input_close(GInputStream *stream, GCancellable *cancellable, GError **error)
{
    return g_io_stream_close(SELF(stream)->connection, cancellable, error);
}

static void oncue_bus_input_finalize(GObject *object)
{
    OnCueBusInput *self = SELF(object);
    g_clear_object(&self->connection);
    g_clear_object(&self->output);
    g_mutex_clear(&self->mutex);
    g_free(self->bytes);
    G_OBJECT_CLASS(oncue_bus_input_parent_class)->finalize(object);
}

static void oncue_bus_input_class_init(OnCueBusInputClass *class)
{
    G_INPUT_STREAM_CLASS(class)->close_fn = oncue_bus_input_close;
    G_OBJECT_CLASS(class)->finalize = oncue_bus_input_finalize;
}

static void oncue_bus_input_init(OnCueBusInput *self)
{
    self->bytes = g_malloc(ROOM);
    g_mutex_init(&self->mutex);
}

/* Whether the bus takes the user that the socket tells it (D-Bus specification, EXTERNAL). */
static gboolean log_in(GIOStream *connection)
{
    GInputStream *input = g_io_stream_get_input_stream(connection);
    GOutputStream *output = g_io_stream_get_output_stream(connection);
    gchar *user = g_strdup_printf("%u", (unsigned) getuid());
    GString *words = g_string_new("AUTH EXTERNAL ");
    for (const gchar *digit = user; *digit != 0; digit++) g_string_append_printf(words, "%02x", (unsigned) *digit);
    g_string_append(words, "\r\n");
    g_string_prepend_c(words, 0);
    gchar answer[256];
    gsize count = 0;
    gboolean is_in = g_output_stream_write_all(output, words->str, words->len, NULL, NULL, NULL);
    while (is_in && (count == 0 || answer[count - 1] != '\n')) {
        is_in = count < sizeof answer && g_input_stream_read(input, answer + count, 1, NULL, NULL) == 1;
        count++;
    }
    is_in = is_in && count > 3 && memcmp(answer, "OK ", 3) == 0
        && g_output_stream_write_all(output, "BEGIN\r\n", 7, NULL, NULL, NULL);
    g_string_free(words, TRUE);
    g_free(user);
    return is_in;
}

GIOStream *oncue_bus_stream_new(const gchar *address, GError **error)
{
    GIOStream *connection = g_dbus_address_get_stream_sync(address, NULL, NULL, error);
    if (connection == NULL) return NULL;
    if (!G_IS_UNIX_CONNECTION(connection) || !log_in(connection)) {
        g_object_unref(connection);
        return NULL;
    }
    OnCueBusInput *input = g_object_new(oncue_bus_input_get_type(), NULL);
    input->connection = connection;
    input->socket = g_socket_connection_get_socket(G_SOCKET_CONNECTION(connection));
    g_socket_set_blocking(input->socket, FALSE);
    input->output = oncue_bus_output_new(input->socket);
    GIOStream *stream = g_simple_io_stream_new(G_INPUT_STREAM(input), input->output);
    g_object_unref(input);
    return stream;
}

void oncue_bus_stream_judge(
    GIOStream *stream, GDBusConnection *connection, const gchar *error_name, const gchar *error_message,
    OnCueCallJudge judge)
{
    OnCueBusInput *self = SELF(g_io_stream_get_input_stream(stream));
    g_mutex_lock(&self->mutex);
    self->judge = judge;
    self->judged = connection;
    oncue_bus_output_set_refusal(self->output, error_name, error_message);
    g_mutex_unlock(&self->mutex);
}
