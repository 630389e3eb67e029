// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("The interface org.oncue.RemoteCommands1")
@MediaActor
struct RemoteCommandsTests {
    private static let name = ServiceNames.remoteCommands

    /// The commands by name, as they are told now.
    private func commands(_ rig: ServiceRig) async throws -> [String: [String: BusValue]] {
        Self.byName(try await rig.call("GetCommands", of: Self.name).first)
    }

    private nonisolated static func byName(_ rows: BusValue?) -> [String: [String: BusValue]] {
        let rows = rows?.arrayValue?.compactMap(\.dictionaryValue) ?? []
        return Dictionary(uniqueKeysWithValues: rows.map { ($0["name"]?.stringValue ?? "", $0) })
    }

    private func perform(
        _ rig: ServiceRig, _ command: String, _ options: [String: BusValue] = [:]
    ) async -> String? {
        let error = await rig.failure {
            try await rig.call("Perform", of: Self.name, [.string(command), .dictionary(options)])
        }
        return error.map { String($0.name.dropFirst(ServiceNames.errorPrefix.count)) }
    }

    /// Returns when it is known whether what plays is a favourite.
    private func knownLike(_ rig: ServiceRig) async throws {
        try await rig.signals.wait { signal in
            signal.member == "CommandsChanged" && Self.byName(signal.arguments.first)["like"]?["enabled"] == .bool(true)
        }
    }

    @Test("Every command is listed in its order, with the types that the interface promises")
    func listing() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        try await knownLike(rig)

        let rows = try await rig.call("GetCommands", of: Self.name).first?.arrayValue ?? []
        let commands = try await commands(rig)

