// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
package import HTTPClient
package import OnCueRuntime
package import SubsonicProtocol

/// Asks one server. After a failure it rests, for ever longer times, in which nothing is sent: a server that is gone costs
/// nothing.
@MediaActor
package final class SubsonicConnection {
    /// The most bytes of a picture.
    private static let largestPicture = 2 << 20
    /// The time limit of a request.
    private static let deadline: Duration = .seconds(20)
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

    private let client: HTTPClient
    private var rest = SubsonicRest()
    private let clock = ContinuousClock()

    package init(_ server: SubsonicServer, _ credential: SubsonicCredential, client: HTTPClient? = nil) {
        (self.server, self.credential) = (server, credential)
        self.client = client ?? HTTPClient(userAgent: Self.userAgent)
    }

    /// Whether a request is sent now, or refused because of an earlier failure.
    package var isResting: Bool { rest.isResting(at: clock.now) }

    /// Asks for an answer in JSON.
    ///
    /// - Throws: ``SubsonicError``; the last failure again, while it rests.
    package func ask(_ request: SubsonicRequest) async throws(SubsonicError) -> SubsonicAnswer {
        try answer(in: try await get(request, isData: false, limit: SubsonicAnswer.largest))
    }

    /// Asks whether it is there, and takes the login.
    ///
    /// - Returns: The answer, and where the server has sent the request on to; `nil` if it has not.
    package func ping() async throws(SubsonicError) -> (SubsonicAnswer, address: SubsonicAddress?) {
        let response = try await get(.ping, isData: false, limit: SubsonicAnswer.largest)
        let answer = try answer(in: response)
        let now = response.head.address
        guard let end = now.firstRange(of: "/rest/ping")?.lowerBound,
            let address = try? SubsonicAddress(String(now[..<end])),
            address != server.address
        else { return (answer, nil) }
        return (answer, address)
    }

    private func answer(in response: HTTPResponse) throws(SubsonicError) -> SubsonicAnswer {
        do throws(SubsonicError) {
            let answer = try SubsonicAnswer(response.body)
            note(nil)
            if !answer.program.isEmpty { program = answer.program + " " + answer.programVersion }
            return answer
        } catch {
            // Servers send their errors with the status 200, and some with another one.
            let error =
                error.code == .malformed && response.head.status != 200
                ? SubsonicError(status: response.head.status) : error
            note([.malformed, .wrongLogin, .unreachable].contains(error.code) ? error : nil)
            throw error
        }
    }

    /// Asks for a picture.
    ///
    /// - Throws: `notFound` if there is none.
    package func picture(_ id: String, size: Int) async throws(SubsonicError) -> [UInt8] {
        let response = try await get(.cover(id, size: size), isData: true, limit: Self.largestPicture)
        guard response.head.status == 200, response.head.contentType.hasPrefix("image/"), !response.body.isEmpty else {
            throw SubsonicError(.notFound, "\(server.name) has no such picture")
        }
        return response.body
    }

    /// Passes the file of a song to a sink.
    package func download(
        _ id: String, limit: Int, into sink: any HTTPBodySink
    ) async throws(SubsonicError) {
        var request = HTTPRequest(address(of: .stream(id), isData: true), limit: limit, deadline: nil)
        request.patience = Self.deadline
        _ = try await send(request) { request throws(HTTPError) in try await client.send(request, into: sink) }
    }

    /// The address of what a request names, which is a secret.
    package func address(of request: SubsonicRequest, isData: Bool) -> String {
        request.address(at: server.address, credential, isData: isData)
    }

    /// Tries the next request, whatever failed before.
    package func forgive() { rest = SubsonicRest() }

    // MARK: Requests

    private func get(
        _ request: SubsonicRequest, isData: Bool, limit: Int
    ) async throws(SubsonicError) -> HTTPResponse {
        let request = HTTPRequest(address(of: request, isData: isData), limit: limit, deadline: Self.deadline)
        return try await send(request) { request throws(HTTPError) in try await client.get(request) }
    }

    private func send<Result: Sendable>(
        _ request: HTTPRequest, _ body: @MediaActor (HTTPRequest) async throws(HTTPError) -> Result
    ) async throws(SubsonicError) -> Result {
        if let failure, isResting { throw failure }
        do throws(HTTPError) { return try await body(request) } catch {
            let error = meaning(of: error)
            if error.code != .failed { note(error) }
            throw error
        }
    }

    /// An error without the address, which is a secret.
    private func meaning(of error: HTTPError) -> SubsonicError {
        let name = "the server \(server.name) (\(server.address.authority))"
        return switch error.code {
        case .unreachable: SubsonicError(.unreachable, "\(name) cannot be reached")
        case .timedOut: SubsonicError(.unreachable, "\(name) does not answer in time")
        case .cutOff: SubsonicError(.unreachable, "\(name) ends the connection in the middle of an answer")
        case .notTrusted: SubsonicError(.notTrusted, error.message)
        case .tooLarge: SubsonicError(.malformed, "\(name) sends an answer without an end")
        case .redirectLoop, .privateLink:
            SubsonicError(.malformed, "\(name) sends requests on to where they must not go")
        case .cancelled, .notTaken: SubsonicError(.failed, "reading from \(name) was ended")
        default: SubsonicError(.malformed, "\(name) does not speak HTTP as it should")
        }
    }

    private func note(_ failure: SubsonicError?) {
        let before = (self.failure, hasAnswered)
        self.failure = failure
        hasAnswered = hasAnswered || failure == nil
        if failure == nil { rest = SubsonicRest() } else { rest.fail(at: clock.now) }
        if before != (failure, hasAnswered) { onState?() }
    }
}
