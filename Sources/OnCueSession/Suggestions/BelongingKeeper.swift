// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSuggestions

/// Keeps the items of the content tree and of other programs that belong to locations in the world, for arrivals there
/// and for queries about a location.
@MediaActor
final class BelongingKeeper {
    /// The located things of the tree and of other programs, without the venues of events.
    private(set) var things: [LocatedThing] = []
    /// The located things of other programs.
    weak var foreign: (any ForeignLocating)? {
        didSet {
            foreign?.locationChanges.listen { [weak self] in self?.update(.foreign) }
            update(.foreign)
        }
    }

    private enum Part: CaseIterable {
        case events, content, foreign
    }

    private let source: any ContentSource
    private let triggers: TriggerCenter
    private let events: EventKeeper?
    private var concerts: [ContentNode] = []
    private var items: [ContentNode] = []
    private var others: [LocatedThing] = []
    private var follower: Task<Void, Never>?
    private var look: Task<Void, Never>?
    private var outdated: Set<Part> = []

    init(source: any ContentSource, triggers: TriggerCenter, events: EventKeeper?) {
        (self.source, self.triggers, self.events) = (source, triggers, events)
        events?.changes.listen { [weak self] in self?.update(.events) }
        let changes = source.changes()
        follower = Task { @MediaActor [weak self] in
            for await _ in changes { self?.update(.content) }
        }
        update(.events)
        update(.content)
    }

    isolated deinit {
        follower?.cancel()
        look?.cancel()
    }

    /// Rereads a part; once for concurrent calls, and once more for changes by then.
    private func update(_ part: Part) {
        outdated.insert(part)
        // The artists of events are in the tree.
        if part == .content { outdated.insert(.events) }
        guard look == nil else { return }
        look = Task { @MediaActor [weak self] in
            while let self, !outdated.isEmpty, !Task.isCancelled {
                let parts = outdated
                outdated = []
                if parts.contains(.events) { concerts = await events?.located() ?? [] }
                if parts.contains(.content) { items = await source.located() }
                if parts.contains(.foreign) { others = await foreign?.located() ?? [] }
                show()
            }
            self?.look = nil
        }
    }

    private func show() {
        things =
            items.compactMap { item in
                item.location.map {
                    LocatedThing(
                        item.identifier, title: item.title, owner: "", location: $0,
                        isSuggested: item.isPlayable)
                }
            } + others
        let playable = concerts.compactMap { item in
            item.location.map { LocatedThing(item.identifier, title: item.title, owner: "", location: $0) }
        }
        let entries = (playable + things).filter(\.isSuggested).map(\.belonging)
        triggers.set(Belongings(entries, isAskedFor: !concerts.isEmpty))
    }
}

extension LocatedThing {
    fileprivate var belonging: Belongings.Entry {
        let position = location.coordinates.flatMap {
            GeographicPosition(latitude: $0.latitude, longitude: $0.longitude)
        }
        return Belongings.Entry(identifier.description, name: location.name, at: position)
    }
}
