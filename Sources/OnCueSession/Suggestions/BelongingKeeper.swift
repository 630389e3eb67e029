// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSuggestions

/// Keeps what belongs to positions in the world, as the content tree has it, for arrivals there.
@MediaActor
final class BelongingKeeper {
    private let source: any ContentSource
    private let triggers: TriggerCenter
    private let events: EventKeeper?
    private var follower: Task<Void, Never>?
    private var look: Task<Void, Never>?
    private var isOutdated = false

    init(source: any ContentSource, triggers: TriggerCenter, events: EventKeeper?) {
        (self.source, self.triggers, self.events) = (source, triggers, events)
        events?.changes.listen { [weak self] in self?.update() }
        let changes = source.changes()
        follower = Task { @MediaActor [weak self] in
            for await _ in changes { self?.update() }
        }
        update()
    }

    isolated deinit {
        follower?.cancel()
        look?.cancel()
    }

    /// Reads everything that has a position; once for concurrent calls, and once more for changes by then.
    func update() {
        isOutdated = true
        guard look == nil else { return }
        look = Task { @MediaActor [weak self] in
            while let self, isOutdated, !Task.isCancelled {
                isOutdated = false
                let concerts = await events?.located() ?? []
                let items = concerts + (await source.located())
                triggers.set(Belongings(items.compactMap(\.belonging), isAskedFor: !concerts.isEmpty))
            }
            self?.look = nil
        }
    }
}

extension ContentItem {
    /// The entry of a playable item with a position.
    fileprivate var belonging: Belongings.Entry? {
        guard isPlayable, let location, let point = location.coordinates,
            let position = GeographicPosition(latitude: point.latitude, longitude: point.longitude)
        else { return nil }
        return Belongings.Entry(identifier.description, name: location.name, at: position)
    }
}
