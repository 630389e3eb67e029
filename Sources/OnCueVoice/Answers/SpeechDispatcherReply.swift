// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A reply of speech-dispatcher.
package struct SpeechDispatcherReply: Sendable, Equatable {
    /// The three digits: 2xx is success, 3xx to 5xx are errors, 7xx is an event.
    package let code: Int
    /// The texts of all its lines.
    package let lines: [String]

    package init(_ code: Int, _ lines: [String] = []) { (self.code, self.lines) = (code, lines) }

    /// Whether the request succeeded.
    package var isYes: Bool { (200..<300).contains(code) }
    /// Whether it reports an event.
    package var isEvent: Bool { (700..<800).contains(code) }
    /// Whether it reports that a text has been spoken, or was cancelled.
    package var endsSpeech: Bool { code == 702 || code == 703 }
    /// The number of the text concerned, in the first line of an event and of the answer to `SPEAK`.
    package var number: Int? { lines.first.flatMap { Int($0) } }
}

/// Divides the output of speech-dispatcher into replies, in whatever parts it arrives.
package struct SpeechDispatcherReader: Sendable {
    /// The longest line and the most lines of a reply.
    package static let longestLine = 4_096
    package static let mostLines = 100

    /// The error of input that is not SSIP.
    package struct Malformed: Error, Sendable, Equatable {}

    private var buffer: [UInt8] = []
    private var lines: [String] = []

    package init() {}

    package mutating func add(_ bytes: some Sequence<UInt8>) { buffer += bytes }

    /// Returns the next complete reply, or `nil` if more bytes are needed.
    ///
    /// - Throws: ``Malformed``; no input traps.
    package mutating func next() throws(Malformed) -> SpeechDispatcherReply? {
        while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
            guard end <= Self.longestLine, lines.count < Self.mostLines else { throw Malformed() }
            var line = buffer[..<end]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            let text = String(decoding: line, as: UTF8.self)
            buffer.removeFirst(end + 1)
            guard let code = Int(text.prefix(3)), (100..<1_000).contains(code), text.utf8.count >= 4 else {
                throw Malformed()
            }
            lines.append(String(decoding: text.utf8.dropFirst(4), as: UTF8.self))
            switch text.utf8.dropFirst(3).first {
            case UInt8(ascii: "-"): continue
            case UInt8(ascii: " "):
                defer { lines = [] }
                return SpeechDispatcherReply(code, lines)
            default: throw Malformed()
            }
        }
        guard buffer.count <= Self.longestLine else { throw Malformed() }
        return nil
    }
}
