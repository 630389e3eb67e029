// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import Glibc
import OnCueClient
import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueTestSupport
import PlayerControl
import Testing

@Suite("Media players on the bus", .timeLimit(.minutes(5)))
@MediaActor
struct PlayerClientTests {
    /// - Parameter patience: By itself as long as a busy machine may need.
    private func connection(_ bus: PrivateBus, patience: Duration = .seconds(60)) -> OnCueConnection {
        let directories = UserDirectories(environment: [:], userID: 1, homeFallback: "/nonexistent")
        return OnCueConnection(
            environment: ClientEnvironment(directories: directories, busLocation: .session(address: bus.address)),
            playerPatience: patience)
    }

    private func only(_ changes: [String: BusValue?], _ identity: String? = "Fake") async throws -> PlayerReport {
        let bus = try await PrivateBus()
        let player = try await FakePlayer(bus, "fake", identity: identity, changes)
        let listing = try await connection(bus).players { _ in true }
        withExtendedLifetime(player) {}
        return try #require(listing.players.first)
    }

    // MARK: What they tell

    @Test("A good one is told as it is")
    func good() async throws {
        let player = try await only([:])

        #expect(player.title == "Fake" && player.name == "fake" && player.trackPath == "/org/example/track/1")
        #expect(player.now.status == .playing && player.now.volume == 0.5 && player.now.untold == [.queue])
        #expect(player.now.entry?.title == "Song" && player.now.entry?.artists == ["One", "Two"])
        #expect(player.now.entry?.position == .seconds(61) && player.now.entry?.duration == .seconds(180))
        #expect(player.abilities == .all && player.rates == 0.5...2)
    }

    @Test("One that tells types which the specification does not have is understood")
    func wrongTypes() async throws {
        let player = try await only([
            "Volume": .int32(1), "Rate": .int32(1), "Position": .double(5_000_000), "PlaybackStatus": .string("PAUSED"),
            "Metadata": .dictionary([
                "mpris:trackid": .string("/org/example/2"), "mpris:length": .uint64(60_000_000),
                "xesam:title": .string("Song"), "xesam:artist": .string("One"), "xesam:trackNumber": .string("7"),
                "xesam:album": .int32(1959),
            ]),
        ])

        #expect(player.now.status == .paused && player.now.volume == 1 && player.now.entry?.position == .seconds(5))
        #expect(player.trackPath == "/org/example/2" && player.now.entry?.duration == .seconds(60))
        #expect(player.now.entry?.artists == ["One"] && player.now.entry?.trackNumber == 7)
        #expect(player.now.entry?.album == nil)
    }

    @Test("One that tells nothing at all is there, and what it does not tell is known to be unknown")
    func empty() async throws {
        let player = try await only(Dictionary(uniqueKeysWithValues: FakePlayer.good.keys.map { ($0, nil) }), nil)

        #expect(player.title == "fake" && player.now.status == .stopped && player.now.entry == nil)
        #expect(player.now.untold == [.queue, .position, .volume, .rate, .shuffle, .repeatMode])
    }

    @Test(
        "Bad track ids, times and texts do no harm",
        arguments: [
            ["mpris:trackid": BusValue.string("not a path"), "xesam:title": .string("x")],
            ["mpris:trackid": .int32(7), "xesam:title": .string("x"), "mpris:length": .int64(-5)],
            ["xesam:title": .string("x"), "mpris:length": .double(.infinity)],
            ["xesam:title": .string("x"), "mpris:length": .string("3:00"), "xesam:artist": .array([], of: "s")],
            ["xesam:title": .string("x"), "mpris:artUrl": .string("data:" + String(repeating: "A", count: 2_000_000))],
        ])
    func badMetadata(metadata: [String: BusValue]) async throws {
        let player = try await only(["Metadata": .dictionary(metadata)])

        #expect(player.trackPath == nil && player.now.entry?.title == "x")
        #expect(player.now.entry?.duration == nil && player.now.entry?.artURL == nil)
    }

    @Test("Texts have a bound")
    func longText() async throws {
        let title = String(repeating: "日", count: 300_000)
        let player = try await only(["Metadata": .dictionary(["xesam:title": .string(title)])])

        #expect((player.now.entry?.title.utf8.count ?? 0) <= 4096)
    }

    @Test("A single letter with any number of marks has a bound as well")
    func longLetter() async throws {
        let title = "a" + String(repeating: "\u{301}", count: 20_000)
        let player = try await only(["Metadata": .dictionary(["xesam:title": .string(title)])])

        #expect((player.now.entry?.title.utf8.count ?? 0) <= 4096)
    }

