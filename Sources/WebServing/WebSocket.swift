// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib
internal import CSoup
package import OnCueRuntime
internal import WebAccess

/// A web socket that a browser has opened.
@MediaActor
@safe
package final class WebSocket {
    private let connection: OpaquePointer
    private let below: WebConnection?
    /// The handler of the signal for its end; 0 once it has ended.
    private var handler: gulong = 0
    /// Called once, when it has closed.
    package var onClosed: (@MediaActor () -> Void)?

    init(_ connection: OpaquePointer, _ below: WebConnection?) {
        unsafe self.connection = unsafe connection
        self.below = below
        let object = unsafe UnsafeMutableRawPointer(connection)
        unsafe g_object_ref(object)
        unsafe soup_websocket_connection_set_max_incoming_payload_size(connection, guint64(WebLimits.message))
        unsafe soup_websocket_connection_set_keepalive_interval(
            connection, guint(WebLimits.pingInterval / .seconds(1)))
        // The signal keeps it alive until it has closed.
        handler = unsafe g_signal_connect_data(
            object, "closed", unsafeBitCast(onSocketClosed, to: GCallback.self),
            Unmanaged.passRetained(self).toOpaque(), onReleaseSocket, GConnectFlags(rawValue: 0))
    }

    isolated deinit { unsafe g_object_unref(UnsafeMutableRawPointer(connection)) }

    private var isOpen: Bool { unsafe soup_websocket_connection_get_state(connection) == SOUP_WEBSOCKET_STATE_OPEN }

    /// Whether the data sent before is on its way; otherwise the other end reads slowly, or not at all.
    package var isReady: Bool { below?.isWritable ?? true }

    package func send(_ text: String) {
        guard isOpen else { return }
        unsafe soup_websocket_connection_send_text(connection, text)
    }

    /// Closes it with a code and the reason.
    package func close(_ code: UInt16, _ reason: String) {
        guard isOpen else { return }
        unsafe soup_websocket_connection_close(connection, code, reason)
    }

    /// Ends it at once, if the other end does not read.
    package func drop() { below?.shutDown() }

    fileprivate func closed() {
        // After the last step nothing may refer to it any longer.
        defer { withExtendedLifetime(self) {} }
        onClosed?()
        onClosed = nil
        let handler = handler
        guard handler != 0 else { return }
        self.handler = 0
        unsafe g_signal_handler_disconnect(UnsafeMutableRawPointer(connection), handler)
    }
}

/// Called on the media thread when a web socket has closed for any reason.
private let onSocketClosed: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
    guard let data = unsafe data else { return }
    let socket = unsafe Unmanaged<WebSocket>.fromOpaque(data).takeUnretainedValue()
    MediaActor.assumeIsolated { socket.closed() }
}

private let onReleaseSocket: GClosureNotify = { data, _ in
    if let data = unsafe data { unsafe Unmanaged<WebSocket>.fromOpaque(data).release() }
}
