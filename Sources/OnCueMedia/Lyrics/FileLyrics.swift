// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
package import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
internal import TagReading

/// Lyrics of local files, from their tags and from the file of lyrics beside them, read by worker processes.
package actor FileLyrics: LyricsReading {
    private nonisolated let executor = BlockingExecutor(label: "oncue.lyrics")
    private let workers: MediaWorkers

    /// - Parameter workers: Open the files.
    package init(workers: MediaWorkers) {
        self.workers = workers
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Returns no lyrics for a location that is not a local file, for a part of one, and for a file that crashes its
    /// reader.
    package func lyrics(of track: Track) async throws(ContentError) -> FoundLyrics? {
        guard track.segment == nil, let path = track.location.filePath else { return nil }
        var outcome: Result<WorkerReply, WorkerBatch.TroubleError>?
        var batch = WorkerBatch(workers, [.lyrics(path: path)], isCancelled: { false }, take: { outcome = $1 })
        batch.run()
        switch outcome {
        case .success(.lyrics(let texts)): return Self.best(texts)
        case .success: throw ContentError(.unreadable, "cannot open \"\(track.location)\" to look for lyrics")
        case .failure(let error):
            switch error.trouble {
            case .crashed, .answeredNonsense: return nil
            case .tookTooLong:
                throw ContentError(
                    .unreadable, "\"\(track.location)\" takes too long to be searched for lyrics; try again later")
            case .didNotAnswer:
                throw ContentError(.unreadable, "the disk of \"\(track.location)\" does not answer; try again later")
            case .noWorker(let reason):
                throw ContentError(.unreadable, "cannot look for lyrics: \(reason); try again later")
            }
        case nil: preconditionFailure("a batch left out its only request")
        }
    }

    /// Returns the best text: one with times first, then the file beside the medium, which was put there on purpose.
    static func best(_ texts: LyricsTexts) -> FoundLyrics? {
        let found = [(texts.beside, FoundLyrics.Source.file), (texts.embedded, .tags)].compactMap { text, source in
            text.flatMap { try? LyricsReader.read($0) }.map { FoundLyrics(lyrics: $0, source: source) }
        }
        return found.first { $0.lyrics.isTimed } ?? found.first
    }
}

/// The texts that may be the lyrics of a file.
struct LyricsTexts: Equatable {
    /// From the file `song.lrc` beside `song.flac`.
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
