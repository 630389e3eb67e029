// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An intent of OnCue: a request that a sentence can make, with its slots.
///
/// The bounds are at least those of the task. Values beyond the task's bounds are understood, and the task refuses them
/// with its reason.
package struct SentenceIntent: Sendable {
    /// The kind of value in a slot.
    package enum Kind: Sendable, Equatable {
        /// Any text.
        case text
        /// One of these words.
        case word([String])
        /// A number within bounds.
        case number(ClosedRange<Double>)
        /// A length of time, in seconds, within bounds.
        case seconds(ClosedRange<Double>)
        /// A clock time, `HH:MM`.
        case clock
        /// `true`, or absent.
        case flag
    }

    /// The name.
    package let name: String
    /// The slots with the kinds of their values.
    package let slots: [String: Kind]

    private init(_ name: String, _ slots: [String: Kind] = [:]) {
        self.name = name
        self.slots = slots
    }

    /// All intents.
    package static let all: [SentenceIntent] = [
        SentenceIntent(
            "play",
            [
                "what": .text, "by": .text, "shuffle": .flag, "fromStart": .flag,
                "for": .seconds(1...604_800),
                "kind": .word(["album", "artist", "playlist", "podcast", "episode", "station", "track", "genre"]),
                "mode": .word(["now", "next", "append"]),
            ]),
        SentenceIntent("continue", ["what": .text]),
        SentenceIntent("handoff", ["to": .text, "from": .text]),
        SentenceIntent("together", ["with": .text, "invite": .text, "off": .flag]),
        SentenceIntent("control", ["action": .word(controls), "count": .number(1...20)]),
        SentenceIntent("seek", ["by": .seconds(-86_400...86_400), "to": .seconds(0...604_800)]),
        SentenceIntent("volume", ["level": .number(0...100), "change": .number(-100...100)]),
        SentenceIntent("speed", ["rate": .number(0.1...5)]),
        SentenceIntent("output", ["output": .text]),
        SentenceIntent(
            "opinion",
            ["action": .word(["like", "unlike", "dislike", "stars"]), "stars": .number(0...5), "what": .text]),
        SentenceIntent(
            "sleep",
            ["for": .seconds(1...604_800), "after": .word(["track", "chapter", "queue"]), "off": .flag]),
        SentenceIntent("search", ["query": .text]),
        SentenceIntent("nowPlaying"), SentenceIntent("history"), SentenceIntent("browse", ["place": .text]),
        SentenceIntent("queue", ["action": .word(["next", "time", "clear"])]),
        SentenceIntent("suggest"),
        SentenceIntent("accept", ["number": .number(1...100)]),
        SentenceIntent(
            "remind",
            [
                "what": .text, "when": .text, "in": .seconds(1...31_536_000), "at": .clock,
                "day": .word(["tomorrow"]),
            ]),
        SentenceIntent(
            "alarm",
            [
                "at": .clock, "day": .word(["tomorrow"]), "days": .word(["daily", "weekdays", "weekends"]),
                "what": .text,
            ]),
        SentenceIntent("alarmsOff"), SentenceIntent("snoozeAlarm"), SentenceIntent("stopAlarm"),
        SentenceIntent("playReminder"), SentenceIntent("remindLater"), SentenceIntent("reminderDone"),
        SentenceIntent("trip", ["to": .text]),
        SentenceIntent("playlist", ["action": .word(["add", "save"]), "name": .text, "what": .text]),
        SentenceIntent("bookmark", ["name": .text]),
        SentenceIntent("undo"),
        SentenceIntent("redo"),
        SentenceIntent("run", ["shortcut": .text]),
    ]

    private static let controls = [
        "pause", "resume", "toggle", "stop", "next", "previous", "restart", "shuffleOn", "shuffleOff", "repeatAll",
        "repeatOne", "repeatOff", "mute", "unmute",
    ]
}

extension SentenceIntent.Kind {
    /// Returns whether a slot of this kind can have a value.
    package func allows(_ value: SentenceValue) -> Bool {
        switch (self, value) {
        case (.text, .text(let text)): !text.isEmpty
        case (.word(let words), .text(let text)): words.contains(text)
        case (.number(let range), .number(let number)), (.seconds(let range), .number(let number)):
            range.contains(number)
        case (.clock, .text(let text)): text.utf8.count == 5
        case (.flag, .flag(let flag)): flag
        default: false
        }
    }
}
