// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueCore
import OnCueRuntime
import Testing

@testable import OnCueTerminal

@Suite("oncue config edit")
struct ConfigEditTests {
    /// Replaces the file by one text after the other, and remembers what it was given.
    final class FakeEditor: FileEditing, @unchecked Sendable {
        private var texts: [String?]
        private(set) var seen: [String] = []
        var failure: CommandFailure?
        var meanwhile: () -> Void = {}

        /// - Parameter texts: `nil` changes nothing.
        init(_ texts: [String?]) {
            self.texts = texts
        }

        func edit(_ path: String) throws(CommandFailure) {
            seen.append(
                ((try? WholeFile.read(path, limit: 1 << 16)) ?? nil).map { String(decoding: $0, as: UTF8.self) } ?? "")
            if let text = texts.isEmpty ? nil : texts.removeFirst() {
                try? WholeFile.replace(path, with: Array(text.utf8))
            }
            meanwhile()
            if let failure { throw failure }
        }
    }

    /// Says yes as often as it is told.
    final class Agreeing: Questioner, @unchecked Sendable {
        let canAsk = true
        private var times: Int

        init(_ times: Int) {
            self.times = times
        }

        func confirms(_ question: String) -> Bool {
            times -= 1
            return times >= 0
        }
    }

    private static func text(_ session: Session, _ suffix: String = "") throws -> String? {
        try WholeFile.read(session.folder + "/config/oncue.conf" + suffix, limit: 1 << 16).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private static func session(_ editor: FakeEditor, _ text: String? = nil) throws -> Session {
        let session = Session()
        session.editor = editor
        if let text { try WholeFile.replace(session.folder + "/config/oncue.conf", with: Array(text.utf8)) }
        return session
    }

    @Test("shows every key explained the first time, and makes the file of it")
    func first() async throws {
        let editor = FakeEditor([nil])
        let session = try Self.session(editor)

        #expect(await session.run("config", "edit") == .done)

        #expect(editor.seen == [ConfigurationExample.text])
        #expect(try Self.text(session) == ConfigurationExample.text)
        #expect(try Self.text(session, ".draft") == nil)
    }

    @Test("puts a good text in the place of the file")
    func good() async throws {
        let editor = FakeEditor(["[log]\nlevel=debug\n"])
        let session = try Self.session(editor, "# mine\n")

        #expect(await session.run("config", "edit") == .done)

        #expect(editor.seen == ["# mine\n"])
        #expect(try Self.text(session) == "[log]\nlevel=debug\n")
        #expect(session.talk.text == "Wrote \(session.folder)/config/oncue.conf\n")
    }

    @Test("keeps a broken text beside the file with its line told, and goes on with it the next time")
    func broken() async throws {
        let editor = FakeEditor(["[log]\nlevel=loud\n", "[log]\nlevel=debug\n"])
        let session = try Self.session(editor, "# mine\n")

        #expect(await session.run("config", "edit") == .failed)

        #expect(session.talk.text.hasPrefix("line 2: log.level cannot be \"loud\"; expected error"))
        #expect(session.talk.text.contains("your text is in \(session.folder)/config/oncue.conf.draft"))
        #expect(try Self.text(session) == "# mine\n")
        #expect(try Self.text(session, ".draft") == "[log]\nlevel=loud\n")

        #expect(await session.run("config", "edit") == .done)

        #expect(editor.seen.last == "[log]\nlevel=loud\n")
        #expect(try Self.text(session) == "[log]\nlevel=debug\n")
        #expect(try Self.text(session, ".draft") == nil)
    }

    @Test("goes on editing as long as the person wants to")
    func again() async throws {
        let editor = FakeEditor(["[log]\nlevel=loud\n", "[log]\nlevel=louder\n", "[log]\nlevel=trace\n"])
        let session = try Self.session(editor)
        session.questioner = Agreeing(2)

        #expect(await session.run("config", "edit") == .done)

        #expect(editor.seen.count == 3)
        #expect(try Self.text(session) == "[log]\nlevel=trace\n")
    }

    @Test("changes nothing when the editor fails, and keeps what was written with it")
    func failing() async throws {
        let editor = FakeEditor([nil, "# new\n"])
        editor.failure = CommandFailure(.failed, "the editor says that it has failed")
        let session = try Self.session(editor, "# mine\n")

        #expect(await session.run("config", "edit") == .failed)
        #expect(session.talk.text == "oncue: the editor says that it has failed; nothing was changed\n")
        #expect(try Self.text(session, ".draft") == nil)

        #expect(await session.run("config", "edit") == .failed)
        #expect(session.talk.text.contains("your text is in"))
        #expect(try Self.text(session, ".draft") == "# new\n")
        #expect(try Self.text(session) == "# mine\n")
    }

    @Test("does not write over what somebody else has written meanwhile")
    func meanwhile() async throws {
        let editor = FakeEditor(["# new\n"])
        let session = try Self.session(editor, "# mine\n")
        let path = session.folder + "/config/oncue.conf"
        editor.meanwhile = { try? WholeFile.replace(path, with: Array("# theirs\n".utf8)) }

        #expect(await session.run("config", "edit") == .failed)

        #expect(session.talk.text.contains("was changed by another program"))
        #expect(try Self.text(session) == "# theirs\n")
        #expect(try Self.text(session, ".draft") == "# new\n")
    }

    @Test("asks before a draft takes the place of what was written into the file after it was begun")
    func stale() async throws {
        let editor = FakeEditor(["[log]\nlevel=loud\n", "[log]\nlevel=debug\n", nil])
        let session = try Self.session(editor, "# mine\n")
        #expect(await session.run("config", "edit") == .failed)
        let path = session.folder + "/config/oncue.conf"
        try WholeFile.replace(path, with: Array("# theirs\n".utf8))

        #expect(await session.run("config", "edit") == .failed)

        #expect(session.talk.text.contains("\(path) has changed since you started your draft"))
        #expect(try Self.text(session) == "# theirs\n")
        #expect(try Self.text(session, ".draft") == "[log]\nlevel=debug\n")

        session.questioner = Agreeing(1)
        #expect(await session.run("config", "edit") == .done)
        #expect(try Self.text(session) == "[log]\nlevel=debug\n")
        #expect(try Self.text(session, ".draft-of") == nil)
    }

    @Test("never removes a draft that it cannot read")
    func unreadable() async throws {
        let editor = FakeEditor([String(repeating: "#", count: ConfigurationFile.limit + 1)])
        editor.failure = CommandFailure(.failed, "the editor says that it has failed")
        let session = try Self.session(editor, "# mine\n")

        #expect(await session.run("config", "edit") == .failed)

        #expect(session.talk.text.contains("your text is in"))
        #expect(try WholeFile.read(session.folder + "/config/oncue.conf.draft", limit: 1 << 17) != nil)
    }

    @Test("writes nothing into a file with bytes that would be lost, or behind a link that leads nowhere")
    func foreign() async throws {
        let session = try Self.session(FakeEditor([]))
        let path = session.folder + "/config/oncue.conf"
        let bytes = Array("# caf\u{e9}\n".unicodeScalars.map { UInt8($0.value) })
        try WholeFile.replace(path, with: bytes)

        #expect(await session.run("config", "set", "log.level", "debug") == .failed)
        #expect(session.talk.text.contains("is not entirely UTF-8"))
        #expect(try WholeFile.read(path, limit: 100) == bytes)

        WholeFile.remove(path)
        #expect(symlink("/nonexistent/oncue.conf", path) == 0)
        #expect(await session.run("config", "set", "log.level", "debug") == .failed)
        #expect(session.talk.text.contains("is a link to something that does not exist"))
    }
}
