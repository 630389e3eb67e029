// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueSocketShims
internal import Glibc
internal import MPDProtocol
internal import OnCueRuntime

/// The connection to one client: receives lines and sends bytes, and buffers only a bounded amount of either.
@MediaActor
final class ClientSocket {
    /// The time without input after which a client is disconnected, unless it waits for changes.
    static let patience: Duration = .seconds(60)
    /// The same for a client that has not yet sent a password.
    static let strangerPatience: Duration = .seconds(20)
    /// The time within which a client must read from a reply that it asked for.
    static let readingPatience: Duration = .seconds(30)

    /// The longest pause between a reply and the next request of a client that is quick.
    private static let quickPause: Duration = .microseconds(200)
    /// The time for which the next request of a quick client is waited for, in nanoseconds.
    private static let lingering = 50_000

    let number: UInt64
    private let descriptor: Int32
    private let readiness: SocketReadiness
    private let limits: WaitLimits
    private(set) var isClosed = false
    private var input: [UInt8] = []
    /// The start of the next line in `input`.
    private var start = 0
    /// The end of the part of `input` that contains no end of a line.
    private var searched = 0
    /// Whether all available input has been read, so that nothing is read before the socket is ready again.
    private var isDrained = false
    /// The buffer for reading, shared by all clients.
    private static var room = [UInt8](repeating: 0, count: roomSize)
    private static let roomSize = 16 << 10
    /// The time when the last reply was sent.
    private var lastReply = ContinuousClock.now
    /// Whether the client sends its next request as soon as it has a reply, as one that draws a screen does.
    private var isQuick = false
    /// Waits until more can be sent.
    private var waiter: CheckedContinuation<Void, Never>?
    /// Whether the client has taken too long.
    private(set) var isLate = false
    /// Called when there is something to read or the socket has been closed, except while something is being sent.
    var onReady: @MediaActor () -> Void = {}

    /// - Parameter descriptor: The socket, which this object owns from now on.
    init(_ descriptor: Int32, number: UInt64, _ readiness: SocketReadiness, _ limits: WaitLimits) {
        (self.descriptor, self.number, self.readiness, self.limits) = (descriptor, number, readiness, limits)
        readiness.add(descriptor, number)
    }

    /// The address of a client on the network, for ``GuessLimit``.
    lazy var origin: [UInt8] = {
        var address = [UInt8](repeating: 0, count: 16)
        let count = oncue_sockets_peer(descriptor, &address)
        return GuessLimit.origin(Array(address.prefix(Int(count))))
    }()

    /// Ends a wait because the socket is ready or has been closed.
    func wake() {
        guard let waiter else {
            isQuick = ContinuousClock.now - lastReply < Self.quickPause
            return onReady()
        }
        self.waiter = nil
        waiter.resume()
    }

    /// Whether the client has left. A client that has only closed its sending side still waits for answers.
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
        /// No complete line has arrived yet.
        case none
        /// The line is longer than allowed, or begins as no command does, such as a TLS greeting, which never ends.
        case foreign
    }

    /// Returns the next line, without its line break.
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

    /// Arranges for ``onReady`` to be called when there is more to read.
    ///
    /// - Parameter limit: The longest wait; unlimited if `nil`.
    func waitForInput(within limit: Duration?) {
        readiness.wait(descriptor, number)
        if let limit { limits.begin(self, within: limit) }
    }

    /// Ends the time limit of a wait.
    func endWait() { limits.end(self) }

    /// Reads the available input.
    ///
    /// - Returns: Whether there was any.
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

    /// Waits a moment for the next request of a client that is quick, which takes less time than to be told of it.
    ///
    /// - Returns: Whether there is something to read.
    func linger() -> Bool {
        // Not for the rest of a line, which could come byte by byte.
        guard isQuick, input.isEmpty else { return false }
        isQuick = oncue_sockets_linger(descriptor, Self.lingering) != 0
        return isQuick
    }

    // MARK: Replies

    /// Sends bytes, and waits while the client reads slowly.
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
                lastReply = .now
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

    /// Ends a wait that has taken too long.
    func giveUp() {
        isLate = true
        wake()
    }
}
