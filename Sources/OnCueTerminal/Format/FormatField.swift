// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueCore
internal import OnCuePhrases
internal import TextOutput

/// A field of the templates of `oncue now --format`: a value of `oncue now --json`, by its path of keys with dots, or a
/// derived value.
struct FormatField: Equatable, Sendable {
    /// The fields that are not keys of the JSON.
    private enum Derived: String, CaseIterable {
        case symbol, artist, elapsed, remaining, percent, number
        case positionSeconds = "position.seconds"
        case durationSeconds = "duration.seconds"
    }

    /// The names of all fields.
    static let names = NowField.all.map(\.path) + Derived.allCases.map(\.rawValue)

    /// The fields that are shown as clock times.
    private static let times: Set = ["position", "duration", "loop.start", "loop.end", "sleep.remaining"]

    let name: String

    /// - Returns: `nil` if there is no such field.
    init?(_ name: String) {
        guard Self.names.contains(name) else { return nil }
        self.name = name
    }

    /// Whether the field changes during playback without an event.
    var isMoving: Bool {
        switch Derived(rawValue: name) {
        case .positionSeconds, .elapsed, .remaining, .percent: true
        case .symbol, .artist, .number, .durationSeconds: false
        case nil: name == "position" || name == "sleep.remaining"
        }
    }

    /// Returns the value of the field in an object of `oncue now --json`.
    func value(in now: JSONValue) -> FormatValue {
        switch Derived(rawValue: name) {
        case .symbol: FormatValue(Self.symbol(now))
        case .artist: FormatValue(now["artists"])
        case .elapsed: FormatValue(clock: Self.seconds("position", now))
        case .remaining: FormatValue(clock: Self.remaining(now))
        case .percent: FormatValue(Self.percent(now).map(JSONValue.int))
        case .number: FormatValue(now["queueIndex"]?.intValue.map { .int($0 + 1) })
        case .positionSeconds: FormatValue(now["position"])
        case .durationSeconds: FormatValue(now["duration"])
        case nil where Self.times.contains(name): FormatValue(clock: json(in: now)?.doubleValue)
        case nil: FormatValue(json(in: now))
        }
    }

    /// Returns the member at the path of the name.
    private func json(in now: JSONValue) -> JSONValue? {
        name.split(separator: ".").reduce(Optional(now)) { value, name in value?[String(name)] }
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

    /// The longest value, in letters; longer ones are cut, so that lines are bounded.
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
