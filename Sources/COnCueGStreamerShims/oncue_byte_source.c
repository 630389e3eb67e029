// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "oncue_byte_source.h"

#include <gst/base/gstbasesrc.h>

/* How much is read at once where nobody asks for a certain number of bytes. */
#define BLOCK_SIZE 16384

typedef struct {
    GstBaseSrc parent;
    gchar *uri;
    OnCueByteFunctions functions;
    gpointer data;
    /* Data come from the opener, anew for each start. */
    gboolean opens;
} OnCueByteSource;

typedef struct {
    GstBaseSrcClass parent;
} OnCueByteSourceClass;

static void oncue_byte_source_init_uri_handler(gpointer interface, gpointer unused);

G_DEFINE_TYPE_WITH_CODE(OnCueByteSource, oncue_byte_source, GST_TYPE_BASE_SRC,
    G_IMPLEMENT_INTERFACE(GST_TYPE_URI_HANDLER, oncue_byte_source_init_uri_handler))

#define SELF(object) ((OnCueByteSource *) (object))

static OnCueByteOpener opener;
static OnCueByteFunctions opened_functions;

static GstStaticPadTemplate source_template =
    GST_STATIC_PAD_TEMPLATE("src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);

static void oncue_byte_source_release(OnCueByteSource *self)
{
    gpointer data = self->data;
    self->data = NULL;
    if (data != NULL) self->functions.release(data);
}

static gboolean oncue_byte_source_start(GstBaseSrc *base)
{
    OnCueByteSource *self = SELF(base);
    if (self->opens && self->data == NULL && opener != NULL && self->uri != NULL) {
        self->functions = opened_functions;
        self->data = opener(self->uri);
    }
    if (self->data != NULL) return TRUE;
    GST_ELEMENT_ERROR(self, RESOURCE, NOT_FOUND, ("There is nothing to read."), (NULL));
    return FALSE;
}

static gboolean oncue_byte_source_stop(GstBaseSrc *base)
{
    if (SELF(base)->opens) oncue_byte_source_release(SELF(base));
    return TRUE;
}

static gboolean oncue_byte_source_get_size(GstBaseSrc *base, guint64 *size)
{
    OnCueByteSource *self = SELF(base);
    gint64 count = self->data != NULL ? self->functions.size(self->data) : -1;
    if (count < 0) return FALSE;
    *size = (guint64) count;
    return TRUE;
}

static gboolean oncue_byte_source_is_seekable(GstBaseSrc *base)
{
    OnCueByteSource *self = SELF(base);
    return self->opens || (self->data != NULL && self->functions.is_seekable(self->data));
}

static gboolean oncue_byte_source_unlock(GstBaseSrc *base)
{
    OnCueByteSource *self = SELF(base);
    if (self->data != NULL) self->functions.interrupt(self->data, TRUE);
    return TRUE;
}

static gboolean oncue_byte_source_unlock_stop(GstBaseSrc *base)
{
    OnCueByteSource *self = SELF(base);
    if (self->data != NULL) self->functions.interrupt(self->data, FALSE);
    return TRUE;
}

static GstFlowReturn oncue_byte_source_fail(OnCueByteSource *self, OnCueByteFailure *failure)
{
    gchar *text = failure->text != NULL ? failure->text : g_strdup("The server does not deliver.");
    GstStructure *details =
        failure->status != 0
            ? gst_structure_new("details", "http-status-code", G_TYPE_UINT, failure->status, NULL)
            : NULL;
    gst_element_message_full_with_details(GST_ELEMENT(self), GST_MESSAGE_ERROR, GST_RESOURCE_ERROR, failure->code, text,
        NULL, __FILE__, GST_FUNCTION, __LINE__, details);
    return GST_FLOW_ERROR;
}

static GstFlowReturn oncue_byte_source_create(GstBaseSrc *base, guint64 offset, guint length, GstBuffer **made)
{
    OnCueByteSource *self = SELF(base);
    OnCueByteFailure failure = {GST_RESOURCE_ERROR_READ, 0, NULL};
    gboolean whole = GST_PAD_MODE(base->srcpad) == GST_PAD_MODE_PULL;
    GstMapInfo map;
    gssize count;
    if (length == 0 || self->data == NULL) return GST_FLOW_EOS;
    GstBuffer *buffer = gst_buffer_new_allocate(NULL, length, NULL);
    if (buffer == NULL || !gst_buffer_map(buffer, &map, GST_MAP_WRITE)) {
        gst_clear_buffer(&buffer);
        return GST_FLOW_ERROR;
    }
    count = self->functions.read(self->data, offset, map.data, map.size, whole, &failure);
    gst_buffer_unmap(buffer, &map);
    if (count > 0) {
        gst_buffer_set_size(buffer, count);
        GST_BUFFER_OFFSET(buffer) = offset;
        GST_BUFFER_OFFSET_END(buffer) = offset + count;
        *made = buffer;
        return GST_FLOW_OK;
    }
    gst_buffer_unref(buffer);
    if (count == 0) return GST_FLOW_EOS;
    if (count == ONCUE_BYTES_INTERRUPTED) return GST_FLOW_FLUSHING;
    return oncue_byte_source_fail(self, &failure);
}

static gboolean oncue_byte_source_query(GstBaseSrc *base, GstQuery *query)
{
    OnCueByteSource *self = SELF(base);
    gchar *target;
    if (GST_QUERY_TYPE(query) != GST_QUERY_URI || self->uri == NULL) {
        return GST_BASE_SRC_CLASS(oncue_byte_source_parent_class)->query(base, query);
    }
    gst_query_set_uri(query, self->uri);
    target = self->data != NULL ? self->functions.redirection(self->data) : NULL;
    if (target != NULL) {
        gst_query_set_uri_redirection(query, target);
        g_free(target);
    }
    return TRUE;
}

static void oncue_byte_source_finalize(GObject *object)
{
    oncue_byte_source_release(SELF(object));
    g_free(SELF(object)->uri);
    G_OBJECT_CLASS(oncue_byte_source_parent_class)->finalize(object);
}

static void oncue_byte_source_class_init(OnCueByteSourceClass *class)
{
    GstBaseSrcClass *base = GST_BASE_SRC_CLASS(class);
    G_OBJECT_CLASS(class)->finalize = oncue_byte_source_finalize;
    base->start = oncue_byte_source_start;
    base->stop = oncue_byte_source_stop;
    base->get_size = oncue_byte_source_get_size;
    base->is_seekable = oncue_byte_source_is_seekable;
    base->unlock = oncue_byte_source_unlock;
    base->unlock_stop = oncue_byte_source_unlock_stop;
    base->create = oncue_byte_source_create;
    base->query = oncue_byte_source_query;
    gst_element_class_add_static_pad_template(GST_ELEMENT_CLASS(class), &source_template);
    gst_element_class_set_static_metadata(
        GST_ELEMENT_CLASS(class), "OnCue byte source", "Source/Network", "Reads bytes that OnCue gets", "OnCue");
}

static void oncue_byte_source_init(OnCueByteSource *self)
{
    self->opens = TRUE;
    gst_base_src_set_blocksize(GST_BASE_SRC(self), BLOCK_SIZE);
}

static GstURIType oncue_byte_source_uri_type(GType type)
{
    (void) type;
    return GST_URI_SRC;
}

static const gchar *const *oncue_byte_source_protocols(GType type)
{
    static const gchar *const protocols[] = {"http", "https", NULL};
    (void) type;
    return protocols;
}

static gchar *oncue_byte_source_get_uri(GstURIHandler *handler)
{
    return g_strdup(SELF(handler)->uri);
}

static gboolean oncue_byte_source_set_uri(GstURIHandler *handler, const gchar *uri, GError **error)
{
    (void) error;
    g_free(SELF(handler)->uri);
    SELF(handler)->uri = g_strdup(uri);
    return TRUE;
}

static void oncue_byte_source_init_uri_handler(gpointer interface, gpointer unused)
{
    GstURIHandlerInterface *handler = interface;
    (void) unused;
    handler->get_type = oncue_byte_source_uri_type;
    handler->get_protocols = oncue_byte_source_protocols;
    handler->get_uri = oncue_byte_source_get_uri;
    handler->set_uri = oncue_byte_source_set_uri;
}

GstElement *oncue_byte_source_new(const gchar *uri, const OnCueByteFunctions *functions, gpointer data)
{
    OnCueByteSource *self = g_object_new(oncue_byte_source_get_type(), NULL);
    self->uri = g_strdup(uri);
    self->functions = *functions;
    self->data = data;
    self->opens = FALSE;
    return GST_ELEMENT(self);
}

gboolean oncue_byte_source_register(OnCueByteOpener function, const OnCueByteFunctions *functions)
{
    opener = function;
    opened_functions = *functions;
    return gst_element_register(NULL, "oncuebytesrc", GST_RANK_PRIMARY, oncue_byte_source_get_type());
}
