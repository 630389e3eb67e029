// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime
internal import OnCueSession

/// A part that is as the test says.
@MediaActor
package final class FakeHealthProbe: HealthProbing {
    package let name: String
    package var answer: [HealthCheck]
    /// It has an answer only after ``goOn()``.
    package var hangs = false
    /// How often it was asked.
    package private(set) var count = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init(_ name: String = "sound", _ answer: [HealthCheck] = []) {
        (self.name, self.answer) = (name, answer)
    }

    package func checks() async -> [HealthCheck] {
        count += 1
        if hangs { await withCheckedContinuation { waiting.append($0) } }
        return answer
    }

    package func goOn() {
        hangs = false
        for one in waiting { one.resume() }
        waiting = []
    }
}
