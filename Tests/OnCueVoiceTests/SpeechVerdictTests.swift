// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueVoice
internal import Testing

@Suite("How sure it is what was heard")
struct SpeechVerdictTests {
    /// A phrase of one word, and speech in some frames.
    private func evidence(
        word: ClosedRange<Int>, score: Double, speech: ClosedRange<Int>, sounds: Double
    ) -> SpeechEvidence {
        SpeechEvidence(
            words: [.init("pause", word, score: score * Double(word.count))],
            sounds: [.init("AH", speech, score: sounds * Double(speech.count))])
    }

    @Test("what fits as well as any sounds, and is all that was spoken, is sure")
    func sure() {
        let heard = evidence(word: 10...59, score: -4, speech: 10...59, sounds: -5)

        #expect(heard.fit == 1 && heard.coverage == 1 && heard.phrase == "pause")
        #expect(SpeechVerdict(heard) == .sure)
    }

    @Test("what fits worse than other sounds is asked, or not done at all")
    func worse() {
        #expect(SpeechVerdict(evidence(word: 10...59, score: -15, speech: 10...59, sounds: -5)) == .unsure)
        #expect(SpeechVerdict(evidence(word: 10...59, score: -45, speech: 10...59, sounds: -5)) == .none)
    }

    @Test("what could as well be another phrase is asked")
    func rivals() {
        var heard = evidence(word: 10...59, score: -4, speech: 10...59, sounds: -5)
        heard.lead = 200

        #expect(SpeechVerdict(heard) == .unsure)
    }

    @Test("a phrase in a part of a longer sentence is not done, however well it fits")
    func part() {
        let heard = evidence(word: 0...39, score: -1, speech: 0...199, sounds: -9)

        #expect(heard.coverage == 0.2 && heard.fit > 0)
        #expect(SpeechVerdict(heard) == .none)
    }

    @Test("nothing is done of silence and of nothing")
    func nothing() {
        let silence = SpeechEvidence(
            words: [.init("<sil>", 0...9, score: 0, isSpeech: false)],
            sounds: [.init("SIL", 0...9, score: 0, isSpeech: false)])

        #expect(SpeechVerdict(silence) == .none)
        #expect(SpeechVerdict(SpeechEvidence(words: [], sounds: [])) == .none)
    }

    @Test("a request and its answer come back from their messages")
    func messages() throws {
        let request = RecognitionRequest(
            names: [SpokenName(.artist, "Björk"), SpokenName(.output, "Kitchen")], sound: SpeechSound([1, -2, 3]))
        let answer = Recognition(.unsure, "play björk", fit: -3.5, coverage: 0.9, lead: 77, leftOut: 2)

        var reader = WyomingReader()
        reader.add(request.message.bytes + answer.message.bytes)
        #expect(RecognitionRequest(try #require(try reader.next())) == request)
        #expect(Recognition(try #require(try reader.next())) == answer)
        #expect(Recognition(WyomingMessage("recognition")) == nil)
        #expect(RecognitionRequest(WyomingMessage("recognition")) == nil)
    }

    @Test("as many names as are listened for fit into a request")
    func manyNames() throws {
        let names = (0..<2_000).map { SpokenName(.track, String(repeating: "ä", count: 45) + "\($0)") }

        var reader = WyomingReader()
        reader.add(RecognitionRequest(names: names, sound: SpeechSound([])).message.bytes)

        #expect(RecognitionRequest(try #require(try reader.next()))?.names.count == SpokenName.most)
    }
}
