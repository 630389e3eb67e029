// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer
internal import COnCueGStreamerShims

extension Element {
    /// The types of lists of parts, which a server may continue to write.
    package static let listTypes: Set<String> = ["application/x-hls", "application/dash+xml"]

    /// Calls `handler` on a streaming thread with the type of each stream that a decoder finds in a container, such as
    /// `video/x-vp8`, including streams that it does not decode, before `no-more-pads`; and with the type of a list of
    /// parts, such as `application/x-hls`.
    ///
    /// Other containers, and the outputs of parsers and decoders, are left out.
    package func onStreamFound(_ handler: @escaping @Sendable (String) -> Void) {
        let box = unsafe CallbackBox<StreamHandler>.retained(handler)
        unsafe oncue_gst_connect_streams(pointer, onStream, box, onReleaseSignalCallback)
    }
}

private typealias StreamHandler = @Sendable (String) -> Void

/// Called on a streaming thread; the answer lets the decoder continue as if it had not asked.
private func onStream(
    _ decoder: UnsafeMutablePointer<GstElement>?, _ pad: UnsafeMutablePointer<GstPad>?,
    _ caps: UnsafeMutablePointer<GstCaps>?, _ data: gpointer?
) -> gboolean {
    if let pad = unsafe pad, let caps = unsafe caps, let structure = unsafe gst_caps_get_structure(caps, 0),
        let name = unsafe gst_structure_get_name(structure)
    {
        let type = unsafe String(cString: name)
        if Element.listTypes.contains(type) || (unsafe oncue_gst_is_of_container(pad) != 0) {
            unsafe CallbackBox<StreamHandler>.value(of: data)?(type)
        }
    }
    return 1
}
