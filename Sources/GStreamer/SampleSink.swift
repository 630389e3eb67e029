// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer
internal import Synchronization

/// The end of a pipeline from which decoded sound is fetched; the pipeline waits while it is full.
///
/// Safe from any thread.
@safe
package final class SampleSink: Sendable {
    package let element: Element
    private let limit = Mutex<Int?>(nil)
    private let capacity: Int
    /// The number of frames of the longest block so far, since some decoders begin with short ones; 0 before the first.
    private let blockLength = Atomic<Int>(0)

    /// `nil` if GStreamer's app plug-in is not installed.
    ///
    /// - Parameter capacity: The maximum number of buffered blocks.
    package init?(capacity: Int) {
        guard let element = Element("appsink") else { return nil }
        self.element = element
        self.capacity = capacity
        element.set("sync", parsing: "false")
        element.set("wait-on-eos", parsing: "false")
        element.set("enable-last-sample", parsing: "false")
        element.set("max-buffers", parsing: String(capacity))
        element.set("caps", parsing: "audio/x-raw,format=F32LE,layout=interleaved,channels=2")
    }

    /// Calls `handler` on a streaming thread when there is a block to fetch, and when the end has come.
    package func onArrival(_ handler: @escaping @Sendable () -> Void) {
        var callbacks = GstAppSinkCallbacks()
        unsafe callbacks.new_sample = onSample
        unsafe callbacks.eos = onEnd
        let box = unsafe CallbackBox<PlainCallback>.retained(handler)
        unsafe gst_app_sink_set_callbacks(native, &callbacks, box, onReleaseCallback)
    }

    /// Limits the buffer to about this number of frames, if the length of a block is known; 0 restores the initial
    /// capacity.
    package func hold(frames: Int) {
        let length = blockLength.load(ordering: .relaxed)
        let count = length > 0 ? frames / length : 0
        element.set("max-buffers", parsing: String(max(capacity, count)))
    }

    /// Returns the next block, or `nil` if none has arrived; never waits.
    package func pull() -> SoundBlock? {
        while let sample = unsafe gst_app_sink_try_pull_sample(native, 0) {
            defer {
                unsafe gst_mini_object_unref(
                    UnsafeMutableRawPointer(sample).assumingMemoryBound(to: GstMiniObject.self))
            }
            if let block = unsafe block(of: sample) { return block }
        }
        return nil
    }

    /// Drops all sound after this number of frames of the medium.
    package func end(after frames: Int) {
        limit.withLock { $0 = frames }
    }

    /// Returns the part of a block before the limit; `nil` if there is none.
    private func limited(_ block: SoundBlock, rate: Int) -> SoundBlock? {
        guard let limit = limit.withLock({ $0 }), let time = block.mediaTime, block.mediaRate == 1 else { return block }
        let left = limit - Int((time / .seconds(1) * Double(rate)).rounded())
        if left >= block.frames { return block }
        return left > 0 ? block.split(after: left, rate: rate)?.first : nil
    }

    /// Whether everything has been fetched and no more will arrive.
    package var isAtEnd: Bool { unsafe gst_app_sink_is_eos(native) != 0 }

    private var native: UnsafeMutablePointer<GstAppSink> {
        unsafe UnsafeMutableRawPointer(element.pointer).assumingMemoryBound(to: GstAppSink.self)
    }

    /// Returns the part of a sample inside of its segment; `nil` if there is none.
    private func block(of sample: OpaquePointer) -> SoundBlock? {
        guard let borrowed = unsafe gst_sample_get_buffer(sample), let segment = unsafe gst_sample_get_segment(sample),
            let rate = unsafe Self.rate(of: sample)
        else { return nil }
        blockLength.max(unsafe Int(gst_buffer_get_size(borrowed)) / SoundBlock.frameSize, ordering: .relaxed)
        unsafe gst_mini_object_ref(UnsafeMutableRawPointer(borrowed).assumingMemoryBound(to: GstMiniObject.self))
        guard
            let buffer = unsafe gst_audio_buffer_clip(borrowed, segment, gint(rate), gint(SoundBlock.frameSize))
        else { return nil }
        let time = unsafe buffer.pointee.pts
        var position: Duration?
        if time != guint64.max {
            let stream = unsafe gst_segment_to_stream_time(segment, GST_FORMAT_TIME, time)
            if stream != guint64.max { position = .nanoseconds(Int64(clamping: stream)) }
        }
        let block = unsafe SoundBlock(owning: buffer, mediaTime: position, mediaRate: segment.pointee.applied_rate)
        return limited(block, rate: rate)
    }

    private static func rate(of sample: OpaquePointer) -> Int? {
        guard let caps = unsafe gst_sample_get_caps(sample), let format = unsafe gst_caps_get_structure(caps, 0) else {
            return nil
        }
        var rate: gint = 0
        return unsafe gst_structure_get_int(format, "rate", &rate) != 0 && rate > 0 ? Int(rate) : nil
    }
}

private func onSample(_ sink: UnsafeMutablePointer<GstAppSink>?, _ data: gpointer?) -> GstFlowReturn {
    unsafe CallbackBox<PlainCallback>.value(of: data)?()
    return GST_FLOW_OK
}

private func onEnd(_ sink: UnsafeMutablePointer<GstAppSink>?, _ data: gpointer?) {
    unsafe CallbackBox<PlainCallback>.value(of: data)?()
}
