// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import HTTPClient
package import OnCueRuntime
package import SubsonicProtocol

/// Sends requests to one server. When the server cannot be reached or refuses the login, the connection rests, each
/// time for longer, and sends nothing meanwhile, so that a server that is gone costs nothing. A bad answer concerns
/// only its request, unless the server does not answer a ping either.
@MediaActor
package final class SubsonicConnection {
    /// The maximum size of a picture, in bytes.
    private static let largestPicture = 2 << 20
    /// The time limit of a request.
    package nonisolated static let deadline: Duration = .seconds(20)
    /// The time for which the server's list of extensions counts as current.
    private static let lifetime: Duration = .seconds(3600)
    /// The time after a good answer in which a bad one is not taken as a failure of the server.
    private static let trust: Duration = .seconds(10)
    /// The maximum number of redirections of one request.
    private static let mostHops = 5
    private static let userAgent = "OnCue (Subsonic)"

    package let server: SubsonicServer
    package let credential: SubsonicCredential
    /// Called when the server begins or stops answering.
    package var onState: (@MediaActor () -> Void)?
    /// The reason why the server does not answer; `nil` while it answers, or before the first request.
    package private(set) var failure: SubsonicError?
    /// Whether the server has answered since the start.
    package private(set) var hasAnswered = false
    /// The name and the version of the server's program, once known.
    package private(set) var program = ""

    /// Whether the server claims to support OpenSubsonic.
    private var isOpen = false
    /// Whether the server accepts forms, and when that was found out.
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

    /// Whether requests are refused for now because of an earlier failure.
    package var isResting: Bool { rest.isResting(at: clock.now) }

    /// Lets the next request through although the connection rests; after another failure it rests for longer.
    package func endRest() { rest.pass() }

    /// Sends a request and returns its answer in JSON.
    ///
    /// - Parameter asForm: Whether the parameters are posted as a form; see ``takesForms()``.
    /// - Throws: ``SubsonicError``; the last failure again while the connection rests.
    package func ask(_ request: SubsonicRequest, asForm: Bool = false) async throws(SubsonicError) -> SubsonicAnswer {
        do throws(SubsonicError) {
            return try answer(
                in: try await get(request, isData: false, limit: SubsonicAnswer.largest, asForm: asForm))
        } catch {
            await judge(error, isPing: request == .ping)
            throw error
        }
    }

    /// Whether the server accepts requests as forms, which no proxy finds too long (`formPost` of OpenSubsonic).
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

    /// Checks that the server answers and accepts the login.
    ///
    /// - Returns: The answer, and the address to which the server has redirected the request; `nil` if it has not.
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
            // Most servers send their errors with the status 200, some with another one.
            let isAnswer = error.code != .malformed
            let error = isAnswer || response.head.status == 200 ? error : SubsonicError(status: response.head.status)
            // A server that reports an error is reachable.
            if isAnswer, !error.isOfServer { note(nil) }
            throw error
        }
    }

    /// Decides whether a failure is one of the server, for which the connection then rests, or of one request.
    private func judge(_ error: SubsonicError, isPing: Bool) async {
        // The request was not sent, or the connection rests already.
        if isResting { return }
        if error.isOfServer { return note(error) }
        guard [.malformed, .tooLarge, .faulty].contains(error.code) else { return }
        if isPing { return note(error) }
        if let lastGood, clock.now - lastGood < Self.trust { return }
        _ = try? await ask(.ping)
    }

    /// Returns a picture.
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
    /// - Throws: `notFound` if the sink refuses what the server sends; `failed` with the sink's reason if the sink
    ///   cannot store it.
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

    /// Returns the address of a request, which is a secret.
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

    /// Sends a request and follows redirections, as long as the login stays with the server.
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
            throw SubsonicError(.malformed, "\(shownName) redirects requests to something that is not an address")
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

    /// Whether the login may be sent to the target of a redirection: the same host and port, or from http to https on
    /// the same host, but never unencrypted where it was encrypted before.
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

    /// Translates an error without naming the address, which is a secret.
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
        // The reason is on this machine, and contains no address.
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
