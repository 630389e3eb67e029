// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueActivities
import OnCueCore
import OnCueDesk
import OnCueInterface
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("org.oncue.Completion1")
@MediaActor
struct CompletionInterfaceTests {
    private static func words(_ rig: ServiceRig, _ kind: String, _ typed: String, _ limit: UInt32 = 0) async throws
        -> [String]
    {
        let answer = try await rig.call(
            "Complete", of: ServiceNames.completion, [.string(kind), .string(typed), .uint32(limit)])
        return answer.first?.arrayValue?.compactMap { $0.arrayValue?.first?.stringValue } ?? []
    }

    @Test("Texts of a limit, kinds that are known, and no more than 200 words")
    func limits() async throws {
        let rig = try await ServiceRig()
        for (kind, typed) in [("nonsense", "a"), ("", ""), ("item", String(repeating: "x", count: 1_001))] {
            let error = await rig.failure { _ = try await Self.words(rig, kind, typed) }
            #expect(error?.name == "org.oncue.Error.InvalidValue")
        }
        for kind in CompletionKind.allCases {
            for typed in ["", "\"", "((", "-", ":", "genre:\"", "\u{301}", "a/b"] {
                let words = try await Self.words(rig, kind.rawValue, typed)
                #expect(words.count <= 200)
            }
        }
        #expect(try await Self.words(rig, "query", "", 2).count == 2)
    }

    @Test("Fields of a query, names of devices and places")
    func others() async throws {
        let rig = try await ServiceRig()
        #expect(try await Self.words(rig, "query", "x gen") == ["x genre:"])
        #expect(try await Self.words(rig, "query", "kind:pod") == ["kind:podcast"])
        #expect(try await Self.words(rig, "place", "") == [])
    }

    @Test(
        "Parts of the cards of address books",
        arguments: [
            ("mail", "GR", ["grace@example.org"]), ("given-name", "g", ["Grace"]), ("family-name", "hop", ["Hopper"]),
            ("name", "gra", ["Grace"]), ("address", "am k", ["Am Kai 3, 24103 Kiel"]), ("telephone", "", []),
            ("mail", "hopper", []),
        ])
    func contacts(kind: String, typed: String, words: [String]) async throws {
        let rig = try await ServiceRig()
        #expect(try await Self.words(rig, kind, typed) == words)
    }

    @Test("Of a kind of items only those of that kind, also if a query for it finds others")
    func items() async throws {
        let rig = try await ServiceRig()
        let desks = try #require(rig.desks)
        let tree = FakeContentSource([
            .init("Street Talk", by: "Ada", tracks: [.sample("e3", title: "Street Talk, episode 3")], kind: .podcast)
        ])
        let manager = ContentManager(source: FindsAll(tree: tree), resolver: rig.resolver, listening: rig.listening)
        let desk = CompletionDesk(
            manager: manager, outputs: desks.outputs, triggers: desks.triggers, habits: { $0.map { _ in 0 } })

        #expect(try await desk.completions("podcast", of: "", limit: 0).map(\.text) == ["Street Talk"])
        #expect(
            try await desk.completions("item", of: "str", limit: 0).map(\.text)
                == ["Street Talk", "Street Talk, episode 3"])
    }

    @Test("Of other programs the newest while nothing is typed, and then what begins so")
    func foreign() async throws {
        let rig = try await ServiceRig()
        let desks = try #require(rig.desks)
        let (manager, programs) = (desks.manager, OtherPrograms())
        manager.foreign = programs
        let desk = CompletionDesk(
            manager: manager, outputs: desks.outputs, triggers: desks.triggers, habits: { $0.map { _ in 0 } })

        #expect(
            try await desk.completions("foreign", of: "", limit: 0)
                == [CompletionWord("Friday", about: "Concerts", kind: "foreign", identifier: "foreign:org.example.C/1")]
        )
        #expect(try await desk.completions("foreign", of: "fri", limit: 0).map(\.text) == ["Friday"])
        #expect(try await desk.completions("foreign", of: "sat", limit: 0).isEmpty)
    }

    /// Other programs with one activity.
    private final class OtherPrograms: ForeignIndexing {
        private let hit = ForeignHit(
            Activity(.init("org.example.C", "1"), type: "org.example.C.x", title: "Friday", eligibility: .search),
            programName: "Concerts")

        func foreignMatches(_ text: String, limit: Int) async -> [ForeignHit] { [hit] }
        func newestForeign(limit: Int) async -> [ForeignHit] { [hit] }
        func foreignItem(_ name: Activity.Name) async throws -> ForeignHit? { hit }
        func continueForeign(_ name: Activity.Name) async throws {}
    }

    /// Finds everything with every query.
    private struct FindsAll: ContentSource {
        let tree: FakeContentSource

        func revision() async throws(ContentError) -> ContentTree.Revision { try await tree.revision() }

        func item(for identifier: ContentIdentifier) async throws(ContentError) -> ContentNode {
            try await tree.item(for: identifier)
        }

        func children(
            of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
        ) async throws(ContentError) -> ContentPage {
            try await tree.children(of: identifier, offset: offset, limit: limit, at: revision)
        }

        func identifier(
            at indexPath: IndexPath, revision: ContentTree.Revision?
        ) async throws(ContentError) -> ContentIdentifier {
            try await tree.identifier(at: indexPath, revision: revision)
        }

        func identifier(named titles: [String]) async throws(ContentError) -> ContentIdentifier {
            try await tree.identifier(named: titles)
        }

        func identifier(of location: MediaLocation) async throws(ContentError) -> ContentIdentifier? { nil }

        func tracks(under identifier: ContentIdentifier) async throws(ContentError) -> [Track] {
            try await tree.tracks(under: identifier)
        }

        func search(_ words: String, offset: Int, limit: Int) async throws(ContentError) -> ContentPage {
            try await tree.search("street", offset: offset, limit: limit)
        }
    }
}
