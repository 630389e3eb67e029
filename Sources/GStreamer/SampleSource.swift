// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer
internal import Synchronization

/// The beginning of a pipeline that accepts sound.
///
/// Safe from any thread. A flushing seek of the pipeline removes the sound that was added, and the end.
@safe
package final class SampleSource: Sendable {
    package let element: Element
    private let naming = Mutex(Naming())
    private static let layout = "audio/x-raw,format=F32LE,layout=interleaved,channels=2"
    /// The formats of its sound, as the text form of caps.
    package static let formats = layout + ",rate=[1,384000]"

    private struct Naming {
        var hasFormat = false
        /// The title to announce once the format is known.
        var title: String?
    }

    /// `nil` when GStreamer's app plug-in is not installed.
    package init?() {
        guard let element = Element("appsrc") else { return nil }
        self.element = element
        element.set("format", parsing: "time")
        element.set("stream-type", parsing: "seekable")
        element.set("max-bytes", parsing: "0")
    }

    /// Sets the sample rate of the sound from here on.
    package func setRate(_ rate: Int) {
        element.set("caps", parsing: Self.layout + ",rate=\(rate)")
        let title = naming.withLock { naming in
            naming.hasFormat = true
            defer { naming.title = nil }
            return naming.title
        }
        if let title { send(title) }
    }

    /// Calls `handler` on a streaming thread when there is nothing left.
    package func onNeed(_ handler: @escaping @Sendable () -> Void) {
        var callbacks = GstAppSrcCallbacks()
        unsafe callbacks.need_data = onNeedData
        unsafe callbacks.seek_data = onSeekData
        let box = unsafe CallbackBox<PlainCallback>.retained(handler)
        unsafe gst_app_src_set_callbacks(native, &callbacks, box, onReleaseCallback)
    }

    /// Adds a block, to be heard at a time of the pipeline. Returns false if the pipeline accepts none at the moment.
    ///
    /// - Parameter isJump: Whether the block does not continue where the one before it ends.
    @discardableResult
    package func push(_ block: SoundBlock, at time: Duration, lasting length: Duration, isJump: Bool) -> Bool {
        guard let taken = unsafe block.take() else { return false }
        let object = unsafe UnsafeMutableRawPointer(taken).assumingMemoryBound(to: GstMiniObject.self)
        guard let writable = unsafe gst_mini_object_make_writable(object) else { return false }
        let buffer = unsafe UnsafeMutableRawPointer(writable).assumingMemoryBound(to: GstBuffer.self)
        unsafe buffer.pointee.pts = GstClockTime(max(0, time / .nanoseconds(1)))
        unsafe buffer.pointee.dts = GstClockTime.max
        unsafe buffer.pointee.duration = GstClockTime(max(0, length / .nanoseconds(1)))
        unsafe buffer.pointee.offset = guint64.max
        unsafe buffer.pointee.offset_end = guint64.max
        unsafe gst_buffer_unset_flags(buffer, GST_BUFFER_FLAG_DISCONT)
        if isJump { unsafe gst_buffer_set_flags(buffer, GST_BUFFER_FLAG_DISCONT) }
        return unsafe gst_app_src_push_buffer(native, buffer) == GST_FLOW_OK
    }

    /// Sets the title of the sound from here on, for sinks that display it.
    ///
    /// GStreamer 1.22 sends a title that precedes the first format together with the beginning of the stream, which
    /// elements must not receive before its format; so the title is kept until then.
    package func announce(_ title: String) {
        let isReady = naming.withLock { naming in
            if !naming.hasFormat { naming.title = title }
            return naming.hasFormat
        }
        if isReady { send(title) }
    }

    private func send(_ title: String) {
        guard let tags = unsafe gst_tag_list_new_empty() else { return }
        var value = GValue()
        unsafe g_value_init(&value, GType(16 << 2))
        unsafe g_value_set_string(&value, title)
        unsafe gst_tag_list_add_value(tags, GST_TAG_MERGE_REPLACE, GST_TAG_TITLE, &value)
        unsafe g_value_unset(&value)
        unsafe gst_element_send_event(element.pointer, gst_event_new_tag(tags))
    }

    /// Ends the sound.
    package func end() {
        unsafe gst_app_src_end_of_stream(native)
    }

    private var native: UnsafeMutablePointer<GstAppSrc> {
        unsafe UnsafeMutableRawPointer(element.pointer).assumingMemoryBound(to: GstAppSrc.self)
    }
}

private func onNeedData(_ source: UnsafeMutablePointer<GstAppSrc>?, _ length: guint, _ data: gpointer?) {
    unsafe CallbackBox<PlainCallback>.value(of: data)?()
}

private func onSeekData(_ source: UnsafeMutablePointer<GstAppSrc>?, _ offset: guint64, _ data: gpointer?) -> gboolean {
    1
}
