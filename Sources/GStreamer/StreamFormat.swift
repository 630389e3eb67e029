// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer
internal import COnCueGStreamerShims

/// The format of a stream of sound, as it is coded and as it leaves its decoder.
package struct StreamFormat: Sendable, Equatable {
    /// The type of the coded stream, such as `audio/mpeg`; `nil` if its samples are not coded.
    package var type: String?
    /// The values of the ``numberNames`` that the coded stream states.
    package var numbers: [String: Int] = [:]
    /// Frames per second after decoding.
    package var sampleRate: Int
    /// The number of channels after decoding.
    package var channelCount: Int
    /// The significant bits of a sample after decoding; 0 if unknown.
    package var sampleDepth: Int

    package init(
        type: String? = nil, numbers: [String: Int] = [:], sampleRate: Int, channelCount: Int, sampleDepth: Int
    ) {
        self.type = type
        self.numbers = numbers
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.sampleDepth = sampleDepth
    }

    /// The fields of coded streams that distinguish formats.
    package static let numberNames = [
        "mpegversion", "layer", "wmaversion", "rate", "channels", "depth", "samplesize",
    ]
}

extension Element {
    /// Calls `handler` on the streaming thread with every format that enters the `sink` pad, before the element sees
    /// it.
    package func onFormat(_ handler: @escaping @Sendable (StreamFormat) -> Void) {
        guard let pad = unsafe gst_element_get_static_pad(pointer, "sink") else { return }
        let box = unsafe CallbackBox<FormatHandler>.retained(handler)
        unsafe gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, onPadEvent, box, onReleaseCallback)
        unsafe gst_object_unref(pad)
    }
}

private typealias FormatHandler = @Sendable (StreamFormat) -> Void

/// Called on a streaming thread for every event that enters the pad.
private func onPadEvent(
    _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?, _ data: gpointer?
) -> GstPadProbeReturn {
    guard let pad = unsafe pad, let info = unsafe info, let event = unsafe gst_pad_probe_info_get_event(info),
        unsafe event.pointee.type == GST_EVENT_CAPS
    else { return GST_PAD_PROBE_OK }
    var caps: UnsafeMutablePointer<GstCaps>?
    unsafe gst_event_parse_caps(event, &caps)
    if let caps = unsafe caps, let format = unsafe StreamFormat(decoded: caps, enteringAt: pad) {
        unsafe CallbackBox<FormatHandler>.value(of: data)?(format)
    }
    return GST_PAD_PROBE_OK
}

extension StreamFormat {
    fileprivate init?(decoded: UnsafeMutablePointer<GstCaps>, enteringAt pad: UnsafeMutablePointer<GstPad>) {
        var info = unsafe GstAudioInfo()
        guard unsafe gst_audio_info_from_caps(&info, decoded) != 0 else { return nil }
        let depth = unsafe info.finfo.map { unsafe Int($0.pointee.depth) } ?? 0
        unsafe self.init(sampleRate: Int(info.rate), channelCount: Int(info.channels), sampleDepth: depth)
        guard let coded = unsafe oncue_gst_coded_caps(pad) else { return }
        defer {
            unsafe gst_mini_object_unref(UnsafeMutableRawPointer(coded).assumingMemoryBound(to: GstMiniObject.self))
        }
        guard let structure = unsafe gst_caps_get_structure(coded, 0),
            let name = unsafe gst_structure_get_name(structure)
        else { return }
        type = unsafe String(cString: name)
        for name in Self.numberNames {
            var number: gint = 0
            if unsafe gst_structure_get_int(structure, name, &number) != 0 { numbers[name] = Int(number) }
        }
    }
}
