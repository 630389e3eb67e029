// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// Rereads lists, and reports their differences.
extension ContentSubscriptions {
    private static let largestList = 20_000
    /// The maximum number of kept rows of all lists together.
    private static let keptRows = 200_000

    // MARK: Changes

    func noteChange(_ change: ContentChange) {
        changeCount += 1
        for container in watches.keys where change.concerns(container) { watches[container]?.isDirty = true }
        refreshSoon()
    }

    /// Marks lists to be refetched. Without an argument, a batch has ended: delayed changes are reported.
    func noteReload(_ containers: Set<ContentIdentifier>?) {
        for container in watches.keys where containers?.contains(container) ?? true {
            watches[container]?.isDirty = true
            watches[container]?.mustReload = true
        }
        refreshSoon()
    }

    /// Waits for further changes, and reads all watched lists that have changed.
    func refreshSoon() {
        guard !isRefreshing, !updates.areHeld, watches.contains(where: { isDue($0.key) }) else { return }
        isRefreshing = true
        Task { [weak self, delay] in
            // Never cancelled: the last round of a burst must be reported.
            try? await MediaActor.sleep(for: delay)
            await self?.refreshAll()
        }
    }

    private func isDue(_ container: ContentIdentifier) -> Bool {
        guard let watch = watches[container] else { return false }
        return watch.isDirty && !watch.clients.isEmpty && !reading.contains(container)
    }

    /// Reads lists concurrently, so that a slow remote list does not delay the others.
    private func refreshAll() async {
        isRefreshing = false
        guard !updates.areHeld else { return }
        let due = watches.keys.filter(isDue)
        reading.formUnion(due)
        await withTaskGroup { group in
            for container in due { group.addTask { await self.refreshForClients(container) } }
        }
        // Process changes that occurred while reading.
        refreshSoon()
    }

    private func refreshForClients(_ container: ContentIdentifier) async {
        do throws(ContentError) { try await refresh(container) } catch {
            // A list that cannot be read is reported as one to refetch: the client then gets the reason.
            watches[container]?.lose()
            await tell(container, nil)
        }
        reading.remove(container)
        rest(container)
        // It may have changed meanwhile, and others of this round may take longer.
        refreshSoon()
    }

    // MARK: Reading

    /// Reads a list that is unknown or outdated. While notices are delayed, the known list stays.
    func refreshIfDue(_ container: ContentIdentifier) async throws(ContentError) {
        guard let watch = watches[container] else { return try await refresh(container) }
        guard watch.isDirty, !updates.areHeld else { return }
        do throws(ContentError) { try await refresh(container) } catch {
            watches[container]?.isDirty = true
            throw error
        }
    }

    /// Rereads the list of a container, and reports the difference to its clients.
    private func refresh(_ container: ContentIdentifier) async throws(ContentError) {
        watches[container]?.isDirty = false
        let before = changeCount
        let (list, revision) = try await read(container)
        guard var watch = watches[container] else {
            var watch = ContentWatch(list, at: revision)
            watch.isDirty = changeCount != before
            watches[container] = watch
            return
        }
        // A batch that was opened meanwhile may be only half applied in this list.
        if updates.areHeld {
            watches[container]?.isDirty = true
            return
        }
        let outcome = watch.update(list, at: revision)
        watches[container] = watch
        switch outcome {
        case .same: break
        case .different(let difference): await tell(container, difference)
        case .reload: await tell(container, nil)
        }
    }

    private func tell(_ container: ContentIdentifier, _ difference: ContentListDifference?) async {
        guard let watch = watches[container], !watch.clients.isEmpty else { return }
        await deliver(
            Notice(
                clients: watch.clients.keys.sorted(), container: container, revision: watch.revision,
                difference: difference))
    }

    /// Returns a whole list at one revision; `nil` for one that is too long, or that changes faster than it can be
    /// read.
    private func read(_ container: ContentIdentifier) async throws(ContentError) -> (
        [ContentListDifference.Entry]?, ContentTree.Revision
    ) {
        let room = Self.keptRows - watches.reduce(0) { $0 + ($1.key == container ? 0 : $1.value.list?.count ?? 0) }
        var entries: [ContentListDifference.Entry] = []
        var revision: ContentTree.Revision?
        var beginnings = 0
        while true {
            let page = try await source.children(
                of: container, offset: entries.count, limit: PageLimit.largest, at: nil)
            if page.total > min(Self.largestList, room) { return (nil, page.revision) }
            if let known = revision, known != page.revision {
                // It changed in between: the pages are of different lists.
                beginnings += 1
                guard beginnings < 3 else { return (nil, page.revision) }
                (entries, revision) = ([], nil)
                continue
            }
            revision = page.revision
            entries += page.items.map {
                ContentListDifference.Entry(identifier: $0.identifier, fingerprint: Self.fingerprint($0))
            }
            if page.items.isEmpty || entries.count >= page.total { return (entries, page.revision) }
        }
    }

    /// Returns a value that differs if the row of an item shows something else.
    private static func fingerprint(_ item: ContentNode) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(item.title)
        hasher.combine(item.subtitle)
        hasher.combine(item.artwork)
        hasher.combine(item.iconName)
        hasher.combine(item.location)
        hasher.combine(item.rare.date)
        hasher.combine(item.duration)
        hasher.combine(item.childCount)
        hasher.combine(item.playbackProgress)
        for flag in [
            item.isContainer, item.isPlayable, item.isExplicit, item.isStreaming, item.isUnavailable, item.hasChapters,
        ] { hasher.combine(flag) }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
