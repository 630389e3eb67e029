// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import OnCuePodcasts

@Suite("What the user did with subscriptions")
struct SubscriptionEditTests {
    private let folder: TemporaryDirectory
    private let store: PodcastStore

    init() throws {
        folder = try TemporaryDirectory()
        store = PodcastStore(path: folder.file("podcasts.sqlite"))
    }

    private func edits() async throws -> [String] {
        try await store.subscriptionEdits().map { "\($0.title) \($0.isOn) \($0.time)" }
    }

    @Test("The last edit of each podcast is kept until it is forgotten")
    func kept() async throws {
        let a = try await store.subscribe(to: "https://h/a", title: "A", editedAt: 5).key
        _ = try await store.subscribe(to: "https://h/b", title: "B", editedAt: 6)
        _ = try await store.subscribe(to: "https://h/b", title: "B", editedAt: 7)
        #expect(try await edits() == ["A true 5", "B true 6"], "one that is there is not subscribed to")
        let first = try #require(try await store.subscriptionEdits().first)
        #expect(first.podcast == a.identifier(.podcast) && first.address == "https://h/a")

        #expect(try await store.moveToTrash(a, at: 8))
        try await store.forget(first)
        #expect(try await edits() == ["B true 6", "A false 8"], "a later one is not forgotten with it")
        _ = try await store.subscribe(to: "https://h/a", title: "A", editedAt: 9)
        #expect(try await edits() == ["B true 6", "A true 9"])
        #expect(try await store.moveToTrash(a, at: 10))
        try await store.restore(a, editedAt: 11)
        for edit in try await store.subscriptionEdits() { try await store.forget(edit) }
        #expect(try await edits().isEmpty)
    }

    @Test("Those that follow another machine leave room for the user's own")
    @MediaActor
    func room() async throws {
        let rig = try PodcastRig()
        let server = try HTTPServer { _ in .text(Feeds.make("Show", ["One"])) }
        rig.center.followedLimit = 1
        _ = try await rig.center.subscribe(to: server.address + "/a", isEdit: false)

        let error = await #expect(throws: ContentError.self) {
            _ = try await rig.center.subscribe(to: server.address + "/b", isEdit: false)
        }

        #expect(error?.code == .refused)
        _ = try await rig.center.subscribe(to: server.address + "/b")
        #expect(try await rig.center.subscriptions().count == 2)
    }

    @Test("What follows another machine is no edit, and replaces that of the user")
    func followed() async throws {
        let a = try await store.subscribe(to: "https://h/a", title: "A").key
        #expect(try await edits().isEmpty)
        let b = try await store.subscribe(to: "https://h/b", title: "B", editedAt: 5).key
        for key in [a, b] { #expect(try await store.moveToTrash(key, at: 6, isEdit: false)) }
        #expect(try await edits().isEmpty)
        try await store.restore(a)
        #expect(try await edits().isEmpty)
    }
}
