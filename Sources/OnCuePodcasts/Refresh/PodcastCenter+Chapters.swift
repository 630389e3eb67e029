// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

extension PodcastCenter {
    package func chapters(of episode: ContentIdentifier) async throws(ContentError) -> [Chapter] {
        guard let record = try await store.episode(try await key(episode, .episode)) else {
            throw PodcastStore.notFound(episode)
        }
        let known = try await store.chapters(of: record.key)
        guard known.isEmpty, let address = record.chaptersAddress else { return known }
        let feed = try await store.podcast(record.podcast)?.address ?? ""
        let chapters = try await loader.chapters(at: address, from: feed)
        try await store.store(chapters, of: record.key)
        return chapters
    }
}
