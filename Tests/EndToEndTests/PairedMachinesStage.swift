// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import MachineLink
import OnCueTestSupport
import PairedMachines

/// Two machines on one network, with homes, buses and ports of their own.
struct PairedMachinesStage {
    let desk: Machine
    let kitchen: Machine
    let ports: (desk: Int, kitchen: Int)

    /// - Parameters:
    ///   - isPaired: They know each other's keys, by the names `desk` and `kitchen`.
    ///   - systems: The addresses of their system buses, on which an Avahi may be.
    ///   - networks: The networks in which they are, with system buses of their own.
    init(
        isPaired: Bool = true, systems: (desk: String, kitchen: String)? = nil, in networks: TwoNetworks? = nil
    ) async throws {
        let systems = systems ?? networks.map { ($0.desk.system, $0.kitchen.system) }
        // Whoever asks ssh, asks in vain.
        func changes(_ system: String?) -> [String: String] {
            ["PATH": "/nonexistent"].merging(system.map { ["DBUS_SYSTEM_BUS_ADDRESS": $0] } ?? [:]) { $1 }
        }
        let kitchen = try await Machine(in: networks?.kitchen, changes(systems?.kitchen))
        desk = try await Machine(beside: kitchen, in: networks?.desk, changes(systems?.desk))
        self.kitchen = kitchen
        ports = (Int(try FreePort.next()), Int(try FreePort.next()))
        guard isPaired else { return }
        let (here, there) = (Self.files(desk), Self.files(kitchen))
        let identities = (
            desk: try here.identity(name: "OnCue", now: 1_700_000_000),
            kitchen: try there.identity(name: "OnCue", now: 1_700_000_000)
        )
        let (deskPort, kitchenPort) = ports
        _ = try here.change { (book: inout MachineBook) in
            book.add(Self.machine(identities.kitchen.identifier, "kitchen", kitchenPort))
            book.port = deskPort
        }
        _ = try there.change { (book: inout MachineBook) in
            book.add(Self.machine(identities.desk.identifier, "desk", deskPort))
            book.port = kitchenPort
        }
    }

    static func machine(_ identifier: MachineIdentifier, _ name: String, _ port: Int) -> PairedMachine {
        PairedMachine(identifier: identifier, name: name, host: "127.0.0.1", port: port)
    }

    static func files(_ machine: Machine) -> LinkFiles { LinkFiles(state: machine.directory.file("state/oncue")) }

    /// The key of a machine, which whoever has taken it over has, too.
    static func key(_ machine: Machine) -> String { machine.directory.file("state/oncue/link/identity.pem") }

    /// Starts both services with music, each title of its own length.
    func begin(_ here: [String], _ there: [String]) async throws {
        for (machine, names) in [(desk, here), (kitchen, there)] {
            for name in names { try machine.writeMusic(name + ".wav", seconds: 100 + Int(name.utf8.first ?? 0)) }
            _ = try await machine.startDaemon()
            try await machine.done("library", "add", "music")
            try await machine.done("library", "scan")
        }
    }

    /// Who plays.
    func playing() async throws -> [String] {
        var names: [String] = []
        for (name, machine) in [("desk", desk), ("kitchen", kitchen)]
        where try await machine.json("now")["status"] == "playing" { names.append(name) }
        return names
    }

    /// The processes of links on a machine.
    static func links(_ machine: Machine) -> [Machine.Process] {
        machine.processes.filter { $0.name == "oncue-link" }
    }

