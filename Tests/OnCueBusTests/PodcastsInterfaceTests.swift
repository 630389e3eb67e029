// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("The interface org.oncue.Podcasts1")
@MediaActor
struct PodcastsInterfaceTests {
    @Test("Calls reach the podcasts, and places become identities")
    func calls() async throws {
        let rig = try await ServiceRig()
        let name = ServiceNames.podcasts

        let subscribed = try await rig.call("Subscribe", of: name, [.string("http://h/feed")])
        try await rig.call("Refresh", of: name, [.string("")])
        let listed = try await rig.call("GetSubscriptions", of: name, [.uint32(0), .uint32(0)])
        let imported = try await rig.call("ImportOPML", of: name, [.string("<opml/>")])
        let exported = try await rig.call("ExportOPML", of: name)

        #expect(subscribed.first?.dictionaryValue?["title"]?.stringValue == "The Show")
        #expect(listed.first?.intValue == 1)
        #expect(listed.last?.arrayValue?.first?.dictionaryValue?["unplayed"]?.intValue == 2)
        #expect(imported.map(\.intValue) == [2, 1])
        #expect(exported.first?.stringValue == "<opml/>")
        #expect(
            rig.podcasts.calls == ["subscribe http://h/feed", "refresh all", "subscriptions", "import 7", "export"])
    }

    @Test("Chapters are told with their beginnings")
    func chapters() async throws {
        let rig = try await ServiceRig()
        let reply = try await rig.call("GetChapters", of: ServiceNames.podcasts, [.string("album:blue")])

        let rows = reply.first?.arrayValue?.compactMap(\.dictionaryValue) ?? []
        #expect(rows.map { $0["start"]?.intValue } == [0, 61_000_000])
        #expect(rows.map { $0["title"]?.stringValue } == ["Intro", "Main"])
        #expect(rig.podcasts.calls == ["chapters album:blue"])
    }

    @Test("Settings are read and written whole, the rate among those of playback")
    func settings() async throws {
        let rig = try await ServiceRig()
        let name = ServiceNames.podcasts
        let usual = try await rig.call("GetSettings", of: name, [.string("album:blue")]).first?.dictionaryValue

        let values: [String: BusValue] = [
            "latest": .uint32(3), "removeAfter": .int64(86_400_000_000), "rate": .double(1.5),
            "intro": .int64(30_000_000), "outro": .int64(0), "order": .string("oldest"), "notify": .bool(true),
            "notifyLoudly": .bool(true),
        ]
        try await rig.call("SetSettings", of: name, [.string("album:blue"), .dictionary(values)])
        let now = try await rig.call("GetSettings", of: name, [.string("album:blue")]).first?.dictionaryValue

        #expect(usual?["latest"] == .uint32(0) && usual?["rate"] == .double(1) && usual?["removeAfter"] == nil)
        #expect(now == values)
        for wrong: [String: BusValue] in [["latest": .uint32(99)], ["lastest": .uint32(1)], ["order": .string("x")]] {
            await #expect(throws: BusError.self) {
                try await rig.call("SetSettings", of: name, [.string("album:blue"), .dictionary(wrong)])
            }
        }
        #expect(rig.podcasts.calls.filter { $0.hasPrefix("set ") } == ["set album:blue"])
    }

    @Test("The newest episodes are downloaded, and an episode is kept")
    func latest() async throws {
        let rig = try await ServiceRig()
        let name = ServiceNames.podcasts

        let reply = try await rig.call("DownloadLatest", of: name, [.string("album:blue"), .uint32(2)])
        try await rig.call("SetKept", of: name, [.string("album:blue"), .bool(true)])

        let rows = reply.first?.arrayValue?.compactMap(\.dictionaryValue) ?? []
        #expect(rows.map { $0["state"]?.stringValue } == ["waiting", "waiting"])
        #expect(rig.podcasts.calls == ["latest 2 of album:blue", "keep album:blue true"])
    }

    @Test("Errors have names")
    func errors() async throws {
        let rig = try await ServiceRig()
        rig.podcasts.fail(with: ContentError(.unavailable, "it is away"))

        let error = await #expect(throws: BusError.self) {
            try await rig.call("Subscribe", of: ServiceNames.podcasts, [.string("http://h/feed")])
        }

        #expect(error?.name == ServiceNames.errorPrefix + "ProviderUnavailable")
        let missing = await #expect(throws: BusError.self) {
            try await rig.call("Download", of: ServiceNames.podcasts, [.string("no such thing")])
        }
        #expect(missing?.name == ServiceNames.errorPrefix + "NothingMatches")
        let long = await #expect(throws: BusError.self) {
            try await rig.call("Subscribe", of: ServiceNames.podcasts, [.string(String(repeating: "x", count: 20_000))])
        }
        #expect(long?.name == ServiceNames.errorPrefix + "InvalidValue")
    }
}
