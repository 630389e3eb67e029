// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueCore
import OnCueInterface
import OnCueTerminal
import Testing

@testable import OnCueClient

@Suite("Starting the daemon")
struct DaemonLauncherTests {
    private let folder = Session()

    /// A launcher whose daemon is a shell script with these lines.
    private func launcher(_ script: String) -> DaemonLauncher {
        let path = folder.folder + "/daemon"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o700)
        let text = Array("#!/bin/sh\n\(script)\n".utf8)
        _ = write(descriptor, text, text.count)
        close(descriptor)
        return DaemonLauncher(environment: environment(daemon: path))
    }

    private func environment(daemon: String?, folders: [String] = []) -> ClientEnvironment {
        var directories = UserDirectories(environment: [:], userID: 1, homeFallback: folder.folder)
        directories.state = folder.folder + "/state"
        return ClientEnvironment(
            directories: directories, busLocation: .own(socketPath: folder.folder + "/bus"), daemonOverride: daemon,
            daemonFolders: folders)
    }

    /// The status of the process when it has ended, within five minutes; tests that wait for a thread may take long.
    ///
    /// It is reaped in any case: one that is not would keep the tests that watch processes from ever seeing theirs.
    private func end(of daemon: LaunchedDaemon) async throws -> Int32 {
        let deadline = ContinuousClock.now + .seconds(300)
        while ContinuousClock.now < deadline {
            if let status = daemon.status() { return status }
            try? await Task.sleep(for: .milliseconds(2))
        }
        kill(daemon.process, SIGKILL)
        var status: Int32 = 0
        waitpid(daemon.process, &status, 0)
        throw ClientError(.failed, "the process did not end")
    }

    private func log() -> [Substring] {
        String(decoding: FileQuestions.readAll(folder.folder + "/state/oncued.log"), as: UTF8.self)
            .split(separator: "\n")
    }

    private func removeFiles() {
        for name in ["/state/oncued.log", "/state", "/daemon"] { remove(folder.folder + name) }
    }

    @Test("It has a session of its own, the root folder, our variables and no descriptor of ours")
    func detached() async throws {
        defer { removeFiles() }
        // As a shell leaves one behind: not closed on exec. A free number, for others run in this process.
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        let left = fcntl(null, F_DUPFD, 200)
        close(null)
        defer { close(left) }

        let daemon = try launcher(
            "pwd; echo $PATH; cut -d' ' -f6 /proc/$$/stat; test -e /proc/$$/fd/\(left) && echo left; echo done"
        ).launch()

        #expect(try await end(of: daemon) == 0)
        let lines = log()
        #expect(lines.first == "/")
        #expect(lines.dropFirst().first.map(String.init) == getenv("PATH").map { String(cString: $0) })
        #expect(lines.dropFirst(2).first == "\(daemon.process)")
        #expect(lines.dropFirst(3) == ["done"])
    }

    @Test("One that fails is quoted with its last line and the place of the others")
    func failure() async throws {
        defer { removeFiles() }
        let daemon = try launcher("echo one; echo 'cannot open the catalog' >&2; exit 3").launch()

        let error = daemon.failure(status: try await end(of: daemon))

        #expect(error.code == .unavailable)
        #expect(error.message.contains("quit with status 3: cannot open the catalog"))
        #expect(error.message.contains(folder.folder + "/state/oncued.log"))
    }

    @Test("Only what this one said is quoted")
    func ownWords() async throws {
        defer { removeFiles() }
        _ = try await end(of: try launcher("echo before").launch())
        let daemon = try launcher("exit 1").launch()

        let error = daemon.failure(status: try await end(of: daemon))

        #expect(!error.message.contains("before"))
        #expect(error.message.contains("it logged nothing"))
    }

    @Test("The first oncued that can be run is taken; none is an error of its own")
    func search() throws {
        defer { remove(folder.folder + "/oncued") }
        let descriptor = open(folder.folder + "/oncued", O_WRONLY | O_CREAT, 0o700)
        close(descriptor)

        let found = DaemonLauncher(environment: environment(daemon: nil, folders: ["/nonexistent", folder.folder]))
        let missing = DaemonLauncher(environment: environment(daemon: nil, folders: ["/nonexistent"]))
        let wrong = DaemonLauncher(environment: environment(daemon: "/nonexistent/oncued", folders: [folder.folder]))

        #expect(try found.program() == folder.folder + "/oncued")
        #expect(throws: ClientError.self) { try missing.program() }
        #expect(throws: ClientError.self) { try wrong.program() }
    }
}
