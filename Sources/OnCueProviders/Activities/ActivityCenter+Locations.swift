// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime
package import OnCueSession
internal import OnCueSuggestions

/// Activities and items of the index that have a location: offered when a location is needed, and raised on arrival
/// there.
extension ActivityCenter: ForeignLocating {
    package func located() async -> [LocatedThing] {
        let activities = await list().compactMap { record -> LocatedThing? in
            let activity = record.activity
            guard Self.isFound(activity) || Self.isPredicted(activity) else { return nil }
            return Self.thing(activity, record.programName, isSuggested: Self.isPredicted(activity))
        }
        // An item that an activity is about, by identifier and title, is offered only once.
        let known = Set(activities.map(Self.key))
        let located = await locatedItems()
        awaitExpiration(of: located)
        let items = located.compactMap { item in
            Self.thing(item.activity, programName(item.name.program), isSuggested: true)
        }
        return Array((activities + items.filter { !known.contains(Self.key($0)) }).prefix(Belongings.limit))
    }

    private static func key(_ thing: LocatedThing) -> [String] {
        subject(Activity.Name(thing.identifier), thing.title)
    }

    private func locatedItems() async -> [SearchItem] {
        do throws(ContentError) {
            return try await store.locatedItems(limit: Belongings.limit, at: now())
        } catch {
            log.warning("cannot read the locations in the index of programs", ["error": error.message])
            return []
        }
    }

    /// Announces when the first of some items has expired. The next call of ``located()`` starts the wait for the next
    /// one.
    private func awaitExpiration(of items: [SearchItem]) {
        expiringItem?.cancel()
        guard let next = items.compactMap(\.expires).min() else { return }
        expiringItem = Task { @MediaActor [weak self, wait] in
            while let now = self?.now(), now < next {
                guard (try? await wait(next)) != nil else { return }
            }
            self?.tell(ofActivities: false)
        }
    }

    private static func thing(_ activity: Activity, _ program: String, isSuggested: Bool) -> LocatedThing? {
        activity.location.map {
            LocatedThing(
                activity.name.contentIdentifier, title: activity.title, owner: program, location: $0,
                page: activity.webPage, isSuggested: isSuggested)
        }
    }
}
