// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib
internal import COnCueLinkShims
internal import Dispatch
internal import Glibc
package import PairedMachines

/// A link to another machine: messages over TLS 1.3, with a certificate on both ends.
///
/// Its calls block, each for a limited time, and must come from one thread. The peer's certificate must be compared
/// before anything is sent, since a handshake succeeds with any machine.
@safe
package final class EncryptedLink {
    package enum Side: Sendable {
        case caller
        case listener
    }

    /// The longest time for a handshake.
    package static let handshakeLimit: Duration = .seconds(10)
    /// The longest time for a message once it has begun.
    package static let messageLimit: Duration = .seconds(30)

    /// The certificate at the other end.
    package let peer: MachineIdentifier

    private let connection: UnsafeMutablePointer<GTlsConnection>
    private let descriptor: Int32
    private var reader: FrameReader
    private let watch = DispatchQueue(label: "oncue.link.watch")

    /// Allows only TLS 1.3, without resumption, so that every link proves both keys again. GIO's library reads it on
    /// its first use.
    private static let priority: Void = {
        unsafe setenv("G_TLS_GNUTLS_PRIORITY", "SECURE128:-VERS-ALL:+VERS-TLS1.3:%NO_TICKETS", 1)
        return
    }()

    /// Connects to a machine.
    ///
    /// - Parameters:
    ///   - host: A name or an address, which may include a port of its own.
    ///   - limit: The longest time to connect to each of its addresses.
    /// - Throws: `unreachable`.
    package static func connect(
        to host: String, port: Int, within limit: Duration = .seconds(5)
    ) throws(LinkFault) -> Int32 {
        var error: UnsafeMutablePointer<GError>?
        let seconds = UInt32(clamping: max(1, limit.components.seconds))
        let descriptor = unsafe oncue_link_connect(host, UInt16(clamping: port), seconds, &error)
        guard descriptor >= 0 else {
            throw LinkFault(.unreachable, "\(host) cannot be reached: \(unsafe Self.words(&error))")
        }
        return descriptor
    }

    /// Performs the handshake over a connected socket, which it takes over.
    ///
    /// - Parameter longest: The longest message that is accepted, in bytes.
    /// - Throws: `late`, `closed`.
    package init(
        _ descriptor: Int32, as side: Side, identity: LinkIdentity, longest: Int,
        within limit: Duration = EncryptedLink.handshakeLimit
    ) throws(LinkFault) {
        _ = Self.priority
        var error: UnsafeMutablePointer<GError>?
        guard
            let connection = unsafe oncue_link_begin(
                descriptor, identity.certificate, side == .listener ? 1 : 0, &error)
        else { throw LinkFault(.closed, unsafe Self.words(&error)) }
        let isShaken = Self.bounded(descriptor, watch, limit) {
            unsafe g_tls_connection_handshake(connection, nil, &error) != 0
        }
        guard isShaken.value else {
            let words = unsafe Self.words(&error)
            unsafe g_object_unref(connection)
            throw isShaken.isLate
                ? LinkFault(.late, "the other end does not answer as it should") : LinkFault(.closed, words)
        }
        guard unsafe g_tls_connection_get_protocol_version(connection) == G_TLS_PROTOCOL_VERSION_TLS_1_3,
            let certificate = unsafe g_tls_connection_get_peer_certificate(connection),
            let peer = unsafe LinkIdentity.identifier(of: certificate)
        else {
            unsafe g_object_unref(connection)
            throw LinkFault(.closed, "the other end does not speak TLS 1.3 with a certificate of its own")
        }
        self.peer = peer
        self.descriptor = descriptor
        reader = FrameReader(limit: longest)
        unsafe self.connection = unsafe connection
    }

    deinit { unsafe g_object_unref(connection) }

    /// Returns 32 bytes that only the two ends know (`tls-exporter`, RFC 9266); call it after the first message.
    ///
    /// - Throws: `closed`.
    package func secret() throws(LinkFault) -> [UInt8] {
        let bytes = unsafe g_byte_array_new()
        defer { unsafe g_byte_array_unref(bytes) }
        var error: UnsafeMutablePointer<GError>?
        guard
            unsafe g_tls_connection_get_channel_binding_data(
                connection, G_TLS_CHANNEL_BINDING_TLS_EXPORTER, bytes, &error) != 0,
            let array = unsafe bytes, unsafe array.pointee.len == 32
        else { throw LinkFault(.closed, unsafe Self.words(&error)) }
        return unsafe Array(UnsafeBufferPointer(start: array.pointee.data, count: Int(array.pointee.len)))
    }

    /// Waits until there is something to read from the link, or from another descriptor.
    ///
    /// - Returns: The one with something to read, or `nil` if the time is over.
    package func wait(or input: Int32, within limit: Duration) -> Source? {
        let stream = unsafe UnsafeMutableRawPointer(connection).assumingMemoryBound(to: GIOStream.self)
        let pending = unsafe UnsafeMutableRawPointer(g_io_stream_get_input_stream(stream))
        if reader.isAmidst { return .link }
        if unsafe g_pollable_input_stream_is_readable(OpaquePointer(pending)) != 0 { return .link }
        let deadline = ContinuousClock.now + limit
        while true {
            let left = (deadline - .now) / .milliseconds(1)
            guard left > 0 else { return nil }
            var pollers = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: input, events: Int16(POLLIN), revents: 0),
            ]
            let ready = unsafe poll(&pollers, 2, Int32(min(left + 1, 60_000)))
            if ready < 0, errno == EINTR { continue }
            guard ready >= 0 else { return nil }
            if pollers[0].revents != 0 { return .link }
            if pollers[1].revents != 0 { return .input }
        }
    }

    /// The sources that can be waited for.
    package enum Source: Sendable {
        case link
        case input
    }

    /// Returns the next message.
    ///
    /// - Parameters:
    ///   - idle: The time within which it must begin.
    ///   - limit: The time that it may take after that.
    /// - Throws: `late`, `closed`, `unreadable`.
    package func read(
        idle: Duration, within limit: Duration = EncryptedLink.messageLimit
    ) throws(LinkFault) -> String {
        if let text = try next() { return text }
        if !reader.isAmidst { try fill(within: idle) }
        return try read(before: .now + limit)
    }

    /// Returns the next message, which must be complete before a moment.
    ///
    /// - Throws: `late`, `closed`, `unreadable`.
    package func read(before deadline: ContinuousClock.Instant) throws(LinkFault) -> String {
        while true {
            if let text = try next() { return text }
            try fill(within: deadline - .now)
        }
    }

    /// Sends a message.
    ///
    /// - Throws: `late`, `closed`.
    package func write(_ text: String, within limit: Duration = EncryptedLink.messageLimit) throws(LinkFault) {
        try send(LinkFrame.bytes(of: text), within: limit)
    }

    /// Sends all of a message but its last byte, one byte at a time, for tests of the other end.
    func writeInDrops(_ text: String, each pause: Duration) throws(LinkFault) {
        for byte in LinkFrame.bytes(of: text).dropLast() {
            try send([byte], within: Self.messageLimit)
            usleep(UInt32(pause / .microseconds(1)))
        }
    }

    private func send(_ bytes: [UInt8], within limit: Duration) throws(LinkFault) {
        let stream = unsafe g_io_stream_get_output_stream(
            UnsafeMutableRawPointer(connection).assumingMemoryBound(to: GIOStream.self))
        let result = Self.bounded(descriptor, watch, limit) {
            unsafe g_output_stream_write_all(stream, bytes, gsize(bytes.count), nil, nil, nil) != 0
        }
        guard result.value else { throw result.isLate ? Self.late : Self.closed }
    }

    /// Notifies the other end, and closes the link.
    package func close() {
        let stream = unsafe UnsafeMutableRawPointer(connection).assumingMemoryBound(to: GIOStream.self)
        _ = Self.bounded(descriptor, watch, .seconds(2)) { unsafe g_io_stream_close(stream, nil, nil) != 0 }
    }

    private func next() throws(LinkFault) -> String? {
        do throws(FrameReader.Fault) { return try reader.next() } catch {
            throw switch error {
            case .empty, .notText: LinkFault(.unreadable, "the other end has sent something that is not a message")
            case .tooLong(let bytes, let limit):
                LinkFault(.unreadable, "the other end announces a message of \(bytes) bytes; at most \(limit)")
            }
        }
    }

    private func fill(within limit: Duration) throws(LinkFault) {
        // Wait for the rest of a message in one call: a read returns at most one TLS record, and each wait has a timer.
        let missing = min(reader.missing, Self.most)
        var buffer = [UInt8](repeating: 0, count: max(missing, 16 << 10))
        let stream = unsafe g_io_stream_get_input_stream(
            UnsafeMutableRawPointer(connection).assumingMemoryBound(to: GIOStream.self))
        let result = Self.bounded(descriptor, watch, limit) { () -> Int in
            guard missing > 0 else {
                return unsafe g_input_stream_read(stream, &buffer, gsize(buffer.count), nil, nil)
            }
            var count: gsize = 0
            let isWhole = unsafe g_input_stream_read_all(stream, &buffer, gsize(missing), &count, nil, nil) != 0
            return isWhole ? Int(count) : -1
        }
        guard !result.isLate else { throw Self.late }
        guard result.value > 0 else { throw Self.closed }
        reader.add(buffer[..<result.value])
    }

    /// The largest number of bytes read at once.
    private static let most = 512 << 10

    private static let late = LinkFault(.late, "the other end takes too long")
    private static let closed = LinkFault(.closed, "the other end has closed the link")

    /// Runs `body`, and shuts the socket down if it takes longer than the limit.
    private static func bounded<Value>(
        _ descriptor: Int32, _ watch: DispatchQueue, _ limit: Duration, _ body: () -> Value
    ) -> (value: Value, isLate: Bool) {
        let deadline = ContinuousClock.now + limit
        let item = DispatchWorkItem { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
        watch.asyncAfter(deadline: .now() + max(0, limit / .seconds(1)), execute: item)
        let value = body()
        item.cancel()
        // A timer that has begun must be over before the descriptor can be closed.
        watch.sync {}
        return (value, ContinuousClock.now >= deadline)
    }

    @unsafe
    private static func words(_ error: inout UnsafeMutablePointer<GError>?) -> String {
        guard let failure = unsafe error else { return "the link cannot be opened" }
        defer { unsafe g_clear_error(&error) }
        return unsafe String(cString: failure.pointee.message)
    }
}
