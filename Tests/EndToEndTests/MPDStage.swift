// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Dispatch
import FoundationEssentials
import Glibc
import OnCueRuntime
import OnCueTestSupport
import Testing

/// A machine with the music of the repository, on which `oncue-mpd` listens.
struct MPDStage {
    let machine: Machine
    let server: ChildProcess

    var socket: String { machine.directory.file("run/mpd/socket") }

    /// - Parameters:
    ///   - settings: The content of `mpd.conf`; none if absent.
    ///   - isRecorded: Everything goes over the bus, where it can be seen.
    ///   - soundServer: The address of a sound server whose outputs there are; none if absent.
    init(
        settings: String? = nil, music: String = Products.media, isRecorded: Bool = false, soundServer: String? = nil
    ) async throws {
        var changes = isRecorded ? ["ONCUE_BUS_ONLY": "1"] : [:]
        changes["PULSE_SERVER"] = soundServer
        machine = try await Machine(changes)
        try FileManager.default.copyItem(atPath: music, toPath: machine.directory.file("work/music"))
        if let settings {
            for folder in ["config", "config/oncue"] { try machine.directory.makeDirectory(folder) }
            let file = try machine.directory.write("config/oncue/mpd.conf", settings.utf8)
            chmod(file, 0o600)
        }
        _ = try await machine.startDaemon(
            "--output", soundServer == nil ? "silent" : "auto", "--provider-deadline", "30")
        try await machine.done("library", "add", "music")
        server = try await Self.listen(machine)
    }

    private static func listen(_ machine: Machine) async throws -> ChildProcess {
        let server = try ChildProcess(Products.program("oncue-mpd"), ["listen"], environment: machine.environment)
        _ = try await server.output.waitForLine { $0.contains("listening") }
        return server
    }

    /// Listens again, when the former one has ended.
    func listen() async throws -> ChildProcess { try await Self.listen(machine) }

    /// A client on the socket.
    func talk() async throws -> MPDTalk { try await MPDTalk(socket: socket) }

    /// Has a client wait for a subsystem, forget what changed before, and be told of what a body changes.
    func expect(
        _ subsystem: String, toldTo client: MPDTalk, _ what: String, _ body: () async throws -> Void
    ) async throws {
        _ = try await client.ask("idle \(subsystem)\nnoidle")
        try await client.send("idle \(subsystem)")
        try await body()
        let told = try await client.reply()
        #expect(told == ["changed: \(subsystem)", "OK"], "\(what)")
    }

    /// Connections that say nothing.
    static func connections(_ count: Int, port: Int) -> [Int32] {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return (0..<count).map { _ in
            let descriptor = Glibc.socket(
                AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
            _ = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
            }
            return descriptor
        }
    }
}

