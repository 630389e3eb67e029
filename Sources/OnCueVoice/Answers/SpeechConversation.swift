// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Speaks one text through speech-dispatcher: decides which lines to write after each answer. It never waits itself.
package struct SpeechConversation: Sendable {
    /// The next step.
    package enum Step: Sendable, Equatable {
        /// Write these lines, each with its line end.
        case write(String)
        /// Do nothing until more arrives.
        case wait
        /// The text has been spoken, or someone stopped it.
        case spoken
        /// The text cannot be spoken, with the reason.
        case refused(String)
    }

    private var commands: [String]
    private let text: String
    private var isSent = false
    private var isQueued = false
    private var number: Int?
    /// The number of the last text whose end was reported before the answer to ours: the event comes from another
    /// thread, which may be faster.
    private var ended: Int?

    /// - Parameters:
    ///   - text: The text to speak; only the first ``SpeechDispatcherLine/longest`` bytes are spoken.
    ///   - user: The name of the user.
    ///   - language: The code of the language.
    package init(_ text: String, user: String, language: String?) {
        var (kept, bytes) = (String.UnicodeScalarView(), 0)
        for scalar in text.unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= SpeechDispatcherLine.longest else { break }
            kept.append(scalar)
        }
        self.text = String(kept)
        commands = SpeechDispatcherLine.greeting(user: user, language: language) + ["SPEAK"]
    }

    /// Returns the step that writes the next command.
    package mutating func begin() -> Step { .write(commands.removeFirst() + "\r\n") }

    /// Returns the step that follows a reply.
    package mutating func take(_ reply: SpeechDispatcherReply) -> Step {
        if reply.isEvent {
            guard reply.endsSpeech else { return .wait }
            guard isQueued else {
                ended = reply.number
                return .wait
            }
            return number == nil || reply.number == number ? .spoken : .wait
        }
        guard reply.isYes else {
            // A voice without the language, or a setting that an older version does not know, is not a reason for
            // silence.
            if !commands.isEmpty { return begin() }
            return .refused(reply.lines.last ?? "no reason given")
        }
        if !commands.isEmpty { return begin() }
        // 230: the server waits for the text. It is sent only once, even if the code is repeated.
        if reply.code == 230 {
            guard !isSent else { return .wait }
            isSent = true
            return .write(SpeechDispatcherLine.text(text))
        }
        isQueued = true
        number = reply.number
        return number != nil && number == ended ? .spoken : .wait
    }

    /// The longest time that speaking the text may take.
    package var patience: Duration { .seconds(5) + .milliseconds(150 * text.unicodeScalars.count) }
}
