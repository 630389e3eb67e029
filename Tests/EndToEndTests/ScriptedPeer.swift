// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Dispatch
import Glibc
import MachineLink
import OnCueTestSupport
import PairedMachines
import Synchronization

/// A paired machine that was taken over: somebody has its key, listens where it did, and answers and calls as a test says.
final class ScriptedPeer: Sendable {
    enum Deed: Sendable {
        /// Sends lines, each as a message.
        case lines([String])
        /// Says nothing, and keeps the link.
        case silence
        /// Ends the link.
        case end
    }

    /// The digits of its certificate.
    let identifier: String
    private let files: LinkFiles
    private let socket: Int32
    private let script = Mutex<@Sendable (String) -> Deed>({ _ in .end })
    private let heard = Mutex<[String]>([])

    /// - Parameters:
    ///   - machine: Its key is used.
    ///   - port: Where it is expected.
    init(_ machine: Machine, port: Int) throws {
        files = PairedMachinesStage.files(machine)
        identifier = try files.identity(name: "OnCue", now: 1_700_000_000).identifier.text
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var (address, isReused) = (sockaddr_in(), Int32(1))
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isBound, listen(socket, 32) == 0 else {
            close(socket)
            throw SupportError("port \(port) is not free")
        }
        let (listener, files) = (self.socket, self.files)
        DispatchQueue(label: "oncue.test.peer").async { [weak self] in
            while true {
                let caller = accept(listener, nil, nil)
                guard caller >= 0 else { break }
                DispatchQueue(label: "oncue.test.peer.link").async { [weak self] in Self.serve(caller, files, self) }
            }
            close(listener)
        }
    }

    deinit { shutdown(socket, Int32(SHUT_RDWR)) }

    /// From here on, lines are answered like this.
    func answers(_ deed: @escaping @Sendable (String) -> Deed) { script.withLock { $0 = deed } }

    /// How many lines came.
    var count: Int { heard.withLock(\.count) }

    private static func serve(_ caller: Int32, _ files: LinkFiles, _ peer: ScriptedPeer?) {
        guard let identity = try? files.identity(name: "OnCue", now: 1_700_000_000),
            let link = try? EncryptedLink(caller, as: .listener, identity: identity, longest: 32 << 20),
            (try? link.write("{\"oncue\":\"handoff\",\"version\":1}")) != nil
        else { return }
        while let line = try? link.read(idle: .seconds(300)) {
            switch peer?.deed(line) ?? .end {
            case .lines(let lines): for line in lines where (try? link.write(line)) == nil { return }
            case .silence: continue
            case .end: return link.close()
            }
        }
    }

    private func deed(_ line: String) -> Deed {
        heard.withLock { $0.append(line) }
        return script.withLock { $0 }(line)
    }

    /// Calls a machine, and sends it lines, each after the answer to the one before.
    ///
    /// - Returns: The answers, without the greeting; fewer than the lines when the link was ended.
    func call(_ port: Int, from host: String = "127.0.0.2", _ lines: [String]) async -> [String] {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "oncue.test.peer.call").async { [files] in
                continuation.resume(returning: Self.talk(files, port, host, lines))
            }
        }
    }

    private static func talk(_ files: LinkFiles, _ port: Int, _ host: String, _ lines: [String]) -> [String] {
        guard let socket = PairedMachinesStage.connect(from: host, to: port),
            let identity = try? files.identity(name: "OnCue", now: 1_700_000_000),
            let link = try? EncryptedLink(socket, as: .caller, identity: identity, longest: 32 << 20),
            (try? link.read(idle: .seconds(60))) != nil
        else { return [] }
        var answers: [String] = []
        for line in lines {
            guard (try? link.write(line)) != nil, let answer = try? link.read(idle: .seconds(60)) else { break }
            answers.append(answer)
        }
        link.close()
        return answers
    }
}
