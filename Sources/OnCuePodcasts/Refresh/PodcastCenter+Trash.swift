// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
internal import OnCueSession

extension PodcastCenter {
    /// Returns the podcasts that were removed and can be restored, the newest first; older ones are removed for good.
    package func trash() async throws(ContentError) -> [TrashItem] {
        let (items, now) = (try await store.trash(), now())
        for item in items where item.isExpired(at: now) { try await delete(item) }
        return items.filter { !$0.isExpired(at: now) }
    }

    /// Subscribes again to a podcast that was removed, with its episodes and downloads.
    ///
    /// - Throws: `notFound`, `refused` when there is a podcast with its address, `storage`.
    package func restore(_ item: TrashItem) async throws(ContentError) {
        let podcast = try Self.identifier(item)
        try await store.restore(try key(podcast, .podcast), editedAt: now())
        subscriptionChanges.send(())
        await tellChange(of: [.root, podcast])
        reschedule()
    }

    /// Removes a podcast in the trash for good, with its downloads.
    package func delete(_ item: TrashItem) async throws(ContentError) {
        let key = try await key(try Self.identifier(item), .podcast)
        // A crash in between leaves a podcast without downloads, and no download without a podcast.
        await downloads.delete(try await store.trashedFiles(of: key))
        if try await store.podcast(key) == nil { await downloads.removeAll(of: key) }
        try await store.forgetTrashed(key)
    }

    private static func identifier(_ item: TrashItem) throws(ContentError) -> ContentIdentifier {
        guard let identifier = ContentIdentifier(item.key) else {
            throw ContentError(.notFound, "the trash does not have \"\(item.title)\"; see: oncue trash")
        }
        return identifier
    }
}
