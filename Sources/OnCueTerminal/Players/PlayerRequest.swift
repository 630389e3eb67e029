// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import PlayerControl
internal import TextOutput

/// A request to another player from a command line.
enum PlayerRequest: Sendable {
    /// Show a line about the player.
    case show(@Sendable (PlayerReport) -> String)
    case perform(PlayerAction, sentence: String)

    /// - Throws: `UsageError` for an operation that other players do not support.
    init(_ parsed: ParsedCommand, _ files: LocalFiles) throws(UsageError) {
        switch parsed.path {
        case ["play"]: self = try Self.play(parsed, files)
        case ["resume"]: self = .perform(.play, sentence: "play")
        case ["pause"]: self = .perform(.pause, sentence: "pause")
        case ["toggle"]: self = .perform(.toggle, sentence: "play or pause")
        case ["stop"]: self = .perform(.stop, sentence: "stop")
        case ["next"]: self = .perform(.next, sentence: "next")
        case ["previous"]: self = .perform(.previous, sentence: "previous")
        case ["seek"]: self = try Self.seek(parsed)
        case ["volume"]: self = try Self.volume(parsed)
        case ["rate"]: self = try Self.rate(parsed)
        case ["shuffle"]: self = try Self.shuffle(parsed)
        case ["repeat"]: self = try Self.repeating(parsed)
        default:
            throw UsageError(
                .unexpectedValue, call: parsed.call,
                "works only with OnCue; --player applies to play, resume, pause, toggle, stop, next, previous, seek, "
                    + "volume, rate, shuffle, repeat and now")
        }
    }

    private static func play(_ parsed: ParsedCommand, _ files: LocalFiles) throws(UsageError) -> PlayerRequest {
        let words = parsed.arguments("PLACE")
        guard let word = words.first else { return .perform(.play, sentence: "play") }
        let bytes = RawWords.bytes(of: word)
        let isFile = files.kind(of: bytes) != nil
        guard words.count == 1, isFile || word.contains("://") else {
            throw UsageError(
                .unexpectedValue, call: parsed.call,
                "other players can play one file or URL, not items of OnCue's library")
        }
        let uri = isFile ? files.location(of: bytes).uri : RawWords.printable(word)
        return .perform(.open(uri: uri), sentence: "open " + TextLayout.shorten(uri, to: 60))
    }

    private static func seek(_ parsed: ParsedCommand) throws(UsageError) -> PlayerRequest {
        switch try parsed.required("POSITION", TimeText.target) {
        case .part:
            throw UsageError(
                .unexpectedValue, call: parsed.call,
                "other players jump to times and not to percentages; give a time, such as 1:30")
        case .position(let position): return .perform(.seekTo(position), sentence: "at " + TimeText.clock(position))
        case .offset(let offset):
            return .perform(
                .seekBy(offset),
                sentence: offset < .zero
                    ? "back by " + TimeText.clock(.zero - offset)
                    : "on by " + TimeText.clock(offset))
        }
    }

    private static func volume(_ parsed: ParsedCommand) throws(UsageError) -> PlayerRequest {
        switch try parsed.argument("LEVEL", VolumeCommand.Change.init) {
        case nil: return .show { $0.now.untold.contains(.volume) ? "unknown" : VolumePhrase.text($0.now) }
        case .set(let percent): return .perform(.setVolume(percent / 100), sentence: "volume \(Int(percent))%")
        case .adjust(let percent):
            let sign = percent < 0 ? "" : "+"
            return .perform(.adjustVolume(percent / 100), sentence: "volume \(sign)\(Int(percent))%")
        case .mute:
            throw UsageError(
                .unexpectedValue, call: parsed.call, "other players cannot be muted over the bus; use volume 0"
            )
        }
    }

    private static func rate(_ parsed: ParsedCommand) throws(UsageError) -> PlayerRequest {
        switch try parsed.argument("RATE", RateCommand.Change.init) {
        case nil: return .show { $0.now.untold.contains(.rate) ? "unknown" : RateCommand.text($0.now) }
        case .set(let rate): return .perform(.setRate(rate), sentence: "rate \(SpanText.decimal(rate))")
        case .adjust(let difference):
            let sign = difference < 0 ? "" : "+"
            return .perform(.adjustRate(difference), sentence: "rate \(sign)\(SpanText.decimal(difference))")
        }
    }

    private static func shuffle(_ parsed: ParsedCommand) throws(UsageError) -> PlayerRequest {
        switch parsed.argument("MODE") {
        case nil:
            return .show { player in
                player.now.untold.contains(.shuffle) ? "unknown" : player.now.shuffleMode == .off ? "off" : "on"
            }
        case "off": return .perform(.setShuffle(false), sentence: "shuffle off")
        case "on", "tracks": return .perform(.setShuffle(true), sentence: "shuffle on")
        case let word?:
            throw UsageError(.unexpectedValue, call: parsed.call, "other players support only on and off, not \(word)")
        }
    }

    private static func repeating(_ parsed: ParsedCommand) throws(UsageError) -> PlayerRequest {
        guard let mode = try parsed.argument("MODE", RepeatMode.init(rawValue:)) else {
            return .show { $0.now.untold.contains(.repeatMode) ? "unknown" : $0.now.repeatMode.rawValue }
        }
        return .perform(.setRepeat(mode), sentence: "repeat \(mode.rawValue)")
    }
}
