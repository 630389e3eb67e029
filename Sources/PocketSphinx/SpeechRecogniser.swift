// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueSpeechShims
internal import CPocketSphinx
internal import Glibc

/// Finds the phrase of a grammar that best fits a recording, and the sequence of sounds that fits it best, through
/// PocketSphinx.
///
/// One thread uses it at a time; it belongs in a process with limits.
@safe
package final class SpeechRecogniser {
    /// A word or a sound that was found.
    package struct Part: Equatable {
        package var text: String
        /// Frames of 10 ms, the first and the last.
        package var frames: ClosedRange<Int>
        /// The quality of its fit, as a logarithm, and the probability of its place in the grammar.
        package var acoustic: Int
        package var language: Int
    }

    /// The best fit.
    package struct Finding: Equatable {
        package var parts: [Part]
        /// The quality of the whole fit; `nil` if nothing fits.
        package var score: Int?
    }

    /// The reason why nothing can be recognised.
    package enum Failure: Error, Equatable {
        /// The acoustic model is missing or damaged, or the dictionary is.
        case noModel
        /// The grammar cannot be used.
        case badGrammar
        /// The sound could not be searched.
        case searchFailed
    }

    private static let phrases = "phrases"
    private static let sounds = "sounds"
    private static let rivals = "rivals"
    private static let beams = ["-beam", "-pbeam", "-wbeam"]
    /// The limit, in relation to the best, below which a hypothesis is given up when searching for sounds: they are so
    /// numerous that the width for phrases would take ten times as long.
    private static let beam = 1e-20

    private let settings: OpaquePointer
    /// The width of the search for phrases.
    private let widths: [Double]
    private let decoder: OpaquePointer

    /// - Parameters:
    ///   - model: The folder of the acoustic model.
    ///   - dictionary: The pronunciations of all words in both grammars: a word and its sounds in each line.
    ///   - phrases: A grammar in the form of JSGF.
    ///   - sounds: The grammar of any sounds.
    package init(model: String, dictionary: String, phrases: String, sounds: String) throws(Failure) {
        let file = oncue_speech_file()
        defer { close(file) }
        guard file >= 0, Self.write(dictionary, to: file),
            let settings = unsafe oncue_speech_settings(model, "/proc/self/fd/\(file)")
        else { throw .noModel }
        guard let decoder = unsafe ps_init(settings) else {
            unsafe cmd_ln_free_r(settings)
            throw .noModel
        }
        (unsafe self.settings, unsafe self.decoder) = (unsafe settings, unsafe decoder)
        widths = Self.beams.map { unsafe cmd_ln_float_r(settings, $0) }
        guard unsafe ps_set_jsgf_string(decoder, Self.phrases, phrases) == 0 else { throw .badGrammar }
        for name in Self.beams { unsafe cmd_ln_set_float_r(settings, name, Self.beam) }
        guard unsafe ps_set_jsgf_string(decoder, Self.sounds, sounds) == 0 else { throw .badGrammar }
    }

    deinit {
        unsafe ps_free(decoder)
        unsafe cmd_ln_free_r(settings)
    }

    /// Returns the best phrase in a recording with 16,000 samples a second; empty if none fits.
    package func phrase(in samples: [Int16]) throws(Failure) -> Finding { try search(Self.phrases, samples) }

    /// Returns the best sequence of sounds.
    package func sounds(in samples: [Int16]) throws(Failure) -> Finding { try search(Self.sounds, samples) }

    /// The best phrase of another grammar, whose words are in the dictionary.
    package func rival(of grammar: String, in samples: [Int16]) throws(Failure) -> Finding {
        for (name, width) in zip(Self.beams, widths) { unsafe cmd_ln_set_float_r(settings, name, width) }
        guard unsafe ps_set_jsgf_string(decoder, Self.rivals, grammar) == 0 else { throw .badGrammar }
        return try search(Self.rivals, samples)
    }

    private static func write(_ text: String, to file: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func search(_ name: String, _ samples: [Int16]) throws(Failure) -> Finding {
        // The noise of one recording does not apply to another.
        guard unsafe ps_set_search(decoder, name) == 0, unsafe ps_start_stream(decoder) == 0,
            unsafe ps_start_utt(decoder) == 0
        else { throw .searchFailed }
        let count = unsafe ps_process_raw(decoder, samples, samples.count, 0, 1)
        guard unsafe ps_end_utt(decoder) == 0, count >= 0 else { throw .searchFailed }
        var score: Int32 = 0
        guard unsafe ps_get_hyp(decoder, &score) != nil else { return Finding(parts: [], score: nil) }
        var parts: [Part] = []
        var next = unsafe ps_seg_iter(decoder)
        while let segment = unsafe next {
            if let part = unsafe Self.part(segment) { parts.append(part) }
            unsafe next = ps_seg_next(segment)
        }
        return Finding(parts: parts, score: Int(score))
    }

    private static func part(_ segment: OpaquePointer) -> Part? {
        var (first, last): (CInt, CInt) = (0, 0)
        var (acoustic, language, backoff): (Int32, Int32, Int32) = (0, 0, 0)
        unsafe ps_seg_frames(segment, &first, &last)
        _ = unsafe ps_seg_prob(segment, &acoustic, &language, &backoff)
        guard first <= last, let word = unsafe ps_seg_word(segment) else { return nil }
        return Part(
            text: unsafe String(cString: word), frames: Int(first)...Int(last), acoustic: Int(acoustic),
            language: Int(language))
    }
}
