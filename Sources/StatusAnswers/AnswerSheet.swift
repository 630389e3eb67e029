// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The answers to the most common queries about playback, which the daemon keeps ready for programs that ask without
/// the bus.
///
/// They are valid until the sheet is invalidated; the position and the sleep timer are advanced by the reader.
package struct AnswerSheet: Sendable, Equatable {
    /// A query for which an answer is kept.
    package enum Question: Int, Sendable, CaseIterable {
        /// The lines of `oncue now` when the output is not a terminal.
        case lines
        /// The object of `oncue now --json`, in one line.
        case json
    }

    /// The version of the program that wrote the answers.
    package var version: String
    /// The address of the bus that the daemon serves.
    package var bus: String
    package var times: AnswerTimes
    /// The answers, in the order of ``Question``.
    package var answers: [PreparedAnswer]

    package init(version: String, bus: String, times: AnswerTimes, answers: [PreparedAnswer]) {
        self.version = version
        self.bus = bus
        self.times = times
        self.answers = answers
    }

    /// Returns the answer to a query, or `nil` if the daemon has to be asked.
    ///
    /// - Parameters:
    ///   - version: The version of the program that asks.
    ///   - bus: The address of the bus on which it would ask.
    ///   - time: The current time, on the clock of ``AnswerTimes``.
    package func answer(to question: Question, version: String, bus: String, at time: Duration) -> [UInt8]? {
        guard version == self.version, Self.withoutServer(bus).elementsEqual(Self.withoutServer(self.bus)),
            answers.indices.contains(question.rawValue), let moment = times.moment(at: time)
        else { return nil }
        return answers[question.rawValue].text(at: moment)
    }

    /// Returns an address without the identity of the server, which only some sources of the address include.
    private static func withoutServer(_ address: String) -> ArraySlice<UInt8> {
        let bytes = Array(address.utf8)
        let comma = UInt8(ascii: ",")
        guard let end = bytes.firstIndex(of: comma), end == bytes.lastIndex(of: comma),
            bytes[(end + 1)...].starts(with: Self.server)
        else { return bytes[...] }
        return bytes[..<end]
    }

    private static let server = Array("guid=".utf8)
}
