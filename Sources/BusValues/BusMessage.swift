// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A message in the form of the bus (D-Bus specification, message protocol), with the lowest byte first.
package struct BusMessage: Sendable, Equatable {
    package enum Kind: UInt8, Sendable {
        case call = 1
        case answer = 2
        case failure = 3
        case signal = 4
    }

    /// The fields of a header, by their numbers.
    private enum Field {
        static let path: UInt8 = 1
        static let interface: UInt8 = 2
        static let member: UInt8 = 3
        static let errorName: UInt8 = 4
        static let answeredSerial: UInt8 = 5
        static let destination: UInt8 = 6
        static let sender: UInt8 = 7
        static let signature: UInt8 = 8
    }

    /// A message has at least this many bytes, which contain its size.
    private static let fixedHeader = 16
    private static let version: UInt8 = 1
    private static let largest = 128 << 20
    /// Far more than the names and a path need.
    private static let largestFields = 64 << 10

    package var kind: Kind
    /// The caller wants no answer.
    package var isSilent = false
    package var serial: UInt32
    package var answeredSerial: UInt32?
    package var path: String?
    package var interface: String?
    package var member: String?
    package var errorName: String?
    package var destination: String?
    package var sender: String?
    package var body: [BusValue] = []

    package init(_ kind: Kind, serial: UInt32) { (self.kind, self.serial) = (kind, serial) }

    /// The types of the body.
    package var signature: String { body.map(\.signature).joined() }

    // MARK: Reading

    /// Returns the size of the message that begins at a byte; `nil` until enough of it is there to determine the size.
    ///
    /// - Throws: ``WireFault`` if no message begins there, or one with the highest byte first, which no program of this
    ///   machine sends.
    package static func size(in bytes: [UInt8], from start: Int) throws(WireFault) -> Int? {
        guard start < bytes.count else { return nil }
        guard bytes[start] == UInt8(ascii: "l") else { throw WireFault() }
        guard bytes.count - start >= fixedHeader else { return nil }
        var reader = WireReader(bytes, from: start + 4, to: start + fixedHeader, origin: start)
        let body = try reader.number(UInt32.self)
        _ = try reader.number(UInt32.self)
        let fields = try reader.number(UInt32.self)
        let size = (fixedHeader + Int(fields) + 7) & ~7 + Int(body)
        guard fields <= largestFields, size <= largest else { throw WireFault() }
        return size
    }

    /// Reads a complete message.
    package init(_ bytes: [UInt8], from start: Int, size: Int) throws(WireFault) {
        let end = start + size
        guard size >= Self.fixedHeader, end <= bytes.count, bytes[start + 3] == Self.version,
            let kind = Kind(rawValue: bytes[start + 1])
        else { throw WireFault() }
        var reader = WireReader(bytes, from: start + 4, to: end, origin: start)
        let length = Int(try reader.number(UInt32.self))
        self.init(kind, serial: try reader.number(UInt32.self))
        isSilent = bytes[start + 2] & 1 != 0
        let fields = try reader.number(UInt32.self)
        let endOfFields = start + Self.fixedHeader + Int(fields)
        guard endOfFields <= end - length else { throw WireFault() }
        var header = WireReader(bytes, from: reader.offset, to: endOfFields, origin: start)
        var signature: [UInt8] = []
        while !header.isAtEnd { try readField(&header, &signature) }
        var content = WireReader(bytes, from: end - length, to: end, origin: start)
        body = try content.values(signature)
        guard content.isAtEnd, serial != 0 else { throw WireFault() }
    }

    private mutating func readField(_ header: inout WireReader, _ signature: inout [UInt8]) throws(WireFault) {
        try header.align(to: 8)
        let field = try header.number(UInt8.self)
        let type = try header.signature()
        guard type.count == 1 else { throw WireFault() }
        if field == Field.signature {
            guard type[0] == UInt8(ascii: "g") else { throw WireFault() }
            signature = try header.signature()
            return
        }
        if let known = Self.type(of: field), type[0] != known { throw WireFault() }
        let value = try header.values(type)[0]
        switch field {
        case Field.path: path = value.stringValue
        case Field.interface: interface = value.stringValue
        case Field.member: member = value.stringValue
        case Field.errorName: errorName = value.stringValue
        case Field.answeredSerial: answeredSerial = value.intValue.map { UInt32(truncatingIfNeeded: $0) }
        case Field.destination: destination = value.stringValue
        case Field.sender: sender = value.stringValue
        default: break
        }
    }

    /// Returns the type of a field, as the specification has it; `nil` for an unknown field.
    private static func type(of field: UInt8) -> UInt8? {
        switch field {
        case Field.path: UInt8(ascii: "o")
        case Field.interface, Field.member, Field.errorName, Field.destination, Field.sender: UInt8(ascii: "s")
        case Field.answeredSerial: UInt8(ascii: "u")
        default: nil
        }
    }

    // MARK: Writing

    /// The message as it is sent.
    package var bytes: [UInt8] {
        var writer = WireWriter()
        writer.add(byte: UInt8(ascii: "l"))
        writer.add(byte: kind.rawValue)
        writer.add(byte: isSilent ? 1 : 0)
        writer.add(byte: Self.version)
        writer.add(UInt32(0))
        writer.add(serial)
        writer.add(UInt32(0))
        add(Field.path, "o", path, to: &writer)
        add(Field.interface, "s", interface, to: &writer)
        add(Field.member, "s", member, to: &writer)
        add(Field.errorName, "s", errorName, to: &writer)
        if let answeredSerial {
            Self.begin(Field.answeredSerial, "u", in: &writer)
            writer.add(answeredSerial)
        }
        add(Field.destination, "s", destination, to: &writer)
        add(Field.sender, "s", sender, to: &writer)
        if !body.isEmpty {
            Self.begin(Field.signature, "g", in: &writer)
            writer.add(signature: signature)
        }
        writer.set(UInt32(writer.bytes.count - Self.fixedHeader), at: 12)
        writer.align(to: 8)
        let start = writer.bytes.count
        for value in body { writer.add(value) }
        writer.set(UInt32(writer.bytes.count - start), at: 4)
        return writer.bytes
    }

    private func add(_ field: UInt8, _ type: String, _ text: String?, to writer: inout WireWriter) {
        guard let text else { return }
        Self.begin(field, type, in: &writer)
        writer.add(text)
    }

    private static func begin(_ field: UInt8, _ type: String, in writer: inout WireWriter) {
        writer.align(to: 8)
        writer.add(byte: field)
        writer.add(signature: type)
    }
}
