// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer

extension Element {
    /// Calls `handler` on the streaming thread when the end of the stream reaches the `sink` pad, before the element
    /// sees it.
    package func onEnd(_ handler: @escaping @Sendable () -> Void) {
        guard let pad = unsafe gst_element_get_static_pad(pointer, "sink") else { return }
        let box = unsafe CallbackBox<PlainCallback>.retained(handler)
        unsafe gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, onPadEnd, box, onReleaseCallback)
        unsafe gst_object_unref(pad)
    }

    /// Answers queries about the caps of the `sink` pad with these formats from now on, in place of the element.
    ///
    /// `pulsesink` of GStreamer 1.22 makes a stream at the server only to answer such a query, each time that sound
    /// begins, and removes it before it makes the one for the sound.
    ///
    /// - Parameter formats: The text form of caps. Nothing happens if it cannot be parsed.
    package func takes(_ formats: String) {
        guard let caps = unsafe gst_caps_from_string(formats) else { return }
        guard let pad = unsafe gst_element_get_static_pad(pointer, "sink") else {
            return unsafe onReleaseCaps(caps)
        }
        unsafe gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, onPadQuery, caps, onReleaseCaps)
        unsafe gst_object_unref(pad)
    }
}

/// Called on any thread for every query to the pad, with the caps to answer with.
private func onPadQuery(
    _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?, _ data: gpointer?
) -> GstPadProbeReturn {
    guard let info = unsafe info, let query = unsafe gst_pad_probe_info_get_query(info), let data = unsafe data else {
        return GST_PAD_PROBE_OK
    }
    let caps = unsafe data.assumingMemoryBound(to: GstCaps.self)
    switch unsafe query.pointee.type {
    case GST_QUERY_CAPS:
        var filter: UnsafeMutablePointer<GstCaps>?
        unsafe gst_query_parse_caps(query, &filter)
        guard let filter = unsafe filter else {
            unsafe gst_query_set_caps_result(query, caps)
            return GST_PAD_PROBE_HANDLED
        }
        let common = unsafe gst_caps_intersect_full(filter, caps, GST_CAPS_INTERSECT_FIRST)
        unsafe gst_query_set_caps_result(query, common)
        unsafe onReleaseCaps(common)
        return GST_PAD_PROBE_HANDLED
    case GST_QUERY_ACCEPT_CAPS:
        var wanted: UnsafeMutablePointer<GstCaps>?
        unsafe gst_query_parse_accept_caps(query, &wanted)
        unsafe gst_query_set_accept_caps_result(query, gst_caps_is_subset(wanted, caps))
        return GST_PAD_PROBE_HANDLED
    default: return GST_PAD_PROBE_OK
    }
}

private func onReleaseCaps(_ data: gpointer?) {
    if let data = unsafe data { unsafe gst_mini_object_unref(data.assumingMemoryBound(to: GstMiniObject.self)) }
}

/// Called on a streaming thread for every event that enters the pad.
private func onPadEnd(
    _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?, _ data: gpointer?
) -> GstPadProbeReturn {
    guard let info = unsafe info, let event = unsafe gst_pad_probe_info_get_event(info),
        unsafe event.pointee.type == GST_EVENT_EOS
    else { return GST_PAD_PROBE_OK }
    unsafe CallbackBox<PlainCallback>.value(of: data)?()
    return GST_PAD_PROBE_OK
}
