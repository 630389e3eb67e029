// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import HTTPClient
internal import OnCueCore
internal import OnCueRuntime

/// The service's access to web servers, and the limits of their links.
@MediaActor
final class ServiceWeb {
    /// Whether servers of the internet may lead into the home network; a change takes effect at once.
    var followsPrivateLinks: Bool {
        didSet { for client in clients { client.rules.allowsPrivate = followsPrivateLinks } }
    }

    private static let userAgent = "OnCue/" + ServiceVersion.current
    private static let streamTimeout: Duration = .seconds(100)

    private let linkedHosts = LinkedHosts()
    private var clients: [HTTPClient] = []

    init(_ configuration: Configuration) {
        followsPrivateLinks = configuration.followsPrivateLinks
    }

    /// Makes a client; each use has its own, so that none waits for the connections of another.
    func makeClient() -> HTTPClient { make(HTTPClient(userAgent: Self.userAgent)) }

    /// Makes a client for media, which may pause for longer.
    func makeStreamClient() -> HTTPClient {
        make(HTTPClient(userAgent: Self.userAgent, timeout: Self.streamTimeout))
    }

    private func make(_ client: HTTPClient) -> HTTPClient {
        client.rules.allowsPrivate = followsPrivateLinks
        client.linkedHosts = linkedHosts
        clients.append(client)
        return client
    }
}