    /// Connects from an address of this machine, such as 127.0.0.2; the descriptor is the caller's.
    static func connect(from host: String, to port: Int) -> Int32? {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return nil }
        func address(_ host: String, _ port: Int) -> sockaddr_in {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(port).bigEndian
            inet_pton(AF_INET, host, &address.sin_addr)
            return address
        }
        var (own, other) = (address(host, 0), address("127.0.0.1", port))
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected =
            withUnsafePointer(to: &own) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, length) == 0 }
            }
            && withUnsafePointer(to: &other) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(socket, $0, length) == 0 }
            }
        guard isConnected else {
            close(socket)
            return nil
        }
        return socket
    }

    /// Talks to the listener of the kitchen as somebody with the key of a machine, by a program that OnCue has no part in.
    ///
    /// - Parameters:
    ///   - frames: The bytes to send, escaped as `printf` takes them.
    ///   - patience: Seconds after which it gives up.
    /// - Returns: What was answered, with the lengths of the messages.
    func talk(as machine: Machine, _ frames: [String], options: [String] = [], patience: Int = 20) async throws
        -> String
    {
        let folder = try TemporaryDirectory()
        for (number, frame) in frames.enumerated() {
            let name = "frame\(number)"
            try folder.write(name, frame.utf8)
        }
        let key = Self.key(machine)
        let script = """
            (for frame in \(folder.path)/frame*; do printf "$(cat "$frame")"; sleep 0.2; done; sleep \(patience)) \
            | timeout \(patience) openssl s_client -connect 127.0.0.1:\(ports.kitchen) -cert '\(key)' -key '\(key)' \
            -quiet -ign_eof \(options.joined(separator: " ")) 2>/dev/null | cat -v
            """
        return try await ChildProcess.run("/bin/sh", ["-c", script], within: .seconds(90)).output
    }

    /// Talks as ``talk(as:_:options:patience:)`` does, until an answer has come or the link has ended.
    ///
    /// - Parameters:
    ///   - parts: The answer is there with one of these and the end of an object behind it.
    ///   - patience: Seconds after which it gives up.
    func ask(
        as machine: Machine, _ frames: [String], options: [String] = [],
        until parts: [String] = ["\"answer\":", "\"error\":"], patience: Int = 60
    ) async throws -> String {
        let folder = try TemporaryDirectory()
        for (number, frame) in frames.enumerated() { try folder.write("frame\(number)", frame.utf8) }
        let key = Self.key(machine)
        // All of it stays in one group of processes, which ends with the shell.
        let script = """
            (for frame in \(folder.path)/frame*; do printf "$(cat "$frame")"; sleep 0.2; done; sleep \(patience)) \
            | { timeout --foreground \(patience) openssl s_client -connect 127.0.0.1:\(ports.kitchen) -cert '\(key)' \
            -key '\(key)' -quiet -ign_eof \(options.joined(separator: " ")) 2>/dev/null | cat -v; echo over >&2; }
            """
        let talk = try ChildProcess("/bin/sh", ["-c", script])
        try await waitUntil("it is over", within: .seconds(patience + 60)) {
            let text = talk.output.text
            let isThere = parts.contains { part in
                guard let place = text.firstRange(of: part) else { return false }
                return text[place.upperBound...].contains("}")
            }
            return isThere || talk.hasEnded || talk.errors.text.contains("over")
        }
        talk.send(SIGKILL)
        let output = try await talk.result().output
        withExtendedLifetime(folder) {}
        return output
    }

    /// A message as `printf` takes it.
    static func frame(_ text: String) -> String {
        let bytes = LinkFrame.bytes(of: text)
        return bytes.prefix(4).map { byte in "\\" + octal(byte) }.joined()
            + text.replacing("\\", with: "\\\\\\\\").replacing("%", with: "%%")
    }

    private static func octal(_ byte: UInt8) -> String {
        let text = String(byte, radix: 8)
        return String(repeating: "0", count: 3 - text.count) + text
    }
}

/// Somebody at a port who hangs up.
final class Listener: Sendable {
    private let socket: Int32

    init(port: Int) throws {
        let socket = Glibc.socket(
            AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var (address, isReused) = (sockaddr_in(), Int32(1))
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isBound, listen(socket, 8) == 0 else {
            close(socket)
            throw SupportError("port \(port) is not free")
        }
        self.socket = socket
    }

    /// Hangs up on a caller.
    ///
    /// - Returns: False when nobody has called.
    func hangUp() -> Bool {
        let caller = accept(socket, nil, nil)
        guard caller >= 0 else { return false }
        close(caller)
        return true
    }

    func end() { close(socket) }
}

extension Machine.Process {
    /// It is a command, or the link of one, as services run them by themselves, too.
    var isTalking: Bool { name == "oncue" || name == "oncue-link" }
}
