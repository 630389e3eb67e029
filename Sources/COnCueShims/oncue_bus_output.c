// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
#include "oncue_bus_output.h"

#include <linux/sockios.h>
#include <string.h>
#include <sys/ioctl.h>

/* The most bytes of refusals that wait; further calls are not answered. */
#define MOST_WAITING 1048576
/* So much the bus reads of a connection in a turn. */
#define TURN 4096
/* So much may lie in the socket, as the kernel counts it: real answers wait behind it, a turn of the bus for each part,
   and a turn is long when others flood it. */
#define MOST_UNREAD 4096
/* In milliseconds, while more waits. */
#define PAUSE 1
/* The fields of a header (D-Bus specification, message format). */
#define FIELD_ERROR_NAME 4
#define FIELD_REPLY_SERIAL 5
#define FIELD_DESTINATION 6
#define FIELD_SIGNATURE 8

typedef struct {
    GOutputStream parent;
    GSocket *socket;
    /* Refusals; the first of them may have been sent in part: waiting[sent..<len]. */
    GByteArray *waiting;
    gsize sent;
    /* So many bytes of whole refusals are being sent. */
    gsize part;
    /* So many bytes of a message of GLib are still to be written, which nothing may come between. */
    gsize open;
    /* Sends the refusals that wait. */
    GSource *source;
    gchar *error_name, *error_message;
} OnCueBusOutput;

typedef struct {
    GOutputStreamClass parent;
} OnCueBusOutputClass;

static void oncue_bus_output_init_pollable(GPollableOutputStreamInterface *interface);

G_DEFINE_TYPE_WITH_CODE(OnCueBusOutput, oncue_bus_output, G_TYPE_OUTPUT_STREAM,
    G_IMPLEMENT_INTERFACE(G_TYPE_POLLABLE_OUTPUT_STREAM, oncue_bus_output_init_pollable))

#define SELF(object) ((OnCueBusOutput *) (object))

static void align(GByteArray *bytes, gsize start, gsize size)
{
    static const guint8 zeros[8];
    gsize over = (bytes->len - start) % size;
    if (over > 0) g_byte_array_append(bytes, zeros, (guint) (size - over));
}

static void add_number(GByteArray *bytes, guint32 number)
{
    g_byte_array_append(bytes, (const guint8 *) &number, sizeof number);
}

static void add_text(GByteArray *bytes, const gchar *text)
{
    gsize length = strlen(text);
    add_number(bytes, (guint32) length);
    g_byte_array_append(bytes, (const guint8 *) text, (guint) length + 1);
}

static void add_field(GByteArray *bytes, gsize start, guint8 field, gchar type)
{
    align(bytes, start, 8);
    g_byte_array_append(bytes, (const guint8[]) { field, 1, (guint8) type, 0 }, 4);
}

void oncue_bus_output_refuse(GOutputStream *output, const gchar *sender, guint32 serial, gboolean is_brief)
{
    OnCueBusOutput *self = SELF(output);
    GByteArray *bytes = self->waiting;
    gsize start = bytes->len;
    if (start - self->sent > MOST_WAITING) return;
    gchar order = G_BYTE_ORDER == G_LITTLE_ENDIAN ? 'l' : 'B';
    g_byte_array_append(bytes, (const guint8[]) {
        (guint8) order, G_DBUS_MESSAGE_TYPE_ERROR, G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED, 1 }, 4);
    /* Its length, its own number, to which nobody answers, and the length of its fields. */
    add_number(bytes, is_brief ? 0 : (guint32) (4 + strlen(self->error_message) + 1));
    add_number(bytes, G_MAXUINT32);
    gsize length = bytes->len;
    add_number(bytes, 0);
    gsize fields = bytes->len;
    add_field(bytes, start, FIELD_REPLY_SERIAL, 'u');
    add_number(bytes, serial);
    add_field(bytes, start, FIELD_DESTINATION, 's');
    add_text(bytes, sender);
    add_field(bytes, start, FIELD_ERROR_NAME, 's');
    add_text(bytes, self->error_name);
    if (!is_brief) {
        add_field(bytes, start, FIELD_SIGNATURE, 'g');
        g_byte_array_append(bytes, (const guint8[]) { 1, 's', 0 }, 3);
    }
    guint32 size = (guint32) (bytes->len - fields);
    memcpy(bytes->data + length, &size, sizeof size);
    align(bytes, start, 8);
    if (!is_brief) add_text(bytes, self->error_message);
}

/* How many bytes the next refusals have that are sent at once. */
static gsize next_part(OnCueBusOutput *self)
{
    gsize size = 0;
    while (size < TURN && self->sent + size < self->waiting->len) {
        guint32 body, fields;
        const guint8 *refusal = self->waiting->data + self->sent + size;
        memcpy(&body, refusal + 4, sizeof body);
        memcpy(&fields, refusal + 12, sizeof fields);
        size += 16 + ((fields + 7) & ~7u) + body;
    }
    return size;
}

