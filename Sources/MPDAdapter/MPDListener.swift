// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueSocketShims
internal import Glibc
package import MPDProtocol
internal import OnCueRuntime

/// A socket to which clients connect.
package struct MPDListener: Sendable {
    /// The clients that can connect.
    package enum Reach: Sendable {
        /// Only the user, as the file system ensures.
        case user
        /// Every user of this machine.
        case machine
        case network
    }

    package let descriptor: Int32
    package let reach: Reach
    /// The address as messages show it.
    package let text: String
    /// The network address in the form that the system uses; empty for other sockets.
    package let place: [UInt8]

    /// The reason why OnCue cannot listen for clients.
    package struct Failure: Error {
        package var message: String
        /// Whether the address is a name that is unknown.
        package var isUnknown = false
    }

    private init(
        _ descriptor: Int32, _ reach: Reach, _ text: String, _ place: [UInt8] = []
    ) throws(Failure) {
        (self.descriptor, self.reach, self.text, self.place) = (descriptor, reach, text, place)
        guard Glibc.listen(descriptor, 128) == 0 else { throw Self.failure("cannot listen on \(text)") }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    private static func failure(_ words: String) -> Failure {
        Failure(message: "\(words): \(ProcessEnvironment.text(ofError: errno))")
    }

    // MARK: In the file system

    /// Listens on a socket in the file system, in a private folder of the user.
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
        try self.init(listening, .user, path)
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

    // MARK: On the network

    /// Listens on an address, or on all addresses of a name, including one that this machine does not have yet.
    ///
    /// May wait for the network, unless names are not looked up.
    ///
    /// - Parameters:
    ///   - looksUp: Whether names are looked up; otherwise only numbers and `localhost` are understood.
    ///   - known: The sockets that already listen.
    /// - Returns: The new sockets, and those of `known` whose addresses no longer belong to the name.
    /// - Throws: If it cannot listen on any address.
    package static func listeners(
        on address: MPDSettings.Address, _ settings: MPDSettings, looksUp: Bool, besides known: [MPDListener] = []
    ) throws(Failure) -> (new: [MPDListener], old: [MPDListener]) {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | (looksUp || address.host == "localhost" ? 0 : AI_NUMERICHOST)
        var first: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(address.host, String(address.port), &hints, &first)
        guard status == 0, first != nil else {
            let reason = String(cString: gai_strerror(status))
            throw Failure(message: "\(address.host) is not known as a name: \(reason)", isUnknown: true)
        }
        defer { freeaddrinfo(first) }
        var (listeners, fault): ([MPDListener], Failure?) = ([], nil)
        var old = known
        var next = first
        while let info = next?.pointee {
            next = info.ai_next
            let place = Array(UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen)))
            let count = old.count
            old.removeAll { $0.place == place }
            guard old.count == count else { continue }
            do throws(Failure) { listeners.append(try listener(info, place, address, settings)) } catch {
                fault = fault ?? error
            }
        }
        // A machine that lacks one of the two address families uses the addresses of the other.
        if listeners.isEmpty, old.count == known.count, let fault { throw fault }
        return (listeners, old)
    }

    private static func listener(
        _ info: addrinfo, _ place: [UInt8], _ address: MPDSettings.Address, _ settings: MPDSettings
    ) throws(Failure) -> MPDListener {
        let descriptor = socket(info.ai_family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        set(descriptor, SOL_SOCKET, SO_REUSEADDR)
        // This also listens on an address that appears later, such as that of a network that is not up yet.
        set(descriptor, SOL_IP, IP_FREEBIND)
        var status = bind(descriptor, info.ai_addr, info.ai_addrlen)
        if status != 0, errno == EADDRINUSE, info.ai_family == AF_INET6 {
            // Allows listening on all IPv4 addresses as well as all IPv6 addresses.
            set(descriptor, SOL_IPV6, IPV6_V6ONLY)
            status = bind(descriptor, info.ai_addr, info.ai_addrlen)
        }
        do throws(Failure) {
            guard status == 0 else { throw failure("cannot listen on \(address.text)") }
            let listener = try MPDListener(descriptor, reach(of: descriptor), address.text, place)
            if let fault = settings.fault(for: listener) { throw Failure(message: fault) }
            return listener
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32) {
        var on: Int32 = 1
        setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func reach(of descriptor: Int32) -> Reach {
        switch oncue_sockets_reach(descriptor) {
        case 0: .user
        case 1: .machine
        default: .network
        }
    }

    // MARK: Passed

    /// Returns the sockets that the service manager passed to this process.
    package static func passed(_ settings: MPDSettings) throws(Failure) -> [MPDListener] {
        guard let process = ProcessEnvironment.variable("LISTEN_PID"), Int32(process) == getpid(),
            let count = ProcessEnvironment.variable("LISTEN_FDS").flatMap({ Int32($0) }), count > 0
        else { return [] }
        var listeners: [MPDListener] = []
        for descriptor in 3..<(3 + min(count, 64)) {
            let reach = reach(of: descriptor)
            let listener = try MPDListener(
                descriptor, reach, reach == .user ? "the socket" : "the socket that was passed")
            if let fault = settings.fault(for: listener) { throw Failure(message: fault) }
            listeners.append(listener)
        }
        return listeners
    }
}

extension MPDSettings {
    /// Returns why these settings are not safe for a socket, or `nil` if they are.
    fileprivate func fault(for listener: MPDListener) -> String? {
        listener.reach == .network && !isGuarded ? Self.openFault(listener.text) : nil
    }
}
