// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A method call as its bytes on the bus (D-Bus specification, message protocol), written once for any number of calls.
struct WireCall {
    /// A string of the header, by its number.
    private enum Field: UInt8 {
        case path = 1
        case interface = 2
        case member = 3
        case destination = 6
        case signature = 8
    }

    enum Argument: ExpressibleByStringLiteral {
        case string(String)
        case number(UInt32)
        /// A dictionary of options without any.
        case noOptions

        init(stringLiteral value: String) { self = .string(value) }

        fileprivate var signature: String {
            switch self {
            case .string: "s"
            case .number: "u"
            case .noOptions: "a{sv}"
            }
        }
    }

    private(set) var bytes: [UInt8] = []

    init(
        _ member: String, of interface: String, at path: String, on destination: String, _ arguments: [Argument] = []
    ) {
        var body = WireBytes()
        for argument in arguments { body.add(argument) }
        var header = WireBytes()
        Self.add(.path, "o", path, to: &header)
        Self.add(.interface, "s", interface, to: &header)
        Self.add(.member, "s", member, to: &header)
        Self.add(.destination, "s", destination, to: &header)
        if !arguments.isEmpty {
            header.align(to: 8)
            let signature = Array(arguments.map(\.signature).joined().utf8)
            header.bytes +=
                [Field.signature.rawValue, 1, UInt8(ascii: "g"), 0, UInt8(signature.count)] + signature + [0]
        }
        var message = WireBytes()
        // Little-endian, a method call, no flags, the first version of the protocol.
        message.bytes = [UInt8(ascii: "l"), 1, 0, 1]
        message.add(UInt32(body.bytes.count))
        message.add(UInt32(0))
        message.add(UInt32(header.bytes.count))
        message.bytes += header.bytes
        message.align(to: 8)
        bytes = message.bytes + body.bytes
    }

    /// Gives the call its number.
    mutating func number(_ serial: UInt32) {
        for index in 0..<4 { bytes[8 + index] = UInt8(truncatingIfNeeded: serial >> (8 * UInt32(index))) }
    }

    /// Sets the flag of calls that are not answered.
    mutating func wantsNoAnswer() { bytes[2] |= 1 }

    private static func add(_ field: Field, _ type: Character, _ text: String, to header: inout WireBytes) {
        header.align(to: 8)
        header.bytes += [field.rawValue, 1, type.asciiValue ?? 0, 0]
        header.add(text)
    }
}

/// Bytes that are written with the alignment of the protocol.
private struct WireBytes {
    var bytes: [UInt8] = []

    mutating func align(to size: Int) {
        while !bytes.count.isMultiple(of: size) { bytes.append(0) }
    }

    mutating func add(_ number: UInt32) {
        align(to: 4)
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
    }

    mutating func add(_ argument: WireCall.Argument) {
        switch argument {
        case .string(let text): add(text)
        case .number(let number): add(number)
        case .noOptions:
            add(0)
            // The padding before the first entry is there without one, too.
            align(to: 8)
        }
    }

    mutating func add(_ text: String) {
        add(UInt32(text.utf8.count))
        bytes += Array(text.utf8) + [0]
    }
}
