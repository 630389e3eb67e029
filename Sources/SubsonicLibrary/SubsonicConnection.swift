// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import HTTPClient
package import OnCueRuntime
package import SubsonicProtocol

/// Asks one server. When it cannot be reached, or refuses the login, it rests, for ever longer times, in which nothing is
/// sent: a server that is gone costs nothing. A bad answer is the matter of its request only, unless the server does not
/// answer a ping either.
@MediaActor
package final class SubsonicConnection {
    /// The most bytes of a picture.
    private static let largestPicture = 2 << 20
    /// The time limit of a request.
    package nonisolated static let deadline: Duration = .seconds(20)
    /// How long it is believed which extensions the server has.
    private static let lifetime: Duration = .seconds(3600)
    /// How long after a good answer a bad one is not taken for the end of the server.
    private static let trust: Duration = .seconds(10)
    /// The most addresses to which one request is sent on.
    private static let mostHops = 5
    private static let userAgent = "OnCue (Subsonic)"

    package let server: SubsonicServer
    package let credential: SubsonicCredential
    /// Called when it begins or ceases to answer.
    package var onState: (@MediaActor () -> Void)?
    /// Why it does not answer; `nil` while it does, or before it was asked.
    package private(set) var failure: SubsonicError?
    /// Whether it has answered since the start.
    package private(set) var hasAnswered = false
    /// The server's program and its version, once known.
    package private(set) var program = ""

    /// Whether it says that it knows OpenSubsonic.
    private var isOpen = false
    /// Whether it takes forms, and when that was asked.
    private var forms: (isTaken: Bool, time: ContinuousClock.Instant)?
    private let client: HTTPClient
    private let deadline: Duration
    private var rest: SubsonicRest
    private var lastGood: ContinuousClock.Instant?
    private let clock = ContinuousClock()

    package init(
        _ server: SubsonicServer, _ credential: SubsonicCredential, client: HTTPClient? = nil,
        rest: SubsonicRest = SubsonicRest(), deadline: Duration = SubsonicConnection.deadline
    ) {
        (self.server, self.credential, self.rest, self.deadline) = (server, credential, rest, deadline)
        self.client = client ?? HTTPClient(userAgent: Self.userAgent)
    }

    /// Whether a request is sent now, or refused because of an earlier failure.
    package var isResting: Bool { rest.isResting(at: clock.now) }

    /// The next request is sent though it rests; after another failure it rests for longer.
    package func endRest() { rest.pass() }

    /// Asks for an answer in JSON.
    ///
    /// - Parameter asForm: Whether the parameters are posted as a form; see ``takesForms()``.
    /// - Throws: ``SubsonicError``; the last failure again, while it rests.
    package func ask(_ request: SubsonicRequest, asForm: Bool = false) async throws(SubsonicError) -> SubsonicAnswer {
        do throws(SubsonicError) {
            return try answer(
                in: try await get(request, isData: false, limit: SubsonicAnswer.largest, asForm: asForm))
        } catch {
            await judge(error, isPing: request == .ping)
            throw error
        }
    }

    /// Whether the server takes requests as forms, which no proxy finds too long (`formPost` of OpenSubsonic).
    package func takesForms() async -> Bool {
        guard isOpen else { return false }
        if let forms, clock.now - forms.time < Self.lifetime { return forms.isTaken }
        var isTaken = false
        do throws(SubsonicError) {
            isTaken = try await ask(.extensions).extensions.contains("formPost")
        } catch {
            if error.isOfServer || isResting { return false }
        }
        forms = (isTaken, clock.now)
        return isTaken
    }

    /// Asks whether it is there, and takes the login.
    ///
    /// - Returns: The answer, and where the server has sent the request on to; `nil` if it has not.
    package func ping() async throws(SubsonicError) -> (SubsonicAnswer, address: SubsonicAddress?) {
        do throws(SubsonicError) {
            let response = try await get(.ping, isData: false, limit: SubsonicAnswer.largest)
            let answer = try answer(in: response)
            let now = response.head.address
            guard let end = now.firstRange(of: "/rest/ping")?.lowerBound,
                let address = try? SubsonicAddress(String(now[..<end])),
                address != server.address
            else { return (answer, nil) }
            return (answer, address)
        } catch {
            await judge(error, isPing: true)
            throw error
        }
    }

    private func answer(in response: HTTPResponse) throws(SubsonicError) -> SubsonicAnswer {
        do throws(SubsonicError) {
            let answer = try SubsonicAnswer(response.body)
            note(nil)
            isOpen = answer.isOpen
            if !answer.program.isEmpty { program = answer.program + " " + answer.programVersion }
            return answer
        } catch {
            // Servers send their errors with the status 200, and some with another one.
            let isAnswer = error.code != .malformed
            let error = isAnswer || response.head.status == 200 ? error : SubsonicError(status: response.head.status)
            // One that reports an error is there.
            if isAnswer, !error.isOfServer { note(nil) }
            throw error
        }
    }

    /// Decides whether a failure is one of the server, which rests then, or of one request.
    private func judge(_ error: SubsonicError, isPing: Bool) async {
        // It has not been asked, or rests already.
        if isResting { return }
        if error.isOfServer { return note(error) }
        guard [.malformed, .tooLarge, .faulty].contains(error.code) else { return }
        if isPing { return note(error) }
        if let lastGood, clock.now - lastGood < Self.trust { return }
        _ = try? await ask(.ping)
    }

    /// Asks for a picture.
    ///
    /// - Throws: `notFound` if there is none.
    package func picture(_ id: String, size: Int) async throws(SubsonicError) -> [UInt8] {
        let missing = SubsonicError(.notFound, "\(server.name) has no such picture")
        do throws(SubsonicError) {
            let response = try await get(.cover(id, size: size), isData: true, limit: Self.largestPicture)
            guard response.head.status == 200, response.head.contentType.hasPrefix("image/"), !response.body.isEmpty
            else { throw missing }
            return response.body
        } catch {
            await judge(error, isPing: false)
            throw error.code == .tooLarge ? missing : error
        }
    }

    /// Passes the file of a song to a sink.
    ///
    /// - Throws: `notFound` if the sink does not take what the server sends for it; `failed` with the reason of the sink
    ///   if it cannot keep it.
    package func download(
        _ id: String, limit: Int, into sink: any HTTPBodySink
    ) async throws(SubsonicError) {
        var request = HTTPRequest(address(of: .stream(id), isData: true), limit: limit, deadline: nil)
        request.patience = deadline
        do throws(SubsonicError) {
            let head = try await follow(request) { request throws(HTTPError) in
                let head = try await client.send(request, into: sink)
                return (head, head)
            }
            guard head.status == 200 else {
                throw SubsonicError(.notFound, "\(server.name) sends no file (status \(head.status))")
            }
        } catch {
            await judge(error, isPing: false)
            throw error
        }
    }

    /// The address of what a request names, which is a secret.
    package func address(of request: SubsonicRequest, isData: Bool) -> String {
        request.address(at: server.address, credential, isData: isData)
    }

    // MARK: Requests

    private func get(
        _ request: SubsonicRequest, isData: Bool, limit: Int, asForm: Bool = false
    ) async throws(SubsonicError) -> HTTPResponse {
        let address = asForm ? request.address(at: server.address) : self.address(of: request, isData: isData)
        var web = HTTPRequest(address, limit: limit, deadline: deadline)
        if asForm {
            web.fields["Content-Type"] = "application/x-www-form-urlencoded"
            web.body = Array(request.query(credential, isData: isData).utf8)
        }
        return try await follow(web) { request throws(HTTPError) in
            let response = try await client.get(request)
            return (response.head, response)
        }
    }

    /// Sends a request, and follows where the server sends it on to, as long as the login stays with the server.
    private func follow<Result: Sendable>(
        _ request: HTTPRequest, _ body: @MediaActor (HTTPRequest) async throws(HTTPError) -> (HTTPHead, Result)
    ) async throws(SubsonicError) -> Result {
        var request = request
        request.followsRedirections = false
        for _ in 0...Self.mostHops {
            let (head, result) = try await send(request, body)
            guard let target = try target(of: head) else { return result }
            request.address = target
        }
        throw SubsonicError(.malformed, "\(shownName) sends requests on and on")
    }

    private func target(of head: HTTPHead) throws(SubsonicError) -> String? {
        guard [301, 302, 303, 307, 308].contains(head.status), let location = head.fields["location"] else {
            return nil
        }
        guard let target = HTTPAddress.resolve(location, against: head.address) else {
            throw SubsonicError(.malformed, "\(shownName) sends requests on to what is no address")
        }
        guard Self.keepsLogin(from: head.address, to: target) else {
            let other = SubsonicText.line(String(HTTPAddress.authority(of: target)), longest: 100)
            throw SubsonicError(
                .malformed,
                "\(shownName) sends requests on to \(other), which does not get the login; if it is the right server, add its "
                    + "address")
        }
        return target
    }

    /// Whether the login may be sent on: to the same host and port, or from http to https on the same host, and never in a
    /// way that others can read where it was encrypted.
    nonisolated static func keepsLogin(from address: String, to target: String) -> Bool {
        func scheme(_ address: String) -> String { String(address.prefix { $0 != ":" }).lowercased() }
        guard let host = HTTPAddress.host(of: address), host == HTTPAddress.host(of: target) else { return false }
        return switch (scheme(address), scheme(target)) {
        case ("http", "https"): true
        case ("http", "http"), ("https", "https"):
            HTTPAddress.authority(of: address).lowercased() == HTTPAddress.authority(of: target).lowercased()
        default: false
        }
    }

    private func send<Result: Sendable>(
        _ request: HTTPRequest, _ body: @MediaActor (HTTPRequest) async throws(HTTPError) -> Result
    ) async throws(SubsonicError) -> Result {
        if let failure, isResting { throw failure }
        do throws(HTTPError) { return try await body(request) } catch { throw meaning(of: error) }
    }

    private var shownName: String { "the server \(server.name) (\(server.address.authority))" }

    /// An error without the address, which is a secret.
    private func meaning(of error: HTTPError) -> SubsonicError {
        let name = shownName
        return switch error.code {
        case .unreachable: SubsonicError(.unreachable, "\(name) cannot be reached")
        case .timedOut: SubsonicError(.unreachable, "\(name) does not answer in time")
        case .cutOff: SubsonicError(.faulty, "\(name) ends the connection in the middle of an answer")
        case .notTrusted: SubsonicError(.notTrusted, error.message)
        case .tooLarge: SubsonicError(.tooLarge, "\(name) sends more than it may")
        case .redirectLoop, .privateLink:
            SubsonicError(.malformed, "\(name) sends requests on to where they must not go")
        case .cancelled: SubsonicError(.failed, "reading from \(name) was ended")
        // The reason is one of this machine, without an address.
        case .notTaken: SubsonicError(.failed, error.message)
        case .status: SubsonicError(.notFound, "\(server.name) sends no file")
        default: SubsonicError(.malformed, "\(name) does not speak HTTP as it should")
        }
    }

    private func note(_ failure: SubsonicError?) {
        let before = (self.failure, hasAnswered)
        self.failure = failure
        hasAnswered = hasAnswered || failure == nil
        if failure == nil {
            rest.end()
            lastGood = clock.now
        } else {
            rest.fail(at: clock.now)
        }
        if before != (failure, hasAnswered) { onState?() }
    }
}
