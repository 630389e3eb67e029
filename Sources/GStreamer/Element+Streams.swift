// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer
internal import COnCueGStreamerShims

extension Element {
    /// Calls `handler` on a streaming thread with the type of each stream that a decoder finds in a container, such as
    /// `video/x-vp8`, also of those that it does not decode, before `no-more-pads`.
    ///
    /// The container itself, and what comes out of parsers and decoders, is left out.
    package func onStreamFound(_ handler: @escaping @Sendable (String) -> Void) {
        let box = unsafe CallbackBox<StreamHandler>.retained(handler)
        unsafe oncue_gst_connect_streams(pointer, onStream, box, onReleaseSignalCallback)
    }
}

private typealias StreamHandler = @Sendable (String) -> Void

/// Called on a streaming thread; the answer lets the decoder go on as if it had not asked.
private func onStream(
    _ decoder: UnsafeMutablePointer<GstElement>?, _ pad: UnsafeMutablePointer<GstPad>?,
    _ caps: UnsafeMutablePointer<GstCaps>?, _ data: gpointer?
) -> gboolean {
    if let pad = unsafe pad, let caps = unsafe caps, unsafe oncue_gst_is_of_container(pad) != 0,
        let structure = unsafe gst_caps_get_structure(caps, 0), let name = unsafe gst_structure_get_name(structure)
    {
        unsafe CallbackBox<StreamHandler>.value(of: data)?(String(cString: name))
    }
    return 1
}
