// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueVoice
internal import PocketSphinx

/// The grammar for the names of a request, with the recogniser that uses it.
struct Listener {
    let names: [SpokenName]
    let grammar: SpeechGrammar
    let recogniser: SpeechRecogniser

    init(_ names: [SpokenName], _ phrases: PhraseList, _ dictionary: [UInt8], models: String) {
        self.names = names
        let words = SpeechGrammar.words(of: phrases, names)
        var known = Pronunciations(of: words, in: dictionary)
        for (word, sounds) in EspeakProgram.pronounce(words.filter { known[$0] == nil }.sorted()) {
            known.add(word, sounds)
        }
        grammar = SpeechGrammar(phrases, names, known)
        do throws(SpeechRecogniser.Failure) {
            recogniser = try SpeechRecogniser(
                model: models + "/en-us", dictionary: grammar.dictionary + SoundLoop.dictionary,
                phrases: grammar.text, sounds: SoundLoop.text)
        } catch {
            switch error {
            case .noModel: fail("there is no acoustic model in \(models); install pocketsphinx-en-us", 3)
            case .badGrammar, .searchFailed: fail("the phrases cannot be listened for", 1)
            }
        }
    }

    func hear(_ sound: SpeechSound) -> Recognition {
        let samples = sound.trimmed.samples
        do throws(SpeechRecogniser.Failure) {
            let phrase = try recogniser.phrase(in: samples)
            var evidence = SpeechEvidence(
                words: phrase.parts.map { part in
                    SpeechEvidence.Part(
                        part.text.split(separator: "(").first.map { String($0) } ?? "", part.frames,
                        score: Double(part.acoustic), isSpeech: isSpeech(part))
                },
                sounds: try recogniser.sounds(in: samples).parts.map { part in
                    SpeechEvidence.Part(
                        part.text, part.frames, score: Double(part.acoustic + part.language), isSpeech: isSpeech(part))
                })
            if let score = phrase.score, let rivals = grammar.rivals(of: evidence.phrase) {
                let rival = try recogniser.rival(of: rivals, in: samples)
                if let second = rival.score { evidence.lead = Double(score - second) }
            }
            return Recognition(
                SpeechVerdict(evidence), grammar.sentence(evidence.phrase), fit: evidence.fit,
                coverage: evidence.coverage, lead: evidence.lead, leftOut: grammar.leftOut)
        } catch {
            fail("the sound cannot be searched", 1)
        }
    }

    /// Silence is `<sil>`, noise `[NOISE]`, and the markers between words `(NULL)`.
    private func isSpeech(_ part: SpeechRecogniser.Part) -> Bool {
        part.text.first.map { $0.isASCII && $0.isLetter } ?? false
    }
}
