// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueRuntime

/// Tracks the rating of the playing item: looked up once for each entry, and again when the store reports a change.
@MediaActor
package final class StarWatch {
    /// Called when the rating of the item that is followed has changed.
    var onChange: (@MediaActor () -> Void)?

    private let manager: ContentManager
    private let store: any ListeningStoring
    private var item: ContentIdentifier?
    private var stars: Stars?
    private var lookup: Task<Void, Never>?
    private var follower: Task<Void, Never>?

    package init(manager: ContentManager, store: any ListeningStoring) {
        self.manager = manager
        self.store = store
        let changes = store.changes()
        follower = Task { @MediaActor [weak self] in
            for await change in changes { self?.take(change) }
        }
    }

    isolated deinit {
        lookup?.cancel()
        follower?.cancel()
    }

    /// Returns the rating of the item that is followed by the user, or else by its tags; `nil` for any other item, and
    /// while it is not known.
    func stars(of item: ContentIdentifier?) -> Stars? { item == self.item ? stars : nil }

    /// Follows the item that plays now.
    func follow(_ item: ContentIdentifier?) {
        guard item != self.item else { return }
        (self.item, stars) = (item, nil)
        lookUp()
    }

    private func take(_ change: ContentChange) {
        guard let item else { return }
        if change.containers?.contains(item) ?? true { lookUp() }
    }

    private func lookUp() {
        lookup?.cancel()
        guard let item else { return }
        lookup = Task { @MediaActor [weak self, manager, store] in
            let own = try? await store.records(for: [item])[item]?.stars
            // The catalog hears of a change of the store later than this, so that only what the tags say is asked of it.
            let shown = own == nil ? try? await manager.source.item(for: item).stars : own
            guard !Task.isCancelled else { return }
            self?.settle(shown, for: item)
        }
    }

    private func settle(_ found: Stars?, for item: ContentIdentifier) {
        guard item == self.item, found != stars else { return }
        stars = found
        onChange?()
    }
}
