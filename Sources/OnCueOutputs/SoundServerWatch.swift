// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime
internal import PulseAudio

/// The only connection to a PulseAudio server, or to PipeWire in its place, shared by all listeners.
///
/// It exists as long as there are listeners. A missing server is searched for with growing pauses, for more than three
/// minutes, and whenever its socket appears or on request; nothing wakes up otherwise.
@MediaActor
package final class SoundServerWatch {
    private enum Link {
        case off, connecting, connected, waiting
    }

    /// The first pause; each further one is twice as long.
    private static let firstPause: Duration = .milliseconds(100)
    private static let attemptLimit = 11
    /// A card that comes brings its sinks one after the other.
    private static let arrivalInterval: Duration = .milliseconds(10)

    private let server: String?
    private let queryInterval: Duration
    private let socket: ServerSocket
    private let log = Logger("outputs")
    private var client: PulseClient?
    private var link = Link.off
    private var state: PulseState?
    private var attempts = 0
    private var retry: Task<Void, Never>?
    private var query: Task<Void, Never>?
    private var rest: Task<Void, Never>?
    private var isStale = false
    /// Whether the unknown change is a new device.
    private var isUrgent = false
    private var asking: [CheckedContinuation<Void, Never>] = []
    private var listeners: [Int: @MediaActor (PulseState?) -> Void] = [:]
    private var lastListener = 0
    /// Whether it is known if there is a server, so that new listeners can be notified.
    private var isClear = false

    /// - Parameters:
    ///   - server: The address of the server; that of the environment if absent.
    ///   - queryInterval: The time for which changes are collected while there are many, as when the user drags a
    ///     mixer's slider. The first change is processed at once, and so is a new device.
    package init(server: String? = nil, queryInterval: Duration = .milliseconds(100)) {
        self.server = server
        self.queryInterval = queryInterval
        socket = ServerSocket(server: server)
    }

    /// Calls `listener` with the first state and every change, and with `nil` while there is no server.
    ///
    /// - Returns: The number for ``forget(listener:)``.
    func listen(_ listener: @escaping @MediaActor (PulseState?) -> Void) -> Int {
        lastListener += 1
        listeners[lastListener] = listener
        if isClear { listener(state) }
        start()
        return lastListener
    }

    func forget(listener number: Int) {
        listeners[number] = nil
        if listeners.isEmpty { stop() }
    }

    private func start() {
        guard link == .off else { return }
        client = PulseClient(name: "OnCue", server: server) { [weak self] event in
            Task { @MediaActor in self?.receive(event) }
        }
        socket.watch { [weak self] in self?.socketChanged() }
        connect()
    }

    private func stop() {
        link = .off
        retry?.cancel()
        query?.cancel()
        rest?.cancel()
        socket.forget()
        (client, query, state, isStale, isUrgent, isClear, attempts) = (nil, nil, nil, false, false, false, 0)
        answer()
    }

    /// Searches for the server now if there is none; returns when it is clear whether it answers, at the latest after a
    /// second.
    func refresh() async {
        guard link != .off, state == nil else { return }
        if link == .waiting { connect() }
        let limit = Task { @MediaActor [weak self] in
            if (try? await MediaActor.sleep(for: .seconds(1))) != nil { self?.answer() }
        }
        await withCheckedContinuation { asking.append($0) }
        limit.cancel()
    }

    /// Sends a stream to the sink of this name; without effect where either is gone.
    func move(stream: UInt32, to sink: String) {
        Task { [client] in await client?.move(stream: stream, to: sink) }
    }

    /// Loads a module; returns whether the server has done so.
    func load(module name: String, _ arguments: String) async -> Bool {
        await client?.load(module: name, arguments) != nil
    }

    /// Unloads a module; returns when that is done.
    func unload(module: UInt32) async { await client?.unload(module: module) }

    private func answer() {
        for continuation in asking { continuation.resume() }
        asking = []
    }
}

// MARK: The connection

extension SoundServerWatch {
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
        case .added: ask(isUrgent: true)
        case .sinkRemoved(let index): forget(index)
        case .disconnected: disconnected()
        }
    }

    private func disconnected() {
        if link == .connected { log.info("the connection to the sound server was lost") }
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

// MARK: State of the server

extension SoundServerWatch {
    /// Requests the whole state; changes in the meantime lead to one more request.
    private func ask(isUrgent: Bool = false) {
        guard query == nil else {
            isStale = true
            if isUrgent {
                self.isUrgent = true
                rest?.cancel()
            }
            return
        }
        query = Task { @MediaActor [weak self, client] in
            repeat {
                self?.isStale = false
                self?.isUrgent = false
                let state = await client?.state()
                guard !Task.isCancelled else { return }
                if let state { self?.take(state) }
                await self?.gather()
                guard !Task.isCancelled else { return }
            } while self?.isStale == true
            self?.query = nil
        }
    }

    /// Waits until it is time to look again, if there is something to look at by then.
    private func gather() async {
        guard (try? await MediaActor.sleep(for: Self.arrivalInterval)) != nil, !isUrgent else { return }
        let rest = Task { @MediaActor [queryInterval] in
            _ = try? await MediaActor.sleep(for: queryInterval - Self.arrivalInterval)
        }
        self.rest = rest
        await rest.value
    }

    private func take(_ state: PulseState) {
        guard link == .connected else { return }
        self.state = state
        publish()
        answer()
    }

    /// Removes a sink without waiting for an answer, since its sound must not be heard elsewhere.
    private func forget(_ index: UInt32) {
        guard let place = state?.sinks.firstIndex(where: { $0.index == index }) else { return }
        state?.sinks.remove(at: place)
        publish()
    }

    private func publish() {
        isClear = true
        for number in listeners.keys.sorted() { listeners[number]?(state) }
    }
}
