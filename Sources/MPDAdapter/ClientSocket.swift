// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueSocketShims
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
    /// All that there was has been read, so nothing is looked for before the socket says so.
    private var isDrained = false
    /// The bytes that were read last, of whatever client.
    private static var room = [UInt8](repeating: 0, count: roomSize)
    private static let roomSize = 16 << 10
    /// Waits until more can be sent.
    private var waiter: CheckedContinuation<Void, Never>?
    /// The client has taken too long.
    private(set) var isLate = false
    /// Is called when there is something to read, or it has been closed, unless something is being sent.
    var onReady: @MediaActor () -> Void = {}

    /// - Parameter descriptor: Belongs to this from now on.
    init(_ descriptor: Int32, number: UInt64, _ readiness: SocketReadiness, _ limits: WaitLimits) {
        (self.descriptor, self.number, self.readiness, self.limits) = (descriptor, number, readiness, limits)
        readiness.add(descriptor, number)
    }

    /// Where a client of the network comes from, for ``GuessLimit``.
    lazy var origin: [UInt8] = {
        var address = [UInt8](repeating: 0, count: 16)
        let count = oncue_sockets_peer(descriptor, &address)
        return GuessLimit.origin(Array(address.prefix(Int(count))))
    }()

    /// Ends a wait: the socket is ready, or has been closed.
    func wake() {
        guard let waiter else { return onReady() }
        self.waiter = nil
        waiter.resume()
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

    /// Has ``onReady`` called when there is more to read.
    ///
    /// - Parameter limit: How long that may take; without end if absent.
    func waitForInput(within limit: Duration?) {
        readiness.wait(descriptor, number)
        if let limit { limits.begin(self, within: limit) }
    }

    /// The wait is over.
    func endWait() { limits.end(self) }

    /// Reads what is there.
    ///
    /// - Returns: Whether anything was.
    func read() -> Bool {
        guard !isDrained else {
            isDrained = false
            return false
        }
        let count = recv(descriptor, &Self.room, Self.roomSize, Int32(MSG_DONTWAIT))
        if count > 0 {
            input += Self.room[..<count]
            isDrained = count < Self.roomSize
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
        limits.begin(self, within: Self.readingPatience)
        defer { limits.end(self) }
        while !isClosed {
            readiness.wait(descriptor, number, writing: true)
            await withCheckedContinuation { waiter = $0 }
            if isLate { return close() }
            var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            // It may have been woken by something else.
            if !isClosed, poll(&poller, 1, 0) > 0 { return }
        }
    }

    /// The wait has taken too long.
    func giveUp() {
        isLate = true
        wake()
    }
}
