// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import HTTPClient
internal import OnCueCore
internal import OnCueRuntime
internal import Scrobbling

/// Sends requests to one service, no faster than the service allows.
@MediaActor
final class ServiceCaller {
    private static let deadline = Duration.seconds(30)
    /// The maximum time for which a request waits because of a limit of the service.
    private static let longestRest = Duration.seconds(60)

    private let client: HTTPClient
    private let server: String
    /// The earliest time of the next request, as set by the service.
    private var earliest = ContinuousClock.now

    init(_ client: HTTPClient, server: String) { (self.client, self.server) = (client, server) }

    /// - Throws: The reason why there is no answer.
    func call(_ request: ServiceRequest) async throws(ServiceFailure) -> ServiceAnswer {
        let rest = earliest - .now
        if rest > .zero { try? await MediaActor.sleep(for: min(rest, Self.longestRest)) }
        if Task.isCancelled { throw ServiceFailure(message: "was not asked any longer") }
        var web = HTTPRequest(
            server + request.path, fields: request.fields, limit: request.limit, deadline: Self.deadline)
        web.body = request.body
        web.followsRedirections = false
        do throws(HTTPError) {
            let response = try await client.get(web)
            note(response.head.fields)
            return ServiceAnswer(response.head.status, response.head.fields, response.body)
        } catch {
            throw ServiceFailure(message: error.message)
        }
    }

    /// Notes the time until which a service allows no more requests.
    private func note(_ fields: [String: String]) {
        guard let left = fields["x-ratelimit-remaining"].flatMap({ Int($0) }), left <= 0,
            let time = fields["x-ratelimit-reset-in"].flatMap({ Double($0) }), time.isFinite, time > 0
        else { return }
        earliest = .now + .seconds(min(time, Double(Self.longestRest.components.seconds)))
    }
}
