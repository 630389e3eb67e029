// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer

extension Element {
    /// Calls `handler` on the streaming thread with the names, in lower case, of the header fields of every answer that a
    /// source gets over HTTP, before anything of its body. Other sources have none.
    package func onResponse(_ handler: @escaping @Sendable ([String]) -> Void) {
        guard let pad = unsafe gst_element_get_static_pad(pointer, "src") else { return }
        let box = unsafe CallbackBox<ResponseHandler>.retained(handler)
        unsafe gst_pad_add_probe(
            pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, onSourceEvent, box, onReleaseCallback)
        unsafe gst_object_unref(pad)
    }
}

private typealias ResponseHandler = @Sendable ([String]) -> Void

/// Called on a streaming thread for every event that a source sends.
private func onSourceEvent(
    _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?, _ data: gpointer?
) -> GstPadProbeReturn {
    guard let info = unsafe info, let event = unsafe gst_pad_probe_info_get_event(info),
        unsafe event.pointee.type == GST_EVENT_CUSTOM_DOWNSTREAM_STICKY,
        let structure = unsafe gst_event_get_structure(event),
        unsafe gst_structure_has_name(structure, "http-headers") != 0,
        let value = unsafe gst_structure_get_value(structure, "response-headers"),
        let fields = unsafe gst_value_get_structure(value)
    else { return GST_PAD_PROBE_OK }
    let names = (0..<max(0, unsafe gst_structure_n_fields(fields))).compactMap { index in
        unsafe gst_structure_nth_field_name(fields, guint(index)).map { unsafe String(cString: $0).lowercased() }
    }
    unsafe CallbackBox<ResponseHandler>.value(of: data)?(names)
    return GST_PAD_PROBE_OK
}
