// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A line from a client: a command and its arguments.
package struct RequestLine: Sendable, Equatable {
    /// The maximum length of a line, in bytes.
    package static let longest = 16_384
    /// The maximum number of arguments of a command.
    package static let mostArguments = 16

    package var command: String
    package var arguments: [String]

    package init(_ command: String, _ arguments: [String]) { (self.command, self.arguments) = (command, arguments) }

    /// The reason why a line has no command or wrong arguments.
    package enum Mistake: Error, Equatable {
        /// The line does not begin with a command: its sender does not use this protocol, and is disconnected.
        case noCommand(CommandRefusal)
        case arguments(CommandRefusal)
    }

    /// Parses a line without its line break. Bytes that are not UTF-8 are replaced.
    ///
    /// - Complexity: O(*n*).
    package init(_ line: some Collection<UInt8>) throws(Mistake) {
        var rest = Array(line)[...]
        Self.skipSpace(&rest)
        guard let first = rest.first else { throw .noCommand(CommandRefusal(.unknown, "No command given")) }
        guard Self.isLetter(first) else { throw .noCommand(CommandRefusal(.unknown, "Letter expected")) }
        let word = rest.prefix { Self.isLetter($0) || $0 == UInt8(ascii: "_") }
        rest = rest[word.endIndex...]
        if let next = rest.first, !Self.isSpace(next) {
            throw .noCommand(CommandRefusal(.unknown, "Invalid word character"))
        }
        command = String(decoding: word, as: UTF8.self)
        arguments = []
        Self.skipSpace(&rest)
        while !rest.isEmpty {
            if arguments.count == Self.mostArguments {
                throw .arguments(CommandRefusal(.argument, "Too many arguments"))
            }
            do throws(CommandRefusal) { arguments.append(try Self.argument(&rest)) } catch { throw .arguments(error) }
            Self.skipSpace(&rest)
        }
    }

    private static func argument(_ rest: inout ArraySlice<UInt8>) throws(CommandRefusal) -> String {
        guard rest.first == UInt8(ascii: "\"") else {
            let word = rest.prefix { !isSpace($0) }
            guard !word.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }) else {
                throw CommandRefusal(.unknown, "Invalid unquoted character")
            }
            rest = rest[word.endIndex...]
            return String(decoding: word, as: UTF8.self)
        }
        rest.removeFirst()
        var text: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                if let next = rest.first, !isSpace(next) {
                    throw CommandRefusal(.unknown, "Space expected after closing '\"'")
                }
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let next = rest.popFirst() else { throw CommandRefusal(.unknown, "Missing closing '\"'") }
                text.append(next)
            default: text.append(byte)
            }
        }
        throw CommandRefusal(.unknown, "Missing closing '\"'")
    }

    private static func skipSpace(_ rest: inout ArraySlice<UInt8>) { rest = rest.drop(while: isSpace) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte > 0 && byte <= 0x20 }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }

    /// Returns whether a line is part of a request from a browser, which any web page can cause.
    package static func isFromBrowser(_ line: some Collection<UInt8>) -> Bool {
        let starts = ["GET ", "POST ", "HEAD ", "PUT ", "OPTIONS ", "DELETE ", "PATCH ", "CONNECT ", "Host:", "host:"]
        return starts.contains { line.starts(with: $0.utf8) }
    }
}
