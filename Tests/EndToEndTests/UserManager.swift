// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueTestSupport

/// The service manager of a user who has nothing but OnCue, with its units. Only for root.
///
/// All of it ends when this is released; ``end()`` also removes its control groups.
final class UserManager: Sendable {
    /// The number of the user, whom nobody else is.
    private static let user = "54321"
    private static let script = Products.source + "/Tests/Programs/service-manager.sh"

    private let folder: TemporaryDirectory
    private let keeper: ChildProcess
    private let process: String

    /// Whether this machine lets a user have one, with sandboxes.
    static func isPossible() async -> Bool {
        guard getuid() == 0 else { return false }
        return (try? await ChildProcess.run("/bin/bash", [script, "--can", user]))?.status == 0
    }

    /// Starts it.
    ///
    /// - Parameter folder: The user's home is the folder `home` in it, and becomes the user's with all that is there.
    init(_ folder: TemporaryDirectory) async throws {
        self.folder = folder
        try await Products.preparePlugins()
        keeper = try ChildProcess(
            "/bin/bash", [Self.script, folder.path, Products.folder, Products.source + "/Packaging", Self.user])
        let line = try await keeper.output.waitForLine { $0.hasPrefix("ready ") }
        process = String(line.dropFirst("ready ".count))
    }

    /// Runs a line of the shell as the user, which must succeed, and gives what it writes.
    @discardableResult
    func done(_ line: String) async throws -> String {
        let words = ["--target", process, "--mount", "--pid", "setpriv", "--reuid", Self.user, "--regid", Self.user]
        let variables = [
            "PATH=/run/oncue/bin:/usr/bin:/bin", "HOME=/home/listener", "XDG_RUNTIME_DIR=/run/user/" + Self.user,
            "LC_ALL=C.UTF-8",
        ]
        let result = try await ChildProcess.run(
            "/usr/bin/nsenter",
            words + ["--clear-groups", "env", "-i"] + variables + ["/bin/sh", "-ec", "cd; " + line])
        guard result.status == 0 else { throw SupportError("\(line): \(result.output) \(result.errors)") }
        return result.output
    }

    /// Ends it.
    func end() async throws {
        keeper.send(SIGTERM)
        _ = try await keeper.ending()
    }
}
