// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueInterface
internal import OnCueSession
internal import OnCueSuggestions

extension WatchedEvent {
    /// The event in words.
    var record: TriggerEventRecord {
        let (event, text) = words
        return TriggerEventRecord(time: time, source: source?.rawValue ?? "", event: event, text: text)
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
    /// - Parameter name: The name of the device if the report has only its identifier.
    fileprivate func words(_ name: String?) -> (String, String) {
        switch self {
        case .listed(let devices):
            ("listed", devices.isEmpty ? "Nothing is connected." : devices.map(\.name).joined(separator: ", "))
        case .present(let devices): ("present", devices.map(\.name).joined(separator: ", ") + " connected already.")
        case .lost: ("lost", "It is unavailable.")
        case .linked(let device): ("linked", "\(device.name) is connected, but cannot play sound yet.")
        case .unlinked(let id): ("unlinked", "\(name ?? id) was disconnected.")
        case .heard(let device): ("heard", "\(device.name) can play sound.")
        case .unheard(let id): ("unheard", "\(name ?? id) can no longer play sound.")
        case .network(let marks): ("place", marks.isEmpty ? "No known network." : "The network is known.")
        case .position: ("place", "The position is known.")
        case .willSleep: ("sleep", "The computer is going to sleep.")
        case .woke: ("wake", "The computer woke up.")
        case .unlocked: ("unlock", "The screen was unlocked.")
        case .booted: ("boot", "The computer has started.")
        case .time(let name): ("time", "It is time: \(name).")
        }
    }
}

extension TriggerOutcome {
    /// - Parameter name: The name of the device if the outcome has only its identifier.
    fileprivate func words(_ name: String?) -> (String, String) {
        switch self {
        case .expect(let device): ("expect", "\(device.name) will probably play sound soon.")
        case .giveUp(let id): ("give-up", "\(name ?? id) was expected but did not appear.")
        case .raise(let trigger): ("raise", trigger.sentence)
        case .end(let id): ("end", "The occasion for trigger \(id) has passed.")
        case .pass(let why): ("pass", why.sentence)
        }
    }
}

extension TriggerOutcome.Why {
    fileprivate var sentence: String {
        switch self {
        case .wasThere: "It was there already."
        case .joined: "Another source has already reported it."
        case .flapping: "It was away only for a moment."
        case .backSoon: "It was away for less than a minute."
        case .afterWake: "It came back because the computer woke up."
        case .noListener: "It is neither headphones nor a car."
        case .noSound: "It was connected, but cannot play sound."
        case .samePlace: "The computer was there all the time."
        }
    }
}
