// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import MPDProtocol
package import OnCueClient
package import OnCueRuntime

/// Accepts clients, and serves each until it leaves.
@MediaActor
package final class MPDServer {
    /// The most clients at a time; more wait until one leaves.
    private static let mostClients = 512
    /// Without a client for so long, a server that is started when one comes ends.
    private static let rest: Duration = .seconds(300)

    private let mirror: ServiceMirror
    private let hub: SessionHub
    private let settings: MPDSettings
    private let readiness: SocketReadiness
    private var listeners: [UInt64: MPDListener] = [:]
    private var lastNumber: UInt64 = 0
    private var resting: Task<Void, Never>?
    /// Is called when there was no client for long; `nil` for a server that stays.
    private let onRest: (@MediaActor () -> Void)?

    /// - Parameters:
    ///   - onRest: Ends a server that is started again when a client comes.
    package init(
        _ service: OnCueConnection, _ settings: MPDSettings, _ readiness: SocketReadiness,
        onRest: (@MediaActor () -> Void)? = nil
    ) {
        (self.settings, self.readiness, self.onRest) = (settings, readiness, onRest)
        mirror = ServiceMirror(service)
        hub = SessionHub(settings)
        mirror.onChange = { [hub] changed in hub.note(changed) }
    }

    /// Accepts clients from a socket from now on.
    package func listen(_ listener: MPDListener) {
        lastNumber += 1
        listeners[lastNumber] = listener
        readiness.add(listener.descriptor, lastNumber)
        readiness.wait(listener.descriptor, lastNumber)
        if hub.sessions.isEmpty { beginRest() }
    }

    /// Sockets have become ready.
    package func ready(_ numbers: [UInt64]) {
        for number in numbers {
            if let listener = listeners[number] {
                accept(from: listener, number)
            } else {
                hub.sessions[number]?.socket.wake()
            }
        }
    }

    private func accept(from listener: MPDListener, _ number: UInt64) {
        while hub.sessions.count < Self.mostClients {
            let descriptor = Glibc.accept(listener.descriptor, nil, nil)
            guard descriptor >= 0 else {
                // Without descriptors the same client would come back at once.
                if errno == EMFILE || errno == ENFILE || errno == ENOMEM { return acceptLater(from: listener, number) }
                break
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            begin(descriptor, isLocal: listener.isLocal)
        }
        guard hub.sessions.count < Self.mostClients else { return acceptLater(from: listener, number) }
        readiness.wait(listener.descriptor, number)
    }

    private func acceptLater(from listener: MPDListener, _ number: UInt64) {
        Task {
            guard (try? await MediaActor.sleep(for: .seconds(1))) != nil else { return }
            accept(from: listener, number)
        }
    }

    private func begin(_ descriptor: Int32, isLocal: Bool) {
        resting?.cancel()
        mirror.start()
        lastNumber += 1
        let socket = ClientSocket(descriptor, number: lastNumber, readiness)
        let session = Session(
            socket, mirror, hub, isLocal: isLocal, isLocal ? .all : settings.permissions)
        hub.add(session)
        Task {
            await session.run()
            hub.remove(session)
            if hub.sessions.isEmpty { beginRest() }
        }
    }

    private func beginRest() {
        guard let onRest else { return }
        resting?.cancel()
        resting = Task {
            guard (try? await MediaActor.sleep(for: Self.rest)) != nil, hub.sessions.isEmpty else { return }
            mirror.stop()
            onRest()
        }
    }
}

extension SessionHub {
    /// What a client may do that has sent a password; `nil` if it is wrong.
    func permissions(for word: String) -> Permissions? { settings.permissions(for: word) }
}

/// A socket on which clients call.
package struct MPDListener: Sendable {
    package let descriptor: Int32
    /// Only the user can call it.
    package let isLocal: Bool
    /// For messages.
    package let text: String

    /// Why nobody can be listened for.
    package struct Failure: Error {
        package var message: String
    }

    private init(_ descriptor: Int32, isLocal: Bool, _ text: String) throws(Failure) {
        (self.descriptor, self.isLocal, self.text) = (descriptor, isLocal, text)
        guard Glibc.listen(descriptor, 128) == 0 else { throw Self.failure("cannot listen on \(text)") }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    private static func failure(_ words: String) -> Failure {
        Failure(message: "\(words): \(ProcessEnvironment.text(ofError: errno))")
    }

    /// Listens on a socket in the file system, in a folder of the user's own.
    package init(path: String) throws(Failure) {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        guard PrivateDirectory.make(folder) else {
            throw Failure(message: "\(folder) cannot be made, or is not a private folder of yours")
        }
        guard var address = Self.address(path) else { throw Failure(message: "the path \(path) is too long") }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let isTaken = Self.with(&address) { connect(descriptor, $0, size) } == 0
        close(descriptor)
        if isTaken { throw Failure(message: "another program listens on \(path); is it MPD?") }
        unlink(path)
        let listening = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard Self.with(&address, { bind(listening, $0, size) }) == 0 else {
            let failure = Self.failure("cannot listen on \(path)")
            close(listening)
            throw failure
        }
        chmod(path, 0o600)
        try self.init(listening, isLocal: true, path)
    }

    private static func address(_ path: String) -> sockaddr_un? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return address
    }

    private static func with<Address>(
        _ address: inout Address, _ body: (UnsafePointer<sockaddr>) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
    }

    /// Listens on an address of the network.
    package init(_ address: MPDSettings.Address) throws(Failure) {
        var hints = addrinfo()
        (hints.ai_socktype, hints.ai_flags) = (Int32(SOCK_STREAM.rawValue), AI_PASSIVE)
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address.host, String(address.port), &hints, &first) == 0, let info = first else {
            throw Failure(message: "\(address.host) is not the name or the address of this machine")
        }
        defer { freeaddrinfo(first) }
        let descriptor = socket(info.pointee.ai_family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0 else {
            let failure = Self.failure("cannot listen on \(address.text)")
            close(descriptor)
            throw failure
        }
        try self.init(descriptor, isLocal: false, address.text)
    }

    /// The sockets that the service manager passed to this process.
    package static func passed() throws(Failure) -> [MPDListener] {
        guard let process = ProcessEnvironment.variable("LISTEN_PID"), Int32(process) == getpid(),
            let count = ProcessEnvironment.variable("LISTEN_FDS").flatMap({ Int32($0) }), count > 0
        else { return [] }
        var listeners: [MPDListener] = []
        for descriptor in 3..<(3 + count) {
            var storage = sockaddr_storage()
            var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let isNamed = withUnsafeMutablePointer(to: &storage) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) == 0 }
            }
            let isLocal = isNamed && storage.ss_family == sa_family_t(AF_UNIX)
            listeners.append(try MPDListener(descriptor, isLocal: isLocal, isLocal ? "the socket" : "the network"))
        }
        return listeners
    }
}
