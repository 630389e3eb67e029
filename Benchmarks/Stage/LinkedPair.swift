// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import MachineLink
internal import PairedMachines

/// Two daemons that are paired over the loopback: `owner` listens and shares what it has, and `guest` fetches it.
struct LinkedPair {
    let owner: Host
    let guest: Host
    let ownerDaemon: Daemon
    let guestDaemon: Daemon
    private let listener: pid_t

    /// The name of the owner at the guest.
    static let name = "owner"
    /// The branch of its library at the guest.
    static let branch = "owner's library"

    /// - Parameters:
    ///   - owner: Its daemon must not run.
    ///   - output: Of the guest.
    init(_ owner: Host, in sandbox: Sandbox, output: String = "silent") async throws {
        self.owner = owner
        guest = try await Host(in: sandbox, output: output)
        let (here, there) = (Self.files(owner), Self.files(guest))
        let port = try Self.freePort()
        let ownKey = try here.identity(name: "OnCue", now: 1_700_000_000)
        let guestKey = try there.identity(name: "OnCue", now: 1_700_000_000)
        _ = try here.change { (book: inout MachineBook) in
            book.add(PairedMachine(identifier: guestKey.identifier, name: "guest", host: "127.0.0.1", port: 1))
            book.port = port
        }
        _ = try there.change { (book: inout MachineBook) in
            book.add(PairedMachine(identifier: ownKey.identifier, name: Self.name, host: "127.0.0.1", port: port))
        }
        for key in ["handoff.share-files", "handoff.share-library"] {
            try owner.command("config", "set", key, "on").run()
        }
        try guest.command("config", "set", "handoff.fetch-files", "on").run()
        listener = try owner.program([try Files.programBeside("oncue-link"), "listen"]).start()
        ownerDaemon = try await owner.start()
        guestDaemon = try await guest.start()
        try await ownerDaemon.waitForQuiet()
        try await guestDaemon.waitForQuiet()
    }

    func stop() {
        guestDaemon.stop()
        guest.sandbox.processes.end(listener)
        ownerDaemon.stop()
    }

    /// Whether a file of a size is whole among those that the guest has fetched.
    func hasFetched(_ size: Int) -> Bool {
        let folder = guest.home + "/cache/oncue/fetched"
        return Files.names(in: folder).contains { name in
            var status = stat()
            return !name.hasSuffix(".part") && stat(folder + "/" + name, &status) == 0 && Int(status.st_size) == size
        }
    }

    /// Processor time of all processes of a place that run.
    static func processorTime(of host: Host) -> Duration {
        processes(of: host).reduce(.zero) { $0 + ((try? ProcessUse($1).processorTime) ?? .zero) }
    }

    /// The memory of all processes of a place that run, in megabytes that they have written.
    static func memory(of host: Host) -> Double {
        processes(of: host).reduce(0) { $0 + ((try? ProcessMemory($1).written) ?? 0) }
    }

    private static func processes(of host: Host) -> [pid_t] {
        let home = Array("HOME=\(host.home)".utf8)
        return Files.names(in: "/proc").compactMap { pid_t($0) }.filter { process in
            ((try? Files.bytes("/proc/\(process)/environ")) ?? []).split(separator: 0).contains { Array($0) == home }
        }
    }

    private static func files(_ host: Host) -> LinkFiles { LinkFiles(state: host.home + "/state/oncue") }

    /// A port that nobody listens on.
    private static func freePort() throws(BenchError) -> Int {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        guard isBound else { throw .system("find a free port", errno) }
        return Int(address.sin_port.bigEndian)
    }
}
