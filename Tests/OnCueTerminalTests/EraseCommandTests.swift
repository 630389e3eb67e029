// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import OnCueClient
import OnCueCore
import Testing

@testable import OnCueTerminal

@Suite("oncue erase")
struct EraseCommandTests {
    /// Somebody who always gives the same answer.
    private struct Person: Questioner {
        let canAsk = true
        let answer: Bool

        func confirms(_ question: String) -> Bool { answer }
    }

    private static let report = """
        {"dryRun":false,"removed":[{"what":"journal","count":4},{"what":"devices","count":1},{"what":"said","count":0}],\
        "kept":[{"what":"likes","count":2},{"what":"comets","count":3}]}
        """

    private static let looked = report.replacing("\"dryRun\":false", with: "\"dryRun\":true")

    private func session(isRunning: Bool = true) -> Session {
        Session {
            $0.isRunning = isRunning
            $0.kept = [.erase(isDry: false): Self.report, .erase(isDry: true): Self.looked]
        }
    }

    @Test("It says what it removed and what it left, with the daemon away meanwhile")
    func erases() async {
        let session = session()

        #expect(await session.run("erase", "--yes") == .done)

        #expect(session.service.calls == ["quit", "keep erase(isDry: false)", "identity"])
        #expect(
            session.data.text == """
                Erased 4 history entries
                Erased 1 device
                Kept 2 likes and dislikes
                Kept 3 comets
                Kept your settings and backups

                """)
    }

    @Test("A daemon that did not run is not started")
    func notRunning() async {
        let session = session(isRunning: false)
        #expect(await session.run("erase", "--yes", "--json") == .done)
        #expect(session.service.calls == ["quit", "keep erase(isDry: false)"])
        #expect(session.data.text == Self.report + "\n")
    }

    @Test("A dry run leaves the daemon alone")
    func dry() async {
        let session = session()
        #expect(await session.run("erase", "--dry-run") == .done)
        #expect(session.service.calls == ["keep erase(isDry: true)"])
        #expect(session.data.text.hasPrefix("Would erase 4 history entries\n"))
    }

    @Test("It shows what there is and asks; anything but a yes is a no", arguments: [true, false])
    func asks(answer: Bool) async {
        let session = session()
        session.questioner = Person(answer: answer)

        #expect(await session.run("erase") == .done)

        #expect(session.talk.text.hasPrefix("Would erase 4 history entries\n"))
        #expect(session.service.calls.contains("quit") == answer)
        #expect(session.talk.text.hasSuffix("Nothing was erased\n") == !answer)
    }

    @Test("Where nobody can be asked nothing is erased without --yes")
    func nobody() async {
        let session = session()
        #expect(await session.run("erase") == .wrongWords)
        #expect(
            session.talk.text == "oncue: nothing was erased: without a terminal to ask on, oncue erase needs --yes\n")
        #expect(session.service.calls.isEmpty)
    }

    @Test("What cannot be erased is told, and the daemon comes back")
    func failure() async {
        let session = session()
        session.service.change { $0.kept = [:] }

        #expect(await session.run("erase", "--yes") == .failed)

        #expect(session.service.calls == ["quit", "keep erase(isDry: false)", "identity"])
        #expect(session.talk.text == "oncue: it does not work today\n")
    }

    @Test("Its help names all that is erased before all that stays, and that of backups all that is in them")
    func help() throws {
        let erase = try #require(CommandCatalog.command("erase")?.definition.discussion)
        let backup = try #require(CommandCatalog.command("backup")?.definition.discussion)
        let parts = erase.split(separator: "The library", maxSplits: 1)
        let (erased, kept) = (String(parts[0]), "library" + parts[1])

        for kind in KeptKind.allCases {
            #expect((kind.isErased ? erased : kept).contains(kind.term), "\(kind) in the help of erase")
            if kind.isInBackups { #expect(backup.contains(kind.term), "\(kind) in the help of backup") }
        }
    }
}
