// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The findings of a recogniser in a sound: the words of the best phrase, and the best sequence of sounds of the
/// language without words, each with how well it fits. Together they show how certain the phrase is.
package struct SpeechEvidence: Sendable, Equatable {
    /// A part of the sound.
    package struct Part: Sendable, Equatable {
        /// The word, or the sound of the language.
        package var text: String
        /// The first and last frame, of 10 ms each.
        package var frames: ClosedRange<Int>
        /// The fit as a logarithm; greater is better.
        package var score: Double
        /// Whether it is speech, not silence or noise.
        package var isSpeech: Bool

        package init(_ text: String, _ frames: ClosedRange<Int>, score: Double, isSpeech: Bool = true) {
            (self.text, self.frames, self.score, self.isSpeech) = (text, frames, score, isSpeech)
        }
    }

    /// The best phrase of the grammar, silence included.
    package var words: [Part]
    /// The best sequence of sounds, whatever they may mean.
    package var sounds: [Part]

    /// The logarithm of the ratio by which the phrase fits better than the next best phrase with another meaning;
    /// infinite if there is none.
    package var lead: Double

    package init(words: [Part], sounds: [Part], lead: Double = .infinity) {
        (self.words, self.sounds, self.lead) = (words, sounds, lead)
    }

    /// The phrase; empty if nothing fits.
    package var phrase: String { words.lazy.filter(\.isSpeech).map(\.text).joined(separator: " ") }

    /// The difference between the fit of the words and that of any sounds, per frame of a word. It is below 0 where
    /// other words were spoken, because those are among the sounds, too.
    package var fit: Double {
        let spoken = words.filter(\.isSpeech)
        let frames = spoken.reduce(0) { $0 + $1.frames.count }
        guard frames > 0 else { return 0 }
        let sounds = spoken.reduce(0.0) { $0 + score(of: $1.frames) }
        return (spoken.reduce(0.0) { $0 + $1.score } - sounds) / Double(frames)
    }

    /// The fraction of the speech that the words cover, 0 to 1. It is small where a phrase was found in a part of a
    /// longer sentence.
    package var coverage: Double {
        let spoken = words.filter(\.isSpeech)
        var (all, covered) = (0, 0)
        for sound in sounds where sound.isSpeech {
            all += sound.frames.count
            for word in spoken where word.frames.overlaps(sound.frames) {
                covered += word.frames.clamped(to: sound.frames).count
            }
        }
        return all == 0 ? 0 : min(1, Double(covered) / Double(all))
    }

    /// Returns the score of the sounds in these frames; sounds that are partly inside count in proportion.
    private func score(of frames: ClosedRange<Int>) -> Double {
        sounds.reduce(0) { sum, sound in
            guard sound.frames.overlaps(frames) else { return sum }
            let part = Double(sound.frames.clamped(to: frames).count) / Double(sound.frames.count)
            return sum + sound.score * part
        }
    }
}
