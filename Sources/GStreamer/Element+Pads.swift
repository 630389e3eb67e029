// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer

/// What passes a pad.
package enum PadEvent: Sendable, Equatable {
    /// A new stream begins; streams that belong together have the same group.
    case streamStart(group: UInt32)
    /// The format of the data that follows.
    case audioFormat(rate: Int)
}

/// What becomes of it.
package enum PadVerdict: Sendable, Equatable {
    case pass
    /// It is dropped, and what is behind the pad is told that the stream has ended.
    case endStream
}

extension Element {
    /// Asks `handler` on the streaming thread about every event of the two kinds that enters the `sink` pad.
    package func onPadEvent(_ handler: @escaping @Sendable (PadEvent) -> PadVerdict) {
        let box = unsafe Unmanaged.passRetained(PadEventHandler(handler))
        unsafe addProbe(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, onPadEventProbe, box.toOpaque(), onReleasePadEventHandler)
    }

    /// Calls `handler` on the streaming thread when the next data enters the `sink` pad, once.
    package func onNextBuffer(_ handler: @escaping @Sendable () -> Void) {
        let box = unsafe Unmanaged.passRetained(BufferHandler(handler))
        let types = GstPadProbeType(
            rawValue: GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_BUFFER_LIST.rawValue)
        unsafe addProbe(types, onBufferProbe, box.toOpaque(), onReleaseBufferHandler)
    }

    /// Keeps the headers of a stream out of the `sink` pad, of a decoder that has them from its format already.
    package func dropHeaders() {
        guard let pad = unsafe gst_element_get_static_pad(pointer, "sink") else { return }
        unsafe gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, onHeaderProbe, nil, nil)
        unsafe gst_object_unref(pad)
    }

    private func addProbe(
        _ types: GstPadProbeType, _ callback: @escaping GstPadProbeCallback, _ data: gpointer,
        _ release: @escaping GDestroyNotify
    ) {
        guard let pad = unsafe gst_element_get_static_pad(pointer, "sink") else { return unsafe release(data) }
        unsafe gst_pad_add_probe(pad, types, callback, data, release)
        unsafe gst_object_unref(pad)
    }
}

private final class PadEventHandler: Sendable {
    let handle: @Sendable (PadEvent) -> PadVerdict

    init(_ handle: @escaping @Sendable (PadEvent) -> PadVerdict) {
        self.handle = handle
    }
}

private final class BufferHandler: Sendable {
    let handle: @Sendable () -> Void

    init(_ handle: @escaping @Sendable () -> Void) {
        self.handle = handle
    }
}

/// Called on a streaming thread for every event that enters the pad.
private func onPadEventProbe(
    _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?, _ data: gpointer?
) -> GstPadProbeReturn {
    guard let info = unsafe info, let data = unsafe data, let native = unsafe gst_pad_probe_info_get_event(info),
        let event = unsafe PadEvent(native)
    else { return GST_PAD_PROBE_OK }
    let handler = unsafe Unmanaged<PadEventHandler>.fromOpaque(data).takeUnretainedValue()
    switch handler.handle(event) {
    case .pass: return GST_PAD_PROBE_OK
    case .endStream:
        unsafe gst_pad_send_event(pad, gst_event_new_eos())
        return GST_PAD_PROBE_DROP
    }
}

/// Called on a streaming thread for the first data that enters the pad.
private func onBufferProbe(
    _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?, _ data: gpointer?
) -> GstPadProbeReturn {
    if let data = unsafe data { unsafe Unmanaged<BufferHandler>.fromOpaque(data).takeUnretainedValue().handle() }
    return GST_PAD_PROBE_REMOVE
}

/// Called on a streaming thread for every buffer that enters the pad.
private func onHeaderProbe(
    _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?, _ data: gpointer?
) -> GstPadProbeReturn {
    guard let info = unsafe info, let buffer = unsafe gst_pad_probe_info_get_buffer(info) else {
        return GST_PAD_PROBE_OK
    }
    let isHeader = unsafe gst_buffer_has_flags(buffer, GST_BUFFER_FLAG_HEADER) != 0
    return isHeader ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK
}

private func onReleasePadEventHandler(_ data: gpointer?) {
    if let data = unsafe data { unsafe Unmanaged<PadEventHandler>.fromOpaque(data).release() }
}

private func onReleaseBufferHandler(_ data: gpointer?) {
    if let data = unsafe data { unsafe Unmanaged<BufferHandler>.fromOpaque(data).release() }
}

extension PadEvent {
    fileprivate init?(_ event: UnsafeMutablePointer<GstEvent>) {
        switch unsafe event.pointee.type {
        case GST_EVENT_STREAM_START:
            var group: guint = 0
            unsafe gst_event_parse_group_id(event, &group)
            self = .streamStart(group: group)
        case GST_EVENT_CAPS:
            var caps: UnsafeMutablePointer<GstCaps>?
            unsafe gst_event_parse_caps(event, &caps)
            guard let format = unsafe caps, let structure = unsafe gst_caps_get_structure(format, 0) else { return nil }
            var rate: gint = 0
            guard unsafe gst_structure_get_int(structure, "rate", &rate) != 0 else { return nil }
            self = .audioFormat(rate: Int(rate))
        default: return nil
        }
    }
}
