// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer

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
