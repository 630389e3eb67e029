// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer

extension Element {
    /// Calls `handler` on a streaming thread when a player element wants to know what comes next.
    package func onAboutToFinish(_ handler: @escaping @Sendable () -> Void) {
        connect("about-to-finish", aboutToFinishCallback, handler)
    }

    /// Calls `handler` on a streaming thread for every element that a player element makes for its work.
    ///
    /// The factory is the kind of the element, such as `flacdec`.
    package func onElementSetup(_ handler: @escaping @Sendable (_ factory: String, _ element: Element) -> Void) {
        let box = unsafe Unmanaged.passRetained(ElementHandler(handler))
        unsafe g_signal_connect_data(
            UnsafeMutableRawPointer(pointer), "element-setup", elementSetupCallback, box.toOpaque(),
            onReleaseElementHandler, GConnectFlags(rawValue: 0))
    }

    /// Calls `handler` on any thread after a property has changed, by ourselves or by somebody else.
    ///
    /// The handler must not read the property: the thread may be the one that would have to answer.
    package func onChange(of property: String, _ handler: @escaping @Sendable () -> Void) {
        connect("notify::" + property, notifyCallback, handler)
    }

    private func connect(_ signal: String, _ callback: @escaping GCallback, _ handler: @escaping @Sendable () -> Void) {
        let box = unsafe Unmanaged.passRetained(SignalHandler(handler))
        unsafe g_signal_connect_data(
            UnsafeMutableRawPointer(pointer), signal, callback, box.toOpaque(), onReleaseSignalHandler,
            GConnectFlags(rawValue: 0))
    }
}

private final class SignalHandler: Sendable {
    let handle: @Sendable () -> Void

    init(_ handle: @escaping @Sendable () -> Void) {
        self.handle = handle
    }
}

private final class ElementHandler: Sendable {
    let handle: @Sendable (String, Element) -> Void

    init(_ handle: @escaping @Sendable (String, Element) -> Void) {
        self.handle = handle
    }
}

private typealias ElementSetupFunction =
    @convention(c) (
        gpointer?, UnsafeMutablePointer<GstElement>?, gpointer?
    ) -> Void
private typealias AboutToFinishFunction = @convention(c) (gpointer?, gpointer?) -> Void
private typealias NotifyFunction = @convention(c) (gpointer?, gpointer?, gpointer?) -> Void

// Invariant: GObject calls the functions with the arguments of these signals, whatever type they are stored as.
private let aboutToFinishCallback: GCallback = unsafe unsafeBitCast(
    onAboutToFinishSignal as AboutToFinishFunction, to: GCallback.self)
private let notifyCallback: GCallback = unsafe unsafeBitCast(onNotifySignal as NotifyFunction, to: GCallback.self)
private let elementSetupCallback: GCallback = unsafe unsafeBitCast(
    onElementSetupSignal as ElementSetupFunction, to: GCallback.self)

/// Called on a streaming thread.
private func onElementSetupSignal(
    _ player: gpointer?, _ element: UnsafeMutablePointer<GstElement>?, _ data: gpointer?
) {
    guard let element = unsafe element, let data = unsafe data, let factory = unsafe gst_element_get_factory(element),
        let name = unsafe gst_object_get_name(UnsafeMutableRawPointer(factory).assumingMemoryBound(to: GstObject.self))
    else { return }
    defer { unsafe g_free(name) }
    let handler = unsafe Unmanaged<ElementHandler>.fromOpaque(data).takeUnretainedValue()
    unsafe handler.handle(String(cString: name), Element(retaining: element))
}

/// Called on a streaming thread.
private func onAboutToFinishSignal(_ element: gpointer?, _ data: gpointer?) {
    if let data = unsafe data { unsafe Unmanaged<SignalHandler>.fromOpaque(data).takeUnretainedValue().handle() }
}

/// Called on any thread, that of the sound server's connection for instance.
private func onNotifySignal(_ element: gpointer?, _ property: gpointer?, _ data: gpointer?) {
    if let data = unsafe data { unsafe Unmanaged<SignalHandler>.fromOpaque(data).takeUnretainedValue().handle() }
}

private func onReleaseSignalHandler(_ data: gpointer?, _ closure: UnsafeMutablePointer<GClosure>?) {
    if let data = unsafe data { unsafe Unmanaged<SignalHandler>.fromOpaque(data).release() }
}

private func onReleaseElementHandler(_ data: gpointer?, _ closure: UnsafeMutablePointer<GClosure>?) {
    if let data = unsafe data { unsafe Unmanaged<ElementHandler>.fromOpaque(data).release() }
}
