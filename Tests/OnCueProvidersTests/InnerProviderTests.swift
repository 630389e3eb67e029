// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@testable import OnCueProviders

/// A library of another machine on paper.
@MediaActor
private final class PaperProvider: InnerProvider {
    var total = 3
    var revision: UInt64 = 1
    var failure: BusError?
    /// Positions of rows that are not shown.
    var hidden: Set<Int> = []
    private(set) var asked: [String] = []

    @MediaActor
    func answer(_ member: String, _ arguments: [BusValue]) async throws(BusError) -> [BusValue] {
        asked.append(member)
        if let failure { throw failure }
        let own = arguments.first?.stringValue ?? ""
        switch member {
        case "GetChildren":
            let (offset, count) = (arguments[1].intValue ?? 0, arguments[2].intValue ?? 0)
            let rows = (offset..<max(offset, min(offset + count, total))).map { index -> BusValue in
                hidden.contains(index)
                    ? .dictionary([:])
                    : .dictionary([
                        "id": .string("track:\(index)"), "title": .string("Title \(index)"), "playable": .bool(true),
                        "container": .bool(false),
                    ])
            }
            return [.uint64(revision), .uint32(UInt32(total)), .array(rows, of: "a{sv}")]
        case "Resolve": return [.string("https://music.example/\(own)"), .int64(1)]
        default: throw BusError(name: BusError.notSupported, message: "\(member) is not answered here")
        }
    }
}

@MediaActor
@Suite("Providers in this process", .timeLimit(.minutes(5)))
struct InnerProviderTests {
    private let rig: ProviderRig
    private let provider = PaperProvider()
    private static let registration = InnerRegistration(
        busName: "org.oncue.machine.m0123", name: "kitchen's library", iconName: "network-server")
    private let root = ContentIdentifier(kind: .provider, key: registration.busName)

    init() async throws {
        rig = try await ProviderRig()
        rig.registry.setInner([(Self.registration, provider)])
    }

    private func titles(_ offset: Int = 0, _ limit: Int = 50) async throws(ContentError) -> [String] {
        try await rig.content.children(of: root, offset: offset, limit: limit, at: nil).items.map(\.title)
    }

    @Test("It is shown without being asked anything, and searches ask it nothing")
    func unasked() async throws {
        #expect(rig.content.branches.contains { $0.identifier == root && $0.title == "kitchen's library" })
        _ = try await rig.content.search("title", offset: 0, limit: 10)
        #expect(try await rig.content.item(for: root).title == "kitchen's library")
        #expect(provider.asked == [])
        #expect(try await titles() == ["Title 0", "Title 1", "Title 2"] && provider.asked == ["GetChildren"])
        _ = try await titles()
        #expect(provider.asked.count == 1, "what was seen a moment ago is not asked for again")
    }

    @Test("What is looked for in the background is what was seen; nothing is asked for that")
    func background() async throws {
        let item = try #require(ProviderIdentity(busName: Self.registration.busName)?.identifier(of: "track:1"))
        let error = await #expect(throws: ContentError.self) { _ = try await rig.content.itemAtHand(item) }
        #expect(error?.code == .unavailable && provider.asked == [])
        _ = try await titles()
        #expect(try await rig.content.itemAtHand(item).title == "Title 1")
        #expect(provider.asked == ["GetChildren"])
    }

    @Test("A jump in a long list asks for the page there, and for the first one, and for no other")
    func jump() async throws {
        provider.total = 1_000_000
        #expect(try await titles(999_950).last == "Title 999999")
        #expect(provider.asked.count <= 3, "\(provider.asked)")
    }

    @Test("What is not shown has no place of its own, and the others keep theirs")
    func hidden() async throws {
        (provider.total, provider.hidden) = (6, [1, 4])
        #expect(try await titles() == ["Title 0", "Title 2", "Title 3", "Title 5"])
        #expect(try await titles(1, 2) == ["Title 2", "Title 3"])
        let status = try await rig.status(of: Self.registration.busName)
        let complaint = status["lastError"]?.stringValue ?? ""
        #expect(complaint.isEmpty, "nothing is wrong with it")
    }

    @Test("An error is said in its own words, and keeps no later call waiting")
    func failure() async throws {
        provider.failure = BusError(name: BusError.failed, message: "kitchen cannot be reached")
        let error = await #expect(throws: ContentError.self) { try await titles() }
        #expect(error?.code == .unavailable && error?.message == "kitchen cannot be reached")
        provider.failure = nil
        #expect(try await titles().count == 3)
    }

    @Test("What does not exist is not found")
    func notFound() async throws {
        provider.failure = BusError(name: "org.oncue.Error.NotFound", message: "there is no such album")
        let error = await #expect(throws: ContentError.self) { try await titles() }
        #expect(error?.code == .notFound)
    }

    @Test("Its tracks play from where it says that they are")
    func resolve() async throws {
        let page = try await rig.content.children(of: root, offset: 0, limit: 1, at: nil)
        let tracks = try await rig.content.tracks(under: try #require(page.items.first).identifier)
        let location = try await rig.registry.locate(try #require(tracks.first).location, isRetry: false)
        #expect(location.uri == "https://music.example/track:0")
    }

    @Test("It goes when it is no longer named, and comes back")
    func comesAndGoes() async throws {
        rig.registry.setInner([])
        #expect(!rig.content.branches.contains { $0.identifier == root })
        await #expect(throws: ContentError.self) { try await titles() }
        rig.registry.setInner([(Self.registration, provider)])
        #expect(try await titles().count == 3)
        #expect(rig.content.branches.count { $0.identifier == root } == 1)
    }

    @Test("A program that has its name already is not replaced")
    func taken() async throws {
        let registration = InnerRegistration(busName: rig.provider.busName, name: "another", iconName: "x")
        rig.registry.setInner([(registration, provider)])
        #expect(!rig.content.branches.contains { $0.title == "another" })
        let items = try await rig.page().items
        #expect(!items.isEmpty && provider.asked.isEmpty)
    }
}
