// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Knows the lyrics of the current entry. They are looked for when somebody asks, and kept as long as it is current.
@MediaActor
package final class LyricsCenter {
    private let reader: any LyricsReading
    private let controller: PlaybackController
    private var known: (entry: PlaybackQueue.EntryID, lyrics: FoundLyrics?)?

    package init(reader: any LyricsReading, controller: PlaybackController) {
        self.reader = reader
        self.controller = controller
    }

    /// The lyrics of the current entry; `nil` where it has none.
    ///
    /// - Throws: ``PlaybackCommandError`` with `nothingPlaying` or `overtaken`; ``ContentError`` when they cannot be read.
    package func lyrics() async throws -> FoundLyrics? {
        guard let entry = controller.snapshot.entry else {
            throw PlaybackCommandError(.nothingPlaying, "nothing plays, so there are no lyrics")
        }
        if let known, known.entry == entry.id { return known.lyrics }
        let found = try await reader.lyrics(of: entry.track)
        guard controller.queue.current == entry.id else {
            throw PlaybackCommandError(.overtaken, "something else plays in the meantime")
        }
        known = (entry.id, found)
        return found
    }
}
