// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
internal import OnCueNotifications
internal import OnCuePhrases
package import OnCueRuntime
package import OnCueSession

/// Checks whether alarms can be heard at their time, and whether all pending notifications can come.
@MediaActor
package struct AlarmHealth: HealthProbing {
    /// The state of everything that alarms need on this machine.
    package struct Needs: Sendable, Equatable {
        /// The time when the next one rings, in seconds since 1970; `nil` if none is left.
        package var next: Int64?
        /// The number of pending alarms.
        package var count: Int
        /// The check of the sound.
        package var sound: HealthCheck
        package var prospect: WakingProspect
        /// Whether the service starts with the session of the user; `nil` if that is not known.
        package var startsAtLogin: Bool?

        package init(
            count: Int, next: Int64?, sound: HealthCheck, prospect: WakingProspect, startsAtLogin: Bool?
        ) {
            (self.count, self.next, self.sound) = (count, next, sound)
            (self.prospect, self.startsAtLogin) = (prospect, startsAtLogin)
        }
    }

    package let name = "alarms"
    private let center: NotificationCoordinator
    private let sound: @MediaActor () async -> HealthCheck?
    private let prospect: @MediaActor () async -> WakingProspect
    private let startsAtLogin: @MediaActor () async -> Bool?
    private let known: @MediaActor () async -> (places: [PlaceRecord], devices: [TriggerDeviceRecord])?

    /// - Parameters:
    ///   - sound: The check of the sound.
    ///   - prospect: Whether the machine will be awake.
    ///   - startsAtLogin: Whether the service starts with the session of the user; `nil` if that is not known.
    ///   - known: The places and devices; `nil` if they cannot be read.
    package init(
        center: NotificationCoordinator, sound: @escaping @MediaActor () async -> HealthCheck?,
        prospect: @escaping @MediaActor () async -> WakingProspect,
        startsAtLogin: @escaping @MediaActor () async -> Bool?,
        known: @escaping @MediaActor () async -> (places: [PlaceRecord], devices: [TriggerDeviceRecord])?
    ) {
        (self.center, self.sound, self.prospect) = (center, sound, prospect)
        (self.startsAtLogin, self.known) = (startsAtLogin, known)
    }

    package func checks() async -> [HealthCheck] {
        await center.settled()
        let pending = center.book.pending
        let alarms = pending.filter {
            $0.name.client == ServiceNames.busName && $0.request.content.category == Alarm.category
        }
        var checks = [HealthCheck(name, .ok, "none set")]
        if !alarms.isEmpty, let sound = await sound() {
            checks = Self.checks(
                Needs(
                    count: alarms.count, next: alarms.compactMap(\.next).min(), sound: sound,
                    prospect: await prospect(),
                    startsAtLogin: await startsAtLogin()))
        }
        guard let known = await known() else { return checks }
        let missing = pending.enumerated().compactMap { index, record in
            MissingOccasion(of: record.request.trigger, places: known.places, devices: known.devices).map {
                (number: index + 1, title: record.request.content.title, occasion: $0)
            }
        }
        return checks + Self.checks(waiting: pending.count, missing)
    }

    /// Returns the check of the alarms, and that of the start of the service if it needs attention.
    package nonisolated static func checks(_ needs: Needs) -> [HealthCheck] {
        let alarms =
            ContentPhrase.count(needs.count, "alarm")
            + (needs.next.map { ", \(needs.count == 1 ? "at" : "the next at") \(MomentText.text($0))" } ?? "")
        var checks: [HealthCheck] = []
        if needs.sound.verdict != .ok {
            checks.append(
                HealthCheck("alarms", .warning, "\(alarms); \(needs.sound.detail)", advice: needs.sound.advice))
        } else if needs.prospect == .asleep {
            checks.append(
                HealthCheck(
                    "alarms", .warning, "\(alarms); this machine may sleep then, and nothing wakes it",
                    advice: "keep it awake until then: systemd-inhibit --what=sleep sleep 10h"))
        } else {
            checks.append(HealthCheck("alarms", .ok, alarms))
        }
        switch needs.startsAtLogin {
        case true?: checks.append(HealthCheck("alarms.start", .ok, "oncued starts when you log in"))
        case false?:
            checks.append(
                HealthCheck(
                    "alarms.start", .warning,
                    "oncued does not start when you log in, so no alarm rings until it is used",
                    advice: "systemctl --user enable oncued"))
        case nil: break
        }
        return checks
    }

    /// Returns the checks of notifications that wait for a place or a device, one for each that no longer exists.
    ///
    /// - Parameter waiting: The number of pending notifications.
    package nonisolated static func checks(
        waiting: Int, _ missing: [(number: Int, title: String, occasion: MissingOccasion)]
    ) -> [HealthCheck] {
        guard !missing.isEmpty else {
            return [HealthCheck("reminders", .ok, waiting == 0 ? "nothing waits" : "\(waiting) wait, and can come")]
        }
        return missing.map { entry in
            HealthCheck(
                "reminders", .warning, "\"\(entry.title)\" waits, but \(entry.occasion.sentence)",
                advice: entry.occasion.remedy + ", or remove it with: oncue notifications remove p\(entry.number)")
        }
    }
}
