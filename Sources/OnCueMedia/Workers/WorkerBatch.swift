// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A batch of requests, sent to one worker after the other; requests are sent ahead, and replies arrive in the same
/// order.
///
/// Belongs to one thread, which it blocks. A request that crashes or blocks its worker, or makes it send invalid
/// replies, is identified by its number and fails; the other ones are sent to the next worker.
struct WorkerBatch {
    /// The reason why a request got no reply.
    enum Trouble: Equatable {
        /// The worker ended, by this signal if there was one.
        case crashed(signal: Int32?)
        /// It kept its worker busy.
        case tookTooLong
        /// The worker was blocked by the file, as on a disk or a network that does not respond.
        case didNotAnswer
        case answeredNonsense
        /// No worker can be started; this concerns every request.
        case noWorker(String)
    }

    private enum End {
        case done
        case cancelled
        case trouble(Trouble, hasEnded: Bool)
    }

    /// The interval at which the thread checks for cancellation.
    private static let turn = Duration.milliseconds(100)
    /// The maximum size of requests that are on their way, in bytes.
    private static let window = 32 << 10
    /// The number of workers that may end without having begun anything before the batch fails.
    private static let vainLimit = 3

    let workers: MediaWorkers
    let requests: [WorkerRequest]
    let isCancelled: () -> Bool
    let take: (Int, Result<WorkerReply, TroubleError>) -> Void

    struct TroubleError: Error {
        var trouble: Trouble
    }

    /// Numbers of requests without a reply, in their order.
    private var rest: ArraySlice<Int>

    init(
        _ workers: MediaWorkers, _ requests: [WorkerRequest], isCancelled: @escaping () -> Bool,
        take: @escaping (Int, Result<WorkerReply, TroubleError>) -> Void
    ) {
        self.workers = workers
        self.requests = requests
        self.isCancelled = isCancelled
        self.take = take
        rest = ArraySlice(requests.indices)
    }

    /// Carries out all requests, except those left when it is cancelled.
    mutating func run() {
        var vain = 0
        while !rest.isEmpty, !isCancelled() {
            do throws(WorkerFailure) {
                var worker = try workers.borrow()
                switch exchange(&worker) {
                case .done: return workers.giveBack(worker)
                case .cancelled:
                    worker.end()
                    return
                case .trouble(let trouble, let hasEnded):
                    vain = fail(trouble, worker, hasEnded: hasEnded) ? 0 : vain + 1
                    if vain == Self.vainLimit { failAll("tag readers keep crashing at start") }
                }
            } catch {
                failAll(error.reason)
            }
        }
    }

    private mutating func failAll(_ reason: String) {
        while let number = rest.popFirst() { take(number, .failure(TroubleError(trouble: .noWorker(reason)))) }
    }

    /// Ends a worker and fails the request that it had begun.
    ///
    /// - Returns: `false` if it had begun none, so that the failure is not the fault of a request.
    private mutating func fail(_ trouble: Trouble, _ worker: WorkerProcess, hasEnded: Bool) -> Bool {
        let culprit = Int(worker.begun) - 1
        let signal = worker.end(hasEnded: hasEnded)
        guard let place = rest.firstIndex(of: culprit) else { return false }
        rest.remove(at: place)
        var trouble = trouble
        if case .crashed = trouble { trouble = .crashed(signal: signal) }
        take(culprit, .failure(TroubleError(trouble: trouble)))
        return true
    }

    // MARK: One worker

    private mutating func exchange(_ worker: inout WorkerProcess) -> End {
        var outbox = WireWriter()
        var sent = 0
        var unsent = rest
        var inbox = WireInbox(limit: WorkerProtocol.replyLimit)
        let process = worker.process
        var patience = WorkerPatience(deadline: workers.deadline) { WorkerPatience.Look(at: process) }
        while !rest.isEmpty {
            if isCancelled() { return .cancelled }
            if sent == outbox.bytes.count { (outbox, sent) = (nextRequests(&unsent), 0) }
            var socket = pollfd(fd: worker.socket, events: Int16(POLLIN), revents: 0)
            if sent < outbox.bytes.count { socket.events |= Int16(POLLOUT) }
            let begin = SuspendingClock.now
            _ = poll(&socket, 1, Int32(Self.turn / .milliseconds(1)))
            // A suspended machine, or a stopped daemon, is not the fault of the file.
            patience.waited(min(begin.duration(to: .now), Self.turn * 2))
            if Int32(socket.revents) & (POLLIN | Int32(POLLHUP) | Int32(POLLERR)) != 0 {
                let before = rest.count
                if let end = receive(worker, &inbox) { return end }
                worker.served += before - rest.count
                if rest.count < before { patience.begin() }
            }
            if Int32(socket.revents) & POLLOUT != 0 { Self.send(worker, outbox, &sent) }
            if !rest.isEmpty, let trouble = patience.trouble { return .trouble(trouble, hasEnded: false) }
        }
        return .done
    }

    private func nextRequests(_ unsent: inout ArraySlice<Int>) -> WireWriter {
        var outbox = WireWriter()
        while outbox.bytes.count < Self.window, let number = unsent.popFirst() {
            requests[number].write(UInt32(number + 1), to: &outbox)
        }
        return outbox
    }

    private static func send(_ worker: WorkerProcess, _ outbox: WireWriter, _ sent: inout Int) {
        outbox.bytes.withUnsafeBytes { bytes in
            // Not write(2): a worker that is gone must not raise a signal in every program that embeds this.
            let start = bytes.baseAddress.map { $0 + sent }
            let count = Glibc.send(worker.socket, start, bytes.count - sent, Int32(MSG_NOSIGNAL))
            // Errors show when reading.
            sent += max(0, count)
        }
    }

    /// Reads the data that has arrived; returns an end if the worker is gone or sends invalid data.
    private mutating func receive(_ worker: WorkerProcess, _ inbox: inout WireInbox) -> End? {
        let hasMore = withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 1) { buffer in
            let count = read(worker.socket, buffer.baseAddress, buffer.count)
            if count > 0 { inbox.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
            return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))
        }
        while true {
            switch inbox.next() {
            case .incomplete: return hasMore ? nil : .trouble(.crashed(signal: nil), hasEnded: true)
            case .tooLarge: return .trouble(.answeredNonsense, hasEnded: false)
            case .message(var wire):
                guard let (serial, reply) = WorkerReply.read(&wire), Int(serial) - 1 == rest.first else {
                    return .trouble(.answeredNonsense, hasEnded: false)
                }
                take(rest.removeFirst(), .success(reply))
            }
        }
    }
}
