// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueRuntime

/// Tracks the rating of the playing item.
@MediaActor
package final class StarWatch {
    private let watch: ItemWatch<Stars?>

    package init(manager: ContentManager, store: any ListeningStoring) {
        watch = ItemWatch(unknown: nil, store) { item in
            let own = try? await store.records(for: [item])[item]?.stars
            // The catalog hears of a change of the store later than this, so that only what the tags say is asked of it.
            return .some(own == nil ? try? await manager.source.item(for: item).stars : own)
        }
    }

    /// Called when the rating of the item that is followed has changed.
    var onChange: (@MediaActor () -> Void)? {
        get { watch.onChange }
        set { watch.onChange = newValue }
    }

    /// Returns the rating of the item that is followed by the user, or else by its tags; `nil` for any other item, and
    /// while it is not known.
    func stars(of item: ContentIdentifier?) -> Stars? { watch.fact(of: item) }

    /// Follows the item that plays now.
    func follow(_ item: ContentIdentifier?) { watch.follow(item) }
}
