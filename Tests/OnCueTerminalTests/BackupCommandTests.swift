// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import Testing

@testable import OnCueTerminal

@Suite("oncue backup and restore")
struct BackupCommandTests {
    /// Somebody who always gives the same answer.
    private struct Person: Questioner {
        let canAsk = true
        let answer: Bool

        func confirms(_ question: String) -> Bool { answer }
    }

    private static let file = "/b/a.sqlar"
    private static let report = """
        {"file":"/b/a.sqlar","size":40960,"made":1,"holds":[{"what":"journal","count":4},{"what":"bookmarks","count":0}],\
        "folders":["file:///music"],"kept":"/d/before.sqlar"}
        """

    private func session(isRunning: Bool = true) -> Session {
        Session {
            $0.isRunning = isRunning
            $0.kept = [
                .backUp(file: Self.file, replaces: false): Self.report,
                .backUp(file: Self.file, replaces: true): Self.report,
                .backUp(file: Self.file, replaces: false, withKeys: true): Self.report,
                .restore(file: Self.file, isDry: false, withKeys: true): Self.report,
                .restore(file: Self.file, isDry: true): Self.report,
                .restore(file: Self.file, isDry: false): Self.report,
            ]
        }
    }

    @Test("A backup leaves the daemon alone, and says what it holds and how big it is")
    func backup() async {
        let session = session()
        #expect(await session.run("backup", Self.file) == .done)
        #expect(session.data.text == "Wrote /b/a.sqlar, 41 KB\nContains 4 history entries\n")
        #expect(session.service.calls == ["keep backUp(file: \"/b/a.sqlar\", replaces: false, withKeys: false)"])
        #expect(await session.run("backup", Self.file, "--replace", "--json") == .done)
        #expect(session.data.text == Self.report + "\n")
    }

    @Test("The keys of this machine are in it, and come back, only if they are asked for")
    func keys() async {
        let session = session()
        #expect(await session.run("backup", Self.file, "--keys") == .done)
        #expect(await session.run("restore", Self.file, "--keys", "--yes") == .done)
        #expect(
            session.service.calls.filter { $0.contains("withKeys: true") } == [
                "keep backUp(file: \"/b/a.sqlar\", replaces: false, withKeys: true)",
                "keep restore(file: \"/b/a.sqlar\", isDry: false, withKeys: true)",
            ])
    }

    @Test("Without a name it is in the folder where one is, and a name is taken from there")
    func names() async {
        let session = session()
        await session.run("backup")
        #expect(session.service.calls.last?.contains("\(session.folder)/oncue-backup.sqlar") == true)
        await session.run("backup", "./x")
        #expect(session.service.calls.last?.contains("\"\(session.folder)/x\"") == true)
    }

    @Test("A backup is looked at, then the daemon is away while it is restored")
    func restore() async {
        let session = session()
        #expect(await session.run("restore", "--yes", Self.file) == .done)
        #expect(
            session.service.calls == [
                "keep restore(file: \"/b/a.sqlar\", isDry: true, withKeys: false)", "quit",
                "keep restore(file: \"/b/a.sqlar\", isDry: false, withKeys: false)", "identity",
            ])
        #expect(
            session.data.text == """
                Restored /b/a.sqlar
                Contains 4 history entries
                Kept the previous data in /d/before.sqlar
                The library included /music

                """)
    }

    @Test("One that is refused leaves the daemon alone")
    func refused() async {
        let session = session()
        session.service.change { $0.kept = [:] }
        #expect(await session.run("restore", "--yes", Self.file) == .failed)
        #expect(!session.service.calls.contains("quit"))
    }

    @Test("It asks before it restores; anything but a yes is a no", arguments: [true, false])
    func asks(answer: Bool) async {
        let session = session()
        session.questioner = Person(answer: answer)
        #expect(await session.run("restore", Self.file) == .done)
        #expect(session.talk.text.hasPrefix("/b/a.sqlar is intact, 41 KB\n"))
        #expect(session.service.calls.contains("quit") == answer)
    }

    @Test("Where nobody can be asked nothing is restored without --yes")
    func nobody() async {
        let session = session()
        #expect(await session.run("restore", Self.file) == .wrongWords)
        #expect(!session.service.calls.contains("quit"))
        #expect(await session.run("restore", "--dry-run", Self.file) == .done)
        #expect(session.data.text == "/b/a.sqlar is intact, 41 KB\nContains 4 history entries\n")
    }
}
