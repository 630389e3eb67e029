// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer
internal import COnCueGStreamerShims

/// A GStreamer element or bin of elements.
///
/// Safe from any thread. Changes of state, seeks and properties of a sink may block, so they do not belong on
/// `MediaActor`; queries do not block while the element is prerolled. Unchecked, since the compiler cannot see that
/// GStreamer locks its elements; the reference is the only state.
@safe
package final class Element: @unchecked Sendable {
    // Invariant: the pointer never changes, is referenced until deinit, and GStreamer locks inside of every function
    // that is called on it.
    let pointer: UnsafeMutablePointer<GstElement>

    /// Takes over a floating reference, such as that of a new element.
    init(sinking pointer: UnsafeMutablePointer<GstElement>) {
        unsafe gst_object_ref_sink(pointer)
        unsafe self.pointer = unsafe pointer
    }

    /// Adds a reference of our own.
    init(retaining pointer: UnsafeMutablePointer<GstElement>) {
        unsafe gst_object_ref(pointer)
        unsafe self.pointer = unsafe pointer
    }

    /// Makes an element; `nil` when its plug-in is not installed.
    package convenience init?(_ factory: String, name: String? = nil) {
        guard MediaFramework.initialize(), let made = unsafe gst_element_factory_make(factory, name) else { return nil }
        unsafe self.init(sinking: made)
    }

    /// Returns whether GStreamer chooses elements of this name by itself: the element is installed, and not disabled by
    /// its rank.
    package static func isChosen(_ factory: String) -> Bool {
        guard MediaFramework.initialize(), let found = unsafe gst_element_factory_find(factory) else { return false }
        defer { unsafe gst_object_unref(UnsafeMutableRawPointer(found)) }
        return unsafe gst_plugin_feature_get_rank(found) > 0
    }

    /// Creates a bin of these elements, linked in this order, with the first one's `sink` pad as its input.
    ///
    /// `nil` if they do not fit together.
    package convenience init?(chain: [Element], name: String) {
        guard MediaFramework.initialize(), let made = unsafe gst_bin_new(name), let first = chain.first else {
            return nil
        }
        unsafe self.init(sinking: made)
        for element in chain {
            unsafe gst_bin_add(UnsafeMutableRawPointer(made).assumingMemoryBound(to: GstBin.self), element.pointer)
        }
        for (upstream, downstream) in zip(chain, chain.dropFirst()) {
            guard unsafe gst_element_link(upstream.pointer, downstream.pointer) != 0 else { return nil }
        }
        guard let pad = unsafe gst_element_get_static_pad(first.pointer, "sink") else { return nil }
        defer { unsafe gst_object_unref(pad) }
        guard unsafe gst_element_add_pad(made, gst_ghost_pad_new("sink", pad)) != 0 else { return nil }
    }

    deinit {
        unsafe gst_object_unref(pointer)
    }

    /// The name that error messages carry.
    package var name: String {
        guard
            let name = unsafe gst_object_get_name(
                UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GstObject.self))
        else { return "" }
        defer { unsafe g_free(name) }
        return unsafe String(cString: name)
    }

    /// Sets a property of type string; `nil` for none.
    package func set(_ property: String, to text: String?) {
        unsafe oncue_gst_set_string(pointer, property, text)
    }

    /// Sets a property whose value is an element.
    package func set(_ property: String, to element: Element) {
        unsafe oncue_gst_set_element(pointer, property, element.pointer)
    }

    /// Sets a property of any other type from its text form, such as `true`, `200000`, `audio+soft-volume` or caps.
    package func set(_ property: String, parsing text: String) {
        unsafe gst_util_set_object_arg(
            UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GObject.self), property, text)
    }

    /// Starts a change of state. May block.
    @discardableResult
    package func setState(_ state: ElementState) -> StateChange {
        unsafe StateChange(gst_element_set_state(pointer, state.native))
    }

    /// Waits until a change of state in the background is complete, at most this long, and returns whether it is.
    /// Blocks.
    @discardableResult
    package func waitForState(limit: Duration) -> Bool {
        unsafe gst_element_get_state(pointer, nil, nil, GstClockTime(limit / .nanoseconds(1))) != GST_STATE_CHANGE_ASYNC
    }
}
