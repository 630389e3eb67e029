// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore

extension NowPlayingReport {
    /// The object of `oncue now --json`. All keys are always there, null for what is unknown.
    var json: JSONValue { Self.json(self) }

    /// The same for a daemon that has gone: the status is `unavailable`, all else is null.
    static let unavailableJSON = json(nil)

    private static func json(_ now: NowPlayingReport?) -> JSONValue {
        let entry = now?.entry
        return [
            "status": .string(now?.status.rawValue ?? "unavailable"),
            "interruption": .string(orNull: now?.interruption?.rawValue),
            "loading": now.map { .bool($0.isLoading) } ?? .null,
            "title": .string(orNull: entry?.title),
            "artists": entry.map { .strings($0.artists) } ?? .null,
            "albumArtists": entry.map { .strings($0.albumArtists) } ?? .null,
            "album": .string(orNull: entry?.album),
            "composers": entry.map { .strings($0.composers) } ?? .null,
            "genres": entry.map { .strings($0.genres) } ?? .null,
            "trackNumber": .int(orNull: entry?.trackNumber),
            "trackTotal": .int(orNull: entry?.trackTotal),
            "discNumber": .int(orNull: entry?.discNumber),
            "discTotal": .int(orNull: entry?.discTotal),
            "date": .string(orNull: entry?.date),
            "streamTitle": .string(orNull: entry?.streamTitle),
            "chapter": entry?.chapter?.json ?? .null,
            "position": .seconds(entry?.position),
            "duration": .seconds(entry?.duration),
            "seekable": entry.map { .bool($0.isSeekable) } ?? .null,
            "identifier": .string(orNull: entry?.identifier),
            "url": .string(orNull: entry?.url),
            "artUrl": .string(orNull: entry?.artURL),
            "entry": .number(entry?.id.number),
            "queueIndex": .int(orNull: entry?.queueIndex),
            "queueLength": .int(orNull: now?.queueLength),
            "context": now?.context.map(ContextView.json(nowPlaying:)) ?? .null,
            "interrupted": now?.interrupted.map(Self.json) ?? .null,
            "volume": now.map { .rounded($0.volume * 100, places: 2) } ?? .null,
            "muted": now.map { .bool($0.isMuted) } ?? .null,
            "repeat": .string(orNull: now?.repeatMode.rawValue),
            "shuffle": now.map { .bool($0.shuffleMode != .off) } ?? .null,
            "shuffleMode": now.map { .string($0.shuffleMode.rawValue) } ?? .null,
            "similar": now.map { .bool($0.goesOnWithSimilar) } ?? .null,
            "rate": now.map { .rounded($0.rate, places: 2) } ?? .null,
            "sleep": now?.sleep.map(SleepText.json) ?? .null,
            "stopAfter": now.map { .bool($0.stopsAfterEntry) } ?? .null,
            "output": now?.output.map { ["name": .string($0.name), "silent": .bool($0.isSilent)] } ?? .null,
            "error": now?.failure.map { ["code": .string($0.code.rawValue), "message": .string($0.message)] } ?? .null,
        ]
    }

    private static func json(_ interrupted: InterruptedMark) -> JSONValue {
        [
            "title": .string(interrupted.title), "count": .int(interrupted.count), "depth": .int(interrupted.depth),
        ]
    }
}
