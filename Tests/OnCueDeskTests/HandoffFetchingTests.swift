// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueDesk
import OnCueInterface
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

/// What is said of a machine, and how often it was asked.
@MediaActor
private final class Prospects: MediaFetching {
    var prospect: FetchProspect = .open
    private(set) var asked: [String] = []

    @MediaActor
    func prospect(of machine: String) async -> FetchProspect {
        asked.append(machine)
        return prospect
    }
}

@MediaActor
private final class Outcome {
    var isThere = false
}

@MediaActor
@Suite("What a queue that is taken over needs from the machine that hands it over", .timeLimit(.minutes(5)))
struct HandoffFetchingTests {
    private static let machine = String(repeating: "ab", count: 32)
    private static let own = Track.sample("b1", title: "Own")

    private let engine = FakePlaybackEngine()
    private let controller: PlaybackController
    private let prospects = Prospects()
    private let desk: HandoffDesk

    init() {
        controller = PlaybackController(
            engine: engine, store: MemorySessionStore(SavedSession()), session: SavedSession(), seed: 1)
        desk = HandoffDesk(
            machine: "kitchen", controller: controller, media: FakeHandoffMedia([Self.own]), fetching: prospects,
            folders: { [] }, seed: 100)
    }

    private func entry(_ title: String, medium number: Int64? = nil) -> HandedEntry {
        var entry = HandedEntry(title: title)
        entry.medium = number.map { StableKey(number: $0) }
        return entry
    }

    private func medium(_ number: Int64) throws -> MediaLocation {
        try #require(LinkedMedium(machine: Self.machine, track: StableKey(number: number))).location
    }

    private func queue(_ entries: [HandedEntry], at current: Int = 0) -> HandedQueue {
        var queue = HandedQueue(machine: "desk", run: 7, entries: entries, current: current, isPlaying: true)
        queue.link = Self.machine
        return queue
    }

    /// Waits for an answer while the engine goes on.
    private func answer<Value: Sendable>(
        _ body: @escaping @MediaActor @Sendable () async throws -> Value
    ) async throws -> Value {
        let outcome = Outcome()
        let task = Task { @MediaActor in
            defer { outcome.isThere = true }
            return try await body()
        }
        try await waitUntil("there is an answer") {
            engine.advance(by: .zero)
            return outcome.isThere
        }
        return try await task.value
    }

    private func prepare(_ queue: HandedQueue) async throws -> PreparedHandoff {
        try await answer { [desk] in try await desk.prepareHandoff(queue) }
    }

    @Test("What is not here is fetched from the machine that has it, which is asked once")
    func fetched() async throws {
        let prepared = try await prepare(
            queue([entry("Far", medium: 1), entry("Own", medium: 2), entry("Away", medium: 3)]))

        #expect(prepared.fetched == 2 && prepared.found == 3 && prepared.missing == [] && prepared.refusal.isEmpty)
        #expect(prepared.title == "Far" && !prepared.isElsewhere && prospects.asked == [Self.machine])
        let tracks = controller.queue.entries.map(\.track)
        #expect(tracks.map(\.location) == [try medium(1), Self.own.location, try medium(3)])
        #expect(engine.currentRequest?.location == (try medium(1)))
    }

    @Test("Parts of a file stay those parts, and play from one file where it is known to be one, else from their own")
    func parts() async throws {
        let parts = [MediaSegment(start: .zero, end: .seconds(60)), MediaSegment(start: .seconds(60), end: nil)]
        func entries(_ path: String) -> [HandedEntry] {
            zip(parts, [Int64(1), 2]).map { part, number in
                var entry = entry("Part \(number)", medium: number)
                (entry.segment, entry.path) = (part, Array(path.utf8))
                return entry
            }
        }
        #expect(try await prepare(queue(entries("disc.flac"), at: 1)).fetched == 2)
        #expect(controller.queue.entries.map(\.track.segment) == parts)
        #expect(controller.queue.entries.map(\.track.location) == [try medium(1), try medium(1)])
        #expect(Set(controller.queue.entries.map(\.track.identifier)).count == 2)

        #expect(try await prepare(queue(entries(""), at: 1)).fetched == 2)
        #expect(controller.queue.entries.map(\.track.location) == [try medium(1), try medium(2)])
    }

