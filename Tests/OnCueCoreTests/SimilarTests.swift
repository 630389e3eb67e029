// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@testable import OnCueCore

extension Track {
    /// A track with an artist and a genre.
    fileprivate static func music(_ number: Int, by artist: String = "Ada", _ genre: String = "Jazz") -> Track {
        var track = Track.numbered(number)
        (track.artists, track.genres) = ([artist], [genre])
        return track
    }
}

@Suite("Going on with similar tracks")
struct SimilarTests {
    /// What the machine has asked for by its last actions.
    private func request(_ rig: Rig) -> SimilarRequest? {
        rig.actions.compactMap { if case .findSimilar(let request) = $0 { request } else { nil } }.first
    }

    /// The last of some tracks plays with similar ones wanted.
    private func rig(_ tracks: [Track] = [.music(1), .music(2)], from start: Int = 1) throws -> Rig {
        var rig = Rig()
        try rig.perform(.setSimilar(true))
        try rig.perform(.play(tracks, startingAt: start, shuffled: nil))
        #expect(request(rig) == nil)
        rig.receive(.started(rig.token))
        return rig
    }

    @Test("asks once when the last entry is heard, with what was heard last")
    func asks() throws {
        var rig = try rig([.music(1, by: "Bix", "Swing"), .music(2)], from: 0)
        #expect(request(rig) == nil)
        rig.receive(.started(rig.cuedToken))
        let asked = try #require(request(rig))
        #expect(asked.entry == rig.machine.queue.current)
        #expect(asked.artists == ["Ada", "Bix"])
        #expect(asked.genres == ["Jazz", "Swing"])
        #expect(asked.known == Set(rig.machine.queue.entries.map(\.track.identifier)))
        try rig.perform(.setVolume(0.5))
        #expect(request(rig) == nil)
    }

    @Test("appends what is found, marked, and cues the first of it, so that no gap is heard")
    func appends() throws {
        var rig = try rig()
        let asked = try #require(request(rig))
        rig.actions = rig.machine.goOn(with: [.music(8), .music(9)], for: asked, now: .now)
        #expect(rig.titles == ["Track 1", "Track 2", "Track 8", "Track 9"])
        #expect(rig.machine.queue.entries.map(\.isSimilar) == [false, false, true, true])
        #expect(rig.cues.map { $0?.location.displayName } == ["8.flac"])
        #expect(rig.actions.contains(.saveSession))
        rig.receive(.started(rig.cuedToken))
        #expect(rig.title == "Track 8")
        rig.receive(.started(rig.cuedToken))
        #expect(request(rig)?.entry == rig.machine.queue.current)
    }

