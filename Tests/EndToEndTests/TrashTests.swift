// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("The trash, from the terminal", .serialized)
struct TrashStoryTests {
    @Test("What was deleted survives kill -9 and comes back; what was emptied does not")
    func story() async throws {
        let machine = try await Machine()
        _ = try await machine.startDaemon()
        try await machine.done("playlist", "create", "Evening")
        try await machine.done("radio", "add", "Jazz", "http://127.0.0.1:9/jazz")
        try await machine.done("query", "save", "New", "added:<30d")
        try await machine.done("playlist", "delete", "Evening")
        try await machine.done("radio", "remove", "Jazz")
        try await machine.done("query", "remove", "New")

        for process in machine.processes where process.name == "oncued" { kill(process.identifier, SIGKILL) }
        try await machine.waitUntilQuiet()
        _ = try await machine.startDaemon()

        #expect(try await machine.json("trash")["total"] == 3)
        for name in ["evening", "Jazz", "New"] { try await machine.done("trash", "restore", name) }
        #expect(try await machine.json("playlist")["items"]?[0]?["title"] == "Evening")
        #expect(try await machine.json("radio")["items"]?[0]?["title"] == "Jazz")
        #expect(try await machine.json("query")["items"]?[0]?["query"] == "added:<30d")

        try await machine.done("playlist", "delete", "Evening")
        #expect(try await machine.oncue("trash", "empty").status == 2)
        try await machine.done("trash", "empty", "--yes")
        #expect(try await machine.oncue("trash", "restore", "Evening").status == 3)
    }

    @Test("What has expired is removed at the start of the daemon, without a look at the trash")
    func expires() async throws {
        let machine = try await Machine()
        let head = "OnCue trash 1\nkind: query\nremoved: %\ntitle: Old\nname: \n\nadded:<30d"
        let folder = "data/oncue/trash/"
        try machine.directory.makeDirectory("data/oncue/trash")
        try machine.directory.write(folder + "1000-a", head.replacing("%", with: "1000").utf8)
        let now = time(nil)
        try machine.directory.write(folder + "\(now)-b", head.replacing("%", with: "\(now)").utf8)

        _ = try await machine.startDaemon()

        try await waitUntil("the old one is gone") {
            access(machine.directory.file(folder + "1000-a"), F_OK) != 0
        }
        #expect(try Machine.names(in: machine.directory.file(folder)) == ["\(now)-b"])
    }
}
