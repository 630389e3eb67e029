// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import FoundationEssentials
import GLib
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@testable import OnCueDesktop

@Suite("Recent files, as the service keeps them")
@MediaActor
struct RecentKeeperTests {
    private nonisolated static let service = "org.kde.ActivityManager"
    private nonisolated static let resources = "/ActivityManager/Resources"
    private nonisolated static let scoring = "/ActivityManager/Resources/Scoring"

    private let directory: TemporaryDirectory
    private let bus: PrivateBus
    private let keeper: RecentKeeper

    init() async throws {
        directory = try TemporaryDirectory()
        bus = try await PrivateBus()
        keeper = Self.keeper(directory, try await bus.connect())
    }

    private static func keeper(_ directory: TemporaryDirectory, _ bus: MessageBus) -> RecentKeeper {
        RecentKeeper(
            bus: bus, files: files(directory), playlistFile: { _ in nil }, now: { 1_796_000_000 })
    }

    private nonisolated static func files(_ directory: TemporaryDirectory) -> RecentKeeper.Files {
        RecentKeeper.Files(
            recent: RecentFiles(directory.file("recently-used.xbel")),
            record: RecentRecord(path: directory.file("recent-files")))
    }

    /// The activity manager of KDE.
    private func manager() async throws -> MockedService {
        let mock = try await MockedService(
            Self.service, ["--session", Self.service, Self.resources, Self.service + ".Resources"], on: bus)
        for (member, takes) in [
            ("RegisterResourceEvent", "susu"), ("RegisterResourceMimetype", "ss"), ("RegisterResourceTitle", "ss"),
        ] {
            try await mock.addMethod(member, of: Self.service + ".Resources", at: Self.resources, takes: takes)
        }
        _ = try await mock.mock(
            "AddObject", at: Self.resources,
            [
                .string(Self.scoring), .string(Self.service + ".ResourcesScoring"), .dictionary([:]),
                .array([], of: "(ssss)"),
            ])
        try await mock.addMethod(
            "DeleteStatsForResource", of: Self.service + ".ResourcesScoring", at: Self.scoring, takes: "sss")
        return mock
    }

    private func album(_ path: String) -> ContentSelection {
        var selection = ContentSelection(
            title: "Night", tracks: [RecentFilesTests.track(path + "/1"), RecentFilesTests.track(path + "/2")])
        selection.context = PlaybackContext(identifier: ContentIdentifier(kind: .album, key: "1"), title: "Night")
        return selection
    }

    private var hasFile: Bool { FileManager.default.fileExists(atPath: directory.file("recently-used.xbel")) }

    @Test("Nothing is written or called until it is switched on; then only what the user has chosen to play")
    func isAsked() async throws {
        keeper.set(false)
        keeper.note(album("/m/a"), .user)
        await keeper.settle()
        #expect(!hasFile)
        #expect(await keeper.checks().isEmpty)

        keeper.set(true)
        keeper.note(album("/m/a"), .suggestion)
        await keeper.settle()
        #expect(!hasFile)
        keeper.note(album("/m/a"), .user)
        await keeper.settle()
        #expect(hasFile)
        #expect(await keeper.checks().map(\.detail) == ["recent files of the desktop have 1 entry of OnCue"])
    }

    @Test("The activity manager gets the use, the type and the title, and is told to forget all of it")
    func activityManager() async throws {
        let manager = try await manager()
        keeper.set(true)

        keeper.note(album("/m/a b"), .user)
        keeper.note(album("/m/a b"), .user)
        await keeper.settle()

        let event = try await manager.calls(of: "RegisterResourceEvent", at: Self.resources)
        #expect(event == [[.string("org.oncue.OnCue"), .uint32(0), .string("/m/a b"), .uint32(0)]])
        let type = try await manager.calls(of: "RegisterResourceMimetype", at: Self.resources)
        #expect(type == [[.string("/m/a b"), .string("inode/directory")]])
        let title = try await manager.calls(of: "RegisterResourceTitle", at: Self.resources)
        #expect(title == [[.string("/m/a b"), .string("Night")]])

        keeper.set(false)
        await keeper.settle()
        let deleted = try await manager.calls(of: "DeleteStatsForResource", at: Self.scoring)
        #expect(deleted == [[.string(":any"), .string("org.oncue.OnCue"), .string("/m/a b")]])
        #expect(try Self.files(directory).recent.count() == 0)
        #expect(!FileManager.default.fileExists(atPath: directory.file("recent-files")))
    }

    @Test("What was entered is taken back when it is off at the next start, and by a program that erases")
    func takesBackLater() async throws {
        keeper.set(true)
        keeper.note(album("/m/a"), .remote)
        await keeper.settle()
        #expect(try Self.files(directory).recent.count() == 1)

        let next = Self.keeper(directory, try await bus.connect())
        next.set(false)
        await next.settle()
        #expect(try Self.files(directory).recent.count() == 0)

        keeper.note(album("/m/a"), .user)
        await keeper.settle()
        try await RecentKeeper.takeBack(Self.files(directory), bus: nil)
        #expect(try Self.files(directory).recent.count() == 0)
    }

    @Test("Only what was entered at some times is taken back if those are given")
    func times() async throws {
        keeper.set(true)
        keeper.note(album("/m/a"), .user)
        await keeper.settle()

        try await keeper.takeBack(0..<1_796_000_000)
        #expect(try Self.files(directory).recent.count() == 1)
        try await keeper.takeBack(0..<1_796_000_001)
        #expect(try Self.files(directory).recent.count() == 0)
    }

    @Test("What cannot be taken back now is taken back when the list can be read again")
    func later() async throws {
        keeper.set(true)
        keeper.note(album("/m/a"), .user)
        await keeper.settle()
        let list = try Data(contentsOf: URL(fileURLWithPath: directory.file("recently-used.xbel")))
        try directory.write("recently-used.xbel", "nonsense".utf8)
        await #expect(throws: ContentError.self) { try await keeper.takeBack(.min ..< .max) }
        try directory.write("recently-used.xbel", list)
        let next = Self.keeper(directory, try await bus.connect())
        next.set(false)
        await next.settle()
        #expect(try Self.files(directory).recent.count() == 0)
    }

    @Test("Where nothing was ever entered a list that cannot be read keeps nobody from forgetting")
    func neverOn() async throws {
        try directory.write("recently-used.xbel", "nonsense".utf8)
        try await keeper.takeBack(.min ..< .max)
        try await RecentKeeper.takeBack(Self.files(directory), bus: nil)
    }

    @Test("A list that cannot be read is told of by the health, and playing goes on")
    func unreadable() async throws {
        try directory.write("recently-used.xbel", "nonsense".utf8)
        keeper.set(true)

        keeper.note(album("/m/a"), .user)
        await keeper.settle()

        let check = try #require(await keeper.checks().first)
        #expect(check.verdict == .warning && check.detail.contains("recently-used.xbel"))
    }
}
