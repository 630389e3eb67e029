// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer

extension Element {
    /// Calls `handler` on the streaming thread with the frames a second of every format that enters the `sink` pad,
    /// before the element sees it.
    package func onSampleRate(_ handler: @escaping @Sendable (Int) -> Void) {
        guard let pad = unsafe gst_element_get_static_pad(pointer, "sink") else { return }
        let box = unsafe CallbackBox<RateHandler>.retained(handler)
        unsafe gst_pad_add_probe(
            pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, onPadEvent, box, onReleaseCallback)
        unsafe gst_object_unref(pad)
    }
}

extension Element {
    /// Calls `handler` on the streaming thread when the end comes to the `sink` pad, before the element sees it.
    package func onEnd(_ handler: @escaping @Sendable () -> Void) {
        guard let pad = unsafe gst_element_get_static_pad(pointer, "sink") else { return }
        let box = unsafe CallbackBox<PlainCallback>.retained(handler)
        unsafe gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, onPadEnd, box, onReleaseCallback)
        unsafe gst_object_unref(pad)
    }
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

private typealias RateHandler = @Sendable (Int) -> Void

/// Called on a streaming thread for every event that enters the pad.
private func onPadEvent(
    _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?, _ data: gpointer?
) -> GstPadProbeReturn {
    guard let info = unsafe info, let event = unsafe gst_pad_probe_info_get_event(info),
        unsafe event.pointee.type == GST_EVENT_CAPS
    else { return GST_PAD_PROBE_OK }
    var caps: UnsafeMutablePointer<GstCaps>?
    unsafe gst_event_parse_caps(event, &caps)
    guard let format = unsafe caps, let structure = unsafe gst_caps_get_structure(format, 0) else {
        return GST_PAD_PROBE_OK
    }
    var rate: gint = 0
    if unsafe gst_structure_get_int(structure, "rate", &rate) != 0 {
        unsafe CallbackBox<RateHandler>.value(of: data)?(Int(rate))
    }
    return GST_PAD_PROBE_OK
}
