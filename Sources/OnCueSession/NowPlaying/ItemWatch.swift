// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// Tracks a fact about the item that plays: looked up once for each item, and again when the store reports a change.
@MediaActor
final class ItemWatch<Fact: Sendable & Equatable> {
    /// Called when the fact has changed, and when the first look at an item has ended.
    var onChange: (@MediaActor () -> Void)?

    private let look: @MediaActor (ContentIdentifier) async -> Fact?
    private var item: ContentIdentifier?
    private let unknown: Fact
    private var known: Fact
    /// The item has not been looked at yet.
    private(set) var isLooking = false
    /// The last look ended with an error, so the next question leads to another.
    private var hasFailed = false
    private var lookup: Task<Void, Never>?
    private var follower: Task<Void, Never>?

    /// - Parameters:
    ///   - unknown: What is said of an item other than the last one followed, and while the fact is not known.
    ///   - store: Reports what may change the fact.
    ///   - look: Looks the fact up; `nil` if that fails.
    init(
        unknown: Fact, _ store: any ListeningStoring,
        look: @escaping @MediaActor (ContentIdentifier) async -> Fact?
    ) {
        self.look = look
        (self.unknown, known) = (unknown, unknown)
        let changes = store.changes()
        follower = Task { @MediaActor [weak self] in
            for await change in changes { self?.take(change) }
        }
    }

    isolated deinit {
        lookup?.cancel()
        follower?.cancel()
    }

    func fact(of item: ContentIdentifier?) -> Fact {
        guard item == self.item else { return unknown }
        if hasFailed { lookUp() }
        return known
    }

    /// Follows the item that plays now.
    func follow(_ item: ContentIdentifier?) {
        guard item != self.item else { return }
        (self.item, known, isLooking) = (item, unknown, item != nil)
        lookUp()
    }

    private func take(_ change: ContentChange) {
        guard let item else { return }
        if change.containers?.contains(item) ?? true { lookUp() }
    }

    private func lookUp() {
        lookup?.cancel()
        hasFailed = false
        guard let item else { return }
        lookup = Task { @MediaActor [weak self, look] in
            let found = await look(item)
            guard !Task.isCancelled else { return }
            self?.settle(found, for: item)
        }
    }

    private func settle(_ found: Fact?, for item: ContentIdentifier) {
        guard item == self.item else { return }
        let isFirst = isLooking
        isLooking = false
        hasFailed = found == nil
        guard isFirst || found.map({ $0 != known }) ?? false else { return }
        known = found ?? known
        onChange?()
    }
}
