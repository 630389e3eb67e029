// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession

/// Favourites and ratings, which the provider keeps.
extension ProviderContentSource: MarkingContentSource {
    var keepsMarks: Bool { canMark }

    func setFavourite(_ isFavourite: Bool, of item: ContentIdentifier) async throws(ContentError) {
        let own = try own(item)
        try await client.setFavourite(own, isFavourite)
        show(own) { $0.rare.isFavourite = isFavourite }
    }

    func setStars(_ stars: Stars?, of item: ContentIdentifier) async throws(ContentError) {
        let own = try own(item)
        try await client.setStars(own, stars)
        show(own) { $0.stars = stars }
    }

    /// Shows the new state of an item before the provider reports it.
    private func show(_ own: String, _ change: (inout ContentNode) -> Void) {
        let containers = pages.change(own, change)
        number += 1
        hub.tell(ContentChange(revision: current, containers: Set(containers.compactMap(container))))
    }
}
