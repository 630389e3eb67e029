// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// A request to the recogniser program, in the form of a Wyoming message, like its answer.
package struct RecognitionRequest: Sendable, Equatable {
    /// The longest name, in bytes.
    private static let longestName = 100

    package var names: [SpokenName]
    package var sound: SpeechSound

    package init(names: [SpokenName], sound: SpeechSound) { (self.names, self.sound) = (names, sound) }

    package var message: WyomingMessage {
        let names = names.lazy.filter { $0.text.utf8.count <= Self.longestName }.prefix(SpokenName.most)
        let list = names.map { name -> JSONValue in [.string(name.list.rawValue), .string(name.text)] }
        return WyomingMessage(
            "recognise", [JSONValue.Member("names", .array(Array(list)))], payload: SpeechSound.bytes(sound.samples))
    }

    /// `nil` for another message.
    package init?(_ message: WyomingMessage) {
        guard message.type == "recognise" else { return nil }
        names = (message["names"]?.arrayValue ?? []).compactMap { value in
            guard let list = value[0]?.stringValue.flatMap(SpokenName.List.init), let text = value[1]?.stringValue
            else { return nil }
            return SpokenName(list, text)
        }
        sound = SpeechSound(bytes: message.payload)
    }
}

/// The result of recognition.
package struct Recognition: Sendable, Equatable {
    package var verdict: SpeechVerdict
    /// The phrase in words; empty if nothing fits.
    package var sentence: String
    /// ``SpeechEvidence/fit``
    package var fit: Double
    /// ``SpeechEvidence/coverage``
    package var coverage: Double
    /// ``SpeechEvidence/lead``, at most a million.
    package var lead: Double
    /// The number of names that could not be listened for.
    package var leftOut: Int

    package init(
        _ verdict: SpeechVerdict, _ sentence: String, fit: Double, coverage: Double, lead: Double, leftOut: Int
    ) {
        (self.verdict, self.sentence, self.fit, self.coverage) = (verdict, sentence, fit, coverage)
        (self.lead, self.leftOut) = (min(lead, 1e6), leftOut)
    }

    package var message: WyomingMessage {
        WyomingMessage(
            "recognition",
            [
                JSONValue.Member("verdict", .string(verdict.rawValue)), JSONValue.Member("sentence", .string(sentence)),
                JSONValue.Member("fit", .double(fit)), JSONValue.Member("coverage", .double(coverage)),
                JSONValue.Member("left_out", .int(leftOut)), JSONValue.Member("lead", .double(lead)),
            ])
    }

    /// `nil` for another message.
    package init?(_ message: WyomingMessage) {
        guard message.type == "recognition",
            let verdict = message["verdict"]?.stringValue.flatMap(SpeechVerdict.init),
            let sentence = message["sentence"]?.stringValue
        else { return nil }
        self.init(
            verdict, sentence, fit: message["fit"]?.doubleValue ?? 0, coverage: message["coverage"]?.doubleValue ?? 0,
            lead: message["lead"]?.doubleValue ?? 0, leftOut: message["left_out"]?.intValue ?? 0)
    }
}
