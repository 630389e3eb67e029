// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#pragma once
#include <gst/gst.h>

#include "oncue_byte_source.h"

/* Sets a string property. Swift cannot call g_object_set, which is variadic.
   value: transfer none, nullable. Any thread. */
void oncue_gst_set_string(GstElement *element, const char *property, const char *value);

/* Sets a property that holds an element. Swift cannot call g_object_set, which is variadic.
   value: transfer none, nullable; a floating reference is sunk. Any thread. */
void oncue_gst_set_element(GstElement *element, const char *property, GstElement *value);

/* Posts an application message that carries a number. Swift cannot call gst_structure_new, which is variadic.
   Any thread. */
void oncue_gst_post_marker(GstBus *bus, guint64 number);

/* Whether an object is an element that data come from. GST_OBJECT_FLAG_IS_SET is a macro.
   object: transfer none, nullable. Any thread. */
gboolean oncue_gst_is_source(GstObject *object);

/* Has a source end reading with an error for whoever goes on asking for what is behind its end. libav's demuxers of
   GStreamer 1.22 do so for ever at the end of a file that was cut off (gst_ffmpegdata_read returns 0, which FFmpeg 5
   takes for "not yet"). Before the source is started. */
void oncue_gst_end_reading(GstElement *source);

/* Called on a streaming thread for each pad for which a decoder looks what comes next; FALSE ends the looking. */
typedef gboolean (*OnCueStreamFunction)(GstElement *decoder, GstPad *pad, GstCaps *caps, gpointer data);

/* Connects to the signal autoplug-continue. g_signal_connect_data with the type of the function is a macro's cast.
   data: handed to release when the decoder goes. Any thread. */
void oncue_gst_connect_streams(
    GstElement *decoder, OnCueStreamFunction function, gpointer data, GClosureNotify release);

/* Whether what comes out of a pad of that signal is a stream that was taken out of a container. What reads lists of
   segments is none: what comes of it is a container again. GST_IS_GHOST_PAD is a macro.
   pad: transfer none. Any thread. */
gboolean oncue_gst_is_of_container(GstPad *pad);

/* The caps of the coded stream whose decoder feeds a sink pad, through the pads of bins; NULL if no decoder does, as for
   plain samples. GST_IS_GHOST_PAD and GST_IS_PROXY_PAD are macros.
   pad: transfer none. Returns: transfer full. Any thread. */
GstCaps *oncue_gst_coded_caps(GstPad *pad);

/* The name of the structure that oncue_gst_post_marker posts, and of the field in it. */
#define ONCUE_GST_MARKER "oncue-marker"
#define ONCUE_GST_MARKER_NUMBER "number"