        #expect(
            rows.compactMap { $0.dictionaryValue?["name"]?.stringValue } == [
                "play", "pause", "toggle", "stop", "next", "previous", "seek", "skipForward", "skipBackward", "rate",
                "shuffle", "repeat", "like", "dislike", "bookmark", "nextChapter", "previousChapter",
            ])
        #expect(commands["pause"]?.mapValues(\.signature) == ["name": "s", "enabled": "b"])
        #expect(
            commands["skipForward"]?.mapValues(\.signature)
                == ["name": "s", "enabled": "b", "errorCode": "s", "reason": "s", "intervals": "ax"])
        #expect(
            commands["rate"]?.mapValues(\.signature)
                == ["name": "s", "enabled": "b", "rates": "ad", "minimum": "d", "maximum": "d", "current": "d"])
        #expect(
            commands["shuffle"]?.mapValues(\.signature) == ["name": "s", "enabled": "b", "modes": "as", "current": "s"])
        #expect(commands["like"]?["liked"] == .bool(false))
    }

    @Test("A command that is disabled is refused with the code and the reason that were told")
    func refusal() async throws {
        let rig = try await ServiceRig()
        try await rig.play("album:green")
        let told = try await commands(rig)["next"]

        let error = await rig.failure {
            try await rig.call("Perform", of: Self.name, [.string("next"), .dictionary([:])])
        }

        #expect(told?["enabled"] == .bool(false))
        #expect(told?["errorCode"] == .string("NotAvailable"))
        #expect(error?.name == "org.oncue.Error.NotAvailable")
        #expect(told?["reason"]?.stringValue == error?.message)
    }

    @Test("Commands are carried out, as those of a control elsewhere")
    func performing() async throws {
        let rig = try await ServiceRig()
        try await rig.play()

        #expect(await perform(rig, "pause") == nil)
        await rig.advance()
        #expect(rig.controller.snapshot.status == .paused)
        #expect(rig.controller.snapshot.cause == .remote)
        #expect(await perform(rig, "seek", ["position": .int64(30_000_000)]) == nil)
        #expect(await perform(rig, "seek", ["offset": .int64(5_000_000)]) == nil)
        await rig.advance()
        #expect(rig.controller.position == .seconds(35))
        #expect(await perform(rig, "rate", ["rate": .double(1.5)]) == nil)
        #expect(await perform(rig, "repeat", ["mode": .string("all")]) == nil)
        #expect(await perform(rig, "shuffle", ["mode": .string("albums")]) == nil)
        let snapshot = rig.controller.snapshot
        #expect(snapshot.rate == 1.5)
        #expect(snapshot.repeatMode == .all)
        #expect(snapshot.shuffleMode == .albums)
        #expect(await perform(rig, "next") == nil)
        await rig.advance()
        #expect(rig.controller.snapshot.entryIndex == 1)
    }

    @Test(
        "What a command does not take is refused",
        arguments: [
            ("fly", [:]), ("pause", ["hard": .bool(true)]), ("seek", [:]),
            ("seek", ["position": .int64(1), "offset": .int64(1)]), ("seek", ["position": .string("1")]),
            ("rate", [:]), ("rate", ["rate": .double(9)]), ("repeat", ["mode": .string("twice")]),
            ("shuffle", ["mode": .bool(true)]), ("like", [:]), ("dislike", [:]), ("bookmark", ["liked": .bool(true)]),
        ] as [(String, [String: BusValue])])
    func wrongOptions(name: String, options: [String: BusValue]) async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        if name.hasSuffix("like") { try await knownLike(rig) }

        #expect(await perform(rig, name, options) == "InvalidValue")
    }

    @Test("Liking makes a favourite that lasts, and is told")
    func liking() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        try await knownLike(rig)

        #expect(await perform(rig, "like", ["liked": .bool(true)]) == nil)
        try await rig.signals.wait { signal in
            signal.member == "CommandsChanged" && Self.byName(signal.arguments.first)["like"]?["liked"] == .bool(true)
        }

        #expect(rig.listening.events.contains(.favourite(Track.full.identifier, true)))
        #expect(try await commands(rig)["like"]?["liked"] == .bool(true))
    }

    @Test("The next item is told once, when it is known whether it is liked")
    func once() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        try await knownLike(rig)
        let before = rig.signals.events.count

        #expect(await perform(rig, "next") == nil)
        await rig.advance()
        try await waitUntil("it is told") {
            await rig.advance()
            return rig.signals.events.dropFirst(before).contains { $0.member == "CommandsChanged" }
        }
        for _ in 0..<5 { await rig.advance() }
        let told = rig.signals.events.dropFirst(before).filter { $0.member == "CommandsChanged" }
        #expect(told.count == 1, "\(told.map(\.arguments))")
        #expect(try await commands(rig)["like"]?["enabled"] == .bool(true))
    }

    @Test("Disliking is kept and told, and what is disliked is liked no more")
    func disliking() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        try await knownLike(rig)
        #expect(await perform(rig, "like", ["liked": .bool(true)]) == nil)

        #expect(await perform(rig, "dislike", ["disliked": .bool(true)]) == nil)
        try await rig.signals.wait { signal in
            let told = Self.byName(signal.arguments.first)
            return signal.member == "CommandsChanged" && told["dislike"]?["disliked"] == .bool(true)
        }

        #expect(rig.listening.events.last == .disliked(Track.full.identifier, true))
        #expect(try await commands(rig)["like"]?["liked"] == .bool(false))
        let record = try await rig.call("GetRecord", of: ServiceNames.listening, [.string("track:b1")])
        #expect(record.first?.dictionaryValue?["disliked"] == .bool(true))
    }

    @Test("What plays is told to be a favourite or disliked, with its stars, when it is marked")
    func opinion() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        try await knownLike(rig)
        func told(_ condition: @escaping @Sendable ([String: BusValue]) -> Bool) async throws {
            try await rig.signals.wait { signal in
                signal.path == ServiceNames.objectPath && signal.interface == ServiceNames.nowPlaying
                    && condition(signal.arguments.first?.dictionaryValue ?? [:])
            }
        }

        #expect(await perform(rig, "like", ["liked": .bool(true)]) == nil)
        try await told { $0["favourite"] == .bool(true) && $0["stars"] == nil }
        try await rig.call("SetStars", of: ServiceNames.listening, [.string("track:b1"), .double(4.5)])
        try await told { $0["favourite"] == .bool(true) && $0["stars"] == .double(4.5) }
        #expect(await perform(rig, "dislike", ["disliked": .bool(true)]) == nil)
        try await told { $0["favourite"] == nil && $0["disliked"] == .bool(true) }

        let now = try await rig.call("GetNowPlaying", of: ServiceNames.nowPlaying, []).first?.dictionaryValue
        #expect(now?["disliked"] == .bool(true) && now?["stars"] == .double(4.5), "also who asks")
    }

    @Test("A bookmark marks the position, and is listed until it is removed")
    func bookmarks() async throws {
        let rig = try await ServiceRig()
        #expect(await perform(rig, "bookmark") == "NothingPlaying")
        try await rig.play()
        await rig.advance(by: .seconds(42))

        #expect(await perform(rig, "bookmark") == nil)

        func list() async throws -> [[String: BusValue]] {
            let reply = try await rig.call("GetBookmarks", of: ServiceNames.listening, [.uint32(0), .uint32(10)])
            return reply.last?.arrayValue?.compactMap(\.dictionaryValue) ?? []
        }
        let made = try #require(try await list().first)
        #expect(made["title"] == .string("So What"))
        #expect(made["identifier"] == .string("track:b1"))
        #expect(made["position"] == .int64(42_000_000))
        let number = try #require(made["number"])
        try await rig.call("RemoveBookmark", of: ServiceNames.listening, [number])
        #expect(try await list().isEmpty)
        let error = await rig.failure {
            try await rig.call("RemoveBookmark", of: ServiceNames.listening, [number])
        }
        #expect(error?.name == "org.oncue.Error.NotFound")
    }

    @Test("What is in no library cannot be liked")
    func unlisted() async throws {
        let rig = try await ServiceRig()
        let track = Track.sample("elsewhere")
        rig.resolver.set([track], at: track.location)

        try await rig.player("OpenUri", [.string(track.location.uri)])
        await rig.advance()
        try await rig.signals.wait { signal in
            signal.member == "CommandsChanged"
                && Self.byName(signal.arguments.first)["like"]?["reason"]?.stringValue?.contains("library") == true
        }

        #expect(await perform(rig, "like", ["liked": .bool(true)]) == "NotAvailable")
    }

    @Test("Only commands that changed are told, and time that passes tells nothing")
    func changes() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        try await knownLike(rig)
        rig.signals.removeAll()

        await rig.advance(by: .seconds(5))
        #expect(rig.signals("CommandsChanged").isEmpty)
        try await rig.player("Pause")
        await rig.advance()
        try await rig.set("LoopStatus", .string("Playlist"))
        await rig.advance()

        let told = rig.signals("CommandsChanged").map { Set(Self.byName($0.arguments.first).keys) }
        #expect(told == [["play", "pause"], ["previous", "repeat"]])
    }

    @Test("Chapters are gone through while there are any")
    func chapters() async throws {
        let rig = try await ServiceRig()
        let chapters = [Chapter(start: .zero, title: "A"), Chapter(start: .seconds(50), title: "B")]
        rig.chapterReader.set(.success(ChapterList(chapters)), for: Track.full.identifier)
        try await rig.play()
        try await rig.signals.wait { signal in
            signal.member == "CommandsChanged"
                && Self.byName(signal.arguments.first)["nextChapter"]?["enabled"] == .bool(true)
        }

        #expect(await perform(rig, "nextChapter") == nil)
        await rig.advance()
        #expect(rig.controller.position == .seconds(50))
        #expect(await perform(rig, "nextChapter") == "NoSuchChapter")
        #expect(await perform(rig, "previousChapter") == nil)
        await rig.advance()
        #expect(rig.controller.position == .zero)
    }
}
