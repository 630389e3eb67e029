// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CSoup
internal import OnCueRuntime

/// One request and its answer.
@MediaActor
@safe
final class Exchange {
    private static let pieceLength: gsize = 128 << 10

    let address: String
    private let message: OpaquePointer
    private let end: ExchangeEnd
    private var stream: UnsafeMutablePointer<GInputStream>?

    /// - Parameter body: The data to post; `nil` for a GET.
    /// - Throws: `invalidAddress`.
    init(
        _ address: String, _ fields: [String: String], body: [UInt8]? = nil, end: ExchangeEnd
    ) throws(HTTPError) {
        let scheme = address.prefix { $0 != ":" }.lowercased()
        // libsoup logs a complaint about an address without a host for the whole process.
        guard ["http", "https"].contains(scheme), Self.hasHost(address),
            let message = unsafe soup_message_new(body == nil ? "GET" : "POST", address)
        else {
            throw HTTPError(.invalidAddress, "\"\(address.prefix(200))\" is not an http or https address")
        }
        self.address = address
        self.end = end
        unsafe self.message = unsafe message
        // Redirections are followed by the client, which remembers those for good.
        unsafe soup_message_add_flags(message, SOUP_MESSAGE_NO_REDIRECT)
        let headers = unsafe soup_message_get_request_headers(message)
        for (name, value) in fields where Self.isSafe(name) && Self.isSafe(value) {
            unsafe soup_message_headers_replace(headers, name, value)
        }
        guard let body else { return }
        let bytes = unsafe body.withUnsafeBufferPointer { unsafe g_bytes_new($0.baseAddress, gsize($0.count)) }
        // Without a type, the field for it stays as it is.
        unsafe soup_message_set_request_body_from_bytes(message, nil, bytes)
        unsafe g_bytes_unref(bytes)
    }

    isolated deinit {
        if let stream = unsafe stream {
            unsafe g_input_stream_close_async(stream, 0, end.cancellable, nil, nil)
            unsafe g_object_unref(stream)
        }
        unsafe g_object_unref(UnsafeMutableRawPointer(message))
    }

    private static func hasHost(_ address: String) -> Bool {
        let rest = address.drop { $0 != ":" }.dropFirst()
        guard rest.hasPrefix("//") else { return false }
        let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
        let host = authority[(authority.lastIndex(of: "@").map(authority.index(after:)) ?? authority.startIndex)...]
        return host.first.map { $0 != ":" } ?? false
    }

    /// Whether a value, which may have come from a server, cannot begin another field.
    private static func isSafe(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }

    /// Like ``send(on:)``, but ends before it connects to an address that is refused.
    ///
    /// - Parameter reason: A description of such addresses, for the message.
    /// - Throws: `privateLink`.
    func send(
        on session: UnsafeMutablePointer<SoupSession>, refusing isRefused: @escaping @Sendable (NetworkAddress) -> Bool,
        _ reason: String
    ) async throws(HTTPError) {
        let refusal = HTTPError(
            .privateLink, "\(address) is \(reason); to allow this: oncue config set network.private-links true")
        let gate = unsafe ConnectionGate(message) { [end] in if isRefused($0) { end.end(refusal) } }
        defer { withExtendedLifetime(gate) {} }
        unsafe try await send(on: session)
    }

    /// Sends the request and waits for the head of the answer.
    func send(on session: UnsafeMutablePointer<SoupSession>) async throws(HTTPError) {
        var error: UnsafeMutablePointer<GError>?
        // A call that is cancelled after its end, but before it is finished, would drop the stream, and libsoup 3.2
        // crashes on a stream that is dropped without being closed.
        _ = unsafe await SoupReply.wait { data in
            unsafe soup_session_send_async(session, message, 0, end.cancellable, onSoupReply, data)
        } atOnce: { result in
            unsafe g_task_set_check_cancellable(result, 0)
            unsafe self.stream = unsafe soup_session_send_finish(session, result, &error)
        }
        if unsafe stream == nil { throw unsafe failure(error) }
        if let reason = end.reason { throw reason }
    }

    /// The address of the response's sender, possibly a proxy; `nil` before there is one.
    var remote: NetworkAddress? {
        guard let address = unsafe soup_message_get_remote_address(message) else { return nil }
        return unsafe NetworkAddress(reading: address)
    }

    var status: Int { unsafe Int(soup_message_get_status(message).rawValue) }

    /// The fields of the answer.
    var fields: [String: String] {
        let found = FieldCollector()
        unsafe soup_message_headers_foreach(
            soup_message_get_response_headers(message), onField, Unmanaged.passUnretained(found).toOpaque())
        return found.fields
    }

    /// Returns the target of a redirection; `nil` if there is none.
    func redirection(_ fields: [String: String]) throws(HTTPError) -> String? {
        guard [301, 302, 303, 307, 308].contains(status), let location = fields["location"] else { return nil }
        guard let target = HTTPAddress.resolve(location, against: address) else {
            throw HTTPError(.malformed, "\(address) redirects to \"\(location.prefix(200))\", which is not an address")
        }
        return target
    }

    /// The next piece of the body; `nil` at its end.
    func read() async throws(HTTPError) -> [UInt8]? {
        guard let stream = unsafe stream else { return nil }
        let reply = unsafe await SoupReply.wait { data in
            unsafe g_input_stream_read_bytes_async(
                stream, Self.pieceLength, 0, end.cancellable, onSoupReply, data)
        }
        var error: UnsafeMutablePointer<GError>?
        guard let bytes = unsafe g_input_stream_read_bytes_finish(stream, reply.result, &error) else {
            throw unsafe failure(error)
        }
        defer { unsafe g_bytes_unref(bytes) }
        var count: gsize = 0
        guard let start = unsafe g_bytes_get_data(bytes, &count), count > 0 else { return nil }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }

    /// Returns the reason why the exchange ended; a reason of our own is more informative than the cancellation.
    @unsafe
    private func failure(_ error: UnsafeMutablePointer<GError>?) -> HTTPError {
        let failure = unsafe HTTPError(adopting: error, address: address)
        if let reason = end.reason { return reason }
        guard failure.code == .notTrusted else { return failure }
        return unsafe .notTrusted(address, soup_message_get_tls_peer_certificate_errors(message))
    }
}

private final class FieldCollector {
    var fields: [String: String] = [:]
}

/// Called for each field, inside of `Exchange.fields`.
private func onField(_ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?, _ data: gpointer?) {
    guard let data = unsafe data, let name = unsafe name, let value = unsafe value else { return }
    let found = unsafe Unmanaged<FieldCollector>.fromOpaque(data).takeUnretainedValue()
    let key = unsafe String(cString: name).lowercased()
    let text = unsafe String(cString: value)
    found.fields[key] = found.fields[key].map { $0 + ", " + text } ?? text
}
