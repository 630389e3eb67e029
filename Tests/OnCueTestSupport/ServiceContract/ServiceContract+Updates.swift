// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

@MediaActor
extension ServiceContract {
    /// Reads a stream into a log, as long as `body` runs.
    private static func reading<Update: Sendable>(
        _ updates: AsyncStream<Update>, _ body: (EventLog<Update>) async throws -> Void
    ) async rethrows {
        let log = EventLog<Update>()
        let reader = Task { for await update in updates { log.append(update) } }
        defer { reader.cancel() }
        try await body(log)
    }

    /// Checks what is told about the queue; nothing has been played before.
    package static func queueUpdates(_ service: some PlaybackService, _ notes: Notes) async throws {
        try await reading(await service.queueUpdates()) { log in
            try await log.wait("a first change") { $0 == .changed }
            let empty = try await service.queue(offset: 0, limit: 1).revision
            _ = try await service.play(["album:blue"], PlayOptions(waits: false))
            let played = notes.heard(try await change(to: 2, of: log))
            notes.expect(played.base == empty, "a change begins where the queue was")
            let revision = try await service.queue(offset: 0, limit: 1).revision
            notes.expect(played.revision == revision, "a change leads to where it is")
            try await service.perform(.clearQueue)
            let cleared = notes.heard(try await change(to: 0, of: log))
            notes.expect(cleared.base == revision, "changes follow each other")
        }
        try await checkSlowReader(service, notes)
    }

    private static func change(to total: Int, of log: EventLog<QueueUpdate>) async throws -> QueueChange {
        let update = try await log.wait("a queue of \(total)") { update in
            if case .edited(let change) = update { change.total == total } else { false }
        }
        guard case .edited(let change) = update else { throw SupportError("\(update) is no change") }
        return change
    }

    /// A reader that is slow has what is newest.
    private static func checkSlowReader(_ service: some PlaybackService, _ notes: Notes) async throws {
        let slow = await service.queueUpdates()
        try await reading(await service.queueUpdates()) { log in
            try await log.wait("a first change") { $0 == .changed }
            let count = QueueUpdate.room + 10
            for _ in 0..<count { _ = try await service.enqueue(["album:green"], EnqueueOptions()) }
            _ = try await change(to: count, of: log)
            var read = 0
            for await update in slow {
                read += 1
                if case .edited(let change) = update, change.total == count { break }
            }
            notes.expect(read <= QueueUpdate.room, "\(QueueUpdate.room) changes wait at most, not \(read)")
        }
    }

    /// Checks what is told about what plays; nothing has been played before.
    ///
    /// - Parameter play: Plays the album Blue.
    package static func nowPlayingUpdates(
        _ service: some NowPlayingService, _ notes: Notes, play: () async throws -> Void
    ) async throws {
        try await reading(await service.nowPlayingUpdates()) { log in
            try await log.wait("the present playback") { _ in true }
            if case .report(let report)? = log.events.first {
                notes.expect(report.entry == nil && report.status == .stopped, "the first report is that of now")
            } else {
                notes.expect(false, "the first update is a report")
            }
            try await play()
            let update = try await log.wait("So What") { update in
                if case .report(let report) = update { report.entry?.title == "So What" } else { false }
            }
            if case .report(let report) = update {
                notes.expect(notes.heard(report.queueLength) == 2, "with the queue")
            }
        }
    }

    /// Checks what is told about scans.
    package static func libraryUpdates(_ service: some LibraryService, _ notes: Notes) async throws {
        try await reading(try await service.libraryUpdates()) { log in
            try await service.scan()
            _ = notes.heard(
                try await log.wait("the end of a scan") { if case .finished = $0 { true } else { false } })
        }
    }

    /// Checks what is told about podcasts.
    ///
    /// - Parameter tell: Lets something happen.
    package static func podcastUpdates(
        _ service: some PodcastService, _ notes: Notes, tell: (PodcastEvent) async -> Void
    ) async throws {
        try await reading(try await service.podcastUpdates()) { log in
            let events: [PodcastEvent] = [
                .refreshProgressed(RefreshProgress(done: 1, total: 2, title: "The Show")),
                .refreshFinished(RefreshReport(podcasts: 2, newEpisodes: 3, failures: [])),
                .downloadProgressed(
                    DownloadProgress(episode: Track.full.identifier, title: "So What", state: .waiting)),
            ]
            // What follows from later calls is told; what happens by itself may be told only after one of them.
            _ = try await service.subscriptions()
            for event in events { await tell(event) }
            try await log.wait(count: events.count)
            notes.expect(notes.heard(log.events) == events.map(PodcastUpdate.event), "every event is told, in order")
        }
    }

