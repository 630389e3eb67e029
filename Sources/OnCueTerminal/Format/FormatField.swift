// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore
internal import OnCuePhrases

/// The fields for templates of `oncue now --format`: every value of `oncue now --json`, by its path of keys with dots,
/// and derived values.
enum FormatField: String, CaseIterable, Sendable {
    case status, state, stateReason, player, loading, buffering, interruption
    case title, artists, albumArtists, album, composers, genres, date, streamTitle
    case trackNumber, trackTotal, discNumber, discTotal
    case chapterNumber = "chapter.number"
    case chapterCount = "chapter.count"
    case chapterTitle = "chapter.title"
    case formatCodec = "format.codec"
    case formatBitRate = "format.bitRate"
    case formatSampleRate = "format.sampleRate"
    case formatBitDepth = "format.bitDepth"
    case formatChannels = "format.channels"
    case formatGain = "format.gain"
    case collection, provider, mediaType, live, explicit, favourite, disliked, stars
    case artworkSmall = "artwork.small"
    case artworkMedium = "artwork.medium"
    case artworkLarge = "artwork.large"
    case position, duration, seekable, identifier, url, artUrl, entry, queueIndex, queueLength
    case contextIdentifier = "context.identifier"
    case contextTitle = "context.title"
    case contextKind = "context.kind"
    case contextNumber = "context.number"
    case contextCount = "context.count"
    case nextEntry = "next.entry"
    case nextIdentifier = "next.identifier"
    case nextTitle = "next.title"
    case nextArtists = "next.artists"
    case interruptedTitle = "interrupted.title"
    case interruptedCount = "interrupted.count"
    case interruptedDepth = "interrupted.depth"
    case volume, muted, shuffle, shuffleMode, similar, single, consume, rate, playbackRate, stopAfter
    case repeatMode = "repeat"
    case loopStart = "loop.start"
    case loopEnd = "loop.end"
    case sleepMode = "sleep.mode"
    case sleepRemaining = "sleep.remaining"
    case outputName = "output.name"
    case outputSilent = "output.silent"
    case errorCode = "error.code"
    case errorMessage = "error.message"
    // Derived values.
    case symbol, artist, elapsed, remaining, percent, number
    case positionSeconds = "position.seconds"
    case durationSeconds = "duration.seconds"

    /// Whether the field changes during playback without an event.
    var isMoving: Bool {
        switch self {
        case .position, .positionSeconds, .elapsed, .remaining, .percent, .sleepRemaining: true
        default: false
        }
    }

    /// Returns the value of the field in an object of `oncue now --json`.
    func value(in now: JSONValue) -> FormatValue {
        switch self {
        case .symbol: FormatValue(Self.symbol(now))
        case .artist: FormatValue(Self.artists.json(in: now))
        case .loopStart, .loopEnd: FormatValue(clock: json(in: now)?.doubleValue)
        case .elapsed, .position: FormatValue(clock: Self.seconds("position", now))
        case .duration: FormatValue(clock: Self.seconds("duration", now))
        case .remaining: FormatValue(clock: Self.remaining(now))
        case .sleepRemaining: FormatValue(clock: json(in: now)?.doubleValue)
        case .percent: FormatValue(Self.percent(now).map(JSONValue.int))
        case .number: FormatValue(now["queueIndex"]?.intValue.map { .int($0 + 1) })
        case .positionSeconds: FormatValue(now["position"])
        case .durationSeconds: FormatValue(now["duration"])
        default: FormatValue(json(in: now))
        }
    }

    /// The member that the name leads to.
    private func json(in now: JSONValue) -> JSONValue? {
        rawValue.split(separator: ".").reduce(Optional(now)) { value, name in value?[String(name)] }
    }

    private static func seconds(_ name: String, _ now: JSONValue) -> Double? { now[name]?.doubleValue }

    private static func remaining(_ now: JSONValue) -> Double? {
        guard let position = seconds("position", now), let duration = seconds("duration", now) else { return nil }
        return max(0, duration - position)
    }

    private static func percent(_ now: JSONValue) -> Int? {
        guard let position = seconds("position", now), let duration = seconds("duration", now), duration > 0 else {
            return nil
        }
        return Int((min(1, max(0, position / duration)) * 100).rounded(.down))
    }

    private static func symbol(_ now: JSONValue) -> JSONValue {
        switch now["status"]?.stringValue {
        case "playing": now["loading"]?.boolValue == true ? "…" : "▶"
        case "paused": "‖"
        case "stopped": "■"
        default: .null
        }
    }
}

/// The value of a field at one moment.
struct FormatValue: Equatable {
    /// The text on one line, free of terminal control characters.
    let text: String
    /// Whether a condition on it is true: the value is known, and neither empty nor false.
    let holds: Bool

    /// Longer values are cut, so that a line has a bound.
    private static let longest = 1000

    init(_ value: JSONValue?) {
        let text =
            switch value {
            case .string(let text): text
            case .int(let number): String(number)
            case .double(let number): SpanText.decimal(number)
            case .bool(let truth): String(truth)
            case .array(let elements): elements.compactMap(\.stringValue).joined(separator: ", ")
            case .object, .null, nil: ""
            }
        self.text = TextLayout.truncate(text, to: Self.longest)
        holds = !text.isEmpty && value != .bool(false)
    }

    init(clock seconds: Double?) {
        self.init(seconds.map { .string(TimeText.clock(.seconds($0))) })
    }
}
