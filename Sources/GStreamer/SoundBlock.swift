// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer

/// A stretch of decoded sound: 32-bit floats, two channels, interleaved.
///
/// Belongs to one thread at a time; its owner may pass it on, which the compiler cannot check in a class whose samples
/// are written in place.
@safe
package final class SoundBlock: @unchecked Sendable {
    // Invariant: holds one reference until deinit or until a source has taken it over; the owner of the block is the
    // only one.
    private var buffer: UnsafeMutablePointer<GstBuffer>?

    package let frames: Int
    /// The position of the first frame in the medium; `nil` if it is unknown.
    package let mediaTime: Duration?
    /// The time of the medium that passes in a second of the block.
    package let mediaRate: Double

    static let frameSize = 8

    init(owning buffer: UnsafeMutablePointer<GstBuffer>, mediaTime: Duration?, mediaRate: Double) {
        unsafe self.buffer = buffer
        frames = unsafe Int(gst_buffer_get_size(buffer)) / Self.frameSize
        self.mediaTime = mediaTime
        self.mediaRate = mediaRate
    }

    deinit {
        if let buffer = unsafe buffer { unsafe Self.release(buffer) }
    }

    /// Hands over the buffer; the block must not be used afterwards.
    func take() -> UnsafeMutablePointer<GstBuffer>? {
        defer { unsafe self.buffer = nil }
        return unsafe buffer
    }

    /// Splits the block after `count` frames; both parts share the memory. `nil` if nothing comes after them.
    ///
    /// - Parameter rate: Frames a second.
    package func split(after count: Int, rate: Int) -> (first: SoundBlock, rest: SoundBlock)? {
        guard count > 0, count < frames, let buffer = unsafe buffer else { return nil }
        let size = gsize(count * Self.frameSize)
        guard let first = unsafe gst_buffer_copy_region(buffer, GST_BUFFER_COPY_MEMORY, 0, size) else { return nil }
        guard let rest = unsafe gst_buffer_copy_region(buffer, GST_BUFFER_COPY_MEMORY, size, gsize(bitPattern: -1))
        else {
            unsafe Self.release(first)
            return nil
        }
        let passed = Duration.nanoseconds(Int64(Double(count) * mediaRate * 1_000_000_000 / Double(rate)))
        return unsafe (
            SoundBlock(owning: first, mediaTime: mediaTime, mediaRate: mediaRate),
            SoundBlock(owning: rest, mediaTime: mediaTime.map { $0 + passed }, mediaRate: mediaRate)
        )
    }

    /// Returns this block and the next as one; neither may be used afterwards. Returns `nil`, and changes nothing, if
    /// the next one does not continue where this one ends.
    ///
    /// - Parameter rate: Frames a second.
    package func joined(with next: SoundBlock, rate: Int) -> SoundBlock? {
        guard let start = mediaTime, let place = next.mediaTime, mediaRate == next.mediaRate, unsafe buffer != nil,
            unsafe next.buffer != nil
        else { return nil }
        let end = (start / .seconds(1)) + Double(frames) * mediaRate / Double(rate)
        guard abs(place / .seconds(1) - end) * Double(rate) < 1, let first = unsafe take(),
            let second = unsafe next.take()
        else { return nil }
        let object = unsafe UnsafeMutableRawPointer(first).assumingMemoryBound(to: GstMiniObject.self)
        guard let writable = unsafe gst_mini_object_make_writable(object) else { return nil }
        let own = unsafe UnsafeMutableRawPointer(writable).assumingMemoryBound(to: GstBuffer.self)
        guard let buffer = unsafe gst_buffer_append(own, second) else { return nil }
        return unsafe SoundBlock(owning: buffer, mediaTime: mediaTime, mediaRate: mediaRate)
    }

    /// Multiplies the samples by a factor that changes evenly from `start` to `end`.
    package func scale(from start: Float, to end: Float) {
        guard start != 1 || end != 1, frames > 0 else { return }
        let step = (end - start) / Float(frames)
        update { samples in
            var factor = start
            for frame in 0..<samples.count / 2 {
                samples[2 * frame] *= factor
                samples[2 * frame + 1] *= factor
                factor += step
            }
        }
    }

    /// Adds another block of the same length.
    package func add(_ other: SoundBlock) {
        other.read { added in
            update { samples in
                for index in 0..<min(samples.count, added.count) { samples[index] += added[index] }
            }
        }
    }

    /// The largest amplitude, 1 for full scale.
    package var peak: Float {
        var peak: Float = 0
        read { samples in
            for index in 0..<samples.count { peak = max(peak, abs(samples[index])) }
        }
        return peak
    }

    /// Changes the samples in place: left and right in turn, 1 for full scale.
    package func update(_ body: (inout MutableSpan<Float>) -> Void) {
        guard let old = unsafe buffer else { return }
        let object = unsafe UnsafeMutableRawPointer(old).assumingMemoryBound(to: GstMiniObject.self)
        guard let writable = unsafe gst_mini_object_make_writable(object) else { return }
        let own = unsafe UnsafeMutableRawPointer(writable).assumingMemoryBound(to: GstBuffer.self)
        unsafe self.buffer = own
        let both = GstMapFlags(rawValue: GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue)
        unsafe Self.map(own, both, body)
    }

    /// Reads the samples: left and right in turn, 1 for full scale. The span is for reading only.
    package func read(_ body: (inout MutableSpan<Float>) -> Void) {
        if let buffer = unsafe buffer { unsafe Self.map(buffer, GST_MAP_READ, body) }
    }

    private static func map(
        _ buffer: UnsafeMutablePointer<GstBuffer>, _ flags: GstMapFlags, _ body: (inout MutableSpan<Float>) -> Void
    ) {
        var info = unsafe GstMapInfo()
        guard unsafe gst_buffer_map(buffer, &info, flags) != 0 else { return }
        defer { unsafe gst_buffer_unmap(buffer, &info) }
        guard let data = unsafe info.data else { return }
        let count = unsafe Int(info.size) / MemoryLayout<Float>.size
        unsafe UnsafeMutableRawPointer(data).withMemoryRebound(to: Float.self, capacity: count) {
            let samples = unsafe UnsafeMutableBufferPointer(start: $0, count: count)
            var span = unsafe samples.mutableSpan
            body(&span)
        }
    }

    private static func release(_ buffer: UnsafeMutablePointer<GstBuffer>) {
        unsafe gst_mini_object_unref(UnsafeMutableRawPointer(buffer).assumingMemoryBound(to: GstMiniObject.self))
    }
}
