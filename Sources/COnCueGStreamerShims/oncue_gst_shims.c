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

void oncue_gst_connect_streams(
    GstElement *decoder, OnCueStreamFunction function, gpointer data, GClosureNotify release)
{
    g_signal_connect_data(decoder, "autoplug-continue", G_CALLBACK(function), data, release, 0);
}

gboolean oncue_gst_is_of_container(GstPad *pad)
{
    GstPad *target = GST_IS_GHOST_PAD(pad) ? gst_ghost_pad_get_target(GST_GHOST_PAD(pad)) : gst_object_ref(pad);
    GstElement *element = target != NULL ? gst_pad_get_parent_element(target) : NULL;
    GstElementFactory *factory = element != NULL ? gst_element_get_factory(element) : NULL;
    const gchar *kind =
        factory != NULL ? gst_element_factory_get_metadata(factory, GST_ELEMENT_METADATA_KLASS) : NULL;
    gboolean is_of_container = kind != NULL && strstr(kind, "Demuxer") != NULL && strstr(kind, "Adaptive") == NULL;
    gst_clear_object(&element);
    gst_clear_object(&target);
    return is_of_container;
}
