// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueSocketShims
internal import Glibc
package import MPDProtocol
package import OnCueClient
package import OnCueRuntime

/// Accepts clients, and serves each until it leaves, as long as the process lives.
@MediaActor
package final class MPDServer {
    /// The most clients at a time; more wait until one leaves. The last places are for the user's own.
    private static let mostClients = 512
    private static let mostDistantClients = 384
    /// The most that have sent no password; the one that has waited longest leaves for the next.
    private static let mostStrangers = 64
    /// Without a client for so long, the server forgets what it knows of the service, and one that is started when a
    /// client comes ends.
    private static let rest: Duration = .seconds(300)

    private let mirror: ServiceMirror
    private let hub: SessionHub
    private let settings: MPDSettings
    private let readiness = SocketReadiness()
    private let limits = WaitLimits()
    private var listeners: [UInt64: MPDListener] = [:]
    private var lastNumber: UInt64 = 0
    private var resting: Task<Void, Never>?
    /// Is called when there was no client for long; `nil` for a server that stays.
    private let onRest: (@MediaActor () -> Void)?

    /// - Parameters:
    ///   - onRest: Ends a server that is started again when a client comes.
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

    /// Accepts clients from a socket no longer; those that came by it stay.
    package func stopListening(on listener: MPDListener) {
        guard let number = listeners.first(where: { $0.value.descriptor == listener.descriptor })?.key else { return }
        listeners[number] = nil
        Glibc.close(listener.descriptor)
    }

    /// Gets to know before a client comes what nearly every one wants: songs, if only that which plays.
    private func prepare() {
        mirror.start()
        DaemonStart.$isAllowed.withValue(false) { Task { _ = try? await mirror.songs() } }
    }

    /// Sockets have become ready.
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
        // Some at a time: those that come and go at once would let nobody else have a turn.
        for _ in 0..<Self.acceptedAtOnce where hasRoom(for: listener) {
            let descriptor = Glibc.accept(listener.descriptor, nil, nil)
            guard descriptor >= 0 else {
                // Without descriptors the same client would come back at once.
                if errno == EMFILE || errno == ENFILE || errno == ENOMEM { return acceptLater(from: listener, number) }
                break
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            // Clients that wait for changes may be silent for ever, and phones leave without a word.
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
        // Whatever the rights of its file are.
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
