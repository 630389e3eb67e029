// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib
internal import COnCueWebShims
internal import CSoup
package import OnCueRuntime
internal import WebAccess

/// A server for browsers, through libsoup: HTTP, and web sockets at the address of events.
///
/// All of it happens on the media thread, and nothing in it blocks.
@MediaActor
@safe
package final class WebServer {
    private let server: UnsafeMutablePointer<SoupServer>
    private let responder: any WebResponder
    /// Whether the accepted connections come through TLS.
    private let isEncrypted: Bool
    let connections = WebConnections()
    /// The contents that are sent piece by piece, by the addresses of their messages.
    private var streams: [UInt: WebStream] = [:]
    /// This, for callbacks.
    private var own: UnsafeMutableRawPointer?

    package init(_ responder: any WebResponder, isEncrypted: Bool) {
        unsafe server = unsafe Self.object()
        (self.responder, self.isEncrypted) = (responder, isEncrypted)
        // A small compressed message could become large here.
        unsafe soup_server_remove_websocket_extension(server, soup_websocket_extension_deflate_get_type())
        // It lives as long as the process, and so do the objects that refer to it.
        let own = unsafe Unmanaged.passRetained(self).toOpaque()
        unsafe self.own = unsafe own
        unsafe g_signal_connect_data(
            server, "request-started", requestCallback(onStarted), own, nil, GConnectFlags(rawValue: 0))
        unsafe g_signal_connect_data(
            server, "request-read", requestCallback(onRead), own, nil, GConnectFlags(rawValue: 0))
        for end in ["request-finished", "request-aborted"] {
            unsafe g_signal_connect_data(
                server, end, requestCallback(onFinished), own, nil, GConnectFlags(rawValue: 0))
        }
        let events = "/" + RequestGate.eventsPath.joined(separator: "/")
        for path in ["/", events] { unsafe soup_server_add_early_handler(server, path, onHead, own, nil) }
        // None for the address of events, where libsoup would ask this one first.
        unsafe soup_server_add_handler(server, "/", onRequest, own, nil)
        // The origin was already checked with the head.
        unsafe soup_server_add_websocket_handler(server, events, nil, nil, onSocket, own, nil)
    }

    /// Paths stay as they came, since ``RequestTarget`` decodes them.
    @unsafe
    private static func object() -> UnsafeMutablePointer<SoupServer> {
        var value = GValue()
        unsafe g_value_init(&value, GType(5 << G_TYPE_FUNDAMENTAL_SHIFT))
        unsafe g_value_set_boolean(&value, 1)
        var values = [value]
        var names: [UnsafePointer<CChar>?] = unsafe [g_intern_string("raw-paths")]
        let made = unsafe g_object_new_with_properties(soup_server_get_type(), 1, &names, &values)
        guard let made = unsafe made else { preconditionFailure("libsoup makes no server") }
        return unsafe UnsafeMutableRawPointer(made).assumingMemoryBound(to: SoupServer.self)
    }

    /// Takes over a connection.
    @unsafe
    func accept(_ stream: UnsafeMutablePointer<GIOStream>, _ connection: WebConnection) {
        _ = unsafe soup_server_accept_iostream(server, stream, connection.local, connection.remote, nil)
    }

    // MARK: Requests

    fileprivate func started(_ message: OpaquePointer) {
        let fields = unsafe soup_server_message_get_response_headers(message)
        for field in SecurityHeaders.fields {
            unsafe soup_message_headers_replace(fields, field.name, field.value)
        }
        // A body is kept only after its head was accepted.
        unsafe soup_message_body_set_accumulate(soup_server_message_get_request_body(message), 0)
    }

    fileprivate func read(_ message: OpaquePointer) { unsafe connections.connection(of: message)?.isAnswering = true }

    fileprivate func finished(_ message: OpaquePointer) {
        streams[UInt(bitPattern: message)] = nil
        unsafe connections.connection(of: message)?.isAnswering = false
    }

    fileprivate func head(_ message: OpaquePointer) {
        let head = unsafe requestHead(message)
        guard let answer = responder.refusal(of: head) else {
            if head.method == "POST" {
                unsafe soup_message_body_set_accumulate(soup_server_message_get_request_body(message), 1)
            }
            return
        }
        // libsoup answers when the body has arrived, which is not kept; a body without a bound is not waited for.
        if let length = head.contentLength, Int(length) ?? .max > WebLimits.refusedBody {
            unsafe connections.connection(of: message)?.shutDown()
        }
        unsafe send(answer, message)
    }

    fileprivate func request(_ message: OpaquePointer) {
        let head = unsafe requestHead(message)
        let body = unsafe Self.body(message)
        unsafe soup_server_message_pause(message)
        let held = unsafe UInt(bitPattern: g_object_ref(UnsafeMutableRawPointer(message)))
        Task { @MediaActor in
            let answer = await responder.answer(to: head, body)
            guard let message = unsafe OpaquePointer(bitPattern: held) else { return }
            unsafe send(answer, message)
            unsafe soup_server_message_unpause(message)
            unsafe g_object_unref(UnsafeMutableRawPointer(message))
        }
    }

    fileprivate func socket(_ message: OpaquePointer, _ connection: OpaquePointer) {
        let head = unsafe requestHead(message)
        let known = unsafe connections.connection(of: message)
        known?.isSocket = true
        responder.opened(unsafe WebSocket(connection, known), head)
    }

    @unsafe
    private func send(_ answer: WebAnswer, _ message: OpaquePointer) {
        unsafe soup_server_message_set_status(message, guint(answer.status), nil)
        let fields = unsafe soup_server_message_get_response_headers(message)
        for (name, value) in answer.fields { unsafe soup_message_headers_replace(fields, name, value) }
        // libsoup takes no further request on a connection that it did not accept itself, so the browser is told to
        // close it.
        unsafe soup_message_headers_replace(fields, "Connection", "close")
        if let stream = answer.stream { return unsafe begin(stream, answer, message) }
        guard !answer.body.isEmpty else { return }
        unsafe answer.body.withUnsafeBytes { bytes in
            unsafe soup_server_message_set_response(
                message, answer.type, SOUP_MEMORY_COPY, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                gsize(bytes.count))
        }
    }

    /// Sends the first bytes of a stream; the next are read when they have gone.
    @unsafe
    private func begin(_ stream: WebStream, _ answer: WebAnswer, _ message: OpaquePointer) {
        let fields = unsafe soup_server_message_get_response_headers(message)
        unsafe soup_message_headers_replace(fields, "Content-Type", answer.type)
        if let length = stream.length {
            unsafe soup_message_headers_set_content_length(fields, goffset(length))
        } else {
            unsafe soup_message_headers_set_encoding(fields, SOUP_ENCODING_EOF)
        }
        unsafe soup_message_body_set_accumulate(soup_server_message_get_response_body(message), 0)
        guard unsafe String(cString: soup_server_message_get_method(message)) != "HEAD" else { return }
        streams[UInt(bitPattern: message)] = stream
        unsafe oncue_web_when_written(UnsafeMutableRawPointer(message), onWritten, own)
        unsafe append(answer.body, message)
    }

    @unsafe
    private func append(_ bytes: [UInt8], _ message: OpaquePointer) {
        let body = unsafe soup_server_message_get_response_body(message)
        guard !bytes.isEmpty else { return unsafe soup_message_body_complete(body) }
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe soup_message_body_append(body, SOUP_MEMORY_COPY, bytes.baseAddress, gsize(bytes.count))
        }
    }

    /// Sends the next piece of a stream, for which libsoup waits once the one before is on its way.
    fileprivate func written(_ message: OpaquePointer) {
        let address = UInt(bitPattern: message)
        guard let stream = streams[address] else { return }
        unsafe connections.connection(of: message)?.isAnswering = true
        let held = unsafe UInt(bitPattern: g_object_ref(UnsafeMutableRawPointer(message)))
        Task { @MediaActor in
            let bytes = await stream.next()
            guard let message = unsafe OpaquePointer(bitPattern: held) else { return }
            // It may have ended meanwhile.
            if streams[address] === stream {
                if bytes == nil { unsafe connections.connection(of: message)?.shutDown() }
                // libsoup notices the end of a connection only when it has something to send there.
                unsafe append(bytes ?? [0], message)
                unsafe soup_server_message_unpause(message)
            }
            unsafe g_object_unref(UnsafeMutableRawPointer(message))
        }
    }

    @unsafe
    private func requestHead(_ message: OpaquePointer) -> WebRequestHead {
        let fields = unsafe soup_server_message_get_request_headers(message)
        // Repeated fields are joined with a comma, which is not valid in any of these.
        func field(_ name: String) -> String? {
            unsafe soup_message_headers_get_list(fields, name).map { unsafe String(cString: $0) }
        }
        var head = unsafe WebRequestHead(String(cString: soup_server_message_get_method(message)), "")
        if let uri = unsafe soup_server_message_get_uri(message) {
            let query = unsafe g_uri_get_query(uri).map { unsafe "?" + String(cString: $0) } ?? ""
            head.target = unsafe String(cString: g_uri_get_path(uri)) + query
            head.authority = unsafe g_uri_get_host(uri).map { unsafe String(cString: $0) }
            if let host = head.authority, host.contains(":") { head.authority = "[\(host)]" }
        }
        (head.host, head.origin, head.fetchSite) = (field("Host"), field("Origin"), field("Sec-Fetch-Site"))
        (head.contentType, head.contentLength) = (field("Content-Type"), field("Content-Length"))
        (head.transferEncoding, head.cookie) = (field("Transfer-Encoding"), field("Cookie"))
        (head.knownTag, head.range) = (field("If-None-Match"), field("Range"))
        head.acceptsGzip = unsafe soup_header_contains(field("Accept-Encoding") ?? "", "gzip") != 0
        head.isUpgrade = field("Upgrade") != nil
        head.startsService = field("OnCue-Start") != "no"
        head.isEncrypted = isEncrypted
        return head
    }

    @unsafe
    private static func body(_ message: OpaquePointer) -> [UInt8] {
        let body = unsafe soup_server_message_get_request_body(message)
        guard unsafe soup_message_body_get_accumulate(body) != 0, let bytes = unsafe soup_message_body_flatten(body)
        else { return [] }
        defer { unsafe g_bytes_unref(bytes) }
        var count: gsize = 0
        guard let start = unsafe g_bytes_get_data(bytes, &count), count > 0 else { return [] }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
}

