// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Subscriptions to lists")
struct SubscriptionTests {
    private static let row = ContentItem(
        identifier: ContentIdentifier(kind: .track, key: "1"), title: "One", isPlayable: true)

    /// One change of each thing that a row shows.
    private static let changes: [@Sendable (inout ContentItem) -> Void] = [
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
}
