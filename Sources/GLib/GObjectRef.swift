// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib

/// One reference to a GObject, which is dropped when this object is released.
///
/// Unchecked, since the compiler cannot know that GObject counts references atomically; nothing else is done here.
@safe
final class GObjectRef: @unchecked Sendable {
    // Invariant: the pointer never changes, and GObject counts references atomically. The wrapper that holds this
    // object decides which uses are allowed on which thread.
    let pointer: UnsafeMutableRawPointer

    /// Adopts a reference that is already ours.
    init(adopting pointer: UnsafeMutableRawPointer) {
        unsafe self.pointer = unsafe pointer
    }

    /// Adds a reference of our own.
    init(retaining pointer: UnsafeMutableRawPointer) {
        unsafe self.pointer = unsafe g_object_ref(pointer)
    }

    deinit {
        unsafe g_object_unref(pointer)
    }
}

/// Connects a C function to a GObject signal; `release` runs when the connection ends.
@discardableResult
func connectSignal(
    _ object: OpaquePointer, _ name: String, _ callback: @escaping GCallback, _ data: gpointer?,
    _ release: GClosureNotify?
) -> gulong {
    unsafe g_signal_connect_data(
        UnsafeMutableRawPointer(object), name, callback, data, release, GConnectFlags(rawValue: 0))
}
