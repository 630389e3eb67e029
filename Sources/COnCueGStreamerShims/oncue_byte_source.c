// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "oncue_byte_source.h"

#include <gst/base/gstbasesrc.h>

/* How much is read at once where nobody asks for a certain number of bytes. */
#define BLOCK_SIZE 16384

/* Data with their functions, counted: a question on one thread may outlast the end on another. */
typedef struct {
    OnCueByteFunctions functions;
    gpointer data;
} OnCueBytes;

typedef struct {
    GstBaseSrc parent;
    /* Of what follows, but opens; never held while a function is called. */
    GMutex lock;
    gchar *uri;
    /* The address of the document that names this one; NULL if nobody says. */
    gchar *referrer;
    /* NULL before the start and after the end. */
    OnCueBytes *bytes;
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

enum { PROPERTY_HEADERS = 1 };

static OnCueBytes *oncue_bytes_new(const OnCueByteFunctions *functions, gpointer data)
{
    if (data == NULL) return NULL;
    OnCueBytes *bytes = g_atomic_rc_box_new(OnCueBytes);
    bytes->functions = *functions;
    bytes->data = data;
    return bytes;
}

static void oncue_bytes_clear(gpointer bytes)
{
    ((OnCueBytes *) bytes)->functions.release(((OnCueBytes *) bytes)->data);
}

static void oncue_bytes_unref(OnCueBytes *bytes)
{
    if (bytes != NULL) g_atomic_rc_box_release_full(bytes, oncue_bytes_clear);
}

/* What there is to read; unref it. NULL for nothing. */
static OnCueBytes *oncue_byte_source_bytes(OnCueByteSource *self)
{
    g_mutex_lock(&self->lock);
    OnCueBytes *bytes = self->bytes != NULL ? g_atomic_rc_box_acquire(self->bytes) : NULL;
    g_mutex_unlock(&self->lock);
    return bytes;
}

/* Takes other bytes, or none. */
static void oncue_byte_source_set_bytes(OnCueByteSource *self, OnCueBytes *bytes)
{
    g_mutex_lock(&self->lock);
    OnCueBytes *old = self->bytes;
    self->bytes = bytes;
    g_mutex_unlock(&self->lock);
    oncue_bytes_unref(old);
}

/* A copy of one of the addresses. */
static gchar *oncue_byte_source_copy(OnCueByteSource *self, gchar *const *address)
{
    g_mutex_lock(&self->lock);
    gchar *copy = g_strdup(*address);
    g_mutex_unlock(&self->lock);
    return copy;
}

/* Takes over an address in the place of another. */
static void oncue_byte_source_set_address(OnCueByteSource *self, gchar **address, gchar *value)
{
    g_mutex_lock(&self->lock);
    g_free(*address);
    *address = value;
    g_mutex_unlock(&self->lock);
}

/* The address of what the element that this one belongs to reads, such as a list; NULL if it belongs to none. */
static gchar *oncue_byte_source_document(OnCueByteSource *self)
{
    gchar *uri = NULL;
    GstObject *owner = gst_object_get_parent(GST_OBJECT(self));
    while (owner != NULL && uri == NULL) {
        GstPad *pad = GST_IS_ELEMENT(owner) ? gst_element_get_static_pad(GST_ELEMENT(owner), "sink") : NULL;
        GstQuery *query = gst_query_new_uri();
        if (pad != NULL && gst_pad_peer_query(pad, query)) gst_query_parse_uri(query, &uri);
        gst_query_unref(query);
        g_clear_object(&pad);
        GstObject *parent = gst_object_get_parent(owner);
        gst_object_unref(owner);
        owner = parent;
    }
    g_clear_object(&owner);
    return uri;
}

static gboolean oncue_byte_source_start(GstBaseSrc *base)
{
    OnCueByteSource *self = SELF(base);
    OnCueBytes *bytes = oncue_byte_source_bytes(self);
    if (self->opens && bytes == NULL && opener != NULL) {
        gchar *uri = oncue_byte_source_copy(self, &self->uri);
        gchar *referrer = oncue_byte_source_copy(self, &self->referrer);
        if (referrer == NULL) referrer = oncue_byte_source_document(self);
        if (uri != NULL) bytes = oncue_bytes_new(&opened_functions, opener(uri, referrer));
        g_free(uri);
        g_free(referrer);
        oncue_byte_source_set_bytes(self, bytes != NULL ? g_atomic_rc_box_acquire(bytes) : NULL);
    }
    gboolean is_there = bytes != NULL;
    oncue_bytes_unref(bytes);
    if (!is_there) GST_ELEMENT_ERROR(self, RESOURCE, NOT_FOUND, ("There is nothing to read."), (NULL));
    return is_there;
}

static gboolean oncue_byte_source_stop(GstBaseSrc *base)
{
    if (SELF(base)->opens) oncue_byte_source_set_bytes(SELF(base), NULL);
    return TRUE;
}

static gboolean oncue_byte_source_get_size(GstBaseSrc *base, guint64 *size)
{
    OnCueBytes *bytes = oncue_byte_source_bytes(SELF(base));
    gint64 count = bytes != NULL ? bytes->functions.size(bytes->data) : -1;
    oncue_bytes_unref(bytes);
    if (count < 0) return FALSE;
    *size = (guint64) count;
    return TRUE;
}

static gboolean oncue_byte_source_is_seekable(GstBaseSrc *base)
{
    if (SELF(base)->opens) return TRUE;
    OnCueBytes *bytes = oncue_byte_source_bytes(SELF(base));
    gboolean is_seekable = bytes != NULL && bytes->functions.is_seekable(bytes->data);
    oncue_bytes_unref(bytes);
    return is_seekable;
}

static gboolean oncue_byte_source_interrupt(GstBaseSrc *base, gboolean is_interrupted)
{
    OnCueBytes *bytes = oncue_byte_source_bytes(SELF(base));
    if (bytes != NULL) bytes->functions.interrupt(bytes->data, is_interrupted);
    oncue_bytes_unref(bytes);
    return TRUE;
}

static gboolean oncue_byte_source_unlock(GstBaseSrc *base)
{
    return oncue_byte_source_interrupt(base, TRUE);
}

static gboolean oncue_byte_source_unlock_stop(GstBaseSrc *base)
{
    return oncue_byte_source_interrupt(base, FALSE);
}

static GstFlowReturn oncue_byte_source_fail(OnCueByteSource *self, OnCueByteFailure *failure)
{
    gchar *text = failure->text != NULL ? failure->text : g_strdup("The server does not deliver.");
    GstStructure *details =
        failure->status != 0
            ? gst_structure_new("details", "http-status-code", G_TYPE_UINT, failure->status, NULL)
            : NULL;
    GError *error = g_error_new_literal(GST_RESOURCE_ERROR, failure->code, text);
    /* Without details for developers, which readers of lists append to what people read. */
    gst_element_post_message(
        GST_ELEMENT(self), gst_message_new_error_with_details(GST_OBJECT(self), error, NULL, details));
    g_error_free(error);
    g_free(text);
    return GST_FLOW_ERROR;
}

static GstFlowReturn oncue_byte_source_create(GstBaseSrc *base, guint64 offset, guint length, GstBuffer **made)
{
    OnCueByteSource *self = SELF(base);
    OnCueByteFailure failure = {GST_RESOURCE_ERROR_READ, 0, NULL};
    gboolean whole = GST_PAD_MODE(base->srcpad) == GST_PAD_MODE_PULL;
    GstMapInfo map;
    gssize count;
    OnCueBytes *bytes = length > 0 ? oncue_byte_source_bytes(self) : NULL;
    if (bytes == NULL) return GST_FLOW_EOS;
    GstBuffer *buffer = gst_buffer_new_allocate(NULL, length, NULL);
    if (buffer == NULL || !gst_buffer_map(buffer, &map, GST_MAP_WRITE)) {
        gst_clear_buffer(&buffer);
        oncue_bytes_unref(bytes);
        return GST_FLOW_ERROR;
    }
    count = bytes->functions.read(bytes->data, offset, map.data, map.size, whole, &failure);
    oncue_bytes_unref(bytes);
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
    gchar *uri = GST_QUERY_TYPE(query) == GST_QUERY_URI ? oncue_byte_source_copy(self, &self->uri) : NULL;
    if (uri == NULL) return GST_BASE_SRC_CLASS(oncue_byte_source_parent_class)->query(base, query);
    gst_query_set_uri(query, uri);
    g_free(uri);
    OnCueBytes *bytes = oncue_byte_source_bytes(self);
    gchar *target = bytes != NULL ? bytes->functions.redirection(bytes->data) : NULL;
    oncue_bytes_unref(bytes);
    if (target != NULL) gst_query_set_uri_redirection(query, target);
    g_free(target);
    return TRUE;
}

/* GStreamer's readers of lists say in the header fields of another list, or of a key, which list names it. */
static void oncue_byte_source_set_property(GObject *object, guint property, const GValue *value, GParamSpec *spec)
{
    const GstStructure *fields = property == PROPERTY_HEADERS ? gst_value_get_structure(value) : NULL;
    const gchar *referrer = fields != NULL ? gst_structure_get_string(fields, "Referer") : NULL;
    (void) spec;
    oncue_byte_source_set_address(SELF(object), &SELF(object)->referrer, g_strdup(referrer));
}

static void oncue_byte_source_finalize(GObject *object)
{
    OnCueByteSource *self = SELF(object);
    oncue_byte_source_set_bytes(self, NULL);
    g_free(self->uri);
    g_free(self->referrer);
    g_mutex_clear(&self->lock);
    G_OBJECT_CLASS(oncue_byte_source_parent_class)->finalize(object);
}

static void oncue_byte_source_class_init(OnCueByteSourceClass *class)
{
    GstBaseSrcClass *base = GST_BASE_SRC_CLASS(class);
    G_OBJECT_CLASS(class)->finalize = oncue_byte_source_finalize;
    G_OBJECT_CLASS(class)->set_property = oncue_byte_source_set_property;
    g_object_class_install_property(G_OBJECT_CLASS(class), PROPERTY_HEADERS,
        g_param_spec_boxed("extra-headers", "Extra headers", "Only the field Referer counts", GST_TYPE_STRUCTURE,
            G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS));
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
    g_mutex_init(&self->lock);
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
    return oncue_byte_source_copy(SELF(handler), &SELF(handler)->uri);
}

static gboolean oncue_byte_source_set_uri(GstURIHandler *handler, const gchar *uri, GError **error)
{
    (void) error;
    oncue_byte_source_set_address(SELF(handler), &SELF(handler)->uri, g_strdup(uri));
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
    self->bytes = oncue_bytes_new(functions, data);
    self->opens = FALSE;
    return GST_ELEMENT(self);
}

gboolean oncue_byte_source_register(OnCueByteOpener function, const OnCueByteFunctions *functions)
{
    opener = function;
    opened_functions = *functions;
    return gst_element_register(NULL, "oncuebytesrc", GST_RANK_PRIMARY, oncue_byte_source_get_type());
}
