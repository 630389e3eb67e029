// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import OnCueCore
package import OnCueRuntime
internal import OnCueSession
internal import PulseAudio

/// Watches the outputs of a PulseAudio server, or of PipeWire in its place.
///
/// A server that is away is looked for with growing pauses, for more than three minutes, and whenever its socket appears or
/// somebody asks; nothing wakes up otherwise.
@MediaActor
package final class PulseOutputWatch: OutputWatching {
    private enum Link {
        case off, connecting, connected, waiting
    }

    /// The first pause; each is twice as long as the one before.
    private static let firstPause: Duration = .milliseconds(100)
    private static let attemptLimit = 11
    /// A mixer that is dragged makes many changes; the first of them is looked at at once.
    private static let queryInterval: Duration = .milliseconds(100)

    package var onChange: (@MediaActor (AudioOutputs) -> Void)?

    private let server: String?
    private let socket: ServerSocket
    private let log = Logger("outputs")
    private var client: PulseClient?
    private var link = Link.off
    private var state: PulseState?
    private var attempts = 0
    private var retry: Task<Void, Never>?
    private var query: Task<Void, Never>?
    private var isStale = false
    private var asking: [CheckedContinuation<Void, Never>] = []

    /// - Parameter server: The address of the server; that of the environment if absent.
    package init(server: String? = nil) {
        self.server = server
        socket = ServerSocket(server: server)
    }

    package func start() {
        guard link == .off else { return }
        client = PulseClient(name: "OnCue", server: server) { [weak self] event in
            Task { @MediaActor in self?.receive(event) }
        }
        socket.watch { [weak self] in self?.socketChanged() }
        connect()
    }

    package func stop() {
        link = .off
        retry?.cancel()
        query?.cancel()
        socket.forget()
        client = nil
        answer()
    }

    package func refresh() async {
        guard link != .off, state == nil else { return }
        if link == .waiting { connect() }
        let limit = Task { @MediaActor [weak self] in
            if (try? await MediaActor.sleep(for: .seconds(1))) != nil { self?.answer() }
        }
        await withCheckedContinuation { asking.append($0) }
        limit.cancel()
    }

    private func answer() {
        for continuation in asking { continuation.resume() }
        asking = []
    }
}

// MARK: The connection

extension PulseOutputWatch {
    private func connect() {
        retry?.cancel()
        link = .connecting
        Task { [client] in await client?.connect() }
    }

    private func socketChanged() {
        attempts = 0
        if link == .waiting { connect() }
    }

    private func receive(_ event: PulseEvent) {
        guard link != .off else { return }
        switch event {
        case .connected:
            link = .connected
            attempts = 0
            ask()
        case .changed: ask()
        case .sinkRemoved(let index): forget(index)
        case .disconnected: disconnected()
        }
    }

    private func disconnected() {
        if link == .connected { log.info("the sound server went away") }
        link = .waiting
        state = nil
        publish()
        answer()
        guard attempts < Self.attemptLimit else { return }
        let pause = Self.firstPause * (1 << attempts)
        attempts += 1
        retry = Task { @MediaActor [weak self] in
            if (try? await MediaActor.sleep(for: pause)) != nil { self?.connect() }
        }
    }
}

// MARK: What the server has

extension PulseOutputWatch {
    /// Asks for everything; changes in the meantime lead to one more question.
    private func ask() {
        guard query == nil else {
            isStale = true
            return
        }
        query = Task { @MediaActor [weak self, client] in
            repeat {
                self?.isStale = false
                let state = await client?.state()
                guard !Task.isCancelled else { return }
                if let state { self?.take(state) }
                guard (try? await MediaActor.sleep(for: Self.queryInterval)) != nil else { return }
            } while self?.isStale == true
            self?.query = nil
        }
    }

    private func take(_ state: PulseState) {
        guard link == .connected else { return }
        self.state = state
        publish()
        answer()
    }

    /// What plays there must not be heard elsewhere, so this does not wait for an answer.
    private func forget(_ index: UInt32) {
        guard let place = state?.sinks.firstIndex(where: { $0.index == index }) else { return }
        state?.sinks.remove(at: place)
        publish()
    }

    private func publish() {
        onChange?(state.map { AudioOutputs($0, process: getpid()) } ?? AudioOutputs())
    }
}
