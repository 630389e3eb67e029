// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSuggestions
import OnCueTestSupport
import Testing

@testable import OnCueSession

@Suite("Collections that were left in their midst")
@MediaActor
struct CollectionPositionsTests {
    @Test("The newest two hundred are known, each with the track that played last")
    func bounded() {
        var positions = CollectionPositions()
        for number in 0...CollectionPositions.limit { positions["album:\(number)"] = "track:\(number)" }
        #expect(positions["album:0"] == nil && positions["album:1"] == "track:1")
        positions["album:1"] = "track:x"
        #expect(positions["album:1"] == "track:x")
        positions["album:1"] = nil
        #expect(positions["album:1"] == nil)
        positions.forget("track:2")
        #expect(positions["album:2"] == nil)
    }

    @Test("An album goes on with the track at which it was left, and says so")
    func goesOn() async throws {
        var state = SuggestionState()
        state.collections["album:morning"] = "track:Morning2"
        let rig = await SuggestionRig(state: state)
        try await rig.connect()
        let first = try #require(rig.log.last?.suggestions.first)
        #expect(first.sentence.hasSuffix("It continues with Title of Morning2."))
        #expect(first.sentence.contains("you usually continue this album"))
        _ = try await rig.center.accept("")
        await rig.play()
        #expect(rig.controller.snapshot.entry?.track.identifier.key == "Morning2")
        #expect(rig.controller.snapshot.queueLength == 2)
    }

    @Test("A track that is not in the album any more has it begin at its beginning")
    func gone() async throws {
        var state = SuggestionState()
        state.collections["album:morning"] = "track:Evening1"
        let rig = await SuggestionRig(state: state)
        try await rig.connect()
        _ = try await rig.center.accept("")
        await rig.play()
        #expect(rig.controller.snapshot.entry?.track.identifier.key == "Morning1")
    }

    @Test("What plays in its order is noted track by track, until its last has been heard")
    func noted() async throws {
        let rig = await SuggestionRig()
        let tracks = [Track.sample("one"), .sample("two"), .sample("three")]
        rig.note(.started, tracks[0], of: tracks)
        #expect(rig.center.state.collections["album:morning"] == nil, "it has just begun")
        rig.note(.finished, tracks[0], of: tracks)
        rig.note(.started, tracks[1], of: tracks)
        #expect(rig.center.state.collections["album:morning"] == tracks[1].identifier.description)
        rig.note(.finished, tracks[1], of: tracks)
        rig.note(.started, tracks[2], of: tracks)
        rig.note(.finished, tracks[2], of: tracks)
        #expect(rig.center.state.collections["album:morning"] == nil)
    }

    @Test("A mixed order has no place where it goes on")
    func shuffled() async throws {
        let rig = await SuggestionRig()
        let tracks = [Track.sample("one"), .sample("two")]
        rig.note(.started, tracks[1], of: tracks, shuffled: true)
        #expect(rig.center.state.collections["album:morning"] == nil)
    }

    @Test("Forgetting an item forgets where it was left")
    func forgotten() async throws {
        var state = SuggestionState()
        state.collections["album:morning"] = "track:Morning2"
        let rig = await SuggestionRig(state: state)
        _ = try await rig.center.forget(.item("album:morning"))
        #expect(rig.store.state.collections["album:morning"] == nil)
    }
}

extension SuggestionRig {
    /// The journal tells of a track of Morning.
    fileprivate func note(_ kind: JournalEntry.Kind, _ track: Track, of tracks: [Track], shuffled: Bool = false) {
        var queue = PlaybackQueue()
        let context = PlaybackContext(
            identifier: ContentIdentifier(kind: .album, key: "morning"), title: "Morning", count: tracks.count)
        queue.replace(with: tracks, from: context, startingAt: 0, seed: 1)
        var snapshot = PlaybackSnapshot()
        snapshot.entryIndex = tracks.firstIndex { $0.identifier == track.identifier }
        snapshot.entry = snapshot.entryIndex.map { queue.entries[$0] }
        snapshot.queueLength = tracks.count
        snapshot.shuffleMode = shuffled ? .tracks : .off
        snapshot.context = context
        center.parts.learning.take(
            JournalEntry(kind, .init(track, duration: nil), at: clock.now, position: .zero, cause: .user), snapshot)
    }
}
