// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// Checks whether a Snapcast server on this machine is open to the whole network.
///
/// The server does not require a password: anyone who can reach its ports can listen, mute and change everything.
enum SnapcastChecks {
    /// The default ports of a server, including that of the stream for programs, and their use to others.
    private static let ports = [
        (1704, "hear what plays"), (1705, "change it"), (1780, "change it from a web page"),
        (4953, "play into the rooms"),
    ]
    /// The largest list to read, in bytes; no ordinary machine has a larger one.
    private static let listLimit = 4 << 20

    /// The state of a listening socket, in the list of the kernel.
    private static let listening = "0A"

    /// Reads the lists of sockets and checks them; `nil` if no server runs here. Blocks.
    static func check() -> HealthCheck? {
        let lists = ["/proc/net/tcp", "/proc/net/tcp6"].map { path in
            (try? WholeFile.read(path, limit: listLimit)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        return check(lists)
    }

    /// - Parameter lists: The content of `/proc/net/tcp` and `/proc/net/tcp6`.
    static func check(_ lists: [String]) -> HealthCheck? {
        var (found, open) = (Set<Int>(), Set<Int>())
        for line in lists.lazy.flatMap({ $0.split(separator: "\n") }) {
            let fields = line.split(separator: " ", maxSplits: 4)
            guard fields.count > 3, fields[3] == listening, let colon = fields[1].lastIndex(of: ":"),
                let port = Int(fields[1][fields[1].index(after: colon)...], radix: 16),
                ports.contains(where: { $0.0 == port })
            else { continue }
            found.insert(port)
            if !isLoopback(fields[1][..<colon]) { open.insert(port) }
        }
        // One port without the other belongs to another program.
        guard found.contains(1704), found.contains(1705) else { return nil }
        let dangers = ports.filter { open.contains($0.0) }
        guard !dangers.isEmpty else {
            return HealthCheck("snapcast", .ok, "the Snapcast server can be reached from this machine only")
        }
        let list = dangers.map { "\($0.0) (\($0.1))" }.joined(separator: ", ")
        return HealthCheck(
            "snapcast", .warning,
            "the Snapcast server asks for no password, and the network can reach its ports \(list)",
            advice: advice(open))
    }

    /// - Parameter open: The ports that the network can reach.
    private static func advice(_ open: Set<Int>) -> String {
        var steps: [String] = []
        if !open.isDisjoint(with: [1705, 1780]) { steps.append("bind_to_address = 127.0.0.1 below [tcp] and [http]") }
        if open.contains(4953) {
            steps.append("if no other machine sends to it, tcp://127.0.0.1:4953 in the line of its stream")
        }
        if open == [1704] {
            steps.append("if no room is on another machine: bind_to_address = 127.0.0.1 below [stream]")
        }
        let settings = steps.joined(separator: "; ") + " in /etc/snapserver.conf"
        guard open.contains(1704), open != [1704] else { return settings }
        return settings + "; close port 1704 to networks that you do not trust"
    }

    /// - Parameter address: The address as the kernel lists it: four or sixteen bytes, in words of the machine's byte
    ///   order.
    private static func isLoopback(_ address: Substring) -> Bool {
        switch address.count {
        case 8: address.hasSuffix("7F")
        case 32:
            address == "00000000000000000000000001000000"
                || address.hasPrefix("0000000000000000FFFF0000") && address.hasSuffix("7F")
        default: false
        }
    }
}
