// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer

/// The capabilities of the plug-ins on this machine; the first query reads the registry.
extension MediaFramework {
    /// Returns whether there is a demuxer or decoder for a format. A parser is not enough.
    ///
    /// - Parameter format: Caps, such as `audio/mpeg, mpegversion=(int)4`.
    package static func hasDecoder(for format: String) -> Bool {
        guard initialize(), let caps = unsafe gst_caps_from_string(format) else { return false }
        defer { unsafe gst_caps_unref(caps) }
        let all = unsafe gst_element_factory_list_get_elements(decoders | demuxers, GST_RANK_MARGINAL)
        defer { unsafe gst_plugin_feature_list_free(all) }
        let fitting = unsafe gst_element_factory_list_filter(all, caps, GST_PAD_SINK, 0)
        defer { unsafe gst_plugin_feature_list_free(fitting) }
        return unsafe fitting != nil
    }

    // GST_ELEMENT_FACTORY_TYPE_DECODER and _DEMUXER, which are macros with a cast.
    private static let decoders: GstElementFactoryListType = 1 << 0
    private static let demuxers: GstElementFactoryListType = 1 << 5
}
