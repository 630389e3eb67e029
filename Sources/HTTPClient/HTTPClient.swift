// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CSoup
package import OnCueRuntime

/// Sends requests to web servers, over http and https, with the proxies and the trusted authorities of the system.
///
/// Redirections are followed, at most ten of them; compressed bodies are unpacked. A body is read only as fast as it is
/// consumed, and never beyond the limit of its request. Cancelling the task ends an exchange. Links and redirections
/// lead only where ``LinkRules`` permit; that is checked for each connection, after names have been resolved.
///
///     let client = HTTPClient(userAgent: "Example/1.0")
///     let answer = try await client.get(HTTPRequest("https://example.org/feed.xml"))
@MediaActor
@safe
package final class HTTPClient {
    package nonisolated static let redirectLimit = 10

    /// Whether this machine supports `https`.
    package nonisolated static var canEncrypt: Bool {
        unsafe g_tls_backend_supports_tls(g_tls_backend_get_default()) != 0
    }

    /// The permitted targets of links; a change applies to the next request.
    package var rules = LinkRules()
    /// The hosts that must be on the internet; several clients may have them in common.
    package var linkedHosts = LinkedHosts()

    private let session: UnsafeMutablePointer<SoupSession>
    /// Connects to public addresses only, and may reuse its connections.
    private let guarded: UnsafeMutablePointer<SoupSession>
    /// Connects to all but this machine, and may reuse its connections.
    private let sparing: UnsafeMutablePointer<SoupSession>

    /// - Parameters:
    ///   - userAgent: The name that the client sends to servers.
    ///   - timeout: The time limit for connecting, and for every wait for bytes; whole seconds.
    package init(userAgent: String, timeout: Duration = .seconds(30)) {
        unsafe session = unsafe Self.session(userAgent, timeout)
        unsafe guarded = unsafe Self.session(userAgent, timeout)
        unsafe sparing = unsafe Self.session(userAgent, timeout)
    }

    @unsafe
    private static func session(_ userAgent: String, _ timeout: Duration) -> UnsafeMutablePointer<SoupSession> {
        // The default of libsoup, two connections to a host, can be used up by two unresponsive servers.
        let limits = ["max-conns": 64, "max-conns-per-host": 8]
        let names = limits.keys.sorted()
        var values = names.map { name in
            var value = GValue()
            unsafe g_value_init(&value, GType(6 << G_TYPE_FUNDAMENTAL_SHIFT))
            unsafe g_value_set_int(&value, gint(limits[name] ?? 0))
            return value
        }
        var pointers: [UnsafePointer<CChar>?] = unsafe names.map { unsafe UnsafePointer(g_intern_string($0)) }
        let made = unsafe g_object_new_with_properties(
            soup_session_get_type(), guint(names.count), &pointers, &values)
        guard let made = unsafe made else { preconditionFailure("libsoup made no session") }
        let session = unsafe UnsafeMutableRawPointer(made).assumingMemoryBound(to: SoupSession.self)
        unsafe soup_session_set_user_agent(session, userAgent)
        unsafe soup_session_set_timeout(session, guint(clamping: max(1, timeout.components.seconds)))
        // Unused connections end soon, so that an idle process rests.
        unsafe soup_session_set_idle_timeout(session, 10)
        return unsafe session
    }

    isolated deinit {
        unsafe soup_session_abort(session)
        unsafe g_object_unref(session)
        unsafe soup_session_abort(guarded)
        unsafe g_object_unref(guarded)
        unsafe soup_session_abort(sparing)
        unsafe g_object_unref(sparing)
    }

    /// Returns the whole response, regardless of its status.
    ///
    /// - Throws: ``HTTPError``; `tooLarge` as soon as that is known.
    package func get(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let memory = MemorySink()
        let head = try await send(request, into: memory)
        return HTTPResponse(head: head, body: memory.bytes)
    }

    /// Passes the body of the response, regardless of its status, to a sink.
    ///
    /// - Throws: ``HTTPError``, including those of the sink.
    @discardableResult
    package func send(
        _ request: HTTPRequest, into sink: any HTTPBodySink
    ) async throws(HTTPError) -> HTTPHead {
        let end = ExchangeEnd()
        end.end(after: request.deadline) { [weak end] in
            let isAnswered = end?.isAnswered ?? false
            return isAnswered
                ? HTTPError(.timedOut, "\(request.address) sends too slowly; try again later")
                : .silence(of: request.address, request.deadline)
        }
        defer { end.finish() }
        let result: Result<HTTPHead, HTTPError> = await withTaskCancellationHandler {
            do throws(HTTPError) {
                return .success(try await follow(request, into: sink, end))
            } catch {
                return .failure(error)
            }
        } onCancel: {
            Task { @MediaActor in
                end.end(HTTPError(.cancelled, "reading \(request.address) was cancelled"))
            }
        }
        return try result.get()
    }

    private func follow(
        _ request: HTTPRequest, into sink: any HTTPBodySink, _ end: ExchangeEnd
    ) async throws(HTTPError) -> HTTPHead {
        let (exchange, head) = try await answer(to: request, end)
        try await read(exchange, head, request, into: sink, end)
        return head
    }

    /// Follows redirections until a response is not one; the body can be read from the exchange.
    func answer(
        to request: HTTPRequest, _ end: ExchangeEnd
    ) async throws(HTTPError) -> (exchange: Exchange, head: HTTPHead) {
        var address = request.address
        var source = request.source
        // The address from which the source was read, once this function has read it.
        var remote: NetworkAddress?
        // Redirections from a guarded address remain guarded: its host may resolve to another machine the next time.
        var isGuarded = false
        // The same applies to those from another machine at home.
        var isSparing = request.sparesThisMachine && !rules.allowsPrivate
        var visited: Set<String> = []
        var movedTo: String?
        var isForGood = true
        while true {
            let isNew = visited.insert(address).inserted
            guard isNew, visited.count <= Self.redirectLimit + 1 else {
                throw .redirectLoop(of: request.address, isCircle: !isNew)
            }
            let exchange = try Exchange(address, request.fields, body: request.body, end: end)
            if let source {
                isGuarded = isGuarded || rules.isGuarded(address, from: source, at: remote)
                isSparing = isSparing || rules.sparesThisMachine(address, from: source, at: remote)
            }
            let alarm = end.end(after: request.patience) { .silence(of: address, request.patience) }
            if isGuarded {
                let reason = "on the home network, but a server on the internet points to it"
                unsafe try await exchange.send(on: guarded, refusing: { [rules] in !rules.isPublic($0) }, reason)
            } else if isSparing {
                let reason = "on this machine, but another machine at home points to it"
                unsafe try await exchange.send(on: sparing, refusing: rules.isLoopback, reason)
            } else {
                unsafe try await exchange.send(on: session)
            }
            alarm?.cancel()
            let fields = exchange.fields
            let redirection = request.followsRedirections ? try exchange.redirection(fields) : nil
            guard let target = redirection else {
                var head = HTTPHead(status: exchange.status, fields: fields, address: address, movedTo: movedTo)
                head.isFromHome = exchange.remote.map { !rules.isPublic($0) } ?? false
                head.isFromThisMachine = head.isFromHome && exchange.remote.map(rules.isHere) ?? false
                return (exchange, head)
            }
            isForGood = isForGood && (exchange.status == 301 || exchange.status == 308)
            if isForGood { movedTo = target }
            (source, remote, address) = (address, exchange.remote, target)
        }
    }

    private func read(
        _ exchange: Exchange, _ head: HTTPHead, _ request: HTTPRequest, into sink: any HTTPBodySink,
        _ end: ExchangeEnd
    ) async throws(HTTPError) {
        let tooLarge = HTTPError(.tooLarge, "\(request.address) has more than \(request.limit) bytes")
        end.isAnswered = true
        guard try await sink.begin(head) else {
            end.end(HTTPError(.cancelled, "the body is not wanted"))
            return
        }
        let isLonger = head.promisedBytes.map { $0 > request.limit } ?? false
        if isLonger, !request.keepsBeginning {
            end.end(tooLarge)
            throw tooLarge
        }
        if request.deadline != nil {
            end.end(
                below: request.pace, HTTPError(.timedOut, "\(request.address) sends too slowly; try again later"))
        }
        var count = 0
        while let piece = try await exchange.read() {
            let room = request.limit - count
            count += piece.count
            end.received = count
            // The body is not read past the wanted bytes.
            let isFull = piece.count > room || isLonger && piece.count == room
            if !isFull || request.keepsBeginning {
                do throws(HTTPError) { try await sink.take(Array(piece.prefix(room))) } catch {
                    end.end(error)
                    throw error
                }
            }
            if isFull {
                end.end(tooLarge)
                throw tooLarge
            }
        }
        // libsoup takes the end of the connection for the end of the body.
        if let promised = head.promisedBytes, head.fields["content-encoding"] == nil, count < promised,
            head.status != 304
        {
            throw HTTPError(
                .cutOff, "\(request.address) closed the connection before everything was sent; try again later")
        }
    }
}

/// Keeps a body in memory.
@MediaActor
private final class MemorySink: HTTPBodySink {
    private(set) var bytes: [UInt8] = []

    @MediaActor func begin(_ head: HTTPHead) async throws(HTTPError) -> Bool { true }

    @MediaActor func take(_ piece: [UInt8]) async throws(HTTPError) { bytes += piece }
}
