// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The time limit of a service, and the pause after an unusable answer or the end of the service.
package struct ServiceTiming: Sendable {
    package var answer: Duration
    package var pause: Duration

    package init(answer: Duration = .seconds(10), pause: Duration = .seconds(20)) {
        self.answer = answer
        self.pause = pause
    }
}
