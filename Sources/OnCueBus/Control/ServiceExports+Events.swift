// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

extension ServiceExports {
    /// Announces an event of podcasts.
    package func announce(_ event: PodcastEvent) {
        switch event {
        case .refreshProgressed(let progress): emit(PodcastMethods.refreshProgressed, Only(progress))
        case .refreshFinished(let report): emit(PodcastMethods.refreshFinished, Only(report))
        case .downloadProgressed(let progress): emit(PodcastMethods.downloadProgressed, Only(progress))
        }
    }

    /// Announces something about the content tree.
    package func announce(_ news: ContentNews) {
        switch news {
        case .properties(let old, let new): emitPropertiesChanged(ServiceNames.playableContent, from: old, to: new)
        case .contentChanged(let revision): emit(ContentMethods.changed, Only(revision))
        case .itemsChanged(let difference, let clients):
            for client in clients { emit(ContentMethods.itemsChanged, difference, to: client) }
        case .itemsReloaded(let container, let revision, let clients):
            for client in clients { emit(ContentMethods.itemsReloaded, Pair(container, revision), to: client) }
        case .found(let finding, let client): emit(ContentMethods.found, finding, to: client)
        }
    }
}
