// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer

extension Element {
    /// Calls `handler` on any thread after every change of a property.
    ///
    /// The handler must not read the property, since it may be on the thread that would have to answer.
    package func onChange(of property: String, _ handler: @escaping @Sendable () -> Void) {
        let box = unsafe CallbackBox<PlainCallback>.retained(handler)
        unsafe connect("notify::" + property, changeCallback, box, onReleaseSignalCallback)
    }

    /// Links the first output that a decoder creates to the input of another element. Calls `onComplete` on a streaming
    /// thread when there will be no more outputs, with whether there was one.
    package func linkFirstPad(to next: Element, onComplete: @escaping @Sendable (Bool) -> Void) {
        let box = unsafe CallbackBox.retained(PadLinker(next: next, onComplete: onComplete))
        unsafe connect("pad-added", padCallback, box, onReleaseSignalCallback)
        unsafe connect("no-more-pads", completionCallback, box, nil)
    }

    private func connect(
        _ signal: String, _ callback: @escaping GCallback, _ data: gpointer, _ release: GClosureNotify?
    ) {
        unsafe g_signal_connect_data(
            UnsafeMutableRawPointer(pointer), signal, callback, data, release, GConnectFlags(rawValue: 0))
    }
}

private struct PadLinker: Sendable {
    let next: Element
    let onComplete: @Sendable (Bool) -> Void
}

private typealias ChangeFunction = @convention(c) (gpointer?, gpointer?, gpointer?) -> Void
private typealias PadFunction = @convention(c) (gpointer?, UnsafeMutablePointer<GstPad>?, gpointer?) -> Void
private typealias CompletionFunction = @convention(c) (gpointer?, gpointer?) -> Void

// Invariant: GObject calls the functions with the arguments of these signals, whatever type they have been stored with.
private let changeCallback: GCallback = unsafe unsafeBitCast(onChange as ChangeFunction, to: GCallback.self)
private let padCallback: GCallback = unsafe unsafeBitCast(onPadAdded as PadFunction, to: GCallback.self)
private let completionCallback: GCallback = unsafe unsafeBitCast(
    onNoMorePads as CompletionFunction, to: GCallback.self)

/// Called on any thread, that of the sound server's connection for instance.
private func onChange(_ element: gpointer?, _ property: gpointer?, _ data: gpointer?) {
    unsafe CallbackBox<PlainCallback>.value(of: data)?()
}

/// Called on a streaming thread.
private func onPadAdded(_ decoder: gpointer?, _ pad: UnsafeMutablePointer<GstPad>?, _ data: gpointer?) {
    guard let pad = unsafe pad, let linker = unsafe CallbackBox<PadLinker>.value(of: data),
        let sink = unsafe gst_element_get_static_pad(linker.next.pointer, "sink")
    else { return }
    if unsafe gst_pad_is_linked(sink) == 0 { unsafe gst_pad_link(pad, sink) }
    unsafe gst_object_unref(sink)
}

/// Called on a streaming thread.
private func onNoMorePads(_ decoder: gpointer?, _ data: gpointer?) {
    guard let linker = unsafe CallbackBox<PadLinker>.value(of: data),
        let sink = unsafe gst_element_get_static_pad(linker.next.pointer, "sink")
    else { return }
    let isLinked = unsafe gst_pad_is_linked(sink) != 0
    unsafe gst_object_unref(sink)
    linker.onComplete(isLinked)
}
