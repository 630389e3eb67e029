// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueNotifications
import Testing

@Suite("Events that people name")
struct NotificationEventTests {
    @Test(
        "Moments, places and devices are known by their names, with and without an article, at coming and leaving",
        arguments: [
            ("headphones", NotificationEvent(.headphones)), ("Car", NotificationEvent(.car)),
            ("the car", NotificationEvent(.car)), ("left the car", NotificationEvent(.carLeft)),
            ("Leaving car", NotificationEvent(.carLeft)), ("unlock", NotificationEvent(.unlock)),
            ("wake", NotificationEvent(.wake)), ("boot", NotificationEvent(.boot)),
            ("home", NotificationEvent(.arrival, "Home")),
            ("leaving the office", NotificationEvent(.departure, "Office")),
            ("The Shed", NotificationEvent(.arrival, "The Shed")), ("cafe", NotificationEvent(.arrival, "Café")),
            ("pods", NotificationEvent(.device, "Pods")), ("left Pods", NotificationEvent(.deviceLeft, "Pods")),
            ("AA:BB", NotificationEvent(.device, "Pods")),
        ])
    func named(_ words: String, _ event: NotificationEvent) {
        #expect(read(words) == event)
    }

    @Test(
        "What nothing is called is none",
        arguments: ["", "leaving", "leaving ", "work", "leaving unlock", "the", "the "])
    func unknown(_ words: String) {
        #expect(read(words) == nil)
    }

    private func read(_ words: String) -> NotificationEvent? {
        NotificationEvent(
            named: words, places: ["Home", "Office", "The Shed", "Café"], devices: [(name: "Pods", identifier: "AA:BB")]
        )
    }
}
