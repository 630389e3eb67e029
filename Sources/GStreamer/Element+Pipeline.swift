// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer

extension Element {
    /// Makes an empty pipeline, which has a clock and a bus of its own.
    package static func pipeline(name: String) -> Element? {
        guard MediaFramework.initialize(), let made = unsafe gst_pipeline_new(name) else { return nil }
        return unsafe Element(sinking: made)
    }

    /// Puts an element into this bin or pipeline.
    package func add(_ element: Element) {
        let bin = unsafe UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GstBin.self)
        unsafe gst_bin_add(bin, element.pointer)
    }

    /// Links the output of this element to the input of another; false when they do not fit.
    @discardableResult
    package func link(to next: Element) -> Bool {
        unsafe gst_element_link(pointer, next.pointer) != 0
    }

    /// The time of the clock at which the pipeline would have begun to play its medium if it had played without a
    /// pause.
    package var baseTime: Duration { unsafe .nanoseconds(Int64(clamping: gst_element_get_base_time(pointer))) }

    /// Returns whether the element has a property of this name.
    package func has(_ property: String) -> Bool {
        let type = unsafe pointer.pointee.object.object.g_type_instance.g_class
        guard let type = unsafe type else { return false }
        return unsafe g_object_class_find_property(
            UnsafeMutableRawPointer(type).assumingMemoryBound(to: GObjectClass.self), property) != nil
    }

    /// Whether the element has a volume that `cubicVolume` and `isMuted` set.
    package var hasStreamVolume: Bool {
        unsafe g_type_check_instance_is_a(
            UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GTypeInstance.self), gst_stream_volume_get_type())
            != 0
    }

    /// Jumps and plays at another rate from there, like `seek(to:)`.
    ///
    /// - Parameter readsUpTo: Whether to find the exact position even if that takes reading everything before it.
    package func seek(to position: Duration, rate: Double, readsUpTo: Bool = true) -> Bool {
        let accuracy = readsUpTo ? GST_SEEK_FLAG_ACCURATE.rawValue : 0
        let flags = GstSeekFlags(rawValue: GST_SEEK_FLAG_FLUSH.rawValue | accuracy)
        return unsafe gst_element_seek(
            pointer, rate, GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET, position.gstreamerTime, GST_SEEK_TYPE_NONE, -1)
            != 0
    }
}
