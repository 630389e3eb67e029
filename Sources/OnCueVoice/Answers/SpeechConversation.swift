// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Speaks one text through speech-dispatcher: what is to be written after each answer. It waits for nothing itself.
package struct SpeechConversation: Sendable {
    /// The next step.
    package enum Step: Sendable, Equatable {
        /// These lines are written, each with its line end.
        case write(String)
        /// Nothing, until more arrives.
        case wait
        /// It has been spoken, or was stopped by someone.
        case spoken
        /// It cannot be spoken, with the reason.
        case refused(String)
    }

    private var commands: [String]
    private let text: String
    private var isSent = false
    private var isQueued = false
    private var number: Int?
    /// The last text whose end was told before the answer to ours: another thread tells it, which may be faster.
    private var ended: Int?

    /// - Parameters:
    ///   - text: What is spoken; of more than ``SpeechDispatcherLine/longest`` bytes only the beginning.
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

    /// The first line.
    package mutating func begin() -> Step { .write(commands.removeFirst() + "\r\n") }

    /// Goes on after a reply.
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
            // A voice without the language, or a setting that an older one does not know, is no reason for silence.
            if !commands.isEmpty { return begin() }
            return .refused(reply.lines.last ?? "no reason given")
        }
        if !commands.isEmpty { return begin() }
        // 230: the text is awaited. It is sent once, whoever asks again.
        if reply.code == 230 {
            guard !isSent else { return .wait }
            isSent = true
            return .write(SpeechDispatcherLine.text(text))
        }
        isQueued = true
        number = reply.number
        return number != nil && number == ended ? .spoken : .wait
    }

    /// The longest time in which a text is spoken.
    package var patience: Duration { .seconds(5) + .milliseconds(150 * text.unicodeScalars.count) }
}
