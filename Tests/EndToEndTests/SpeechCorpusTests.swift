// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueCore
import OnCueTestSupport
import OnCueVoice
import Testing

/// `Scripts/measure-voice` names a file in `ONCUE_VOICE_REPORT`, to which the figures are added.
@Suite("What the recogniser makes of the corpus", .timeLimit(.minutes(10)), .serialized)
struct SpeechCorpusTests {
    /// A library of some names, one of as many as are listened for, and a room that is not quiet.
    enum Setting: String, CaseIterable {
        case small = "8 names"
        case large = "300 names"
        case noisy = "8 names, noise 20 dB below"

        var names: [SpokenName] { self == .large ? SpeechCorpus.manyNames : SpeechCorpus.names }
    }

    private func report(_ setting: Setting, _ spoken: String, _ count: SpeechCorpus.Count, _ time: Duration) {
        let row =
            "| \(setting.rawValue) | \(count.all) \(spoken) | \(count.right) | \(count.asked) | \(count.askedWrongly) "
            + "| \(count.refused) | \(count.wrong.count) |\n"
        print(row, "each heard within", time)
        guard let path = getenv("ONCUE_VOICE_REPORT"), let file = fopen(path, "a") else { return }
        fputs(row, file)
        fclose(file)
    }

    @Test(
        "Of the phrases no other one is done, and in a quiet room at least half are done at once",
        arguments: Setting.allCases)
    func phrases(setting: Setting) async throws {
        let (count, time) = try await SpeechCorpus.count(
            SpeechCorpus.phrases, setting.names, arePhrases: true, inNoise: setting == .noisy)

        report(setting, "phrases", count, time)
        #expect(count.wrong == [])
        if setting != .noisy { #expect(count.right * 2 >= count.all, "\(count)") }
    }

    @Test("Of foreign sentences nothing is done, and few are asked about", arguments: Setting.allCases)
    func foreign(setting: Setting) async throws {
        let (count, time) = try await SpeechCorpus.count(
            SpeechCorpus.foreign, setting.names, arePhrases: false, inNoise: setting == .noisy)

        report(setting, "foreign sentences", count, time)
        #expect(count.wrong == [])
        #expect(count.askedWrongly * 4 <= count.all, "\(count)")
    }

    @Test("A name whose words are in no dictionary is pronounced by espeak-ng, and comes back as it is written")
    func made() async throws {
        let sound = try await SpeechCorpus.speak("play zylophane", "en-us")

        let heard = try await SpeechCorpus.hear([sound], [SpokenName(.artist, "Zylophane"), SpokenName(.artist, "…")])

        #expect(heard[0].sentence == "play zylophane" && heard[0].verdict == .sure)
        #expect(heard[0].leftOut == 1)
    }

    @Test("Nothing is heard in silence, in noise, in a moment, and in nothing")
    func silence() async throws {
        var random = SplitMix64(seed: 6)
        let noise = (0..<48_000).map { _ in Int16.random(in: -3_000...3_000, using: &random) }

        let heard = try await SpeechCorpus.hear(
            [
                SpeechSound([Int16](repeating: 0, count: 32_000)), SpeechSound(noise), SpeechSound([1, 2, 3]),
                SpeechSound([]),
            ], SpeechCorpus.names)

        #expect(heard.map(\.verdict) == [.none, .none, .none, .none])
    }

    @Test(
        "What is no request ends the program with a reason", arguments: ["nonsense\n", #"{"type":"recognize"}"# + "\n"])
    func refusals(text: String) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("requests", text.utf8)

        let result = try await ChildProcess.run(
            "/bin/sh", ["-c", "exec \"$0\" <\"$1\"", Products.program("oncue-recognise"), file])

        #expect(result.status == 2 && result.output.isEmpty && result.errors.hasPrefix("oncue-recognise: "))
    }

    @Test("Without a model the program says what to install")
    func noModel() async throws {
        let directory = try TemporaryDirectory()

        let result = try await ChildProcess.run(Products.program("oncue-recognise"), [directory.path])

        #expect(result.status == 3 && result.errors.contains("pocketsphinx-en-us"))
    }
}
