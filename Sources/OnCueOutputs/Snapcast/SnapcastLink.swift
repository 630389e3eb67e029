// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import JSON
internal import OnCueCore
internal import OnCueRuntime
internal import SnapcastControl

/// The connection to the control port of one Snapcast server.
///
/// A server is contacted on request, and searched for with growing pauses only while it is wanted; otherwise nothing
/// connects and nothing wakes up. While it is connected, only its messages cause work.
@MediaActor
final class SnapcastLink {
    /// The reason why a server did not carry out a call.
    struct Refusal: Error {
        /// In the words of the server, if it gave a reason.
        var reason: String
    }

    private enum State {
        case off, connecting, waiting
        case connected(ControlSocket)
    }

    private nonisolated static let connectLimit: Duration = .seconds(2)
    private static let answerLimit: Duration = .seconds(3)
    private static let firstPause: Duration = .milliseconds(250)
    private static let longestPause: Duration = .seconds(60)
    /// The most calls that wait for answers.
    private static let mostCalls = 64

    let address: ServiceAddress
    /// Called when the status has changed; the status is `nil` while there is no server.
    var onChange: (@MediaActor () -> Void)?
    private(set) var status: SnapcastStatus?

    private let log = Logger("snapcast")
    private let writer = BlockingExecutor(label: "oncue.snapcast")
    private var state = State.off
    private var isWanted = false
    private var pause = SnapcastLink.firstPause
    private var retry: Task<Void, Never>?
    private var lastNumber = 0
    private var calls: [Int: CheckedContinuation<Result<JSONValue, Refusal>, Never>] = [:]
    private var asking: [CheckedContinuation<Void, Never>] = []
    private var isAsking = false
    private var isStale = false

    init(_ address: ServiceAddress) {
        self.address = address
    }

    /// Sets whether the server is searched for until it is found.
    func want(_ isWanted: Bool) {
        guard isWanted != self.isWanted else { return }
        self.isWanted = isWanted
        retry?.cancel()
        pause = Self.firstPause
        if isWanted {
            connect()
        } else if case .waiting = state {
            state = .off
        }
    }

    /// Contacts the server now, and returns when it is clear whether it answers, after some seconds at most.
    func refresh() async {
        guard status == nil else { return }
        connect()
        let limit = Task { @MediaActor [weak self] in
            if (try? await MediaActor.sleep(for: Self.connectLimit + .seconds(1))) != nil { self?.answer() }
        }
        await withCheckedContinuation { asking.append($0) }
        limit.cancel()
    }

    /// Ends the connection; calls that wait for answers get none.
    func close() {
        isWanted = false
        onChange = nil
        lose()
    }

    /// Performs a call on the server, and applies its effect to the status.
    func perform(_ call: SnapcastCall) async throws(Refusal) {
        let answer = try await ask(call)
        guard var status, status.take(call, answer) else { return askForStatus() }
        set(status)
    }
}

// MARK: The connection

extension SnapcastLink {
    private func connect() {
        switch state {
        case .connecting, .connected: return
        case .off, .waiting: break
        }
        retry?.cancel()
        state = .connecting
        let address = address
        // Not the queue that writes: this one reads as long as the connection lives.
        let reader = DispatchQueue(label: "oncue.snapcast-reader")
        reader.async { [weak self] in
            let socket = ControlSocket(address, within: Self.connectLimit)
            Task { @MediaActor in self?.connected(socket) }
            guard let socket else { return }
            socket.read { lines in
                // Parsed here, so that a server that floods does not delay the rest of the service.
                let messages = lines.flatMap(SnapcastMessage.messages)
                let turn = DispatchSemaphore(value: 0)
                Task { @MediaActor in
                    self?.receive(messages, from: socket)
                    turn.signal()
                }
                turn.wait()
            }
            Task { @MediaActor in self?.ended(socket) }
        }
    }

    private func connected(_ socket: ControlSocket?) {
        guard case .connecting = state else { return socket?.end() ?? () }
        guard let socket else { return lose() }
        state = .connected(socket)
        askForStatus()
    }

    private func ended(_ socket: ControlSocket) {
        guard isCurrent(socket) else { return }
        if status != nil { log.info("the connection to the Snapcast server was lost", ["server": address.description]) }
        lose()
    }

    private func isCurrent(_ socket: ControlSocket) -> Bool {
        if case .connected(let current) = state { current === socket } else { false }
    }

    private func lose() {
        if case .connected(let socket) = state { socket.end() }
        state = .off
        retry?.cancel()
        (isAsking, isStale) = (false, false)
        let waiting = calls
        calls = [:]
        for continuation in waiting.values {
            continuation.resume(returning: .failure(Refusal(reason: "the connection was lost")))
        }
        if status != nil {
            status = nil
            pause = Self.firstPause
            onChange?()
        }
        answer()
        guard isWanted else { return }
        state = .waiting
        let pause = pause
        self.pause = min(pause * 2, Self.longestPause)
        retry = Task { @MediaActor [weak self] in
            if (try? await MediaActor.sleep(for: pause)) != nil { self?.connect() }
        }
    }

    private func answer() {
        let waiting = asking
        asking = []
        for continuation in waiting { continuation.resume() }
    }
}

// MARK: Messages

extension SnapcastLink {
    private func receive(_ messages: [SnapcastMessage], from socket: ControlSocket) {
        guard isCurrent(socket) else { return }
        var changed = status
        for message in messages {
            switch message {
            case .answer(let number, let value): calls.removeValue(forKey: number)?.resume(returning: .success(value))
            case .refusal(let number, let reason):
                calls.removeValue(forKey: number)?.resume(returning: .failure(Refusal(reason: reason)))
            case .notification(let method, let value):
                if changed?.take(method, value) == false { askForStatus() }
            }
        }
        if let changed { set(changed) }
    }

    private func set(_ new: SnapcastStatus) {
        guard new != status else { return }
        status = new
        onChange?()
    }

    /// Requests the whole status; changes in the meantime that are not understood lead to another request.
    private func askForStatus() {
        guard !isAsking else {
            isStale = true
            return
        }
        isAsking = true
        Task { @MediaActor [weak self] in
            guard let self else { return }
            let found = try? await ask(.status)
            guard isAsking, case .connected = state else { return }
            isAsking = false
            guard let new = found.flatMap(SnapcastStatus.init) else {
                log.warning("what answers is not a Snapcast server", ["address": address.description])
                return lose()
            }
            if status == nil { log.info("Snapcast server found", ["server": address.description]) }
            pause = Self.firstPause
            set(new)
            answer()
            if isStale {
                isStale = false
                // Frequent changes are collected.
                guard (try? await MediaActor.sleep(for: .milliseconds(100))) != nil else { return }
                askForStatus()
            }
        }
    }

    private func ask(_ call: SnapcastCall) async throws(Refusal) -> JSONValue {
        guard case .connected(let socket) = state else { throw Refusal(reason: "there is no server") }
        guard calls.count < Self.mostCalls else { throw Refusal(reason: "it does not answer") }
        lastNumber += 1
        let number = lastNumber
        let limit = Task { @MediaActor [weak self] in
            guard (try? await MediaActor.sleep(for: Self.answerLimit)) != nil else { return }
            let late = Refusal(reason: "it did not answer within \(Self.answerLimit.components.seconds) s")
            self?.calls.removeValue(forKey: number)?.resume(returning: .failure(late))
        }
        let result = await withCheckedContinuation { continuation in
            calls[number] = continuation
            Task { [writer] in
                if await !writer.run({ socket.send(call.line(number: number)) }) { socket.end() }
            }
        }
        limit.cancel()
        return try result.get()
    }
}