    @Test("What a player says for itself has a bound, in errors and where it cannot be understood")
    func longMessages() async throws {
        let bus = try await PrivateBus()
        let player = try await FakePlayer(bus, "fake", identity: "Fake")
        let client = connection(bus)
        let report = try #require(try await client.players { _ in true }.players.first)
        player.refusal = String(repeating: "n\u{301}", count: 10_000)

        let error = await #expect(throws: ClientError.self) { try await client.perform(.next, on: report) }

        #expect(error?.code == .refused && error?.message.hasPrefix("Fake (fake) refused: ") == true)
        #expect((error?.message.utf8.count ?? 0) < 400)
    }

    @Test("One that does not answer is told as such, within a bounded time, and holds up nobody")
    func silent() async throws {
        let bus = try await PrivateBus()
        let (dumb, good) = (try await bus.makeHangingPlayer("dumb"), try await FakePlayer(bus, "good"))

        let listing = try await connection(bus, patience: .seconds(1)).players { _ in true }

        #expect(listing.players.map(\.name) == ["good"])
        #expect(listing.silent == [.init(name: "dumb", reason: "did not answer within 1 s")])
        withExtendedLifetime((dumb, good)) {}
    }

    @Test("What plays comes first, then what is paused; among equals the one that came to the bus last")
    func order() async throws {
        let bus = try await PrivateBus()
        let states = [("a", "Paused"), ("b", "Playing"), ("c", "Stopped"), ("d", "Paused"), ("e", "Playing")]
        var players: [FakePlayer] = []
        for (name, status) in states {
            players.append(try await FakePlayer(bus, name, ["PlaybackStatus": .string(status)]))
        }

        let listing = try await connection(bus).players { _ in true }

        #expect(listing.players.map(\.name) == ["e", "b", "d", "a", "c"])
        #expect(players.count == 5)
    }

    // MARK: What they do

    private func perform(
        _ action: PlayerAction, _ changes: [String: BusValue?] = [:]
    ) async throws -> [String] {
        let bus = try await PrivateBus()
        let player = try await FakePlayer(bus, "fake", identity: "Fake", changes)
        let client = connection(bus)
        let report = try #require(try await client.players { _ in true }.players.first)
        try await client.perform(action, on: report)
        return player.calls
    }

    @Test("Each command is the call of the specification")
    func commands() async throws {
        for (action, call) in [
            (.play, "Play"), (.pause, "Pause"), (.toggle, "PlayPause"), (.stop, "Stop"), (.next, "Next"),
            (.previous, "Previous"), (.seekBy(.seconds(-10)), "Seek int64(-10000000)"),
            (.seekTo(.seconds(90)), "SetPosition objectPath(\"/org/example/track/1\") int64(90000000)"),
            (.setVolume(0.25), "Volume = double(0.25)"), (.adjustVolume(0.25), "Volume = double(0.75)"),
            (.adjustVolume(-0.75), "Volume = double(0.0)"), (.adjustVolume(0.75), "Volume = double(1.0)"),
            (.setRate(1.5), "Rate = double(1.5)"), (.adjustRate(-0.1), "Rate = double(0.9)"),
            (.setShuffle(true), "Shuffle = bool(true)"), (.setRepeat(.one), "LoopStatus = string(\"Track\")"),
            (.open(uri: "https://a/b"), "OpenUri string(\"https://a/b\")"),
        ] as [(PlayerAction, String)] {
            #expect(try await perform(action) == [call])
        }
    }

    @Test("A position is reached by its difference where the track has no path that could be sent back")
    func seekWithoutPath() async throws {
        let metadata = BusValue.dictionary(["mpris:trackid": .string("spotify:track:1"), "xesam:title": .string("x")])

        #expect(try await perform(.seekTo(.seconds(90)), ["Metadata": metadata]) == ["Seek int64(29000000)"])
    }

