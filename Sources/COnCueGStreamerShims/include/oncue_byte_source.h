// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#pragma once
#include <gst/gst.h>

/* What a read returns instead of a number of bytes. 0 is the end. */
#define ONCUE_BYTES_INTERRUPTED (-1)
#define ONCUE_BYTES_FAILED (-2)

/* Why a read failed. */
typedef struct {
    /* Of GStreamer's domain for resources. */
    gint code;
    /* The status that a web server answered; 0 for none. */
    guint status;
    /* For people; freed by the source with g_free. */
    gchar *text;
} OnCueByteFailure;

/* Where a source gets its bytes. Every function may be called on any thread, by one reader at a time; interrupt may
   be called beside the others. */
typedef struct {
    /* Copies up to length bytes that begin at offset, and waits for the first of them; for all of them if whole is
       TRUE, unless the end comes before. Returns the number of bytes, 0 at the end, or one of the values above. */
    gssize (*read)(gpointer data, guint64 offset, guint8 *bytes, gsize length, gboolean whole,
                   OnCueByteFailure *failure);
    /* The number of bytes; -1 if it is not known. */
    gint64 (*size)(gpointer data);
    /* Whether reads may begin anywhere. */
    gboolean (*is_seekable)(gpointer data);
    /* TRUE ends a read that waits, and every later one until FALSE is said. */
    void (*interrupt)(gpointer data, gboolean is_interrupted);
    /* The address after redirections, freed by the source with g_free; NULL if it is that which was asked for. */
    gchar *(*redirection)(gpointer data);
    /* Called once, when the source and everybody who asks it need the data no longer. */
    void (*release)(gpointer data);
} OnCueByteFunctions;

/* Makes an element that reads from data. uri: transfer none. Returns a floating reference. */
GstElement *oncue_byte_source_new(const gchar *uri, const OnCueByteFunctions *functions, gpointer data);

/* Begins to read an address of the web for an element that GStreamer has made by itself, such as the part of a list.
   referrer: the address of the list that names it; NULL if it is not known. Must not wait. */
typedef gpointer (*OnCueByteOpener)(const gchar *uri, const gchar *referrer);

/* Registers the element as that which reads the addresses of the web in this process. Called once, before the first
   element is made. functions: copied. */
gboolean oncue_byte_source_register(OnCueByteOpener opener, const OnCueByteFunctions *functions);