    @Test("Where everything is here, or is on the web, nothing is asked")
    func unasked() async throws {
        var station = entry("Web", medium: 4)
        station.address = "https://music.example/a.flac"
        let prepared = try await prepare(queue([entry("Own", medium: 1), station]))
        #expect(prepared.fetched == 0 && prepared.found == 2 && prospects.asked.isEmpty)
    }

    @Test("What the other machine has no file of is shown and skipped, and nothing is asked for it")
    func without() async throws {
        let prepared = try await prepare(queue([entry("Nowhere"), entry("Own")]))
        #expect(prepared.fetched == 0 && prepared.missing == ["Nowhere"] && prospects.asked.isEmpty)
        #expect(prepared.title == "Own" && prepared.isElsewhere)
    }

    @Test("A machine that is not paired is not asked, whatever it names")
    func stranger() async throws {
        var queue = queue([entry("Far", medium: 1), entry("Own")])
        queue.link = ""
        #expect(try await prepare(queue).missing == ["Far"] && prospects.asked.isEmpty)
    }

    @Test("Switched off here, nothing is fetched, and nothing is said of it")
    func off() async throws {
        prospects.prospect = .off
        let prepared = try await prepare(queue([entry("Far", medium: 1), entry("Own"), entry("Away", medium: 3)]))
        #expect(prepared.fetched == 0 && prepared.missing == ["Far", "Away"] && prepared.refusal.isEmpty)
        #expect(prospects.asked.count == 1)
    }

    @Test("Not shared there, or gone, the reason is passed on")
    func refused() async throws {
        prospects.prospect = .refused("it does not share its files")
        let prepared = try await prepare(queue([entry("Far", medium: 1), entry("Own")]))
        #expect(prepared.refusal == "it does not share its files" && prepared.missing == ["Far"])

        let error = await #expect(throws: ServiceError.self) {
            _ = try await prepare(queue([entry("Far", medium: 1)]))
        }
        #expect(error?.code == .notFound && error?.message.contains("it does not share its files") == true)
        #expect(controller.queue.currentEntry?.track.title == "Own", "what was taken over before is as it was")
    }

    @Test("What turns out not to fit, or is changed, leaves the former queue playing, and says what it is")
    func full() async throws {
        try controller.perform(.play([Self.own], startingAt: 0, shuffled: nil))
        try await waitUntil("it plays") {
            engine.advance(by: .zero)
            return controller.snapshot.status == .playing
        }
        engine.media[try medium(1)] = FakePlaybackEngine.Medium(
            failure: PlaybackError(.failed, "it has 900 MiB, and fetched files may take 100"))

        let error = await #expect(throws: PlaybackError.self) {
            _ = try await prepare(queue([entry("Far", medium: 1)]))
        }

        #expect(error?.message.contains("\"Far\"") == true && error?.message.contains("900 MiB") == true)
        #expect(controller.queue.entries.map(\.track.title) == ["Own"] && controller.isMeantToPlay)
    }

    @Test("A machine that goes between preparing and beginning leaves the former queue")
    func gone() async throws {
        try controller.perform(.play([Self.own], startingAt: 0, shuffled: nil))
        engine.advance(by: .zero)
        let prepared = try await prepare(queue([entry("Far", medium: 1), entry("Away", medium: 2)]))
        engine.media[try medium(2)] = FakePlaybackEngine.Medium(
            failure: PlaybackError(.network, "desk cannot be reached"))

        // It went on to the next one there.
        let error = await #expect(throws: PlaybackError.self) {
            try await answer { [desk] in
                try await desk.beginHandoff(HandoffStart(prepared.number, current: 1, at: .seconds(3), playing: true))
            }
        }

        #expect(error?.code == .network)
        #expect(controller.queue.entries.map(\.track.title) == ["Own"])
    }
}
