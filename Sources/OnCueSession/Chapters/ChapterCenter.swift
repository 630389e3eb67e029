// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Provides the chapters of the current entry and the present one, and jumps to others.
///
/// They are looked up when the entry plays, or on request, and kept as long as it is current. A single timer, set for
/// the next start of a chapter during playback, follows the position.
@MediaActor
package final class ChapterCenter {
    /// The shortest wait, so that a position slightly behind the clock does not cause a busy loop.
    private static let shortestWait: Duration = .milliseconds(10)

    package typealias Sleep = @MediaActor (Duration) async throws(CancellationError) -> Void

    /// Sent with the present chapter when it changes during playback, or when the chapters become known.
    package let changes = Broadcast<CurrentChapter?>()

    private struct Lookup {
        var entry: PlaybackQueue.EntryID
        var task: Task<Result<ChapterList, ContentError>, Never>
        /// The chapters; `nil` unless the lookup has succeeded.
        var list: ChapterList?
    }

    private let reader: any ChapterReading
    private let controller: PlaybackController
    private let sleep: Sleep
    private var lookup: Lookup?
    private var timer: Task<Void, Never>?

    /// - Parameter sleep: Waits for the beginning of the next chapter; another one in tests.
    package init(
        reader: any ChapterReading, controller: PlaybackController,
        sleep: @escaping Sleep = { try await MediaActor.sleep(for: $0) }
    ) {
        self.reader = reader
        self.controller = controller
        self.sleep = sleep
    }

    /// The chapter that is heard now; `nil` if no chapters are known.
    package var current: CurrentChapter? {
        guard let lookup, let list = lookup.list, lookup.entry == controller.queue.current else { return nil }
        return CurrentChapter(of: lookup.entry, in: list, at: controller.position)
    }

    /// Whether it waits for the start of the next chapter.
    var isTimerSet: Bool { timer != nil }

    /// Processes a change of playback or a jump, and returns the present chapter.
    @discardableResult
    package func update(_ snapshot: PlaybackSnapshot) -> CurrentChapter? {
        if lookup?.entry != snapshot.entry?.id { forget() }
        // Not before it is heard: reading must not delay the first sound.
        if snapshot.position.isAdvancing, lookup == nil, let entry = snapshot.entry, entry.track.segment == nil {
            begin(entry)
        }
        setTimer(snapshot)
        return current
    }

    /// Returns the chapters of the current entry, and the one that is heard; waits until they are known.
    ///
    /// - Throws: ``PlaybackCommandError`` with `nothingPlaying` or `overtaken`; ``ContentError`` if they cannot be
    ///   read.
    package func chapters() async throws -> (list: ChapterList, current: CurrentChapter?) {
        let (_, list) = try await known()
        return (list, current)
    }

    /// Jumps to the beginning of a chapter, counted from 0.
    ///
    /// - Throws: As ``chapters()``, with `noSuchChapter`, and as seeking does.
    package func seek(to index: Int) async throws {
        let (entry, list) = try await known()
        guard list.chapters.indices.contains(index) else {
            throw noSuchChapter(list.isEmpty ? "" : "there is no chapter \(index + 1): ", entry, list)
        }
        try controller.perform(.seek(to: list.chapters[index].start))
        try await controller.saved()
    }

    /// Jumps to the beginning of the next chapter.
    ///
    /// - Throws: As ``seek(to:)``; `noSuchChapter` in the last one.
    package func next(by cause: PlaybackCause = .current) async throws {
        let (entry, list) = try await known()
        guard let start = list.boundary(after: controller.position) else {
            throw noSuchChapter(list.isEmpty ? "" : "this is the last chapter: ", entry, list)
        }
        try controller.perform(.seek(to: start), by: cause)
        try await controller.saved()
    }

    /// Jumps to the beginning of the chapter, or of the one before when it has just begun.
    ///
    /// - Throws: As ``seek(to:)``.
    package func previous(by cause: PlaybackCause = .current) async throws {
        let (entry, list) = try await known()
        guard !list.isEmpty else { throw noSuchChapter("", entry, list) }
        try controller.perform(.seek(to: list.previousStart(from: controller.position)), by: cause)
        try await controller.saved()
    }

    private func noSuchChapter(
        _ reason: String, _ entry: PlaybackQueue.Entry, _ list: ChapterList
    ) -> PlaybackCommandError {
        let has = list.isEmpty ? "no chapters" : list.count == 1 ? "1 chapter" : "\(list.count) chapters"
        return PlaybackCommandError(.noSuchChapter, "\(reason)\"\(entry.track.title)\" has \(has)")
    }
}

// MARK: - Looking

extension ChapterCenter {
    /// Returns the current entry with its chapters.
    private func known() async throws -> (PlaybackQueue.Entry, ChapterList) {
        guard let entry = controller.snapshot.entry else {
            throw PlaybackCommandError(.nothingPlaying, "nothing is playing, so there are no chapters")
        }
        if lookup?.entry != entry.id { forget() }
        let result = await (lookup ?? begin(entry)).task.value
        guard controller.queue.current == entry.id else {
            throw PlaybackCommandError(.overtaken, "something else is playing now")
        }
        switch result {
        case .success(let list): return (entry, list)
        case .failure(let error):
            // The next request tries again.
            if lookup?.entry == entry.id, lookup?.list == nil { forget() }
            throw error
        }
    }

    private func forget() {
        lookup = nil
        timer?.cancel()
        timer = nil
    }

    @discardableResult
    private func begin(_ entry: PlaybackQueue.Entry) -> Lookup {
        let task = Task { @MediaActor [weak self, reader] () -> Result<ChapterList, ContentError> in
            do throws(ContentError) {
                let list = try await reader.chapters(of: entry.track)
                self?.take(list, of: entry.id)
                return .success(list)
            } catch {
                return .failure(error)
            }
        }
        let begun = Lookup(entry: entry.id, task: task)
        lookup = begun
        return begun
    }

    private func take(_ list: ChapterList, of entry: PlaybackQueue.EntryID) {
        guard lookup?.entry == entry else { return }
        lookup?.list = list
        guard !list.isEmpty else { return }
        tell()
    }

    /// Announces the present chapter, and sets the timer for the next.
    private func tell() {
        changes.send(current)
        setTimer(controller.snapshot)
    }

    private func setTimer(_ snapshot: PlaybackSnapshot) {
        timer?.cancel()
        timer = nil
        let position = controller.position
        guard snapshot.position.isAdvancing, let next = lookup?.list?.boundary(after: position) else { return }
        let wait = max(Self.shortestWait, snapshot.position.time(for: next - position))
        timer = Task { @MediaActor [weak self, sleep] in
            guard (try? await sleep(wait)) != nil, let self else { return }
            timer = nil
            tell()
        }
    }
}
