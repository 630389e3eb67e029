// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Subscriptions to lists")
struct SubscriptionTests {
    private static let row = ContentNode(
        identifier: ContentIdentifier(kind: .track, key: "1"), title: "One", isPlayable: true)

    /// One change of each thing that a row shows.
    private static let changes: [@Sendable (inout ContentNode) -> Void] = [
        { $0.title = "Two" }, { $0.subtitle = "Somebody" },
        { $0.artwork = MediaLocation(uri: "file:///a.png").map { .picture($0) } },
        { $0.artwork = MediaLocation(uri: "file:///b.png").map { .picture($0) } }, { $0.iconName = "folder" },
        { $0.duration = .seconds(1) }, { $0.childCount = 1 }, { $0.playbackProgress = 0.5 }, { $0.isContainer = true },
        { $0.isPlayable = false }, { $0.isExplicit = true }, { $0.isStreaming = true }, { $0.isUnavailable = true },
        { $0.hasChapters = true },
    ]

    @Test("Whatever a row shows otherwise is told")
    @MediaActor
    func rows() async throws {
        let source = OneListSource([Self.row])
        let notices = EventLog<ContentSubscriptions.Notice>()
        let subscriptions = ContentSubscriptions(source, delay: .milliseconds(1)) { notices.append($0) }
        _ = try await subscriptions.subscribe(":1.1", to: .root)

        for (number, change) in Self.changes.enumerated() {
            let before = notices.count
            source.change { change(&$0[0]) }
            let notice = try await notices.wait(from: before, "notice of change \(number)") { _ in true }
            #expect(notice.difference?.changed == [Self.row.identifier])
        }
    }

    @Test("A client that leaves while its list is read for the first time has no subscription")
    @MediaActor
    func leaving() async throws {
        let source = OneListSource([Self.row])
        let notices = EventLog<ContentSubscriptions.Notice>()
        let subscriptions = ContentSubscriptions(source, delay: .milliseconds(1)) { notices.append($0) }
        source.hold()
        let left = Task { @MediaActor in
            await #expect(throws: ContentError.self) { _ = try await subscriptions.subscribe(":1.1", to: .root) }
        }
        try await source.reads.wait(count: 1)

        await subscriptions.clientLeft(":1.1")
        source.release()
        _ = await left.value
        _ = try await subscriptions.subscribe(":1.2", to: .root)
        source.change { $0[0].title = "Two" }
        let notice = try await notices.wait { _ in true }

        #expect(notice.clients == [":1.2"])
    }

    @Test("A branch that says again and again that all of it has changed has no list of another branch read")
    @MediaActor
    func floodOfOneBranch() async throws {
        let (calm, loud) = (OneListSource([Self.row]), OneListSource([Self.row]))
        let tree = CombinedContentSource(
            [Self.branch("calm", .album, calm), Self.branch("loud", .playlist, loud)], revision: ContentTree.Revision(1)
        )
        let notices = EventLog<ContentSubscriptions.Notice>()
        let subscriptions = ContentSubscriptions(tree, delay: .milliseconds(1)) { notices.append($0) }
        let album = ContentIdentifier(kind: .album, key: "1")
        let playlist = ContentIdentifier(kind: .playlist, key: "1")
        for container in [Self.section("calm"), album, playlist] {
            _ = try await subscriptions.subscribe(":1.1", to: container)
        }
        let before = calm.reads.count

        for number in 0..<20 {
            let reads = loud.reads.count
            loud.change(telling: nil) { $0[0].title = "Title \(number)" }
            try await loud.reads.wait(count: reads + 1)
        }
        try await notices.wait { $0.container == playlist && $0.difference?.changed == [Self.row.identifier] }
        for container in [Self.section("calm"), album] {
            _ = try await subscriptions.changes(of: container, since: ContentTree.Revision(1))
        }

        #expect(calm.reads.count == before)
        #expect(Set(notices.events.map(\.container)) == [playlist])
        // It says so of itself alone, and then its lists are read.
        calm.change(telling: nil)
        try await calm.reads.wait(count: before + 2)
    }

    @Test("The lists of a branch that is taken out of the tree are told, and no others")
    @MediaActor
    func removedBranch() async throws {
        let (stays, goes) = (OneListSource([Self.row]), OneListSource([Self.row]))
        let tree = CombinedContentSource(
            [Self.branch("stays", .album, stays), Self.branch("goes", .playlist, goes)],
            revision: ContentTree.Revision(1))
        let notices = EventLog<ContentSubscriptions.Notice>()
        let subscriptions = ContentSubscriptions(tree, delay: .milliseconds(1)) { notices.append($0) }
        let playlist = ContentIdentifier(kind: .playlist, key: "1")
        for container in [.root, ContentIdentifier(kind: .album, key: "1"), playlist] {
            _ = try await subscriptions.subscribe(":1.1", to: container)
        }

        tree.remove(Self.section("goes"))
        try await notices.wait(count: 2)

        #expect(Set(notices.events.map(\.container)) == [.root, playlist])
        #expect(notices.events.first { $0.container == playlist }?.difference == nil)
        #expect(stays.reads.count == 1)
    }

    private static func section(_ key: String) -> ContentIdentifier { ContentIdentifier(kind: .section, key: key) }

    private static func branch(_ key: String, _ kind: ContentKind, _ source: OneListSource) -> ContentBranch {
        ContentBranch(identifier: section(key), title: key, kinds: [kind], source: source)
    }
}
