// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueTestSupport

/// Two machines on one switch: network namespaces, each with a system bus and a real Avahi. Only for root.
///
/// All of it ends when this is released.
final class TwoNetworks: Sendable {
    /// One of them.
    struct Host: Sendable {
        /// What other machines call it.
        var name: String
        /// The address of its system bus.
        var system: String
        /// The process that holds its namespaces.
        fileprivate var process: String

        /// The words before those of a program that is to run there.
        var entering: [String] { ["/usr/bin/nsenter", "--target", process, "--net", "--uts"] }
        /// The same for the network only; the host name stays that of this machine.
        var enteringNetwork: [String] { ["/usr/bin/nsenter", "--target", process, "--net"] }
    }

    let desk: Host
    let kitchen: Host
    private let switchProcess: String
    private let folder: TemporaryDirectory
    private let keeper: ChildProcess

    /// Whether this machine has what it takes.
    static let isPossible =
        getuid() == 0
        && access("/usr/sbin/avahi-daemon", X_OK) == 0 && access("/usr/bin/nsenter", X_OK) == 0

    init() async throws {
        folder = try TemporaryDirectory()
        keeper = try ChildProcess("/bin/bash", [Products.source + "/Tests/Programs/two-networks.sh", folder.path])
        let line = try await keeper.output.waitForLine { $0.hasPrefix("ready ") }
        let processes = line.split(separator: " ").dropFirst().map(String.init)
        guard processes.count == 3 else { throw SupportError("two-networks.sh says \(line)") }
        desk = Host(name: "oncue-a", system: "unix:path=" + folder.file("a"), process: processes[0])
        kitchen = Host(name: "oncue-b", system: "unix:path=" + folder.file("b"), process: processes[1])
        switchProcess = processes[2]
    }

    /// Ends all of it.
    func end() async throws { try await keeper.end() }

    /// Pulls the cable of the kitchen out of the switch; the desk keeps its own.
    func unplugKitchen() async throws { try await ip(switchProcess, "link", "set", "sb", "down") }

    /// Puts the cable back, when the kitchen has another address.
    func plugInKitchen(at address: String) async throws {
        try await ip(kitchen.process, "address", "flush", "dev", "vb", "scope", "global")
        try await ip(kitchen.process, "address", "add", address + "/24", "dev", "vb")
        try await ip(switchProcess, "link", "set", "sb", "up")
    }

    private func ip(_ process: String, _ words: String...) async throws {
        let result = try await ChildProcess.run("/usr/bin/nsenter", ["--target", process, "--net", "ip"] + words)
        guard result.status == 0 else { throw SupportError("ip \(words): \(result.errors)") }
    }
}
