// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// Something that shows content under limits.
enum ContentEndpoint: String, CaseIterable, WireField, Blank {
    /// The display of a car.
    case car

    static var blank: ContentEndpoint { .car }

    var limits: ContentLimits {
        switch self {
        case .car: ContentLimits(items: 6, depth: 2)
        }
    }
}

/// The views of the service that have the limits of endpoints, opened when one is first used.
actor EndpointViews {
    static let shared = EndpointViews()
    private var views: [ContentEndpoint: Int] = [:]

    /// Children of a container as an endpoint shows them.
    func children(
        of place: String, offset: Int, limit: Int, at endpoint: ContentEndpoint, in service: any MediaServiceClient
    ) async throws -> ContentListing {
        func read(_ view: Int) async throws -> ContentListing {
            try await service.children(of: place, offset: offset, limit: limit, ChildrenOptions(view: view))
        }
        guard let known = views[endpoint] else { return try await read(open(endpoint, in: service)) }
        do { return try await read(known) } catch let error as ServiceError where error.code == .notFound {
            // A view ends with the service, and with the connection to it.
            do { _ = try await service.context(ofView: known) } catch {
                if views[endpoint] == known { views[endpoint] = nil }
                return try await read(open(endpoint, in: service))
            }
            throw error
        }
    }

    private func open(_ endpoint: ContentEndpoint, in service: any MediaServiceClient) async throws -> Int {
        let view = try await service.openView(endpoint.limits)
        guard let other = views[endpoint] else {
            views[endpoint] = view
            return view
        }
        // Another page was first.
        try await service.closeView(view)
        return other
    }
}
