// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "oncue_gst_shims.h"

#include <string.h>

void oncue_gst_set_string(GstElement *element, const char *property, const char *value) {
    g_object_set(element, property, value, NULL);
}

void oncue_gst_set_element(GstElement *element, const char *property, GstElement *value) {
    g_object_set(element, property, value, NULL);
}

void oncue_gst_post_marker(GstBus *bus, guint64 number) {
    GstStructure *structure =
        gst_structure_new(ONCUE_GST_MARKER, ONCUE_GST_MARKER_NUMBER, G_TYPE_UINT64, number, NULL);
    gst_bus_post(bus, gst_message_new_application(NULL, structure));
}

gboolean oncue_gst_is_source(GstObject *object)
{
    return GST_IS_ELEMENT(object) && GST_OBJECT_FLAG_IS_SET(object, GST_ELEMENT_FLAG_SOURCE) && !GST_IS_BIN(object);
}

/* How often in a row a reader may ask for what is behind the end. */
#define MOST_ENDS 200
#define ONCUE_READER "oncue-reader"

typedef struct {
    GstPadGetRangeFunction read;
    gint ends;
} OnCueReader;

/* Called on a streaming thread, one at a time. */
static GstFlowReturn oncue_gst_read(GstPad *pad, GstObject *parent, guint64 offset, guint length, GstBuffer **buffer)
{
    OnCueReader *reader = g_object_get_data(G_OBJECT(pad), ONCUE_READER);
    GstFlowReturn outcome = reader->read(pad, parent, offset, length, buffer);
    reader->ends = outcome == GST_FLOW_EOS ? reader->ends + 1 : 0;
    return reader->ends > MOST_ENDS ? GST_FLOW_ERROR : outcome;
}

void oncue_gst_end_reading(GstElement *source)
{
    GstPad *pad = gst_element_get_static_pad(source, "src");
    if (pad != NULL && GST_PAD_GETRANGEFUNC(pad) != NULL) {
        OnCueReader *reader = g_new0(OnCueReader, 1);
        reader->read = GST_PAD_GETRANGEFUNC(pad);
        g_object_set_data_full(G_OBJECT(pad), ONCUE_READER, reader, g_free);
        gst_pad_set_getrange_function(pad, oncue_gst_read);
    }
    gst_clear_object(&pad);
}

void oncue_gst_connect_streams(
    GstElement *decoder, OnCueStreamFunction function, gpointer data, GClosureNotify release)
{
    g_signal_connect_data(decoder, "autoplug-continue", G_CALLBACK(function), data, release, 0);
}

/* What an element is for, such as "Codec/Decoder/Audio". element: transfer none, nullable. */
static const gchar *oncue_gst_kind(GstElement *element)
{
    GstElementFactory *factory = element != NULL ? gst_element_get_factory(element) : NULL;
    return factory != NULL ? gst_element_factory_get_metadata(factory, GST_ELEMENT_METADATA_KLASS) : NULL;
}

gboolean oncue_gst_is_of_container(GstPad *pad)
{
    GstPad *target = GST_IS_GHOST_PAD(pad) ? gst_ghost_pad_get_target(GST_GHOST_PAD(pad)) : gst_object_ref(pad);
    GstElement *element = target != NULL ? gst_pad_get_parent_element(target) : NULL;
    const gchar *kind = oncue_gst_kind(element);
    gboolean is_of_container = kind != NULL && strstr(kind, "Demuxer") != NULL && strstr(kind, "Adaptive") == NULL;
    gst_clear_object(&element);
    gst_clear_object(&target);
    return is_of_container;
}

/* The pad of an element that feeds a sink pad; those of bins are passed through. Transfer full, nullable. */
static GstPad *oncue_gst_feeder(GstPad *pad)
{
    GstPad *feeder = gst_pad_get_peer(pad);
    while (feeder != NULL && GST_IS_PROXY_PAD(feeder)) {
        GstPad *next = NULL;
        if (GST_IS_GHOST_PAD(feeder)) {
            next = gst_ghost_pad_get_target(GST_GHOST_PAD(feeder));
        } else {
            GstProxyPad *outside = gst_proxy_pad_get_internal(GST_PROXY_PAD(feeder));
            if (outside != NULL) next = gst_pad_get_peer(GST_PAD(outside));
            gst_clear_object(&outside);
        }
        gst_object_unref(feeder);
        feeder = next;
    }
    return feeder;
}

GstCaps *oncue_gst_coded_caps(GstPad *pad)
{
    GstPad *feeder = oncue_gst_feeder(pad);
    GstElement *element = feeder != NULL ? gst_pad_get_parent_element(feeder) : NULL;
    const gchar *kind = oncue_gst_kind(element);
    gboolean is_decoder = kind != NULL && strstr(kind, "Decoder") != NULL;
    GstPad *input = is_decoder ? gst_element_get_static_pad(element, "sink") : NULL;
    GstCaps *caps = input != NULL ? gst_pad_get_current_caps(input) : NULL;
    /* A decoder that says its format while it is told that of its input has the latter only afterwards. */
    GstPad *before = input != NULL && caps == NULL ? oncue_gst_feeder(input) : NULL;
    if (before != NULL) caps = gst_pad_get_current_caps(before);
    gst_clear_object(&before);
    gst_clear_object(&input);
    gst_clear_object(&element);
    gst_clear_object(&feeder);
    return caps;
}
