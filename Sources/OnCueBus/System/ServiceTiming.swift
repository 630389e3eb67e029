// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How long a service may take, and how long it is left alone when it gave no usable answer or has ended.
package struct ServiceTiming: Sendable {
    package var answer: Duration
    package var pause: Duration

    package init(answer: Duration = .seconds(10), pause: Duration = .seconds(20)) {
        self.answer = answer
        self.pause = pause
    }
}
