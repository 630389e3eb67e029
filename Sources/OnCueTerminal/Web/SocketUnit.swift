// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import WebAccess

/// The address on which the service manager listens for the page: a file beside the installed unit, since the user
/// chooses port and network.
enum SocketUnit {
    /// Writes the address to listen on from now on. Blocks.
    static func write(_ settings: WebSettings) throws(CommandFailure) {
        let directories = UserDirectories(
            environment: ProcessEnvironment.variables(UserDirectories.variableNames),
            userID: ProcessEnvironment.userID, homeFallback: ProcessEnvironment.homeDirectory)
        // OnCue's folder is in the folder of all configurations.
        let configurations = directories.configuration.split(separator: "/").dropLast().joined(separator: "/")
        let folder = "/\(configurations)/systemd/user/oncue-web.socket.d"
        guard PrivateDirectory.make(folder) else { throw CommandFailure(.failed, "\(folder) cannot be made") }
        // A unit with an address that the machine cannot have does not start.
        let hasSix = PrivateDirectory.isPresent("/proc/net/if_inet6")
        do throws(WholeFile.Failure) {
            try WholeFile.replace(folder + "/oncue.conf", with: Array(text(settings, hasSix: hasSix).utf8))
        } catch {
            throw CommandFailure(.failed, error.message)
        }
    }

    /// Returns the file; its first line resets the addresses in the unit.
    ///
    /// - Parameter hasSix: Whether the machine supports IPv6.
    static func text(_ settings: WebSettings, hasSix: Bool) -> String {
        let local = ["127.0.0.1:\(settings.port)"] + (hasSix ? ["[::1]:\(settings.port)"] : [])
        let addresses =
            !settings.address.isEmpty
            ? ["\(HostRule.written(settings.address)):\(settings.port)"]
            : settings.isOnNetwork ? ["\(settings.port)"] : local
        return "# Written by oncue web on.\n[Socket]\nListenStream=\n"
            + addresses.map { "ListenStream=\($0)\n" }.joined()
    }
}
