// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer

extension Element {
    /// Calls `handler` on a streaming thread with the bytes of everything that a `fakesink` renders, when it does.
    package func onHandoff(_ handler: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) {
        set("signal-handoffs", parsing: "true")
        let box = unsafe CallbackBox<HandoffHandler>.retained(handler)
        unsafe g_signal_connect_data(
            UnsafeMutableRawPointer(pointer), "handoff", handoffCallback, box, onReleaseSignalCallback,
            GConnectFlags(rawValue: 0))
    }
}

private typealias HandoffHandler = @Sendable (UnsafeRawBufferPointer) -> Void
private typealias HandoffFunction =
    @convention(c) (gpointer?, UnsafeMutablePointer<GstBuffer>?, gpointer?, gpointer?) -> Void

// Invariant: GObject calls the function with the arguments of this signal, whatever type it has been stored with.
private let handoffCallback: GCallback = unsafe unsafeBitCast(onHandoff as HandoffFunction, to: GCallback.self)

/// Called on a streaming thread.
private func onHandoff(
    _ sink: gpointer?, _ buffer: UnsafeMutablePointer<GstBuffer>?, _ pad: gpointer?, _ data: gpointer?
) {
    guard let buffer = unsafe buffer, let handle = unsafe CallbackBox<HandoffHandler>.value(of: data) else { return }
    var info = unsafe GstMapInfo()
    guard unsafe gst_buffer_map(buffer, &info, GST_MAP_READ) != 0 else { return }
    defer { unsafe gst_buffer_unmap(buffer, &info) }
    unsafe handle(UnsafeRawBufferPointer(start: info.data, count: Int(info.size)))
}
