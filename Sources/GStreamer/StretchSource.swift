// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer
internal import Synchronization

/// Supplies a pipeline with a header and, after it, a stretch of a medium with random access.
@safe
package final class StretchSource: Sendable {
    /// Returns up to `count` bytes from an offset; none at the end. Blocks.
    package typealias Read = @Sendable (_ offset: Int, _ count: Int) -> [UInt8]

    package let element: Element
    private let reader: StretchReader

    /// `nil` if GStreamer's app plug-in is not installed.
    ///
    /// - Parameter read: Called on a streaming thread, with offsets in the whole medium.
    package init?(header: [UInt8], stretch: Range<Int>, read: @escaping Read) {
        guard let element = Element("appsrc") else { return nil }
        self.element = element
        reader = StretchReader(header: header, stretch: stretch, read: read)
        element.set("stream-type", parsing: "random-access")
        element.set("format", parsing: "bytes")
        element.set("size", parsing: String(header.count + stretch.count))
        var callbacks = GstAppSrcCallbacks()
        unsafe callbacks.need_data = onNeedStretch
        unsafe callbacks.seek_data = onSeekStretch
        let source = unsafe UnsafeMutableRawPointer(element.pointer).assumingMemoryBound(to: GstAppSrc.self)
        let box = unsafe CallbackBox<StretchReader>.retained(reader)
        unsafe gst_app_src_set_callbacks(source, &callbacks, box, onReleaseCallback)
    }
}

/// The header and the stretch, with the position of the next read.
private final class StretchReader: Sendable {
    private let header: [UInt8]
    private let stretch: Range<Int>
    private let read: StretchSource.Read
    private let position = Mutex(0)

    init(header: [UInt8], stretch: Range<Int>, read: @escaping StretchSource.Read) {
        (self.header, self.stretch, self.read) = (header, stretch, read)
    }

    func jump(to place: Int) {
        position.withLock { $0 = place }
    }

    /// Returns the next bytes, up to `count`, and their offset; none at the end.
    func next(_ count: Int) -> (offset: Int, bytes: [UInt8]) {
        position.withLock { place in
            let wanted = min(max(1, count), 1 << 20, header.count + stretch.count - place)
            let front = header.dropFirst(place).prefix(max(0, wanted))
            var bytes = Array(front)
            if front.count < wanted {
                bytes += read(stretch.lowerBound + place + front.count - header.count, wanted - front.count)
            }
            defer { place += bytes.count }
            return (place, bytes)
        }
    }
}

/// Called on a streaming thread when bytes are wanted.
private func onNeedStretch(_ source: UnsafeMutablePointer<GstAppSrc>?, _ length: guint, _ data: gpointer?) {
    guard let source = unsafe source, let reader = unsafe CallbackBox<StretchReader>.value(of: data) else { return }
    let (offset, bytes) = reader.next(length == guint.max ? 65_536 : Int(length))
    if !bytes.isEmpty, let buffer = unsafe gst_buffer_new_memdup(bytes, gsize(bytes.count)) {
        unsafe buffer.pointee.offset = guint64(offset)
        unsafe gst_app_src_push_buffer(source, buffer)
    } else {
        unsafe gst_app_src_end_of_stream(source)
    }
}

/// Called on a streaming thread when bytes are wanted from another place.
private func onSeekStretch(
    _ source: UnsafeMutablePointer<GstAppSrc>?, _ offset: guint64, _ data: gpointer?
) -> gboolean {
    unsafe CallbackBox<StretchReader>.value(of: data)?.jump(to: Int(clamping: offset))
    return 1
}
