// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import OnCueTestSupport
import Testing

/// The manual pages as the installed programs print them.
@Suite("Manual pages", .timeLimit(.minutes(10)))
struct ManualPageTests {
    @Test(
        "groff and mandoc have nothing to say against a page",
        arguments: [["oncue", "manual"], ["oncued", "manual"], ["oncue", "config", "manual"]])
    func wellFormed(words: [String]) async throws {
        let directory = try TemporaryDirectory()
        let page = try await ChildProcess.run(Products.program(words[0]), words.dropFirst() + ["2026-01-01"])

        #expect(page.status == 0)
        try await Self.expectNoComplaints([try directory.write("page.man", page.output.utf8)])
    }

    @Test("groff and mandoc have nothing to say against the pages of all commands, which are those installed")
    func commandPages() async throws {
        let directory = try TemporaryDirectory()
        let list = try await ChildProcess.run(Products.source + "/Scripts/install-list", [])
        let names = list.output.matches(of: /command-manual ([a-z-]+) share\/man\/man1\/oncue-(\1)\.1/).map(\.output.1)
        let overview = try await ChildProcess.run(Products.program("oncue"), ["manual"])
        let listed = overview.output.matches(of: /\\fBoncue\\-([a-z\\-]+)\(1\)/).map(\.output.1)

        var paths: [String] = []
        for name in names {
            let page = try await ChildProcess.run(
                Products.program("oncue"), ["manual", "--of", String(name), "2026-01-01"])
            #expect(page.status == 0 && page.output.hasPrefix(".TH \"ONCUE"), "\(name)")
            paths.append(try directory.write("oncue-\(name).1", page.output.utf8))
        }

        #expect(names.count > 50)
        #expect(Set(listed.map { String($0.replacing("\\", with: "")) }) == Set(names.map(String.init)))
        try await Self.expectNoComplaints(paths)
    }

    private static func expectNoComplaints(_ paths: [String]) async throws {
        let groff = try await ChildProcess.run(
            "man", ["--warnings=w", "--local-file"] + paths,
            environment: ["LC_ALL": "C.UTF-8", "MANWIDTH": "80", "MANROFFSEQ": ""])
        let mandoc = try await ChildProcess.run("mandoc", ["-T", "lint", "-W", "warning"] + paths)

        #expect(groff.status == 0 && groff.errors.isEmpty, "\(groff.errors)")
        #expect(mandoc.status == 0 && mandoc.output.isEmpty, "\(mandoc.output)\(mandoc.errors)")
    }

    @Test("The document of all commands is current; Scripts/make-command-reference writes it")
    func commandReference() async throws {
        let tables = try await ChildProcess.run(Products.program("oncue"), ["manual", "--markdown"])
        let document = try String(
            contentsOf: URL(filePath: Products.source + "/Documentation/commands.md"), encoding: .utf8)

        #expect(tables.status == 0 && tables.output.contains("| `oncue play"))
        #expect(document.hasSuffix("\n\n" + tables.output))
    }

    @Test("The manual page and the document have every key of the full-screen program")
    func keys() async throws {
        let page = try await ChildProcess.run(Products.program("oncue"), ["manual", "2026-01-01"]).output
        let text = page.filter { $0 != "\\" }
        let document = try String(
            contentsOf: URL(filePath: Products.source + "/Documentation/full-screen.md"), encoding: .utf8)

        for action in KeyAction.allCases {
            let key = try #require(action.standardStrokes.first).name
            #expect(document.contains(key.count > 1 ? key : "`\(key)`"), "\(action): \(key)")
            #expect(text.contains(action.description.summary), "\(action)")
        }
    }

    @Test("The page of the daemon is in section 8, with every option and all that --help tells")
    func daemon() async throws {
        let page = try await ChildProcess.run(Products.program("oncued"), ["manual", "2026-01-01"])
        let help = try await ChildProcess.run(Products.program("oncued"), ["--help"])

        let lines = page.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix(#".TH "ONCUED" "8" "2026-01-01""#) == true)
        for option in help.output.matches(of: /--([a-z-]+)/).map(\.output.1) {
            #expect(page.output.contains(#"\-\-\#(option.replacing("-", with: #"\-"#))"#), "\(option)")
        }
        #expect(page.output.contains("\noncue(1), oncue.conf(5), systemctl(1)\n"))
    }
}
