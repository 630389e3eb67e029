// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueActivities
package import OnCueCore
package import OnCueInterface

extension OnCueConnection: PageService {
    package func page(at address: String) async throws(ServiceError) -> WebPage {
        try await call(
            PageMethods.page, Only(address), waitingFor: .server(of: address, limit: .seconds(10))
        ).value
    }

    package func keepEvents(of address: String, all: Bool) async throws(ServiceError) -> [KeptEvent] {
        try await call(
            PageMethods.keep, Pair(address, all), waitingFor: .server(of: address, limit: .seconds(10))
        ).value
    }

    package func keptEvents() async throws(ServiceError) -> [KeptEvent] { try await read(PageMethods.events) }

    package func removeEvents(_ identifiers: [String]) async throws(ServiceError) -> Int {
        try await call(PageMethods.remove, Only(identifiers)).value
    }
}