    /// Checks what is told about offers; nothing is offered at first.
    ///
    /// - Parameter connect: Connects headphones, which is a moment for suggestions.
    package static func suggestionUpdates(
        _ service: some SuggestionService, _ notes: Notes, connect: () async throws -> Void
    ) async throws {
        try await service.setPinned("album:blue", true)
        let isRaised: @Sendable (SuggestionUpdate) -> Bool = { if case .raised = $0 { true } else { false } }
        try await reading(await service.suggestionUpdates()) { log in
            try await connect()
            guard case .raised(let offer) = try await log.wait("an offer", where: isRaised) else { return }
            notes.expect(notes.heard(offer.suggestions.first?.title) == "Blue", "an offer is told")
            notes.expect(try await service.offer()?.id == offer.id, "and there")
            try await reading(await service.suggestionUpdates()) { late in
                let first = try await late.wait("the present offer") { _ in true }
                notes.expect(isRaised(first), "who comes later is told of the present offer")
            }
            try await service.setPinned("album:blue", false)
            try await log.wait("that an item is no longer pinned") { $0 == .changed }
            try await service.dismissSuggestion("", .notNow)
            let end = SuggestionUpdate.ended(offer.id, reason: "dismissed")
            try await log.wait("its end") { $0 == end }
            notes.expect(try await service.offer() == nil, "and then there is none")
        }
    }

    /// Checks what is told about sound settings, which are those of a new service at first.
    package static func soundUpdates(_ service: some SoundService, _ notes: Notes) async throws {
        try await reading(await service.soundUpdates()) { log in
            let first = try await log.wait("the settings") { _ in true }
            notes.expect(notes.heard(first) == .changed(SoundPreferences()), "the first settings are those of now")
            let set = try await service.setSound(SoundChanges(crossfade: .seconds(4)))
            _ = notes.heard(try await log.wait("a change") { $0 == .changed(set) })
            await notes.expect(.invalidValue, "what is refused") {
                _ = try await service.setSound(SoundChanges(preamp: 99))
            }
            let reset = try await service.resetSound()
            try await log.wait(from: 1, "the next change") { $0 == .changed(reset) }
            notes.expect(Set(log.events.map { "\($0)" }).count == 2, "what is refused is not told")
        }
        let slow = await service.soundUpdates()
        for number in 1...9 { _ = try await service.setSound(SoundChanges(crossfade: .seconds(number))) }
        let last = try await service.sound()
        var read = 0
        for await update in slow {
            read += 1
            if update == .changed(last) { break }
        }
        notes.expect(read <= 1 + SoundUpdate.room, "a slow reader is told the newest settings, not \(read)")
    }

    /// Checks what is told about outputs, of which there are the speakers, the default, and the pods.
    ///
    /// - Parameter connect: Connects one more.
    package static func outputUpdates(
        _ service: some OutputService, _ notes: Notes, connect: () async throws -> Void
    ) async throws {
        try await reading(await service.outputUpdates()) { log in
            try await log.wait("the beginning") { $0 == .changed }
            // Who has asked for them is told from then on.
            _ = try await service.outputs()
            var known = log.events.count
            try await service.setOutput("pods")
            try await log.wait(count: known + 1)
            notes.expect(try await service.outputs().chosen?.identifier == "pods", "an output was chosen")
            known = log.events.count
            try await connect()
            try await log.wait(count: known + 1)
            notes.expect(notes.heard(try await service.outputs().outputs.count) == 3, "one more is there")
            notes.expect(log.events.allSatisfy { $0 == .changed }, "nothing else is told")
        }
    }

    /// Checks what is told about sources of triggers.
    ///
    /// - Parameter link: Has the source sound report a headset.
    package static func triggerUpdates(
        _ service: some TriggerService, _ notes: Notes, link: () async throws -> Void
    ) async throws {
        try await reading(await service.triggerUpdates()) { log in
            try await log.wait("the beginning") { $0 == .sourcesChanged }
            // Who has asked for events is sent them from then on.
            _ = try await service.triggerSources()
            try await link()
            let update = try await log.wait("an event") { if case .event = $0 { true } else { false } }
            if case .event(let event) = update {
                notes.expect(notes.heard(event.source) == "sound", "events have sources")
            }
        }
    }

    /// Checks what is told about containers.
    ///
    /// - Parameter change: Adds an album to the tree.
    package static func contentUpdates(
        _ service: some ContentService, _ notes: Notes, change: () async throws -> Void
    ) async throws {
        try await reading(await service.contentUpdates(of: "Albums")) { log in
            let first = notes.heard(try await log.wait("the beginning") { _ in true })
            if case .subscribed(let container, _) = first {
                notes.expect(container == "section:albums", "a container is told by its identifier")
            } else {
                notes.expect(false, "a container is watched")
            }
            try await change()
            let update = try await log.wait("a change") { if case .changed = $0 { true } else { false } }
            if case .changed(let difference) = update {
                notes.expect(notes.heard(difference).added.map(\.index) == [2], "a change tells what was added")
            }
        }
        for (place, code) in wrongPlaces + [("track:b1", .notContainer)] {
            try await reading(await service.contentUpdates(of: place)) { log in
                guard case .failed(let error) = try await log.wait("a failure", where: { _ in true }) else {
                    return notes.expect(false, "\"\(place)\" cannot be watched")
                }
                notes.expect(notes.heard(error).code == code, "\"\(place)\" fails as \(code), not \(error.code)")
            }
        }
    }
}