/* Whether the refusals that were begun to be sent have gone; nothing may come between. */
static gboolean end_part(OnCueBusOutput *self, GError **error)
{
    while (self->part > 0) {
        gssize count = g_socket_send_with_blocking(
            self->socket, (const gchar *) self->waiting->data + self->sent, self->part, FALSE, NULL, error);
        if (count < 0) return FALSE;
        self->sent += (gsize) count;
        self->part -= (gsize) count;
    }
    if (self->sent == self->waiting->len || self->sent > MOST_WAITING) {
        g_byte_array_remove_range(self->waiting, 0, (guint) self->sent);
        self->sent = 0;
    }
    return TRUE;
}

gboolean oncue_bus_output_is_behind(GOutputStream *output)
{
    gint unread = 0;
    return ioctl(g_socket_get_fd(SELF(output)->socket), SIOCOUTQ, &unread) == 0 && unread > MOST_UNREAD;
}

/* Whether no refusal is left, or the connection has ended. */
static gboolean send_waiting(OnCueBusOutput *self)
{
    GError *error = NULL;
    while (end_part(self, &error)) {
        if (self->waiting->len == 0) return TRUE;
        if (oncue_bus_output_is_behind(G_OUTPUT_STREAM(self))) return FALSE;
        self->part = next_part(self);
    }
    gboolean is_over = !g_error_matches(error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK);
    g_error_free(error);
    return is_over;
}

static gboolean on_pause_over(gpointer data)
{
    OnCueBusOutput *self = SELF(data);
    if (self->open > 0 || !send_waiting(self)) return G_SOURCE_CONTINUE;
    g_clear_pointer(&self->source, g_source_unref);
    return G_SOURCE_REMOVE;
}

void oncue_bus_output_send(GOutputStream *output)
{
    OnCueBusOutput *self = SELF(output);
    if ((self->open == 0 && send_waiting(self)) || self->source != NULL) return;
    self->source = g_timeout_source_new(PAUSE);
    g_source_set_callback(self->source, on_pause_over, g_object_ref(self), g_object_unref);
    g_source_attach(self->source, g_main_context_get_thread_default());
}

static gssize oncue_bus_output_write_now(
    GPollableOutputStream *stream, const void *bytes, gsize count, GError **error)
{
    OnCueBusOutput *self = SELF(stream);
    if (!end_part(self, error)) return -1;
    /* Before all refusals that wait, since somebody may be waiting for it. */
    gssize written = g_socket_send_with_blocking(self->socket, bytes, count, FALSE, NULL, error);
    /* GLib gives what is left of a message, all of it. */
    if (written >= 0) self->open = count - (gsize) written;
    return written;
}

static gboolean oncue_bus_output_is_writable(GPollableOutputStream *stream)
{
    return (g_socket_condition_check(SELF(stream)->socket, G_IO_OUT) & G_IO_OUT) != 0;
}

static GSource *oncue_bus_output_make_source(GPollableOutputStream *stream, GCancellable *cancellable)
{
    GSource *child = g_socket_create_source(SELF(stream)->socket, G_IO_OUT, NULL);
    GSource *source = g_pollable_source_new_full(stream, child, cancellable);
    g_source_unref(child);
    return source;
}

static void oncue_bus_output_init_pollable(GPollableOutputStreamInterface *interface)
{
    interface->is_writable = oncue_bus_output_is_writable;
    interface->create_source = oncue_bus_output_make_source;
    interface->write_nonblocking = oncue_bus_output_write_now;
}

static void oncue_bus_output_finalize(GObject *object)
{
    OnCueBusOutput *self = SELF(object);
    g_clear_object(&self->socket);
    g_byte_array_unref(self->waiting);
    g_free(self->error_name);
    g_free(self->error_message);
    G_OBJECT_CLASS(oncue_bus_output_parent_class)->finalize(object);
}

static void oncue_bus_output_class_init(OnCueBusOutputClass *class)
{
    G_OBJECT_CLASS(class)->finalize = oncue_bus_output_finalize;
}

static void oncue_bus_output_init(OnCueBusOutput *self)
{
    self->waiting = g_byte_array_new();
}

GOutputStream *oncue_bus_output_new(GSocket *socket)
{
    OnCueBusOutput *self = g_object_new(oncue_bus_output_get_type(), NULL);
    self->socket = g_object_ref(socket);
    return G_OUTPUT_STREAM(self);
}

void oncue_bus_output_set_refusal(GOutputStream *output, const gchar *error_name, const gchar *error_message)
{
    SELF(output)->error_name = g_strdup(error_name);
    SELF(output)->error_message = g_strdup(error_message);
}
