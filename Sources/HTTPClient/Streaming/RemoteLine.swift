// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime
internal import Synchronization

/// The connections for one remote file: at most two, one of which loads the next bytes to read.
@MediaActor
final class RemoteLine: Sendable {
    /// The time without a byte after which another connection is tried, if the server can continue at any offset.
    private static let stallLimit: Duration = .seconds(3)
    /// The time without a byte after which a file that can only be read in one piece is given up.
    private static let longStallLimit: Duration = .seconds(90)
    /// The time without a byte after which the player connects to a station again.
    private static let stationStallLimit: Duration = .seconds(10)
    /// The time without a byte after which reading has failed, despite all attempts.
    private static let patience: Duration = .seconds(120)
    private static let longestPause: Duration = .seconds(16)
    private static let connectionLimit = 2
    private static let lookBack = 16 << 10

    let address: String
    private let source: String?
    private let sparesThisMachine: Bool
    private let server: RemoteServer
    let window: ReadWindow
    /// The properties according to the server; for readers on other threads.
    private nonisolated let known = Mutex<RemoteFile.Facts?>(nil)
    /// The mark by which a change of the file is noticed.
    private(set) var mark: String?
    var onArrival: (@MediaActor () -> Void)?
    private var connections: [RemoteConnection] = []
    private var isClosed = false
    /// The time of the last byte, or of the first connection.
    private var lastArrival = ContinuousClock.now
    private var attempts = 0
    /// The error of the last connection.
    private var lastError: HTTPError?

    nonisolated init(
        _ window: ReadWindow, _ address: String, _ source: String?, _ sparesThisMachine: Bool, _ server: RemoteServer
    ) {
        (self.window, self.address, self.source, self.server) = (window, address, source, server)
        self.sparesThisMachine = sparesThisMachine
    }

    nonisolated var facts: RemoteFile.Facts? { known.withLock { $0 } }

    func open() async throws(HTTPError) -> RemoteFile.Facts {
        let first = RemoteConnection(self, at: 0, length: nil)
        connections = [first]
        let head = try await first.connect()
        first.run()
        return note(head, at: 0)
    }

    /// Asks for the bytes from an offset on.
    func answer(
        at offset: Int, length: Int?, _ end: ExchangeEnd
    ) async throws(HTTPError) -> (body: any RemoteBody, head: HTTPHead) {
        switch server {
        case .web(let client):
            let answer = try await client.answer(to: request(at: offset, length: length), end)
            return (answer.exchange, answer.head)
        case .other(let server):
            let file = try await server.read(address, from: offset, length: length)
            if let mark, file.version != mark {
                throw HTTPError(.changed, "\(address) was changed meanwhile; play it again")
            }
            guard offset < file.size else { return (ServedBody(file, end), HTTPHead(status: 416, address: address)) }
            let last = length.map { min(offset + $0, file.size) } ?? file.size
            let fields = ["content-range": "bytes \(offset)-\(last - 1)/\(file.size)", "etag": file.version]
            return (ServedBody(file, end), HTTPHead(status: 206, fields: fields, address: address))
        }
    }

    /// Returns the request from an offset on.
    private func request(at offset: Int, length: Int?) -> HTTPRequest {
        var fields = ["Accept-Encoding": "identity", "Icy-MetaData": "1"]
        if let length {
            fields["Range"] = "bytes=\(offset)-\(offset + length - 1)"
        } else if offset > 0 || facts == nil {
            fields["Range"] = "bytes=\(offset)-"
        }
        if offset > 0, let mark { fields["If-Range"] = mark }
        var request = HTTPRequest(address, from: source, fields: fields, limit: .max, deadline: nil)
        request.sparesThisMachine = sparesThisMachine
        return request
    }

    /// Stores the properties of the file from the first response.
    @discardableResult
    func note(_ head: HTTPHead, at offset: Int) -> RemoteFile.Facts {
        if let facts { return facts }
        var facts = RemoteFile.Facts(address: head.address)
        (facts.isFromHome, facts.isFromThisMachine) = (head.isFromHome, head.isFromThisMachine)
        facts.contentType = head.contentType
        let isEncoded = head.fields["content-encoding"].map { $0.lowercased() != "identity" } ?? false
        if !isEncoded { facts.size = head.range?.total ?? (head.status == 200 ? head.promisedBytes : nil) }
        facts.isStation = head.fields.keys.contains { $0.hasPrefix("icy-") || $0.hasPrefix("ice-") }
        facts.canJump =
            facts.size != nil && head.fields["icy-metaint"] == nil
            && (head.status == 206 || head.fields["accept-ranges"]?.lowercased() == "bytes")
        let tag = head.fields["etag"]
        mark = tag?.hasPrefix("W/") == true ? nil : tag ?? head.fields["last-modified"]
        known.withLock { $0 = facts }
        window.setSize(facts.size)
        window.set(patience: Self.stallLimit(facts), mayGoBack: facts.canJump)
        return facts
    }

