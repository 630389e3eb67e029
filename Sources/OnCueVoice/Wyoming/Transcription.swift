// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// The exchange with a Wyoming service that turns speech into text.
package enum Transcription {
    /// The sound in each message, in samples: a tenth of a second.
    static let chunk = SpeechSound.rate / 10

    /// Returns the messages that ask for a transcript, in order.
    ///
    /// - Parameter language: The code of the language, such as `en`; without it the service chooses.
    package static func request(_ sound: SpeechSound, language: String?) -> [WyomingMessage] {
        let format: [JSONValue.Member] = [
            .init("rate", .int(SpeechSound.rate)), .init("width", .int(2)), .init("channels", .int(1)),
        ]
        var messages = [
            WyomingMessage("transcribe", language.map { [.init("language", .string($0))] } ?? []),
            WyomingMessage("audio-start", format),
        ]
        for start in stride(from: 0, to: sound.samples.count, by: chunk) {
            let part = sound.samples[start..<min(start + chunk, sound.samples.count)]
            messages.append(WyomingMessage("audio-chunk", format, payload: SpeechSound.bytes(part)))
        }
        return messages + [WyomingMessage("audio-stop")]
    }

    /// The meaning of a message of the service.
    package enum Answer: Sendable, Equatable {
        /// The spoken text; empty if nothing was understood.
        case text(String)
        /// The service cannot transcribe it, with its reason.
        case failure(String)
        /// Something else, which is skipped.
        case other
    }

    /// The longest accepted text, in bytes; enough for a sentence.
    static let longest = 1_000

    package static func answer(_ message: WyomingMessage) -> Answer {
        switch message.type {
        case "transcript": .text(line(message["text"]?.stringValue ?? ""))
        case "error": .failure(line(message["text"]?.stringValue ?? "no reason given"))
        default: .other
        }
    }

    /// Returns one line without control characters, of a bounded length.
    private static func line(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var bytes = 0
        for scalar in text.unicodeScalars {
            let kept: Unicode.Scalar = scalar.properties.generalCategory == .control ? " " : scalar
            bytes += UTF8.width(kept)
            guard bytes <= longest else { break }
            scalars.append(kept)
        }
        return String(scalars).split(separator: " ").joined(separator: " ")
    }
}
