// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueNotifications

/// A place or a device that a notification waits for, and that OnCue no longer knows.
package struct MissingOccasion: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        /// Without it the notification never comes.
        case place
        /// It becomes known again as soon as it connects.
        case device
    }

    package let kind: Kind
    /// The name in the notification.
    package let name: String

    /// Finds the unknown place or device that a trigger waits for; `nil` if there is none.
    ///
    /// - Complexity: O(places or devices).
    package init?(
        of trigger: NotificationTrigger?, places: [PlaceRecord], devices: [TriggerDeviceRecord]
    ) {
        guard case .event(let event, _)? = trigger, let name = event.name else { return nil }
        let wanted = TextFolding.fold(name)
        switch event.kind {
        case .arrival, .departure:
            guard !places.contains(where: { TextFolding.fold($0.name) == wanted }) else { return nil }
            kind = .place
        case .device, .deviceLeft, .headphones, .car, .carLeft:
            guard !devices.contains(where: { TextFolding.fold($0.name) == wanted || TextFolding.fold($0.id) == wanted })
            else { return nil }
            kind = .device
        case .unlock, .wake, .boot, .playback: return nil
        }
        self.name = name
    }

    /// Returns whether it is the place or the device with a name.
    package func isNamed(_ name: String) -> Bool { TextFolding.fold(self.name) == TextFolding.fold(name) }

    /// A sentence such as `there is no place "home" any longer`.
    package var sentence: String {
        switch kind {
        case .place: "there is no place \"\(name)\" any longer"
        case .device: "the device \"\(name)\" is not known any longer"
        }
    }

    /// The step after which the notification can come.
    package var remedy: String {
        switch kind {
        case .place: "add it again with: oncue place add \(ShellWord.quoted(name)) --here"
        case .device: "it counts again once it connects"
        }
    }
}