    // MARK: Demand of the reader

    /// Opens or continues connections when the reader waits for bytes that none of them delivers, or has consumed so
    /// much that there is room again.
    func demand() {
        guard !isClosed else { return }
        connections.removeAll(where: \.isOver)
        for connection in connections where window.wants(connection.offset) { connection.goOn() }
        guard let wanted = window.unmet else { return }
        guard !connections.contains(where: { brings(wanted, $0) }) else { return }
        if wanted > 0, let facts, !facts.canJump {
            return giveUp(lastError ?? HTTPError(.cannotJump, "\(address) can only be read from its beginning"))
        }
        while connections.count >= Self.connectionLimit { connections.removeFirst().close() }
        let isJump = facts != nil && wanted > 0
        // Readers that search for a position go back a little once they have found it.
        let start = isJump && !window.has(wanted - 1) ? max(0, wanted - Self.lookBack) : wanted
        let connection = RemoteConnection(self, at: start, length: isJump ? RemoteConnection.firstLength : nil)
        connections.append(connection)
        connection.run()
        tellRunning()
    }

    private func brings(_ wanted: Int, _ connection: RemoteConnection) -> Bool {
        connection.offset <= wanted && wanted - connection.offset <= ReadWindow.skipLimit && !connection.isOver
    }

    func tellRunning() {
        window.setRunning(connections.filter { !$0.isOver && !$0.isPaused }.map(\.offset))
    }

    // MARK: Events of connections

    func arrived() {
        lastArrival = .now
        attempts = 0
        tellRunning()
        onArrival?()
    }

    /// Notes that a connection waits for room.
    func paused() {
        tellRunning()
        onArrival?()
    }

    /// Notes that a connection has failed, and tries another one if the reader waits.
    func failed(_ connection: RemoteConnection, _ error: HTTPError) {
        connections.removeAll { $0 === connection }
        tellRunning()
        lastError = error
        defer { onArrival?() }
        guard !isClosed else { return }
        // The window already knows where it ends.
        if error.status == 416, window.isShort { return }
        // Bytes are requested again only when the reader needs them.
        guard let wanted = window.unmet, !connections.contains(where: { brings(wanted, $0) }) else { return }
        guard let facts, facts.canJump, error.isPassing, ContinuousClock.now - lastArrival < Self.patience else {
            return giveUp(error)
        }
        let pause: Duration = attempts == 0 ? .zero : min(.seconds(1 << min(attempts - 1, 6)), Self.longestPause)
        attempts += 1
        Task { [weak self] in
            guard (try? await MediaActor.sleep(for: pause)) != nil else { return }
            self?.demand()
        }
    }

    /// Notes that a connection has delivered its whole part.
    func finished(_ connection: RemoteConnection, isWhole: Bool) {
        connections.removeAll { $0 === connection }
        if isWhole, facts?.size == nil { window.end(at: connection.offset) }
        tellRunning()
        if window.unmet != nil { demand() }
        onArrival?()
    }

    private func giveUp(_ error: HTTPError) {
        window.fail(error)
        onArrival?()
    }

    // MARK: Stalls

    private static func stallLimit(_ facts: RemoteFile.Facts) -> Duration {
        if facts.isStation, facts.size == nil { return stationStallLimit }
        return facts.canJump ? stallLimit : longStallLimit
    }

    /// Replaces the connections, or gives up, when the reader has waited in vain for too long.
    func standsStill() {
        guard !isClosed, window.unmet != nil else { return }
        guard let facts else { return }
        let silence = ContinuousClock.now - lastArrival
        guard silence >= Self.stallLimit(facts) else { return demand() }
        guard facts.canJump, silence < Self.patience else {
            return giveUp(HTTPError(.timedOut, "\(address) stopped sending"))
        }
        for connection in connections { connection.close() }
        connections = []
        demand()
    }

    func close() {
        isClosed = true
        onArrival = nil
        for connection in connections { connection.close() }
        connections = []
    }
}
