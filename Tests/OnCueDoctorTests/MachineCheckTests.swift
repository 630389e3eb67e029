// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GLib
import Glibc
import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import OnCueDoctor

@Suite("Checks of the machine")
struct MachineCheckTests {
    // MARK: Bus and daemon

    @Test("A session bus that does not answer has failed; a private one comes with the daemon")
    func bus() {
        let session = BusLocation.session(address: "unix:path=/x")
        let own = BusLocation.own(socketPath: "/run/oncue/bus")

        #expect(DaemonChecks.bus(session, failure: nil).verdict == .ok)
        let lost = DaemonChecks.bus(session, failure: "no such file")
        #expect(lost.verdict == .failed)
        #expect(lost.detail == "the session bus at unix:path=/x does not answer: no such file")
        #expect(lost.advice.contains("DBUS_SESSION_BUS_ADDRESS"))
        #expect(DaemonChecks.bus(own, failure: "no such file").verdict == .ok)
        #expect(DaemonChecks.bus(own, failure: nil).verdict == .ok)
        #expect(DaemonChecks.bus(own, failure: "no", isFolderSafe: false).verdict == .failed)
    }

    @Test("A daemon of another version is a warning")
    func versions() {
        let identity = ServiceIdentity(version: "0.9", processIdentifier: 12)

        let same = DaemonChecks.daemon(identity, wasStarted: true, own: "0.9")
        let other = DaemonChecks.daemon(identity, wasStarted: false, own: "1.0")

        #expect(same == HealthCheck("daemon", .ok, "oncued 0.9, process 12, started for this check"))
        #expect(other.verdict == .warning)
        #expect(other.detail == "oncued 0.9, process 12; this is oncue 1.0")
        #expect(other.advice.hasPrefix("oncue quit"))
    }

    @Test("A daemon that hangs is named by its process")
    func hanging() {
        let check = DaemonChecks.silentDaemon(12, within: .seconds(5))

        #expect(check.detail == "oncued, process 12, did not answer within 5 s")
        #expect(check.advice == "kill it: kill -9 12; the next command starts it again")
    }

    // MARK: The socket

    @Test("What is wrong with the socket is a warning with a way out, since the bus is there")
    func socketStates() {
        func check(_ state: SocketChecks.State) -> HealthCheck { SocketChecks.check("/r/direct", in: "/r", state) }
        let states: [(SocketChecks.State, detail: String, advice: String)] = [
            (.unsafeFolder, "other users can write to /r", "chmod 700 /r"),
            (.longPath(120), "120 bytes", "XDG_RUNTIME_DIR"),
            (.notASocket, "is not a socket", "rm -r /r/direct; oncue quit"),
            (.otherOwner, "belongs to another user", "sudo rm /r/direct; oncue quit"),
            (.mode(0o666), "permissions 666", "chmod 600 /r/direct"),
            (.trouble(.absent), "does not exist", "oncue quit"),
            (.trouble(.unattended), "nothing listens", "oncue quit"),
            (.trouble(.silent), "within 1 s", "oncue quit"),
            (.trouble(.sentAway), "closes new connections", "ss -xp | grep /r/direct"),
            (.trouble(.otherUser), "another user", "sudo rm /r/direct"),
            (.trouble(.otherBus), "another bus", "XDG_RUNTIME_DIR"),
            (.trouble(.failed("Permission denied")), "Permission denied", "oncue quit"),
        ]

        for (state, detail, advice) in states {
            let found = check(state)
            #expect(found.name == "daemon.socket" && found.verdict == .warning)
            #expect(found.detail.contains(detail), "\(found.detail)")
            #expect(found.advice.contains(advice), "\(found.advice)")
        }
        #expect(check(.there) == HealthCheck("daemon.socket", .ok, "/r/direct"))
        #expect(SocketChecks.check(nil, in: "/r", .there).verdict == .ok)
    }

    @Test("A socket is seen as it is")
    @MediaActor
    func realSocket() async throws {
        let (folder, address) = (try TemporaryDirectory(), "unix:path=/nonexistent/bus")
        let path = folder.file("direct")
        let looks = BlockingExecutor(label: "test.doctor")
        func state(_ address: String = "unix:path=/nonexistent/bus") async -> SocketChecks.State {
            await looks.run { SocketChecks.state(of: path, in: folder.path, busAddress: address) }
        }
        #expect(await state() == .trouble(.absent))
        try folder.write("direct", [1])
        #expect(await state() == .notASocket)
        unlink(path)
        let server = DirectServer(path: path, busAddress: address, objectPath: "/o", names: [])
        #expect(server.begin())
        // A service that is late by a second is taken to be silent.
        try await waitUntil("it is there") { await state() == .there }
        try await waitUntil("it is of another bus") { await state("unix:path=/another/bus") == .trouble(.otherBus) }
        chmod(path, 0o644)
        #expect(await state() == .mode(0o644))
        chmod(path, 0o600)
        chmod(folder.path, 0o777)
        #expect(await state() == .unsafeFolder)
        chmod(folder.path, 0o700)
        // As a daemon that was killed leaves it.
        rename(path, path + ".left")
        server.close()
        rename(path + ".left", path)
        #expect(await state() == .trouble(.unattended))
    }

