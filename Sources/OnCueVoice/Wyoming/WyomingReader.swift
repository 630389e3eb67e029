// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// Divides bytes into messages of the Wyoming protocol, in whatever parts they arrive.
///
/// Nothing beyond the limits is kept, and no input traps. After a failure the connection cannot be read any further.
package struct WyomingReader: Sendable {
    private struct Header {
        var type: String
        var data: [JSONValue.Member]
        var dataLength: Int
        var payloadLength: Int
    }

    private var buffer: [UInt8] = []
    private var header: Header?
    /// The length of the part of the buffer that is known to have no line end.
    private var searched = 0

    package init() {}

    /// Adds bytes that have arrived.
    package mutating func add(_ bytes: some Sequence<UInt8>) { buffer += bytes }

    /// Returns the next complete message, or `nil` if more bytes are needed.
    ///
    /// - Throws: ``WyomingMessage/Failure``.
    /// - Complexity: linear in the bytes of the message.
    package mutating func next() throws(WyomingMessage.Failure) -> WyomingMessage? {
        if header == nil {
            guard let line = try takeLine() else { return nil }
            header = try Self.header(line)
        }
        guard let header, buffer.count >= header.dataLength + header.payloadLength else { return nil }
        var message = WyomingMessage(header.type, header.data)
        if header.dataLength > 0 { message.data += try Self.members(buffer[..<header.dataLength], "data") }
        message.payload = Array(buffer[header.dataLength..<header.dataLength + header.payloadLength])
        buffer.removeFirst(header.dataLength + header.payloadLength)
        self.header = nil
        return message
    }

    private mutating func takeLine() throws(WyomingMessage.Failure) -> [UInt8]? {
        guard let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = buffer.count
            if buffer.count > WyomingMessage.Limit.line { throw .tooLarge("first line") }
            return nil
        }
        guard end <= WyomingMessage.Limit.line else { throw .tooLarge("first line") }
        let line = Array(buffer[..<end])
        buffer.removeFirst(end + 1)
        searched = 0
        return line
    }

    private static func header(_ line: [UInt8]) throws(WyomingMessage.Failure) -> Header {
        let members = try members(line[...], "first line")
        let value = { (name: String) in members.last { $0.name == name }?.value }
        guard let type = value("type")?.stringValue, !type.isEmpty else { throw .malformed("type") }
        var data: [JSONValue.Member] = []
        switch value("data") {
        case nil, .null: break
        case .object(let members): data = members
        default: throw .malformed("data")
        }
        return Header(
            type: type, data: data,
            dataLength: try length(value("data_length"), WyomingMessage.Limit.data, "data"),
            payloadLength: try length(value("payload_length"), WyomingMessage.Limit.payload, "payload"))
    }

    private static func length(
        _ value: JSONValue?, _ largest: Int, _ part: String
    ) throws(WyomingMessage.Failure) -> Int {
        switch value {
        case nil, .null: return 0
        default:
            guard let length = value?.intValue, length >= 0 else { throw .malformed("length of \(part)") }
            guard length <= largest else { throw .tooLarge(part) }
            return length
        }
    }

    private static func members(
        _ bytes: ArraySlice<UInt8>, _ part: String
    ) throws(WyomingMessage.Failure) -> [JSONValue.Member] {
        let text = String(decoding: bytes, as: UTF8.self)
        guard case .object(let members)? = try? JSONValue(parsing: text, maximumDepth: WyomingMessage.Limit.depth)
        else { throw .malformed(part) }
        return members
    }
}
