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

@Suite("Pages of programs that are not waited for")
@MediaActor
struct ProviderLoadingTests {
    @Test("Whichever pages were asked for, also far behind the beginning, are there when that is told")
    func deepPages() async throws {
        let rig = try await ProviderRig()
        rig.provider.children["folder"] = (0..<900).map { "track \($0)" }
        try await rig.wait { $0["name"] == .string("Fake") }
        let source = try #require(rig.content.branches.first).source
        let (folder, offsets) = (rig.item("folder"), [250, 850])
        for offset in offsets {
            #expect(try await source.childrenAtHand(of: folder, offset: offset, limit: 30, at: nil).isLoading)
        }

        var changes = source.changes().makeAsyncIterator()
        await source.beginLoadingChildren(of: folder)
        while await changes.next()?.concerns(folder) == false {}

        for offset in offsets {
            let page = try await source.childrenAtHand(of: folder, offset: offset, limit: 30, at: nil)
            #expect(page.items.map(\.title) == (offset..<offset + 30).map { "Title track \($0)" })
        }
        #expect(rig.provider.calls("GetChildren") == 3)
    }

    @Test("Why they could not be had is said with the next page, once, and then it is tried again")
    func failure() async throws {
        let rig = try await ProviderRig(.failing)
        try await rig.wait { $0["name"] == .string("Fake") }
        let source = try #require(rig.content.branches.first).source
        #expect(try await source.childrenAtHand(of: .root, offset: 0, limit: 10, at: nil).isLoading)

        var changes = source.changes().makeAsyncIterator()
        await source.beginLoadingChildren(of: .root)
        _ = await changes.next()

        let error = await #expect(throws: ContentError.self) {
            try await source.childrenAtHand(of: .root, offset: 0, limit: 10, at: nil)
        }
        #expect(error?.code == .unavailable && error?.message.contains("out of order") == true)
        #expect(try await source.childrenAtHand(of: .root, offset: 0, limit: 10, at: nil).isLoading)
    }

    @Test(
        "An item that is old is asked for again, so that it has its new title, and is shown while its program is away")
    func oldItems() async throws {
        let rig = try await ProviderRig()
        rig.provider.children["folder"] = ["a"]
        try await rig.wait { $0["name"] == .string("Fake") }
        let source = try #require(rig.content.branches.first?.source as? ProviderContentSource)
        source.lifetime = .seconds(3600)
        let item = rig.item("a")
        #expect(try await source.item(for: item).title == "Title a")

        rig.provider.titles["a"] = "Renamed"
        #expect(try await source.item(for: item).title == "Title a", "it counts for a while")
        source.lifetime = .zero
        let renamed = try await source.item(for: item)
        rig.provider.manner = .failing
        let late = try await source.item(for: item)

        #expect(renamed.title == "Renamed" && late.title == "Renamed")
    }

    @Test("Rows that are old are shown at once, and it is told when there are others")
    func oldRows() async throws {
        let rig = try await ProviderRig()
        rig.provider.children["folder"] = ["a"]
        try await rig.wait { $0["name"] == .string("Fake") }
        let source = try #require(rig.content.branches.first?.source as? ProviderContentSource)
        let folder = rig.item("folder")
        _ = try await source.children(of: folder, offset: 0, limit: 10, at: nil)
        // What the program says of itself may come twice, and has been there before the children.
        source.lifetime = .zero
        let asked = rig.provider.calls("GetChildren")

        rig.provider.manner = .silent
        var changes = source.changes().makeAsyncIterator()
        let page = try await source.childrenAtHand(of: folder, offset: 0, limit: 10, at: nil)
        try await waitUntil("it is asked again") { rig.provider.calls("GetChildren") == asked + 1 }
        rig.provider.releaseOldest(as: ["b"])
        while await changes.next()?.concerns(folder) == false {}

        #expect(page.items.map(\.title) == ["Title a"])
        let now = try await source.childrenAtHand(of: folder, offset: 0, limit: 10, at: nil)
        #expect(now.items.map(\.title) == ["Title b"])
    }
}
