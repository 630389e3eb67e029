// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import CommandLineParsing
package import OnCueCore
package import OnCueInterface

extension NowPlayingReport {
    /// The object of `oncue now --json`. All keys are always present, with null for unknown values.
    package var json: JSONValue { Self.json(self) }

    /// The object for a daemon that is gone: the status is `unavailable`, all else is null.
    package static let unavailableJSON = json(nil)

    private static func json(_ now: NowPlayingReport?) -> JSONValue {
        let entry = now?.entry
        /// Returns the report if it includes a part, or else `nil`.
        func told(_ part: Part) -> NowPlayingReport? { now?.untold.contains(part) == false ? now : nil }
        return [
            "status": .string(now?.status.rawValue ?? "unavailable"),
            "state": .string(orNull: now?.state?.rawValue),
            "stateReason": .string(orNull: now?.stateReason),
            "interruption": .string(orNull: now?.interruption?.rawValue),
            "loading": now.map { .bool($0.isLoading) } ?? .null,
            "buffering": .int(orNull: now?.buffering),
            "title": .string(orNull: entry?.title),
            "artists": entry.map { JSONQuantity.strings($0.artists) } ?? .null,
            "albumArtists": entry.map { JSONQuantity.strings($0.albumArtists) } ?? .null,
            "album": .string(orNull: entry?.album),
            "composers": entry.map { JSONQuantity.strings($0.composers) } ?? .null,
            "genres": entry.map { JSONQuantity.strings($0.genres) } ?? .null,
            "trackNumber": .int(orNull: entry?.trackNumber),
            "trackTotal": .int(orNull: entry?.trackTotal),
            "discNumber": .int(orNull: entry?.discNumber),
            "discTotal": .int(orNull: entry?.discTotal),
            "date": .string(orNull: entry?.date),
            "streamTitle": .string(orNull: entry?.streamTitle),
            "chapter": entry?.chapter.map(Self.json) ?? .null,
            "format": entry?.format.map(Self.json) ?? .null,
            "position": JSONQuantity.seconds(told(.position)?.entry?.position),
            "duration": JSONQuantity.seconds(entry?.duration),
            "seekable": entry.map { .bool($0.isSeekable) } ?? .null,
            "identifier": JSONQuantity.string(filled: entry?.identifier),
            "collection": .string(orNull: entry?.collection),
            "provider": .string(orNull: entry?.provider),
            "mediaType": .string(orNull: entry?.mediaType?.rawValue),
            "live": told(.queue)?.entry.map { .bool($0.isLive) } ?? .null,
            "explicit": entry?.isExplicit.map { .bool($0) } ?? .null,
            "favourite": told(.queue)?.entry.map { .bool($0.isFavourite) } ?? .null,
            "disliked": told(.queue)?.entry.map { .bool($0.isDisliked) } ?? .null,
            "stars": entry?.stars.map { JSONQuantity.rounded($0.number, places: 1) } ?? .null,
            "url": JSONQuantity.string(filled: entry?.url),
            "artUrl": .string(orNull: entry?.artURL),
            "artwork": entry.flatMap { Self.json($0.artURLs) } ?? .null,
            "entry": JSONQuantity.number(told(.queue)?.entry?.id.number),
            "queueIndex": .int(orNull: told(.queue)?.entry?.queueIndex),
            "queueLength": .int(orNull: told(.queue)?.queueLength),
            "context": now?.context.map(ContextPhrase.json(nowPlaying:)) ?? .null,
            "next": now?.next.map(Self.json) ?? .null,
            "interrupted": now?.interrupted.map(Self.json) ?? .null,
            "volume": told(.volume).map { JSONQuantity.rounded($0.volume * 100, places: 2) } ?? .null,
            "muted": told(.queue).map { .bool($0.isMuted) } ?? .null,
            "loop": now?.loop.map(LoopText.json) ?? .null,
            "repeat": .string(orNull: told(.repeatMode)?.repeatMode.rawValue),
            "shuffle": told(.shuffle).map { .bool($0.shuffleMode != .off) } ?? .null,
            "shuffleMode": told(.shuffle).map { .string($0.shuffleMode.rawValue) } ?? .null,
            "similar": told(.queue).map { .bool($0.goesOnWithSimilar) } ?? .null,
            "single": told(.queue).map { .bool($0.isSingle) } ?? .null,
            "consume": told(.queue).map { .bool($0.isConsuming) } ?? .null,
            "rate": told(.rate).map { JSONQuantity.rounded($0.rate, places: 2) } ?? .null,
            "playbackRate": told(.queue)?.entry?.playbackRate.map { JSONQuantity.rounded($0, places: 2) } ?? .null,
            "sleep": now?.sleep.map(SleepText.json) ?? .null,
            "stopAfter": told(.queue).map { .bool($0.stopsAfterEntry) } ?? .null,
            "output": now?.output.map { ["name": .string($0.name), "silent": .bool($0.isSilent)] } ?? .null,
            "error": now?.failure.map { ["code": .string($0.code.rawValue), "message": .string($0.message)] } ?? .null,
            "player": .string(orNull: now?.player),
        ]
    }

    /// Returns the sizes of a picture, or `nil` if there are none.
    private static func json(_ artwork: ArtworkAddresses) -> JSONValue? {
        guard artwork != ArtworkAddresses() else { return nil }
        return [
            "small": .string(orNull: artwork.small), "medium": .string(orNull: artwork.medium),
            "large": .string(orNull: artwork.large),
        ]
    }

    package static func json(_ format: MediaFormat) -> JSONValue {
        [
            "codec": .string(format.codec), "bitRate": .int(orNull: format.bitRate),
            "sampleRate": .int(orNull: format.sampleRate), "bitDepth": .int(orNull: format.bitDepth),
            "channels": .int(orNull: format.channelCount),
            "gain": format.gain.map { JSONQuantity.rounded($0, places: 2) } ?? .null,
        ]
    }

    private static func json(_ next: NextMark) -> JSONValue {
        [
            "entry": JSONQuantity.number(next.id.number), "identifier": .string(next.identifier),
            "title": .string(next.title),
            "artists": JSONQuantity.strings(next.artists),
        ]
    }

    private static func json(_ interrupted: InterruptedMark) -> JSONValue {
        [
            "title": .string(interrupted.title), "count": .int(interrupted.count), "depth": .int(interrupted.depth),
        ]
    }

    private static func json(_ chapter: ChapterMark) -> JSONValue {
        [
            "number": .int(orNull: chapter.index.map { $0 + 1 }), "count": .int(chapter.count),
            "title": .string(chapter.title),
        ]
    }
}
