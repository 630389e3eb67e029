// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The playing item, with its chapters and lyrics: `org.oncue.NowPlaying1`.
package protocol NowPlayingService {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    func nowPlaying() async throws(Failure) -> NowPlayingReport

    /// Returns the chapters of the current entry, once they are known; none if it has none.
    func chapters() async throws(Failure) -> ChapterListing

    /// Jumps to the beginning of a chapter, counted from 0.
    ///
    /// - Throws: `noSuchChapter`, `nothingPlaying`, `notSeekable`.
    func seek(toChapter index: Int) async throws(Failure)

    func seekToNextChapter() async throws(Failure)

    /// Jumps to the beginning of the chapter, or to the chapter before if it has just begun.
    func seekToPreviousChapter() async throws(Failure)

    /// Returns the lyrics of the current entry; `nil` if it has none.
    func lyrics() async throws(Failure) -> FoundLyrics?

    /// Returns the current playback and every change of it, until the reader stops.
    func nowPlayingUpdates() async -> AsyncStream<NowPlayingUpdate>
}

// MARK: On the bus

package enum NowPlayingMethods {
    package static let get = Method<Nothing, Only<NowPlayingReport>>(
        ServiceNames.nowPlaying, "GetNowPlaying", isRepeatable: true)
    package static let chapters = Method<Nothing, ChapterListing>(
        ServiceNames.nowPlaying, "GetChapters", isRepeatable: true)
    package static let seekToChapter = Method<Only<Int>, Nothing>(ServiceNames.nowPlaying, "SeekToChapter")
    package static let nextChapter = Method<Nothing, Nothing>(ServiceNames.nowPlaying, "NextChapter")
    package static let previousChapter = Method<Nothing, Nothing>(ServiceNames.nowPlaying, "PreviousChapter")
    package static let lyrics = Method<Nothing, LyricsReply>(ServiceNames.nowPlaying, "GetLyrics", isRepeatable: true)
    package static let changed = Event<Only<NowPlayingReport>>(ServiceNames.nowPlaying, "NowPlayingChanged")

    package static func bindings<Service: NowPlayingService>() -> [Binding<Service>] {
        [
            Binding(get) { service, _ in Only(try await service.nowPlaying()) },
            Binding(chapters) { service, _ in try await service.chapters() },
            Binding(seekToChapter) { try await $0.seek(toChapter: $1.value) },
            Binding(nextChapter) { service, _ in try await service.seekToNextChapter() },
            Binding(previousChapter) { service, _ in try await service.seekToPreviousChapter() },
            Binding(lyrics) { service, _ in LyricsReply(try await service.lyrics()) },
        ]
    }
}

/// The reply to `GetLyrics`.
package struct LyricsReply: WireForm {
    private var source = ""
    private var isTimed = false
    private var lines: [Line] = []

    package init(_ found: FoundLyrics?) {
        guard let found else { return }
        (source, isTimed) = (found.source.rawValue, found.lyrics.isTimed)
        lines = found.lyrics.lines.map {
            Line(start: Int64($0.start?.wholeMicroseconds ?? -1), text: $0.text)
        }
    }

    /// `nil` without lyrics.
    package var found: FoundLyrics? {
        guard let source = FoundLyrics.Source(rawValue: source) else { return nil }
        let lines = lines.map { line in
            Lyrics.Line(line.text, at: isTimed && line.start >= 0 ? .microseconds(line.start) : nil)
        }
        return FoundLyrics(lyrics: Lyrics(lines), source: source)
    }

    package static var blank: LyricsReply { LyricsReply(nil) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("source", &source)
        fields("timed", &isTimed)
        fields("lines", &lines)
    }

    private struct Line: StructureForm {
        /// Microseconds; -1 for none.
        var start: Int64
        var text: String

        static var blank: Line { Line(start: -1, text: "") }

        mutating func form(_ fields: inout some FieldCoder) {
            fields("start", &start)
            fields("text", &text)
        }
    }
}
