// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// Web pages, for front ends.
@MediaActor
package final class PageDesk: nonisolated PageService {
    package typealias Failure = ContentError

    private let pages: any PageReading

    package init(pages: any PageReading) {
        self.pages = pages
    }

    @MediaActor
    package func page(at address: String) async throws(ContentError) -> WebPage { try await pages.page(at: address) }
}
