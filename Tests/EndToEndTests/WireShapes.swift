// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport

/// What the messages of a recording look like: the signature of each member, and the keys of its dictionaries with
/// their types, one a line. Values are left out.
struct WireShapes {
    private(set) var lines: Set<String> = []
    /// The methods that were answered, as `INTERFACE.MEMBER`.
    private(set) var answered: Set<String> = []
    private var calls: [String: BusRecording.Message] = [:]

    /// - Parameters:
    ///   - prefix: How the names of the interfaces begin that are taken into account.
    ///   - service: The unique name of the program that serves them.
    init(_ messages: [BusRecording.Message], of prefix: String, service: String) {
        for message in messages { take(message, prefix, service) }
    }

    private mutating func take(_ message: BusRecording.Message, _ prefix: String, _ service: String) {
        switch message.kind {
        case 1: calls["\(message.sender) \(message.serial)"] = message
        case 2 where message.sender == service:
            guard let call = calls["\(message.destination) \(message.replySerial)"] else { return }
            if call.member == "GetAll", let name = Self.firstText(call), name.hasPrefix(prefix) {
                describe(message, "\(name) properties")
            } else if call.interface.hasPrefix(prefix) {
                answered.insert("\(call.interface).\(call.member)")
                describe(call, "\(call.interface).\(call.member) call", isSigned: true)
                describe(message, "\(call.interface).\(call.member) reply", isSigned: true)
            }
        case 4 where message.sender == service:
            if message.interface.hasPrefix(prefix) {
                describe(message, "\(message.interface).\(message.member) signal", isSigned: true)
            } else if message.member == "PropertiesChanged", let name = Self.firstText(message), name.hasPrefix(prefix)
            {
                var reader = BodyReader(message.body)
                _ = reader.shapes("s", "")
                lines.formUnion(reader.shapes("a{sv}", "\(name) properties "))
            }
        default: break
        }
    }

    private mutating func describe(_ message: BusRecording.Message, _ name: String, isSigned: Bool = false) {
        if isSigned { lines.insert("\(name) (\(message.signature))") }
        var reader = BodyReader(message.body)
        let members = BodyReader.types(message.signature)
        for (number, type) in members.enumerated() {
            lines.formUnion(reader.shapes(type, members.count == 1 ? "\(name) " : "\(name) \(number + 1)"))
        }
    }

    private static func firstText(_ message: BusRecording.Message) -> String? {
        guard message.signature.hasPrefix("s") else { return nil }
        var reader = BodyReader(message.body)
        return reader.text()
    }
}

/// Walks the body of a message (D-Bus specification, marshaling), little-endian.
private struct BodyReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The complete types of a signature.
    static func types(_ signature: String) -> [String] {
        var types: [String] = []
        var rest = Substring(signature)
        while let type = first(of: rest) {
            types.append(type)
            rest = rest.dropFirst(type.count)
        }
        return types
    }

    private static func first(of signature: Substring) -> String? {
        guard let letter = signature.first else { return nil }
        if letter == "a" { return first(of: signature.dropFirst()).map { "a" + $0 } }
        guard letter == "(" || letter == "{" else { return String(letter) }
        var depth = 0
        for (number, letter) in signature.enumerated() {
            if "({".contains(letter) { depth += 1 }
            if ")}".contains(letter) { depth -= 1 }
            if depth == 0 { return String(signature.prefix(number + 1)) }
        }
        return nil
    }

    /// The keys of the dictionaries in a value, each behind its path.
    mutating func shapes(_ type: String, _ path: String) -> [String] {
        switch type.first {
        case "y": place += 1
        case "n", "q": skip(2)
        case "b", "i", "u": skip(4)
        case "x", "t", "d": skip(8)
        case "s", "o": _ = text()
        case "g": _ = signature()
        case "v": return shapes(signature(), path)
        case "(":
            align(8)
            return Self.types(String(type.dropFirst().dropLast())).flatMap { shapes($0, path) }
        case "a": return elements(String(type.dropFirst()), path)
        default: break
        }
        return []
    }

    private mutating func elements(_ type: String, _ path: String) -> [String] {
        align(4)
        let length = number()
        align(["(", "{", "x", "t", "d"].contains(type.first) ? 8 : 1)
        let end = place + length
        var found: [String] = []
        while place < end {
            guard type.first == "{" else {
                found += shapes(type, path + "[]")
                continue
            }
            align(8)
            let key = text()
            let value = type == "{sv}" ? signature() : String(type.dropFirst(2).dropLast())
            found.append("\(path).\(key) \(value)")
            found += shapes(value, "\(path).\(key)")
        }
        return found
    }

    mutating func text() -> String {
        align(4)
        let length = number()
        defer { place += length + 1 }
        return String(decoding: bytes[place..<(place + length)], as: UTF8.self)
    }

    private mutating func signature() -> String {
        let length = Int(bytes[place])
        defer { place += length + 2 }
        return String(decoding: bytes[(place + 1)..<(place + 1 + length)], as: UTF8.self)
    }

    private mutating func number() -> Int {
        align(4)
        defer { place += 4 }
        return (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }

    private mutating func skip(_ size: Int) {
        align(size)
        place += size
    }

    private mutating func align(_ size: Int) {
        place = (place + size - 1) / size * size
    }
}
