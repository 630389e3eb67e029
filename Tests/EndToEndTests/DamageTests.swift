// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import OnCueTestSupport
import Testing

/// Every database of the daemon, damaged in every way that was thought of.
@Suite("Damaged databases", .timeLimit(.minutes(10)))
struct DamageTests {
    enum Damage: CaseIterable, Sendable {
        case header, firstPage, text, empty, half, folder
    }

    private static let all = [
        "data/oncue/catalog.sqlite", "data/oncue/listening.sqlite", "data/oncue/podcasts.sqlite",
        "data/oncue/suggestions.sqlite", "state/oncue/state.sqlite",
    ]
    private static let some = TestEffort.factor > 1 ? all : ["data/oncue/podcasts.sqlite"]

    @Test("OnCue starts, every command works, and the damaged file is set aside", arguments: some, Damage.allCases)
    func damaged(name: String, damage: Damage) async throws {
        let machine = try await Machine()
        try machine.writeMusic("Anna.wav", "Bruno.wav")
        var daemon = try await machine.startDaemon()
        try await machine.done("library", "add", "music")
        try await machine.done("favourite", "Library/Tracks/Anna")
        try await machine.done("play", "Library/Tracks/Anna")
        try await machine.done("podcast")
        try await machine.done("quit")
        _ = try await daemon.ending()
        try apply(damage, to: machine.directory.file(name))

        daemon = try await machine.startDaemon()
        for words in [
            ["library", "scan"], ["play", "Library/Tracks/Bruno"], ["volume", "30"],
            ["favourite", "Library/Tracks/Bruno"],
            ["history"], ["podcast"], ["suggestions"], ["queue"],
        ] {
            let result = try await machine.oncue(words)
            #expect(result.status == 0, "\(words): \(result.errors)")
        }
        let favourites = try await machine.done("search", "favourite")
        let health = try await machine.oncue("doctor").output

        #expect(favourites.contains("Bruno"))
        if !name.contains("listening") { #expect(favourites.contains("Anna"), "\(favourites)") }
        #expect(health.contains("\(name.split(separator: "/").last ?? "").damaged-"), "\(health)")
        #expect(!health.split(separator: "\n").contains { $0.hasPrefix("failed   databases") }, "\(health)")
    }

    @Test("Everything is in the databases themselves after quitting, and nothing in the logs beside them")
    func quit() async throws {
        let machine = try await Machine()
        try machine.writeMusic("Anna.wav")
        let daemon = try await machine.startDaemon()
        try await machine.done("library", "add", "music")
        try await machine.done("play", "Library/Tracks/Anna")
        try await machine.done("podcast")
        try await machine.done("quit")
        _ = try await daemon.ending()

        for name in Self.all {
            let path = machine.directory.file(name)
            #expect(access(path, F_OK) == 0, "\(name)")
            let log = try? Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
            #expect(log?.isEmpty ?? true, "\(name)")
        }
    }

    private func apply(_ damage: Damage, to path: String) throws {
        let file = URL(fileURLWithPath: path)
        var bytes = try Data(contentsOf: file)
        for end in ["-wal", "-shm"] { unlink(path + end) }
        switch damage {
        case .header: bytes.replaceSubrange(0..<16, with: Data(repeating: 0x5A, count: 16))
        case .firstPage: bytes.replaceSubrange(0..<4096, with: Data(repeating: 0x5A, count: 4096))
        case .text: bytes = Data("this is a text and no database, however long one looks at it\n".utf8)
        case .empty: bytes = Data()
        case .half: bytes = bytes.prefix(bytes.count / 2)
        case .folder:
            unlink(path)
            mkdir(path, 0o700)
            return
        }
        try bytes.write(to: file)
    }
}
