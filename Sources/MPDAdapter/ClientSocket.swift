// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import MPDProtocol
internal import OnCueRuntime

/// The connection to one client: lines come in, bytes go out, and neither is kept without bounds.
@MediaActor
final class ClientSocket {
    /// A client that sends nothing for so long is sent away, unless it waits for changes.
    static let patience: Duration = .seconds(60)
    /// One that has sent no password yet has less.
    static let strangerPatience: Duration = .seconds(20)
    /// One that does not read what it asked for is, too.
    static let readingPatience: Duration = .seconds(30)

    let number: UInt64
    private let descriptor: Int32
    private let readiness: SocketReadiness
    private let limits: WaitLimits
    private(set) var isClosed = false
    private var input: [UInt8] = []
    /// Where the next line begins.
    private var start = 0
    /// Up to where no line ends.
    private var searched = 0
    private var waiter: CheckedContinuation<Void, Never>?
    private var isWoken = false
    private var isLate = false

    /// - Parameter descriptor: Belongs to this from now on.
    init(_ descriptor: Int32, number: UInt64, _ readiness: SocketReadiness, _ limits: WaitLimits) {
        (self.descriptor, self.number, self.readiness, self.limits) = (descriptor, number, readiness, limits)
        readiness.add(descriptor, number)
    }

    /// Ends a wait: the socket is ready, or there is something to tell.
    func wake() {
        if let waiter {
            self.waiter = nil
            waiter.resume()
        } else {
            isWoken = true
        }
    }

    /// Whether the client has left. One that has only said that it will send nothing more waits for answers still.
    var isGone: Bool {
        guard !isClosed else { return true }
        var poller = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&poller, 1, 0) > 0 && poller.revents & Int16(POLLHUP | POLLERR) != 0
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        Glibc.close(descriptor)
        wake()
    }

    // MARK: Lines

    enum Input {
        case line(ArraySlice<UInt8>)
        /// None is there yet.
        case none
        /// It is longer than a line may be, or begins as none does: with a greeting of TLS, say, which has no end.
        case foreign
    }

    /// The next line, without its end.
    func nextLine() -> Input {
        if start < input.count, Self.isForeign(input[start]) { return .foreign }
        if let end = input[searched...].firstIndex(of: 0x0A) {
            let line = input[start..<end]
            (start, searched) = (end + 1, end + 1)
            return line.count > RequestLine.longest ? .foreign : .line(line)
        }
        if start > 0 {
            input.removeFirst(start)
            start = 0
        }
        searched = input.count
        return input.count > RequestLine.longest ? .foreign : .none
    }

    private static func isForeign(_ first: UInt8) -> Bool { first < 0x20 && ![0x09, 0x0A, 0x0D].contains(first) }

    /// Waits until there is more to read, or until it is woken.
    ///
    /// - Parameter limit: How long; without end if absent.
    /// - Returns: `false` when the client has gone, or took too long.
    func fill(within limit: Duration?) async -> Bool {
        guard !isClosed else { return false }
        if readNow() { return !isClosed }
        guard !isClosed else { return false }
        readiness.wait(descriptor, number)
        let isInTime = await wait(within: limit)
        guard !isClosed, isInTime else { return false }
        _ = readNow()
        return !isClosed
    }

    /// Reads what is there.
    ///
    /// - Returns: Whether anything was.
    private func readNow() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 {
            input += buffer[..<count]
            return true
        }
        if count < 0, errno == EAGAIN || errno == EINTR { return false }
        close()
        return false
    }

    // MARK: Replies

    /// Sends bytes, and waits for a client that reads slowly.
    func send(_ bytes: [UInt8]) async {
        var sent = 0
        while sent < bytes.count, !isClosed {
            let count = bytes.withUnsafeBytes { raw in
                Glibc.send(
                    descriptor, raw.baseAddress.map { $0 + sent }, raw.count - sent,
                    Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            if count > 0 {
                sent += count
            } else if count < 0, errno == EINTR {
                continue
            } else if count < 0, errno == EAGAIN {
                await waitForRoom()
            } else {
                close()
            }
        }
    }

    private func waitForRoom() async {
        let deadline = ContinuousClock.now + Self.readingPatience
        while !isClosed {
            readiness.wait(descriptor, number, writing: true)
            guard await wait(within: deadline - .now) else { return close() }
            var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            // It may have been woken by something else.
            if poll(&poller, 1, 0) > 0 { return }
        }
    }

    /// - Returns: `false` when the time is over.
    private func wait(within limit: Duration?) async -> Bool {
        if isWoken {
            isWoken = false
            return true
        }
        isLate = false
        if let limit { limits.begin(self, within: limit) }
        await withCheckedContinuation { waiter = $0 }
        if limit != nil { limits.end(self) }
        return !isLate
    }

    /// The wait has taken too long.
    func giveUp() {
        guard waiter != nil else { return }
        isLate = true
        wake()
    }
}
