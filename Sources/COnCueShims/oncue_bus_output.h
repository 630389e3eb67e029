// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
#pragma once
#include <gio/gio.h>

/* What goes to a message bus: messages of GLib, and between them refusals, many at once. GLib needs as long for a
   refusal as the bus for several calls; and a call that is never answered makes the bus look through a longer list for
   every answer to anybody.

   Everything but oncue_bus_output_set_refusal belongs to GLib's thread for messages. */

/* The socket does not block; it is kept. */
GOutputStream *oncue_bus_output_new(GSocket *socket);

/* The error that calls are refused with. To be called once, before the first one. */
void oncue_bus_output_set_refusal(GOutputStream *output, const gchar *error_name, const gchar *error_message);

/* Answers a call with the error, or with its name alone, when oncue_bus_output_send is called or later. */
void oncue_bus_output_refuse(GOutputStream *output, const gchar *sender, guint32 serial, gboolean is_brief);

/* Sends what was refused as soon as the bus takes it. */
void oncue_bus_output_send(GOutputStream *output);

/* Whether the bus has not read most of what was sent to it. */
gboolean oncue_bus_output_is_behind(GOutputStream *output);
