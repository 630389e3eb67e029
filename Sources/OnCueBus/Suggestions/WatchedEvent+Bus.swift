// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueSession
internal import OnCueSuggestions

extension WatchedEvent {
    var busValues: [String: BusValue] {
        let (event, text) = words
        var values = BusDictionary()
        values.set("time", .int64(time))
        values.set("source", source?.rawValue)
        values.set("event", event)
        values.set("text", text)
        return values.values.bounded
    }

    private var words: (event: String, text: String) {
        switch matter {
        case .told(let report): report.words(device)
        case .followed(let outcome): outcome.words(device)
        case .steppedAside(_, let objections): ("step-aside", objections.map(\.sentence).joined(separator: " "))
        }
    }
}

extension TriggerReport {
    /// - Parameter name: That of the device of which only the identifier is told.
    fileprivate func words(_ name: String?) -> (String, String) {
        switch self {
        case .listed(let devices):
            ("listed", devices.isEmpty ? "Nothing is connected." : devices.map(\.name).joined(separator: ", "))
        case .lost: ("lost", "It is away.")
        case .linked(let device): ("linked", "\(device.name) is connected; nothing can be heard in it yet.")
        case .unlinked(let id): ("unlinked", "\(name ?? id) is not connected any more.")
        case .heard(let device): ("heard", "Sound can go to \(device.name).")
        case .unheard(let id): ("unheard", "Sound cannot go to \(name ?? id) any more.")
        case .network(let marks): ("place", marks.isEmpty ? "There is no network." : "There is a network.")
        case .position: ("place", "There is a position.")
        case .willSleep: ("sleep", "The machine goes to sleep.")
        case .woke: ("wake", "The machine woke up.")
        case .unlocked: ("unlock", "The screen was unlocked.")
        case .booted: ("boot", "The machine has started.")
        case .time(let name): ("time", "It is time: \(name).")
        }
    }
}

extension TriggerOutcome {
    /// - Parameter name: That of the device of which only the identifier is told.
    fileprivate func words(_ name: String?) -> (String, String) {
        switch self {
        case .expect(let device): ("expect", "\(device.name) will probably be heard.")
        case .giveUp(let id): ("give-up", "\(name ?? id) was expected, and does not come.")
        case .raise(let trigger): ("raise", trigger.sentence)
        case .end(let id): ("end", "What raised trigger \(id) is over.")
        case .pass(let why): ("pass", why.sentence)
        }
    }
}

extension TriggerOutcome.Why {
    fileprivate var sentence: String {
        switch self {
        case .wasThere: "It was there already."
        case .joined: "Another source has told of it."
        case .flapping: "It was away for a moment only."
        case .backSoon: "It was away for less than a minute."
        case .afterWake: "It came back because the machine woke up."
        case .noListener: "It is neither headphones nor a car."
        case .noSound: "It was connected, but nothing can be heard in it."
        case .samePlace: "The machine was there all the time."
        }
    }
}
