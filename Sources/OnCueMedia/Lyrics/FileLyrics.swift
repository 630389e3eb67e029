// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
package import OnCueCore
internal import OnCueSession
internal import TagReading

/// Lyrics of local files, from their tags and from the file of lyrics next to them, read by worker processes.
package struct FileLyrics: LyricsReading {
    private let questions: FileQuestions

    /// - Parameter workers: The processes that open the files.
    package init(workers: MediaWorkers) {
        questions = FileQuestions(workers, label: "oncue.lyrics")
    }

    /// Returns no lyrics for a location that is not a local file, for a part of one, and for a file that crashes its
    /// reader.
    package func lyrics(of track: Track) async throws(ContentError) -> FoundLyrics? {
        guard track.segment == nil, let path = track.location.filePath else { return nil }
        switch await questions.answer(to: .lyrics(path: path)) {
        case .success(.lyrics(let texts)): return Self.best(texts)
        case .success: throw ContentError(.unreadable, "cannot open \"\(track.location)\" to look for lyrics")
        case .failure(let error):
            switch error.trouble {
            case .crashed, .answeredNonsense: return nil
            case .tookTooLong, .didNotAnswer, .noWorker:
                throw error.trouble.error(to: "look for lyrics in", track.location)
            }
        }
    }

    /// Returns the best text: one with times first, then the file next to the medium, which was put there on purpose.
    static func best(_ texts: LyricsTexts) -> FoundLyrics? {
        let found = [(texts.beside, FoundLyrics.Source.file), (texts.embedded, .tags)].compactMap { text, source in
            text.flatMap { try? LyricsReader.read($0) }.map { FoundLyrics(lyrics: $0, source: source) }
        }
        return found.first { $0.lyrics.isTimed } ?? found.first
    }
}

/// The texts that may be the lyrics of a file.
struct LyricsTexts: Equatable {
    /// From the file `song.lrc` next to `song.flac`.
    var beside: String?
    /// From the tags.
    var embedded: String?

    /// Reads both. Blocks.
    init(ofFileAt path: [UInt8]) {
        beside = Self.textBeside(path)
        embedded = (try? TagReader.lyrics(ofFileAt: path, limit: LyricsReader.largest)) ?? nil
    }

    init(beside: String?, embedded: String?) {
        self.beside = beside
        self.embedded = embedded
    }

    private static func textBeside(_ path: [UInt8]) -> String? {
        guard let dot = path.lastIndex(of: UInt8(ascii: ".")), path.lastIndex(of: UInt8(ascii: "/")) ?? -1 < dot else {
            return nil
        }
        for suffix in [".lrc", ".LRC", ".Lrc"] {
            if let bytes = BoundedFile.read(path[..<dot] + Array(suffix.utf8), limit: LyricsReader.largest) {
                return EncodedText(bytes).text
            }
        }
        return nil
    }
}
