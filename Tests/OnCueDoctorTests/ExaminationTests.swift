// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import OnCueClient
@testable import OnCueDoctor
@testable import PlayerControl

// A player has a second for each answer.
@Suite("Examining a player", .steadyMachine, .timeLimit(.minutes(10)))
@MediaActor
struct ExaminationTests {
    private let bus: PrivateBus
    private let client: OnCueConnection

    init() async throws {
        bus = try await PrivateBus()
        let directories = UserDirectories(environment: [:], userID: 1, homeFallback: "/nonexistent")
        client = OnCueConnection(
            environment: ClientEnvironment(directories: directories, busLocation: .session(address: bus.address)))
    }

    /// A player that does what it is told, paused.
    private func makePlayer(_ changes: [String: BusValue?] = [:]) async throws -> FakePlayer {
        let player = try await FakePlayer(
            bus, "fake", identity: "Fake", changes.merging(["PlaybackStatus": .string("Paused")]) { given, _ in given })
        player.obeys = true
        return player
    }

    private func examine(_ depth: ExaminationDepth = .reversible) async throws -> [ConformanceReport.Finding] {
        let player = try #require(try await client.players { _ in true }.players.first)
        return try await client.examine(player, depth).findings
    }

    private func long(_ seconds: Int64) -> BusValue {
        .dictionary([
            "mpris:trackid": .objectPath("/org/example/track/1"), "mpris:length": .int64(seconds * 1_000_000),
            "xesam:title": .string("Song"),
        ])
    }

    @Test("A player that does what it is told has nothing against its commands, and is afterwards as it was before")
    func good() async throws {
        let player = try await makePlayer()
        let before = player.properties()

        let findings = try await examine(.thorough)

        let tried = findings.filter { $0.section.hasPrefix("Player.") || $0.section.hasPrefix("Properties.") }
        #expect(tried.filter { $0.verdict != .ok } == [])
        #expect(
            Set(tried.map(\.section)).isSuperset(of: ["Player.Next", "Player.Stop", "Player.OpenUri", "Player.Play"]))
        #expect(player.properties() == before)
    }

    @Test("What some players do not come back from is tried only where that is asked for")
    func reversible() async throws {
        let player = try await makePlayer()

        let findings = try await examine()

        #expect(!player.calls.contains { $0.hasPrefix("Stop") || $0.hasPrefix("OpenUri") })
        #expect(findings.filter { $0.verdict == .skipped }.map(\.section) == ["Player.Stop", "Player.OpenUri"])
    }

    @Test("A volume of 0 is left alone, because what is muted is told so")
    func muted() async throws {
        let player = try await makePlayer(["Volume": .double(0)])

        let findings = try await examine()

        #expect(!player.calls.contains { $0.hasPrefix("Volume") })
        #expect(findings.first { $0.section == "Player.Volume" && $0.verdict == .skipped } != nil)
    }

    @Test("Near the end it is sought backwards, because a jump behind the end is the next track")
    func nearEnd() async throws {
        let player = try await makePlayer(["Metadata": long(60), "Position": .int64(58_000_000)])

        let findings = try await examine()

        #expect(player.calls.contains("Seek int64(-3000000)") && !player.calls.contains("Seek int64(3000000)"))
        #expect(findings.filter { $0.section == "Player.Seek" }.map(\.verdict) == [.ok])
        #expect(player.properties()["Position"] == .int64(58_000_000))
    }

    @Test("In what is shorter than 6 s nothing is sought")
    func short() async throws {
        let player = try await makePlayer(["Metadata": long(5), "Position": .int64(1_000_000)])

        let findings = try await examine()

        #expect(!player.calls.contains { $0.hasPrefix("Seek") })
        #expect(findings.first { $0.section == "Player.Seek" }?.verdict == .skipped)
    }

    @Test(
        "Cancelled in the middle, it sets back what it has changed", arguments: ["Volume", "Shuffle", "PlaybackStatus"])
    func cancelled(property: String) async throws {
        let player = try await makePlayer()
        let before = player.properties()
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let connection = try await bus.connect()
        let subscription = connection.subscribe(path: PlayerLink.path, member: "PropertiesChanged") { signal in
            if signal.arguments.dropFirst().first?.dictionaryValue?[property] != nil { continuation.yield() }
        }

        let task = Task { try await examine() }
        for await _ in changes { break }
        task.cancel()

        await #expect(throws: ClientError.self) { try await task.value }
        #expect(player.properties() == before)
        withExtendedLifetime(subscription) {}
    }

    @Test("A flood of signals is not kept")
    func flood() async throws {
        let player = try await makePlayer()
        let report = try #require(try await client.players { _ in true }.players.first)
        let examined = ExaminedPlayer(bus: try await bus.connect(), owner: report.activity.owner)
        // Answered when it listens, and then behind the signals that were sent before.
        _ = await examined.properties()
        for _ in 0..<3000 { player.seeked(to: 1) }
        _ = await examined.wait { examined.signals.count >= 1000 }
        _ = await examined.properties()

        #expect(examined.signals.count == 1000)
    }
}
