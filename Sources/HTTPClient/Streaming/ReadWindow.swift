// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import Synchronization

/// The end of a read of a remote file.
package enum RemoteRead: Sendable, Equatable {
    /// The number of bytes that were copied, at least one.
    case bytes(Int)
    /// There are no bytes at the offset, and none will arrive.
    case end
    case interrupted
    case failed(HTTPError)
}

/// The bytes of a remote file that are in memory, between the connections that bring them and the thread that reads.
///
/// Safe from any thread; one thread reads at a time.
final class ReadWindow: Sendable {
    private struct State {
        var bytes = ByteCache()
        /// The offset that the reader needs next.
        var wanted = 0
        var isWaiting = false
        var isInterrupted = false
        var isClosed = false
        var size: Int?
        /// The offset after the last byte, if the body has ended and its size was not known before.
        var end: Int?
        var failure: HTTPError?
        /// The offsets of the running connections.
        var running: [Int] = []
        /// Connections wait until the reader has taken more.
        var isFull = false
        var titles: [(offset: Int, title: String)] = []
        var isShort = false
        var received = 0
        /// The target of the reader's last jump.
        var jumped = 0
        /// The time without a byte after which connections are notified that the reader still waits.
        var patience: DispatchTimeInterval = .seconds(3)

        /// The number of bytes to load ahead: as many as were read in one go.
        var ahead: Int {
            min(max(wanted - jumped, ReadWindow.firstAhead), ReadWindow.aheadLimit)
        }

        var last: Int? { size ?? end }

        func isComing(_ offset: Int) -> Bool {
            running.contains { $0 <= offset && offset - $0 <= ReadWindow.skipLimit }
        }
    }

    /// The number of bytes that are read and thrown away rather than asking for a later place.
    static let skipLimit = 128 << 10
    /// The largest number of bytes read ahead.
    private static let aheadLimit = 4 << 20
    /// The number of bytes read ahead at the beginning and after a jump, which another jump may follow.
    private static let firstAhead = 256 << 10

    private let state = Mutex(State())
    private let arrival = DispatchSemaphore(value: 0)
    /// Called on the reader's thread when a connection has something to do.
    private let onDemand = Mutex<(@Sendable (_ isStanding: Bool) -> Void)?>(nil)
    private let onTitle = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// - Parameter handler: Gets true if the reader has waited in vain.
    func setDemandHandler(_ handler: (@Sendable (_ isStanding: Bool) -> Void)?) { onDemand.withLock { $0 = handler } }

    /// - Parameter patience: The time without a byte after which the connections are notified that the reader still
    ///   waits.
    func set(patience: Duration, mayGoBack: Bool) {
        state.withLock { state in
            state.patience = .seconds(Int(patience.components.seconds))
            state.bytes.mayGoBack = mayGoBack
        }
    }

    func setTitleHandler(_ handler: (@Sendable (String) -> Void)?) { onTitle.withLock { $0 = handler } }

    // MARK: Reader

