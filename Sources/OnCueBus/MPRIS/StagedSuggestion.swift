// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
internal import OnCueSession
internal import OnCueSuggestions

/// A suggestion that stands where players show the current track, paused, so that the Play of a lock screen plays it.
struct StagedSuggestion: Equatable {
    let first: ShownSuggestion
    let hasNext: Bool

    init(_ offer: ShownOffer) {
        first = offer.suggestions[0]
        hasNext = offer.suggestions.count > 1
    }

    var position: Duration { first.position ?? .zero }

    /// What a player in this state tells in the place of what it tells otherwise.
    var properties: [String: BusValue] {
        [
            "PlaybackStatus": .string("Paused"), "Metadata": .dictionary(metadata), "CanPlay": .bool(true),
            "CanPause": .bool(true), "CanSeek": .bool(false), "CanGoNext": .bool(hasNext),
            "CanGoPrevious": .bool(false),
        ]
    }

    private var metadata: [String: BusValue] {
        var values = BusDictionary()
        values.set("mpris:trackid", .objectPath(Self.path + first.id.replacing(".", with: "_")))
        values.set("xesam:title", .string(first.targetTitle ?? first.item.title))
        let artist = first.targetTitle == nil ? first.item.subtitle : first.item.title
        values.set("xesam:artist", artist.isEmpty ? [] : [artist])
        values.set("mpris:artUrl", first.artwork?.uri)
        values.set("mpris:length", first.item.duration)
        values.set("xesam:comment", [first.sentence])
        return values.values.bounded
    }

    private static let path = "/org/oncue/OnCue/suggestion/"
}
