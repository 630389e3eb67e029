// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueCore
import OnCueRuntime
import Testing

@testable import OnCueTerminal

@Suite("oncue config")
struct ConfigCommandTests {
    private static func file(_ session: Session) -> String { session.folder + "/config/oncue.conf" }

    private static func write(_ text: String, _ session: Session, _ name: String = "config/oncue.conf") throws {
        try WholeFile.replace(session.folder + "/" + name, with: Array(text.utf8))
    }

    private static func text(_ session: Session, _ name: String = "config/oncue.conf") throws -> String? {
        try WholeFile.read(session.folder + "/" + name, limit: 1 << 16).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("A daemon that runs has read a change before the command ends; without a change it is not asked")
    func inEffect() async throws {
        let session = Session()
        #expect(await session.run("config", "set", "log.level", "debug") == .done)
        #expect(session.service.calls == ["read configuration"])
        #expect(await session.run("config", "set", "log.level", "debug") == .done)
        #expect(await session.run("config", "unset", "log.level") == .done)
        #expect(session.service.calls == ["read configuration", "read configuration"])
    }

    // MARK: Showing

    @Test(
        "shows every key but the default keys of the full-screen program with its value, its default, where it comes from and what it takes"
    )
    func list() async throws {
        let session = Session()
        try Self.write("[playback]\nresume-length=45\n[keys]\nnext=n\n", session)

        #expect(await session.run("config") == .done)

        // Of the keys of the full-screen program, the one that is changed.
        let others = ConfigurationKey.all.count { $0.group != ConfigurationKey.keysGroup }
        #expect(session.data.lines.count == others + 2)
        #expect(session.data.lines[0].split(separator: " ") == ["KEY", "VALUE", "DEFAULT", "FROM", "TAKES"])
        #expect(
            session.data.lines.contains {
                $0.split(separator: " ")
                    == ["playback.resume-length", "45", "20", "file", "1", "to", "1440", "minutes"]
            })
        #expect(
            session.data.lines.contains {
                $0.split(separator: " ") == [
                    "log.level", "info", "info", "default", "error,", "warning,", "info,", "debug", "or", "trace",
                ]
            })
        #expect(session.talk.text.isEmpty && session.service.calls.isEmpty)
    }

    @Test("writes JSON with the type and the bounds of each key")
    func json() async throws {
        let session = Session()
        try Self.write("[providers]\ndeadline=0.5\n[podcats]\n", session)

        #expect(await session.run("config", "get", "providers.deadline", "--json") == .done)
        #expect(
            session.data.text == """
                {"key":"providers.deadline","type":"number","value":0.5,"default":2,"source":"file","unit":"seconds",\
                "minimum":0.1,"maximum":30,"words":null,"effect":"at once","description":"How long a program that \
                provides content may take for a call, unless its registration sets another limit."}

                """)

        #expect(await session.run("config", "check", "--json") == .failed)
        #expect(
            session.data.text == """
                {"file":"\(Self.file(session))","broken":false,"problems":[{"line":3,"message":"there is no group [podcats]; \
                did you mean [podcasts]?","fatal":false}]}

                """)

        #expect(await session.run("config", "--json") == .done)
        let value = try JSONValue(parsing: session.data.text)
        #expect(value["total"]?.intValue == ConfigurationKey.all.count)
        #expect(value["items"]?.arrayValue?.count == ConfigurationKey.all.count)
    }

    @Test("a broken file is told with its line, and what was good last is shown")
    func broken() async throws {
        let session = Session()
        try Self.write("[log]\nlevel=loud\n", session)
        try Self.write("[log]\nlevel=debug\n", session, "state/oncue.conf.good")

        #expect(await session.run("config", "get", "log.level") == .done)

        #expect(session.data.text == "debug\n")
        #expect(
            session.talk.text.hasPrefix("\(Self.file(session)): line 2: log.level cannot be \"loud\"; expected error"))
        #expect(session.talk.text.contains("the last valid version is in force"))

        #expect(await session.run("config", "check") == .failed)
        #expect(session.data.text.hasPrefix("line 2: log.level cannot be \"loud\""))
    }

    @Test("a key that nobody knows is refused with the nearest", arguments: ["get", "unset"])
    func unknown(command: String) async {
        let session = Session()
        #expect(await session.run("config", command, "playback.resume-lenght") == .wrongWords)
        #expect(
            session.talk.text
                == "oncue: there is no key \"playback.resume-lenght\"; did you mean playback.resume-length?\n")
        #expect(await session.run("config", command, "level") == .wrongWords)
        #expect(session.talk.text == "oncue: there is no key \"level\"; did you mean log.level?\n")
    }

    // MARK: Changing

    @Test("sets and unsets a key, and every comment stays")
    func changing() async throws {
        let session = Session()
        let text = "# mine\n[log]\n# loud enough\nlevel=info\n\n[playback]\n# why not\n"
        try Self.write(text, session)

        #expect(await session.run("config", "set", "log.level", "debug") == .done)
        #expect(session.talk.text == "log.level is debug\n")
        #expect(try Self.text(session) == text.replacing("level=info", with: "level=debug"))

        #expect(await session.run("config", "set", "playback.output", "auto,silent") == .done)
        #expect(session.talk.text == "playback.output is auto,silent after the next start of the daemon\n")
        #expect(try Self.text(session)?.hasSuffix("# why not\noutput=auto,silent\n") == true)

        #expect(await session.run("config", "unset", "log.level") == .done)
        #expect(
            session.talk.text
                == "log.level is info, the default; oncue config set log.level debug restores what it was\n")
        #expect(try Self.text(session)?.hasPrefix("# mine\n[log]\n# loud enough\n\n[playback]") == true)
    }

    @Test("makes the file where there is none, for its person alone")
    func making() async throws {
        let session = Session()

        #expect(await session.run("config", "set", "log.level", "debug") == .done)

        #expect(try Self.text(session) == "[log]\nlevel=debug\n")
        var status = stat()
        #expect(stat(Self.file(session), &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test("a value out of bounds is refused, and nothing is written", arguments: ["0", "-1", "1441", "soon"])
    func bounds(value: String) async throws {
        let session = Session()
        #expect(await session.run("config", "set", "playback.resume-length", value) == .wrongWords)
        #expect(
            session.talk.text == "oncue: playback.resume-length cannot be \"\(value)\"; expected 1 to 1440 minutes\n")
        #expect(try Self.text(session) == nil)
    }

    @Test("mends the mistake of a broken file, and otherwise leaves it alone")
    func mending() async throws {
        let session = Session()
        try Self.write("[log]\nlevel=loud\n", session)

        #expect(await session.run("config", "set", "playback.resume-length", "30") == .failed)
        #expect(session.talk.text.contains("is broken in line 2: log.level cannot be \"loud\""))
        #expect(try Self.text(session) == "[log]\nlevel=loud\n")

        #expect(await session.run("config", "set", "log.level", "debug") == .done)
        #expect(try Self.text(session) == "[log]\nlevel=debug\n")
    }

    @Test("keeps a link to the file, and its rights")
    func link() async throws {
        let session = Session()
        try Self.write("[log]\n", session, "state/oncue.conf.good")
        let target = session.folder + "/state/oncue.conf.good"
        chmod(target, 0o640)
        mkdir(session.folder + "/config", 0o700)
        symlink(target, Self.file(session))

        #expect(await session.run("config", "set", "log.level", "debug") == .done)

        var status = stat()
        #expect(lstat(Self.file(session), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(stat(target, &status) == 0 && status.st_mode & 0o777 == 0o640)
        #expect(try Self.text(session, "state/oncue.conf.good") == "[log]\nlevel=debug\n")
    }
}
