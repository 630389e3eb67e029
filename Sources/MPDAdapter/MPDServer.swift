// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueSocketShims
internal import Glibc
package import MPDProtocol
package import OnCueClient
package import OnCueRuntime

/// Accepts clients and serves each until it leaves, as long as the process lives.
@MediaActor
package final class MPDServer {
    /// The maximum number of clients at a time; more wait until one leaves. The last places are reserved for the user's
    /// own clients.
    private static let mostClients = 512
    private static let mostDistantClients = 384
    /// The maximum number of clients that have sent no password; beyond it, the one that has waited longest is
    /// disconnected.
    private static let mostStrangers = 64
    /// The time without a client after which the server forgets the state of the service, and after which a server that
    /// is started on demand ends.
    private static let rest: Duration = .seconds(300)

    private let mirror: ServiceMirror
    private let hub: SessionHub
    private let settings: MPDSettings
    private let readiness = SocketReadiness()
    private let limits = WaitLimits()
    private var listeners: [UInt64: MPDListener] = [:]
    private var lastNumber: UInt64 = 0
    private var resting: Task<Void, Never>?
    /// Called when there has been no client for that time; `nil` for a server that stays.
    private let onRest: (@MediaActor () -> Void)?

    /// - Parameters:
    ///   - onRest: Ends a server that is started again when a client connects.
    package init(_ service: OnCueConnection, _ settings: MPDSettings, onRest: (@MediaActor () -> Void)? = nil) {
        (self.settings, self.onRest) = (settings, onRest)
        mirror = ServiceMirror(service)
        hub = SessionHub(settings)
        mirror.onChange = { [hub] changed in hub.note(changed) }
        readiness.start { [unowned self] in ready($0) }
    }

    /// Accepts clients from a socket from now on.
    package func listen(_ listener: MPDListener) {
        lastNumber += 1
        listeners[lastNumber] = listener
        readiness.add(listener.descriptor, lastNumber)
        readiness.wait(listener.descriptor, lastNumber)
        guard hub.sessions.isEmpty else { return }
        prepare()
        beginRest()
    }

    /// Stops accepting clients from a socket; those already connected through it stay.
    package func stopListening(on listener: MPDListener) {
        guard let number = listeners.first(where: { $0.value.descriptor == listener.descriptor })?.key else { return }
        listeners[number] = nil
        Glibc.close(listener.descriptor)
    }

    /// Loads the songs before a client connects: nearly every client needs some, at least the one that is playing.
    private func prepare() {
        mirror.start()
        DaemonStart.$isAllowed.withValue(false) { Task { _ = try? await mirror.songs() } }
    }

    /// Handles sockets that have become ready.
    private func ready(_ numbers: [UInt64]) {
        for number in numbers {
            if let listener = listeners[number] {
                accept(from: listener, number)
            } else {
                hub.sessions[number]?.socket.wake()
            }
        }
    }

    private static let acceptedAtOnce = 16

    private func accept(from listener: MPDListener, _ number: UInt64) {
        // The number is limited because clients that connect and leave at once would otherwise take up every turn.
        for _ in 0..<Self.acceptedAtOnce where hasRoom(for: listener) {
            let descriptor = Glibc.accept(listener.descriptor, nil, nil)
            guard descriptor >= 0 else {
                // Without free descriptors, the same client would be reported again at once.
                if errno == EMFILE || errno == ENFILE || errno == ENOMEM { return acceptLater(from: listener, number) }
                break
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            // Clients that wait for changes may be silent for ever, and phones disappear without closing the
            // connection.
            oncue_sockets_watch_peer(descriptor)
            begin(descriptor, from: listener)
        }
        guard hasRoom(for: listener) else { return acceptLater(from: listener, number) }
        readiness.wait(listener.descriptor, number)
    }

    private func hasRoom(for listener: MPDListener) -> Bool {
        guard hub.sessions.count < Self.mostClients else { return false }
        return listener.reach == .user || hub.distantCount < Self.mostDistantClients
    }

    private func acceptLater(from listener: MPDListener, _ number: UInt64) {
        Task {
            guard (try? await MediaActor.sleep(for: .seconds(1))) != nil, listeners[number] != nil else { return }
            accept(from: listener, number)
        }
    }

    private func begin(_ descriptor: Int32, from listener: MPDListener) {
        let isLocal = listener.reach == .user
        // This applies whatever the permissions of the socket file are.
        guard !isLocal || oncue_sockets_is_users(descriptor) != 0 else {
            close(descriptor)
            return
        }
        resting?.cancel()
        lastNumber += 1
        let socket = ClientSocket(descriptor, number: lastNumber, readiness, limits)
        let session = Session(
            socket, mirror, hub, isLocal: isLocal, isLocal ? .all : settings.permissions)
        if session.isStranger { hub.makeRoomForStranger(of: Self.mostStrangers) }
        hub.add(session)
        session.begin { [unowned self, unowned session] in
            hub.remove(session)
            if hub.sessions.isEmpty { beginRest() }
        }
        if session.isStranger { mirror.start() } else { prepare() }
    }

    private func beginRest() {
        resting?.cancel()
        resting = Task {
            guard (try? await MediaActor.sleep(for: Self.rest)) != nil, hub.sessions.isEmpty else { return }
            mirror.stop()
            onRest?()
        }
    }
}