    /// Copies bytes that begin at `offset`; see `RemoteFile.read`.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer, whole: Bool) -> RemoteRead {
        var done = 0
        while true {
            var step = unsafe next(offset, buffer, &done, whole)
            for title in step.titles { onTitle.withLock { $0 }?(title) }
            step.titles = []
            if step.needsConnection { onDemand.withLock { $0 }?(false) }
            if let outcome = step.outcome { return outcome }
            let limit = state.withLock { $0.patience }
            if arrival.wait(timeout: .now() + limit) == .timedOut { onDemand.withLock { $0 }?(true) }
        }
    }

    private struct Step {
        var outcome: RemoteRead?
        var needsConnection = false
        var titles: [String] = []
    }

    @unsafe
    private func next(
        _ offset: Int, _ buffer: UnsafeMutableRawBufferPointer, _ done: inout Int, _ whole: Bool
    ) -> Step {
        var taken = done
        defer { done = taken }
        let target = unsafe buffer
        return state.withLock { state in
            guard !state.isInterrupted, !state.isClosed else { return Step(outcome: .interrupted) }
            unsafe taken += state.bytes.copy(
                from: offset + taken, into: UnsafeMutableRawBufferPointer(rebasing: target[taken...]))
            let place = offset + taken
            if done == 0, offset != state.wanted { state.jumped = offset }
            state.wanted = place
            var step = Step()
            while let first = state.titles.first, first.offset <= place {
                step.titles.append(first.title)
                state.titles.removeFirst()
            }
            if taken == target.count || taken > 0 && !whole {
                step.outcome = .bytes(taken)
                step.needsConnection = state.isFull && state.bytes.lead(from: place) < state.ahead / 2
                if step.needsConnection { state.isFull = false }
            } else if let last = state.last, place >= last {
                step.outcome = taken > 0 ? .bytes(taken) : .end
            } else if let failure = state.failure {
                step.outcome = taken > 0 ? .bytes(taken) : .failed(failure)
            } else {
                state.isWaiting = true
                step.needsConnection = !state.isComing(place) || state.isFull
                state.isFull = false
            }
            return step
        }
    }

    func interrupt(_ isInterrupted: Bool) {
        change { state in
            state.isInterrupted = isInterrupted
            if !isInterrupted { state.failure = nil }
        }
    }

    // MARK: Connections

    /// The offset that the reader waits for; `nil` if it does not wait.
    var unmet: Int? { state.withLock { $0.isWaiting && $0.failure == nil ? $0.wanted : nil } }

    func has(_ offset: Int) -> Bool { state.withLock { $0.bytes.lead(from: offset) > 0 } }

    var wanted: Int { state.withLock { $0.wanted } }

    var size: Int? { state.withLock { $0.size } }

    var failure: HTTPError? { state.withLock { $0.failure } }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// The number of bytes after the reader's position that are in memory.
    var lead: Int { state.withLock { $0.bytes.lead(from: $0.wanted) } }

    var received: Int { state.withLock { $0.received } }

    var hasRest: Bool {
        state.withLock { state in
            guard state.failure == nil else { return true }
            return state.last.map { state.wanted + state.bytes.lead(from: state.wanted) >= $0 } ?? false
        }
    }

    /// Returns whether a connection at this offset should continue: it brings the next bytes to read, or will before
    /// too long.
    func wants(_ offset: Int) -> Bool {
        state.withLock { state in
            let isWanted =
                offset >= state.wanted - Self.skipLimit
                && offset - state.wanted < state.ahead && !state.isClosed
            if !isWanted { state.isFull = true }
            return isWanted
        }
    }

    /// Whether a connection brings bytes, as opposed to one that waits for room, or none.
    var isRunning: Bool { state.withLock { !$0.running.isEmpty } }

    func setRunning(_ offsets: [Int]) { state.withLock { $0.running = offsets } }

    func setSize(_ size: Int?) { change { $0.size = size } }

    func add(_ bytes: [UInt8], at offset: Int) {
        change { state in
            state.bytes.add(bytes, at: offset, near: state.wanted)
            state.received += bytes.count
        }
    }

    func add(title: String, at offset: Int) { state.withLock { $0.titles.append((offset, title)) } }

    func end(at offset: Int) { change { $0.end = offset } }

    /// Notes that the server has fewer bytes than it announced.
    func shorten(to size: Int) {
        change { state in
            state.size = min(size, state.size ?? size)
            state.isShort = true
        }
    }

    var isShort: Bool { state.withLock { $0.isShort } }

    func fail(_ error: HTTPError) { change { $0.failure = error } }

    func close() {
        change { state in
            state.isClosed = true
            state.bytes = ByteCache()
        }
        setDemandHandler(nil)
        setTitleHandler(nil)
    }

    private func change(_ body: (inout State) -> Void) {
        let wakes = state.withLock { state in
            body(&state)
            defer { state.isWaiting = false }
            return state.isWaiting
        }
        if wakes { arrival.signal() }
    }
}