    @Test("is undone as an add, and not asked for again behind the same entry")
    func undo() throws {
        var rig = try rig()
        _ = rig.machine.goOn(with: [.music(8), .music(9)], for: try #require(request(rig)), now: .now)
        #expect(rig.machine.undoableEdits.first?.edit == ListEdit(.add, title: "Track 8", count: 2))
        try rig.perform(.undo)
        #expect(rig.titles == ["Track 1", "Track 2"])
        #expect(request(rig) == nil)
        rig.receive(.ended(rig.token))
        #expect(rig.machine.status == .stopped)
    }

    @Test("takes no answer that comes after a person did something else")
    func lateAnswer() throws {
        let changes: [PlaybackCommand] = [
            .play([.music(7)], startingAt: 0, shuffled: nil), .stop, .clearQueue, .previous, .setRepeatMode(.all),
            .setRepeatMode(.one), .setSimilar(false), .stopAfterEntry(true), .setSleep(.queue), .setSleep(.track),
            .enqueue([.music(7)], at: .last, shuffled: false),
            .play([.music(7)], startingAt: 0, shuffled: nil, interrupting: true),
        ]
        for change in changes {
            var rig = try rig()
            let asked = try #require(request(rig))
            try rig.perform(change)
            let before = rig.machine.queue
            #expect(rig.machine.goOn(with: [.music(8)], for: asked, now: .now).isEmpty, "\(change)")
            #expect(rig.machine.queue == before, "\(change)")
        }
    }

    @Test("takes no answer for what was the last entry before another one was")
    func answerForAnother() throws {
        var rig = try rig()
        let asked = try #require(request(rig))
        try rig.perform(.enqueue([.music(7)], at: .last, shuffled: false))
        try rig.perform(.next)
        rig.receive(.started(rig.token))
        #expect(request(rig)?.entry == rig.machine.queue.current)

        #expect(rig.machine.goOn(with: [.music(8)], for: asked, now: .now).isEmpty)

        #expect(rig.titles == ["Track 1", "Track 2", "Track 7"])
    }

    @Test("does not ask where playing is not to end, or is to end here")
    func isNotWanted() throws {
        let wishes: [PlaybackCommand] = [
            .setSimilar(false), .setRepeatMode(.one), .setRepeatMode(.all), .stopAfterEntry(true), .setSleep(.track),
            .setSleep(.queue),
        ]
        for wish in wishes {
            var rig = Rig()
            try rig.perform(.setSimilar(true))
            try rig.perform(.play([.music(1)], startingAt: 0, shuffled: nil))
            try rig.perform(wish)
            rig.receive(.started(rig.token))
            #expect(request(rig) == nil, "\(wish)")
        }
    }

    @Test("asks when the repetition or the plan to end is taken back")
    func wantedAfterAll() throws {
        var rig = Rig()
        try rig.perform(.setSimilar(true))
        try rig.perform(.setRepeatMode(.all))
        try rig.perform(.play([.music(1)], startingAt: 0, shuffled: nil))
        rig.receive(.started(rig.token))
        try rig.perform(.setRepeatMode(.off))
        #expect(request(rig) != nil)
    }

    @Test("asks behind what waited, not behind what was in between")
    func interrupted() throws {
        var rig = try rig()
        try rig.perform(.play([.music(7)], startingAt: 0, shuffled: nil, interrupting: true))
        rig.receive(.started(rig.token))
        #expect(request(rig) == nil)
        rig.endCurrent()
        #expect(rig.title == "Track 2")
    }

    @Test("asks for nothing behind podcasts, audiobooks and radio, and where neither artist nor genre is known")
    func noMusic() throws {
        var episode = Track.music(1)
        episode.identifier = ContentIdentifier(kind: .episode, key: "e1")
        var station = Track.music(1)
        station.identifier = ContentIdentifier(kind: .station, key: "s1")
        var unknown = Track.numbered(1)
        (unknown.artists, unknown.albumArtists, unknown.genres) = ([], [], [])
        for track in [episode, station, .music(1, by: "Ada", "Audiobook"), unknown] {
            #expect(request(try rig([track], from: 0)) == nil)
        }
    }

    @Test("is kept across a restart with the marks of the entries, and off at first")
    func restart() throws {
        #expect(!Rig().machine.snapshot.goesOnWithSimilar)
        var rig = try rig()
        _ = rig.machine.goOn(with: [.music(8)], for: try #require(request(rig)), now: .now)
        let again = Rig(rig.machine.session(at: rig.now))
        #expect(again.machine.snapshot.goesOnWithSimilar)
        #expect(again.machine.queue.entries.map(\.isSimilar) == [false, false, true])
    }

    @Test("While shuffled, the entries that played last tell what is similar")
    func shuffled() throws {
        var rig = Rig()
        try rig.perform(.setSimilar(true))
        try rig.perform(.play((1...9).map { .music($0, by: "Artist \($0)") }, startingAt: 0, shuffled: .tracks))
        rig.receive(.started(rig.token))
        var heard = [rig.title ?? ""]
        while request(rig) == nil {
            rig.receive(.started(rig.cuedToken))
            heard.append(rig.title ?? "")
        }
        #expect(heard.count == 9)
        let artists = heard.suffix(5).reversed().map { $0.replacingOccurrences("Track", "Artist") }
        #expect(request(rig)?.artists == artists)
    }
}

extension String {
    fileprivate func replacingOccurrences(_ word: String, _ other: String) -> String {
        hasPrefix(word) ? other + dropFirst(word.count) : self
    }
}

@Suite("The choice of similar tracks")
struct SimilarChoiceTests {
    private func tracks(_ numbers: ClosedRange<Int>, by artist: String? = nil) -> [Track] {
        numbers.map { .music($0, by: artist ?? "Artist \($0)") }
    }

    private func titles(_ tracks: some Sequence<Track>) -> Set<String> { Set(tracks.map(\.title)) }

    @Test("has tracks of the same artists first, then of the genres, 25 in all")
    func order() {
        let choice = SimilarChoice(ofArtists: tracks(1...50, by: "Ada"), ofGenres: tracks(101...150))
        let chosen = choice.tracks(seed: 1)
        #expect(chosen.count == 25)
        #expect(chosen.prefix(10).allSatisfy { $0.artists == ["Ada"] })
        #expect(chosen.dropFirst(10).allSatisfy { $0.artists != ["Ada"] })
    }

    @Test("has at most three of one other artist while there are others, and more when there are none")
    func artists() {
        let many = SimilarChoice(ofGenres: tracks(1...50, by: "Bix") + tracks(101...150)).tracks(seed: 1)
        #expect(many.count { $0.artists == ["Bix"] } <= 3)
        let few = SimilarChoice(ofArtists: tracks(1...12, by: "Ada"), ofGenres: tracks(21...28, by: "Bix"))
        #expect(few.tracks(seed: 1).count == 20)
    }

    @Test("never has what is not wanted, nothing twice, and nothing that is spoken")
    func unwanted() {
        let all = tracks(1...20)
        let spoken = Track.music(30, by: "Ada", "Audiobook")
        let choice = SimilarChoice(
            ofArtists: all + [spoken], ofGenres: all + [spoken], unwanted: Set(all.prefix(5).map(\.identifier)))
        let chosen = choice.tracks(seed: 1)
        #expect(chosen.count == 15)
        #expect(titles(chosen) == titles(all.dropFirst(5)))
        #expect(SimilarChoice(ofArtists: all, unwanted: Set(all.map(\.identifier))).tracks(seed: 1).isEmpty)
    }

    @Test("is the same for the same seed, and another one for another")
    func seeds() {
        let choice = SimilarChoice(ofArtists: tracks(1...30), ofGenres: tracks(101...150))
        #expect(choice.tracks(seed: 3) == choice.tracks(seed: 3))
        #expect(choice.tracks(seed: 3) != choice.tracks(seed: 4))
    }
}
