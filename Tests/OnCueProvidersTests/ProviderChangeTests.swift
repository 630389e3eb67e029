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

@Suite("Changes of programs that provide content")
struct ProviderChangeTests {
    @Test("A list that could not be read is told again when the program answers again")
    @MediaActor
    func recovery() async throws {
        let rig = try await ProviderRig()
        try await rig.wait { $0["name"] == .string("Fake") }
        _ = try await rig.page()
        let notices = EventLog<ContentSubscriptions.Notice>()
        let subscriptions = ContentSubscriptions(rig.content, delay: .milliseconds(1)) { notices.append($0) }
        _ = try await subscriptions.subscribe(":1.1", to: rig.item("folder"))
        let source = try #require(rig.content.branches.first?.source as? ProviderContentSource)
        source.client.deadline = .milliseconds(300)
        rig.provider.manner = .silent
        rig.provider.emitChanged("folder")
        let lost = try await notices.wait { $0.difference == nil }

        source.client.deadline = .seconds(10)
        rig.provider.manner = .good
        rig.provider.children["folder"] = ["two"]
        // Only a list that was read has a newer revision.
        let notice = try await notices.wait { $0.revision > lost.revision }
        let changes = try await subscriptions.changes(of: rig.item("folder"), since: notice.revision)

        #expect(notice.container == rig.item("folder"))
        #expect(changes.difference == ContentListDifference())
        #expect(try await rig.page(rig.item("folder")).total == 1)
    }

    @Test("An answer that comes after a change was told is not taken for what is there now")
    @MediaActor
    func lateAnswer() async throws {
        let rig = try await ProviderRig()
        try await rig.wait { $0["name"] == .string("Fake") }
        rig.provider.manner = .silent
        let asked = Task { @MediaActor in try await rig.page() }
        try await rig.wait { _ in rig.provider.calls("GetChildren") == 1 }
        let source = try #require(rig.content.branches.first).source
        var changes = source.changes().makeAsyncIterator()

        rig.provider.manner = .good
        rig.provider.children[""] = ["one", "folder", "new"]
        rig.provider.children["x"] = ["new"]
        rig.provider.emitChanged("")
        _ = await changes.next()
        rig.provider.releaseOldest(as: ["one"])
        let first = try await asked.value

        #expect(first.total == 3)
        #expect(try await rig.page().items.count == 3)
        #expect(rig.provider.calls("GetChildren") == 2)
    }

    @Test("A deadline for all counts at once, within its bounds, save for those whose registration has one")
    @MediaActor
    func deadlineForAll() async throws {
        let rig = try await ProviderRig(deadline: 10_000)
        try await rig.call(
            "Register", [.string("org.example.Other"), .objectPath(FakeProvider.path), .dictionary([:])])

        rig.registry.deadline = .seconds(7)
        #expect(rig.registry.sortedLinks.map(\.client.deadline).sorted() == [.seconds(7), .seconds(10)])
        rig.registry.deadline = .seconds(900)
        #expect(rig.registry.sortedLinks.map(\.client.deadline).sorted() == [.seconds(10), .seconds(30)])
    }
}