/// What a client of MPD says and hears, on a thread that may wait, and never for long.
actor MPDTalk {
    private let executor = BlockingExecutor(label: "oncue.test.mpd")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let descriptor: Int32
    private var rest: [UInt8] = []

    /// - Parameter patience: How long the other side may be silent, in seconds.
    init(socket path: String, patience: Int = 30) async throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isThere = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) == 0 }
        }
        guard isThere else { throw SupportError("nobody listens on \(path)") }
        Self.limit(descriptor, patience)
        guard try line()?.hasPrefix("OK MPD") == true else { throw SupportError("there was no greeting") }
    }

    /// - Parameter own: The address that it calls from.
    init(port: Int, from own: String = "127.0.0.1", patience: Int = 30) async throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        var origin = sockaddr_in()
        origin.sin_family = sa_family_t(AF_INET)
        origin.sin_addr.s_addr = inet_addr(own)
        _ = withUnsafePointer(to: &origin) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        let isThere = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) == 0 }
        }
        guard isThere else { throw SupportError("nobody listens on port \(port)") }
        Self.limit(descriptor, patience)
        guard try line()?.hasPrefix("OK MPD") == true else { throw SupportError("there was no greeting") }
    }

    deinit { close(descriptor) }

    private static func limit(_ descriptor: Int32, _ seconds: Int) {
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
    }

    /// Sends a line, and returns what is answered up to its end.
    func ask(_ text: String) throws -> [String] {
        try send(text)
        return try reply()
    }

    /// - Returns: Whether all of it was taken.
    @discardableResult
    func send(_ text: String) throws -> Bool { send(Array((text + "\n").utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { raw in
                Glibc.send(descriptor, raw.baseAddress.map { $0 + sent }, raw.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// The lines up to `OK` or `ACK`; without those, if the other side has gone.
    func reply() throws -> [String] {
        var lines: [String] = []
        while let line = try line() {
            lines.append(line)
            if line == "OK" || line.hasPrefix("ACK ") { break }
            if line.hasPrefix("binary: "), let count = Int(line.dropFirst(8)) { _ = try bytes(count + 1) }
        }
        return lines
    }

    /// All parts of a picture, and its type and size.
    ///
    /// - Parameter command: The command without its offset.
    /// - Returns: `nil` if there is none.
    func picture(_ command: String) throws -> (bytes: [UInt8], facts: [String])? {
        var (picture, facts): ([UInt8], [String]) = ([], [])
        while true {
            try send("\(command) \(picture.count)")
            var (part, told): ([UInt8], [String]) = ([], [])
            while let line = try line(), line != "OK" {
                if line.hasPrefix("ACK ") { return nil }
                if line.hasPrefix("binary: "), let count = Int(line.dropFirst(8)) {
                    part = Array(try bytes(count + 1).dropLast())
                } else {
                    told.append(line)
                }
            }
            if picture.isEmpty { facts = told }
            picture += part
            guard !part.isEmpty, !facts.contains("size: \(picture.count)") else { break }
        }
        return picture.isEmpty ? nil : (picture, facts)
    }

    /// The next line; `nil` at the end.
    func line() throws -> String? {
        while true {
            if let end = rest.firstIndex(of: 0x0A) {
                defer { rest.removeFirst(end + 1) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            guard try fill() else { return nil }
        }
    }

    /// Whether the other side closes the connection, whatever it says before.
    func isEnded() throws -> Bool {
        while try fill() { rest = [] }
        return true
    }

    private func bytes(_ count: Int) throws -> [UInt8] {
        while rest.count < count {
            guard try fill() else { throw SupportError("the picture ended early") }
        }
        defer { rest.removeFirst(count) }
        return Array(rest[..<count])
    }

    private func fill() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == EAGAIN {
            throw SupportError("nothing was said; there was \(String(decoding: rest, as: UTF8.self))")
        }
        guard count > 0 else { return false }
        rest += buffer[..<count]
        return true
    }
}

/// A socket of another process, which is a child of this one.
final class OtherSocket {
    private typealias SystemCall = @convention(c) (Int, Int, Int, Int) -> Int
    private static let (pidfdOpen, pidfdGet) = (434, 438)

    private let descriptor: Int32

    /// The first that was accepted at a port; `nil` without one.
    init?(of process: Int32, acceptedAt port: Int) throws {
        guard let symbol = dlsym(nil, "syscall") else { throw SupportError("there is no syscall") }
        let call = unsafeBitCast(symbol, to: SystemCall.self)
        let handle = call(Self.pidfdOpen, Int(process), 0, 0)
        guard handle >= 0 else { throw SupportError("there is no process \(process)") }
        defer { close(Int32(handle)) }
        for number in 0..<256 {
            let copy = Int32(truncatingIfNeeded: call(Self.pidfdGet, handle, number, 0))
            guard copy >= 0 else { continue }
            if Self.isAccepted(copy, at: port) {
                descriptor = copy
                return
            }
            close(copy)
        }
        return nil
    }

    deinit { close(descriptor) }

    private static func isAccepted(_ descriptor: Int32, at port: Int) -> Bool {
        var (own, other) = (sockaddr_in(), sockaddr_in())
        var (ownSize, otherSize) = (
            socklen_t(MemoryLayout<sockaddr_in>.size), socklen_t(MemoryLayout<sockaddr_in>.size)
        )
        let isConnected =
            withUnsafeMutablePointer(to: &own) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &ownSize) == 0 }
            }
            && withUnsafeMutablePointer(to: &other) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &otherSize) == 0 }
            }
        return isConnected && own.sin_family == sa_family_t(AF_INET) && own.sin_port == in_port_t(port).bigEndian
    }

    func option(_ level: Int32, _ name: Int32) -> Int32? {
        var (value, size): (Int32, socklen_t) = (0, socklen_t(MemoryLayout<Int32>.size))
        return getsockopt(descriptor, level, name, &value, &size) == 0 ? value : nil
    }
}
