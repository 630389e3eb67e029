// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "oncue_gst_shims.h"

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
