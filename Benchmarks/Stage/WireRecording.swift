// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Everything that went over a bus, as `dbus-monitor --binary` writes it (D-Bus specification, message protocol);
/// little-endian messages, as all are on one machine.
struct WireRecording {
    struct Message {
        /// 1 to 4: call, answer, error, signal.
        var kind: UInt8
        var sender: String
        /// That which a signal is about: of PropertiesChanged the interface whose properties they are.
        var interface: String
        var member: String
        var size: Int
    }

    private static let propertiesInterface = "org.freedesktop.DBus.Properties"
    private let bytes: [UInt8]
    private(set) var messages: [Message] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var place = 0
        while let message = message(at: place) {
            messages.append(message)
            place += message.size
        }
    }

    /// `nil` where there is no whole message.
    private func message(at place: Int) -> Message? {
        guard place + 16 <= bytes.count else { return nil }
        let fields = number(at: place + 12)
        let body = place + (16 + fields + 7) / 8 * 8
        let end = body + number(at: place + 4)
        guard end <= bytes.count else { return nil }
        let texts = texts(from: place + 16, to: place + 16 + fields)
        var interface = texts[2] ?? ""
        if interface == Self.propertiesInterface, bytes[place + 1] == 4 { interface = text(at: body) }
        return Message(
            kind: bytes[place + 1], sender: texts[7] ?? "", interface: interface, member: texts[3] ?? "",
            size: end - place)
    }

    /// The fields of a header that are texts, by their numbers.
    private func texts(from start: Int, to end: Int) -> [UInt8: String] {
        var texts: [UInt8: String] = [:]
        var field = start
        while field + 8 <= end {
            switch bytes[field + 2] {
            case UInt8(ascii: "s"), UInt8(ascii: "o"):
                texts[bytes[field]] = text(at: field + 4)
                field += 8 + number(at: field + 4) + 1
            case UInt8(ascii: "g"): field += 4 + 1 + Int(bytes[field + 4]) + 1
            default: field += 8
            }
            // Each field begins at a multiple of 8 of the message, as the first one does.
            field = (field - start + 7) / 8 * 8 + start
        }
        return texts
    }

    private func text(at place: Int) -> String {
        String(decoding: bytes[(place + 4)..<(place + 4 + number(at: place))], as: UTF8.self)
    }

    private func number(at place: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
}
