// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueActivities
package import OnCueCore
internal import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// Web pages, and the events kept from them, for front ends.
@MediaActor
package final class PageDesk: nonisolated PageService {
    package typealias Failure = ContentError

    private let pages: any PageReading

    private let events: EventKeeper

    package init(pages: any PageReading, events: EventKeeper) {
        (self.pages, self.events) = (pages, events)
    }

    @MediaActor
    package func page(at address: String) async throws(ContentError) -> WebPage { try await pages.page(at: address) }

    @MediaActor
    package func keepEvents(of address: String, all: Bool) async throws(ContentError) -> [KeptEvent] {
        try await events.keep(eventsOf: try await pages.page(at: address), all: all).map(\.told)
    }

    @MediaActor
    package func keptEvents() async throws(ContentError) -> [KeptEvent] { try await events.events().map(\.told) }

    @MediaActor
    package func removeEvents(_ identifiers: [String]) async throws(ContentError) -> Int {
        try await events.remove(
            identifiers.compactMap { text in
                ContentIdentifier(text).flatMap { $0.kind == .event ? StableKey(text: $0.key) : nil }
            })
    }
}
