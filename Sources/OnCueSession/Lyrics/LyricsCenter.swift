// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Provides the lyrics of the current entry. They are looked up on request, and kept as long as it is current.
@MediaActor
package final class LyricsCenter {
    private let reader: any LyricsReading
    private let controller: PlaybackController
    private var lookup: (entry: PlaybackQueue.EntryID, task: Task<Result<FoundLyrics?, ContentError>, Never>)?

    package init(reader: any LyricsReading, controller: PlaybackController) {
        self.reader = reader
        self.controller = controller
    }

    /// Returns the lyrics of the current entry; `nil` if it has none.
    ///
    /// - Throws: ``PlaybackCommandError`` with `nothingPlaying` or `overtaken`; ``ContentError`` if they cannot be
    ///   read.
    package func lyrics() async throws -> FoundLyrics? {
        guard let entry = controller.snapshot.entry else {
            throw PlaybackCommandError(.nothingPlaying, "nothing is playing, so there are no lyrics")
        }
        let found = await look(entry).value
        guard controller.queue.current == entry.id else {
            throw PlaybackCommandError(.overtaken, "something else is playing now")
        }
        // A failed lookup may succeed at the next request.
        if case .failure = found, lookup?.entry == entry.id { lookup = nil }
        return try found.get()
    }

    /// Looks the lyrics up again at the next request, since there may be others.
    package func forget() { lookup = nil }

    /// Runs one lookup for all requests.
    private func look(_ entry: PlaybackQueue.Entry) -> Task<Result<FoundLyrics?, ContentError>, Never> {
        if let lookup, lookup.entry == entry.id { return lookup.task }
        let task = Task { @MediaActor [reader] in
            do throws(ContentError) {
                return Result<FoundLyrics?, ContentError>.success(try await reader.lyrics(of: entry.track))
            } catch {
                return .failure(error)
            }
        }
        lookup = (entry.id, task)
        return task
    }
}