private typealias RequestFunction =
    @convention(c) (UnsafeMutablePointer<SoupServer>?, OpaquePointer?, gpointer?) -> Void

// Invariant: GObject calls the function with the arguments of the signal, regardless of the type with which it was
// stored.
private func requestCallback(_ function: @escaping RequestFunction) -> GCallback {
    unsafe unsafeBitCast(function, to: GCallback.self)
}

/// Hands a message of libsoup to its server, on the media thread.
private func pass(
    _ message: OpaquePointer?, _ data: gpointer?, _ body: @MediaActor (WebServer, OpaquePointer) -> Void
) {
    guard let data = unsafe data, let message = unsafe message else { return }
    let server = unsafe Unmanaged<WebServer>.fromOpaque(data).takeUnretainedValue()
    let address = UInt(bitPattern: message)
    MediaActor.assumeIsolated {
        if let message = unsafe OpaquePointer(bitPattern: address) { unsafe body(server, message) }
    }
}

/// Called on the media thread before a request is read.
private let onStarted: RequestFunction = { _, message, data in unsafe pass(message, data) { unsafe $0.started($1) } }
/// Called on the media thread when a request was read.
private let onRead: RequestFunction = { _, message, data in unsafe pass(message, data) { unsafe $0.read($1) } }
/// Called on the media thread when a request was answered, or its connection has ended before.
private let onFinished: RequestFunction = { _, message, data in unsafe pass(message, data) { unsafe $0.finished($1) } }
/// Called on the media thread when the head of a request was read.
private let onHead: SoupServerCallback = { _, message, _, _, data in unsafe pass(message, data) { unsafe $0.head($1) } }
/// Called on the media thread when a request was read that is not refused.
private let onRequest: SoupServerCallback = { _, message, _, _, data in
    unsafe pass(message, data) { unsafe $0.request($1) }
}

/// Called on the media thread when a piece of an answer was sent.
private let onWritten: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { message, data in
    guard let message = unsafe message else { return }
    unsafe pass(OpaquePointer(message), data) { unsafe $0.written($1) }
}

/// Called on the media thread when a web socket was opened.
private let onSocket: SoupServerWebsocketCallback = { _, message, _, connection, data in
    guard let connection = unsafe connection else { return }
    let address = UInt(bitPattern: connection)
    unsafe pass(message, data) { server, message in
        if let connection = unsafe OpaquePointer(bitPattern: address) { unsafe server.socket(message, connection) }
    }
}
