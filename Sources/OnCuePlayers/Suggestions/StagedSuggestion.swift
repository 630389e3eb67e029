// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueBus
internal import OnCueCore
internal import OnCueInterface
internal import OnCueSession

/// A suggestion that players display as the current, paused track, so that the Play button of a lock screen, a headset
/// or a car plays it.
package struct StagedSuggestion: Equatable {
    let first: ShownSuggestion
    let hasNext: Bool

    init(_ offer: ShownOffer) {
        first = offer.suggestions[0]
        hasNext = offer.suggestions.count > 1
    }

    var position: Duration { first.position ?? .zero }
    /// The value of `mpris:trackid`.
    var trackID: String { "/org/oncue/OnCue/suggestion/" + first.id.replacing(".", with: "_") }
    var title: String { first.targetTitle ?? first.item.title }
    /// The show of an episode, the artist of an album; may be empty.
    var artist: String { first.targetTitle == nil ? first.item.subtitle : first.item.title }

    /// The properties of an MPRIS player that replace the usual ones while this is staged.
    var properties: [String: BusValue] {
        [
            "PlaybackStatus": .string("Paused"), "Metadata": .dictionary(metadata), "CanPlay": .bool(true),
            "CanPause": .bool(true), "CanSeek": .bool(false), "CanGoNext": .bool(hasNext),
            "CanGoPrevious": .bool(false),
        ]
    }

    var metadata: [String: BusValue] {
        var values = BusDictionary()
        values.set("mpris:trackid", .objectPath(trackID))
        values.set("xesam:title", .string(title))
        values.set("xesam:artist", artist.isEmpty ? [] : [artist])
        values.set("mpris:artUrl", first.artwork?.shownURI)
        values.set("mpris:length", first.item.duration)
        values.set("xesam:comment", [first.sentence])
        return values.values.bounded
    }
}
