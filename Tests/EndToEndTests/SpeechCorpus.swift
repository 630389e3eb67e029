// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueCore
import OnCueTestSupport
import OnCueVoice
import Synchronization

/// Phrases and foreign sentences, spoken by espeak-ng in several voices, and what the recogniser makes of them.
///
/// None of the sentences, and none of the voices, is one that the bounds of ``SpeechVerdict`` were chosen with.
struct SpeechCorpus {
    /// What has come of all phrases, or of all foreign sentences.
    struct Count: Equatable {
        /// The right phrase, done at once.
        var right = 0
        /// The right phrase, asked about first.
        var asked = 0
        /// Another phrase, asked about first.
        var askedWrongly = 0
        /// Nothing is done.
        var refused = 0
        /// Another phrase, done at once: what must not be.
        var wrong: [String] = []

        var all: Int { right + asked + askedWrongly + refused + wrong.count }
    }

    static let voices = ["en-us", "en-gb", "en-us+m3", "en-us+f2"]

    static let phrases = [
        "play something by juniper vale", "play the album night crossing", "play little gears", "play some jazz",
        "pause",
        "resume", "stop the music", "next track", "previous track", "volume forty percent", "turn it down",
    ]

    /// What people say in a room, some of it with words of phrases.
    static let foreign = [
        "the weather is nice today", "could you pass me the salt please", "i think we should leave at seven",
        "she told me about her new job", "the train to berlin was late again", "do you want to have dinner tonight",
        "my brother lives in the country", "where did you put the keys", "it is going to rain tomorrow",
        "the meeting has been moved to friday", "stop talking about the music all the time",
        "the next stop is the station",
        "she likes to play tennis on sunday", "turn around and look at me", "what is the time",
        "this song was never mine",
        "i will be back in ten seconds", "pass me the volume of poems",
    ]

    /// The names of a small library.
    static let names: [SpokenName] = [
        .init(.artist, "Juniper Vale"), .init(.artist, "Slow Tides"), .init(.album, "Night Crossing"),
        .init(.album, "Harbour Lights"), .init(.track, "Little Gears"), .init(.track, "Paper Boats"),
        .init(.podcast, "Street Talk"), .init(.playlist, "Evening"),
    ]

    /// As many names as are listened for.
    static let manyNames: [SpokenName] = {
        let first = [
            "silver", "broken", "golden", "hidden", "quiet", "burning", "frozen", "distant", "velvet", "hollow",
            "crimson",
            "wandering", "electric", "midnight", "forgotten", "gentle", "rusty", "secret", "winter", "paper",
        ]
        let second = [
            "river", "mountain", "letters", "garden", "machine", "children", "shadow", "harvest", "signal", "window",
            "thunder", "feather", "kingdom", "lantern", "morning",
        ]
        let lists: [SpokenName.List] = [.artist, .album, .track]
        let made = first.enumerated().flatMap { number, word in
            second.map { SpokenName(lists[number % 3], word + " " + $0) }
        }
        return Array((names + made).prefix(SpokenName.most))
    }()

    /// What was spoken already: every setting is tried with the same sentences.
    private static let spoken = Mutex<[String: SpeechSound]>([:])

    /// Speaks a sentence.
    static func speak(_ sentence: String, _ voice: String) async throws -> SpeechSound {
        let words = ["-v", voice, "-s", "160", "--stdout", "--", sentence]
        let key = words.joined(separator: "\n")
        if let sound = spoken.withLock({ $0[key] }) { return sound }
        let result = try await ChildProcess.run("espeak-ng", words)
        do throws(WaveFile.Refusal) {
            let sound = try WaveFile.sound(result.outputBytes)
            spoken.withLock { $0[key] = sound }
            return sound
        } catch {
            throw SupportError("espeak-ng says \"\(sentence)\": \(error) \(result.errors)")
        }
    }

    /// A sound with noise of a tenth of its loudness, 20 dB below it, before and after it as well; always the same noise.
    static func noisy(_ sound: SpeechSound) -> SpeechSound {
        var random = SplitMix64(seed: 1)
        let power = sound.samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(1, sound.samples.count))
        // Evenly distributed noise has the loudness of its largest value divided by the root of three.
        let largest = (power * 3).squareRoot() / 10
        let silence = [Int16](repeating: 0, count: SpeechSound.rate / 2)
        return SpeechSound(
            (silence + sound.samples + silence).map { sample in
                let sum = Double(sample) + Double.random(in: -largest...largest, using: &random)
                return Int16(max(-32_768, min(32_767, sum)))
            })
    }

    /// What is heard in each sound.
    static func hear(_ sounds: [SpeechSound], _ names: [SpokenName]) async throws -> [Recognition] {
        let directory = try TemporaryDirectory()
        let requests = sounds.flatMap { RecognitionRequest(names: names, sound: $0).message.bytes }
        let file = try directory.write("requests", requests)
        let result = try await ChildProcess.run(
            "/bin/sh", ["-c", "exec \"$0\" <\"$1\"", Products.program("oncue-recognise"), file], within: .seconds(300))
        var reader = WyomingReader()
        reader.add(result.outputBytes)
        var heard: [Recognition] = []
        while let message = try reader.next() {
            guard let recognition = Recognition(message) else { throw SupportError("not an answer: \(message)") }
            heard.append(recognition)
        }
        guard heard.count == sounds.count else { throw SupportError("\(heard.count) answers: \(result.errors)") }
        return heard
    }

    /// What comes of sentences in all voices.
    static func count(
        _ sentences: [String], _ names: [SpokenName], arePhrases: Bool, inNoise: Bool
    ) async throws -> (count: Count, perSound: Duration) {
        let spoken = sentences.flatMap { sentence in voices.map { (sentence, $0) } }
        var sounds: [SpeechSound] = []
        for (sentence, voice) in spoken { sounds.append(try await speak(sentence, voice)) }
        if inNoise { sounds = sounds.map(noisy) }
        let start = ContinuousClock.now
        let heard = try await hear(sounds, names)
        let time = (ContinuousClock.now - start) / sounds.count
        var count = Count()
        for ((sentence, voice), heard) in zip(spoken, heard) {
            let isRight = arePhrases && heard.sentence == sentence
            switch heard.verdict {
            case .sure where isRight: count.right += 1
            case .sure: count.wrong.append("\(voice) says \"\(sentence)\", heard \"\(heard.sentence)\" \(heard.fit)")
            case .unsure where isRight: count.asked += 1
            case .unsure: count.askedWrongly += 1
            case .none: count.refused += 1
            }
        }
        return (count, time)
    }
}
