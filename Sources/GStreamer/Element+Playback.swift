// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer

extension Element {
    /// Jumps to a position; the message `asyncDone` reports when data from there is at the sink. May block.
    ///
    /// Returns false if the medium does not support it.
    package func seek(to position: Duration) -> Bool {
        let flags = GstSeekFlags(rawValue: GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue)
        return unsafe gst_element_seek_simple(pointer, GST_FORMAT_TIME, flags, position.gstreamerTime) != 0
    }

    /// The position at the sink; `nil` when it is not known, for instance before the first data.
    package var position: Duration? {
        var time: gint64 = -1
        guard unsafe gst_element_query_position(pointer, GST_FORMAT_TIME, &time) != 0, time >= 0 else { return nil }
        return .nanoseconds(time)
    }

    /// The duration; `nil` when it is not known or there is none.
    package var duration: Duration? {
        var time: gint64 = -1
        guard unsafe gst_element_query_duration(pointer, GST_FORMAT_TIME, &time) != 0, time >= 0 else { return nil }
        return .nanoseconds(time)
    }

    /// Whether `seek(to:)` can work.
    package var isSeekable: Bool {
        guard let query = unsafe gst_query_new_seeking(GST_FORMAT_TIME) else { return false }
        defer {
            unsafe gst_mini_object_unref(UnsafeMutableRawPointer(query).assumingMemoryBound(to: GstMiniObject.self))
        }
        guard unsafe gst_element_query(pointer, query) != 0 else { return false }
        var isSeekable: gboolean = 0
        unsafe gst_query_parse_seeking(query, nil, &isSeekable, nil, nil)
        return isSeekable != 0
    }

    /// Makes all elements report their latency again; for use after the message `latencyChanged`.
    package func recalculateLatency() {
        unsafe gst_bin_recalculate_latency(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GstBin.self))
    }

    /// The volume of an element with a stream volume, 0 to 1 on a cubic scale. May block.
    package var cubicVolume: Double {
        get { unsafe gst_stream_volume_get_volume(OpaquePointer(pointer), GST_STREAM_VOLUME_FORMAT_CUBIC) }
        set { unsafe gst_stream_volume_set_volume(OpaquePointer(pointer), GST_STREAM_VOLUME_FORMAT_CUBIC, newValue) }
    }

    /// Whether an element with a stream volume is muted. May block.
    package var isMuted: Bool {
        get { unsafe gst_stream_volume_get_mute(OpaquePointer(pointer)) != 0 }
        set { unsafe gst_stream_volume_set_mute(OpaquePointer(pointer), newValue ? 1 : 0) }
    }
}

extension Duration {
    /// The duration in nanoseconds, clamped to the range of GStreamer's times.
    var gstreamerTime: gint64 {
        let (seconds, attoseconds) = components
        guard seconds < 9_000_000_000 else { return 9_000_000_000_000_000_000 }
        return gint64(max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
    }
}