    @Test("A path that came as a text is sent as the path that it should have been")
    func seekWithTextPath() async throws {
        let metadata = BusValue.dictionary(["mpris:trackid": .string("/a/1"), "xesam:title": .string("x")])

        #expect(
            try await perform(.seekTo(.seconds(90)), ["Metadata": metadata])
                == ["SetPosition objectPath(\"/a/1\") int64(90000000)"])
    }

    @Test(
        "What a player says it cannot do is not asked of it, and the sentence says why",
        arguments: [
            (PlayerAction.next, "CanGoNext"), (.previous, "CanGoPrevious"), (.pause, "CanPause"), (.toggle, "CanPause"),
            (.play, "CanPlay"), (.seekBy(.seconds(1)), "CanSeek"), (.seekTo(.seconds(1)), "CanSeek"),
            (.stop, "CanControl"), (.setVolume(1), "CanControl"),
        ])
    func cannot(action: PlayerAction, flag: String) async throws {
        let error = await #expect(throws: ClientError.self) { try await perform(action, [flag: .bool(false)]) }

        #expect(error?.code == .refused)
        #expect(error?.message.hasPrefix("Fake ") == true && error?.message.contains(flag) == true)
    }

    @Test(
        "What a player does not have is said, too",
        arguments: [
            (PlayerAction.setVolume(1), "Volume"), (.adjustVolume(0.1), "Volume"), (.setRate(1.5), "Rate"),
            (.setShuffle(true), "Shuffle"), (.setRepeat(.all), "LoopStatus"),
        ])
    func missing(action: PlayerAction, property: String) async throws {
        let error = await #expect(throws: ClientError.self) { try await perform(action, [property: nil]) }

        #expect(error?.code == .refused)
    }

    @Test("A rate that the player does not have is refused with those that it has")
    func rates() async throws {
        let error = await #expect(throws: ClientError.self) { try await perform(.setRate(3)) }

        #expect(error?.message == "Fake plays at rates from 0.5 to 2.0, not at 3.0")
    }

    @Test("A player that has vanished meanwhile is said to have gone")
    func vanished() async throws {
        let bus = try await PrivateBus()
        let player = try await FakePlayer(bus, "fake", identity: "Fake")
        let client = connection(bus)
        let report = try #require(try await client.players { _ in true }.players.first)
        try await player.quit()

        let error = await #expect(throws: ClientError.self) { try await client.perform(.next, on: report) }

        #expect(error?.code == .notFound && error?.message == "Fake (fake) has quit")
        #expect(try await client.players { _ in true }.players.isEmpty)
    }

    // MARK: Following

    @Test("Followed, they tell changes, come and go, and the one that began to play last comes first")
    func follow() async throws {
        let bus = try await PrivateBus()
        let one = try await FakePlayer(bus, "one", ["PlaybackStatus": .string("Playing")])
        let two = try await FakePlayer(bus, "two", ["PlaybackStatus": .string("Paused")])
        var updates = connection(bus).playerUpdates { $0 != "other" }.makeAsyncIterator()
        func next() async -> [String] {
            await updates.next(isolation: MediaActor.shared)?.players.map { "\($0.name) \($0.now.status.rawValue)" }
                ?? []
        }

        #expect(await next() == ["one playing", "two paused"])
        two.change(["PlaybackStatus": .string("Playing")])
        #expect(await next() == ["two playing", "one playing"])
        one.change(["PlaybackStatus": .string("Paused")])
        #expect(await next() == ["two playing", "one paused"])
        two.change(["PlaybackStatus": .string("Paused")])
        #expect(await next() == ["two paused", "one paused"])
        one.seeked(to: 5_000_000)
        #expect(await next() == ["two paused", "one paused"])
        try await two.quit()
        #expect(await next() == ["one paused"])
        let other = try await FakePlayer(bus, "three")
        #expect(await next() == ["three playing", "one paused"])
        withExtendedLifetime(other) {}
    }

    /// What each listing tells, those that are silent in brackets.
    private func listings(_ bus: PrivateBus) -> () async -> [String] {
        var updates = connection(bus, patience: .seconds(3)).playerUpdates { _ in true }.makeAsyncIterator()
        return {
            let listing = await updates.next(isolation: MediaActor.shared) ?? PlayerListing()
            return listing.players.map { "\($0.name) \($0.now.status.rawValue)" }
                + listing.silent.map { "[\($0.name)]" }
        }
    }

    @Test("One that did not answer in time is followed as soon as it tells something")
    func slow() async throws {
        let bus = try await PrivateBus()
        let slow = try await bus.makeHangingPlayer("slow", tells: true)
        let next = listings(bus)

        #expect(await next() == ["[slow]"])
        // It was asked once more.
        #expect(await next() == ["[slow]"])
        slow.send(SIGCONT)
        #expect(await next() == ["slow playing"])
    }

    @Test("One that did not answer in time is asked once more, whether it tells something or not")
    func slowAndQuiet() async throws {
        let bus = try await PrivateBus()
        let slow = try await bus.makeHangingPlayer("slow")
        let next = listings(bus)

        #expect(await next() == ["[slow]"])
        slow.send(SIGCONT)
        #expect(await next() == ["slow playing"])
    }

    @Test("One that hangs does not hold up what the others tell")
    func hanging() async throws {
        let bus = try await PrivateBus()
        let good = try await FakePlayer(bus, "good")
        let next = listings(bus)

        #expect(await next() == ["good playing"])
        let dumb = try await bus.makeHangingPlayer("dumb")
        good.change(["PlaybackStatus": .string("Paused")])
        #expect(await next() == ["good paused"])
        #expect(await next() == ["good paused", "[dumb]"])
        withExtendedLifetime((good, dumb)) {}
    }
}