    // MARK: Folders

    private func folder(_ state: FolderChecks.State, isNeeded: Bool = true) -> HealthCheck {
        FolderChecks.check(.init(name: "data", path: "/d", isNeeded: isNeeded), state)
    }

    @Test("What keeps a folder from being written has its own advice")
    func folders() {
        var foreign = FolderChecks.State(kind: .there, isOwn: false, isWritable: false, room: 5_000_000_000)
        let readOnly = FolderChecks.State(kind: .there, isReadOnly: true)
        let barred = FolderChecks.State(kind: .absent(nearest: "/n", canBeMade: false), isWritable: false)

        #expect(folder(.init(kind: .there, room: 5_000_000_000)) == HealthCheck("folders.data", .ok, "/d, 5 GB free"))
        #expect(folder(foreign).advice == "sudo chown -R \"$(id -un)\" /d")
        foreign.isOwn = true
        #expect(folder(foreign).advice == "chmod u+rwx /d")
        #expect(folder(readOnly).advice.contains("read-only"))
        let system = FolderChecks.State(kind: .absent(nearest: "/", canBeMade: false), isOwn: false, isWritable: false)
        #expect(folder(system).advice.contains("sudo install -d -o \"$(id -un)\" /d"))
        #expect(!folder(system).advice.contains("chown"), "what is the system's stays so")
        #expect(folder(barred).advice == "chmod u+rwx /n")
        #expect(folder(.init(kind: .notAFolder)).verdict == .failed)
        #expect(folder(.init(kind: .hidden("not permitted"))).detail == "/d cannot be reached: not permitted")
        #expect(folder(.init(kind: .absent(nearest: "/n", canBeMade: true))).verdict == .ok)
        #expect(folder(readOnly, isNeeded: false).verdict == .warning)
    }

    @Test("A disk that is nearly full is a warning, one that is full has failed")
    func room() {
        #expect(folder(.init(kind: .there, room: 100_000_000)).verdict == .ok)
        #expect(folder(.init(kind: .there, room: 99_999_999)).detail == "/d, only 99 MB free")
        #expect(folder(.init(kind: .there, room: 99_999_999)).verdict == .warning)
        #expect(folder(.init(kind: .there, room: 999_999)).verdict == .failed)
    }

    @Test("A folder is seen as it is")
    func realFolders() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("file", [1])
        try directory.makeDirectory("there")

        #expect(FolderChecks.state(of: directory.file("there")).kind == .there)
        #expect(FolderChecks.state(of: file).kind == .notAFolder)
        #expect(FolderChecks.state(of: file + "/below").kind == .hidden("Not a directory"))
        #expect(
            FolderChecks.state(of: directory.file("a/b/c")).kind == .absent(nearest: directory.path, canBeMade: true))
    }

    // MARK: Clock and databases

    @Test("A clock before 2020 or after 2100 is wrong; one that nobody sets is a warning")
    func clock() {
        #expect(ClockChecks.check(0, isSynchronised: true).detail == "it shows the year 1970, which cannot be right")
        #expect(ClockChecks.check(0, isSynchronised: nil).verdict == .failed)
        #expect(ClockChecks.check(4_200_000_000, isSynchronised: nil).verdict == .failed)
        #expect(ClockChecks.check(1_800_000_000, isSynchronised: false).verdict == .warning)
        #expect(ClockChecks.check(1_800_000_000, isSynchronised: nil).verdict == .ok)
        #expect(
            ClockChecks.check(1_800_000_000, isSynchronised: true).detail == "it is synchronised with a time server")
    }

    @Test("Without the daemon a database is known by its first bytes")
    func databases() throws {
        let directory = try TemporaryDirectory()
        let good = try directory.write("good", "SQLite format 3\0and more".utf8)
        let bad = try directory.write("bad", "something else".utf8)

        #expect(DatabaseFileChecks.state(of: good) == .there)
        #expect(DatabaseFileChecks.state(of: bad) == .foreign)
        #expect(DatabaseFileChecks.state(of: try directory.write("new", [])) == .there)
        #expect(DatabaseFileChecks.state(of: directory.file("none")) == .absent)
        let check = DatabaseFileChecks.check("catalog", bad, .foreign)
        #expect(check.name == "databases.catalog" && check.verdict == .failed)
        #expect(DatabaseFileChecks.check("catalog", bad, .refused("Permission denied")).advice.contains("chmod u+rw"))
    }
}
