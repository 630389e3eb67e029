// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime
internal import OnCueSession

/// A call, or another program, when the test says so.
@MediaActor
package final class FakeSoundUse: SoundUseWatching {
    package var isInCall = false
    package var program: String?

    package init() {}

    package func start() {}

    package func stop() {}
}

/// A wish not to be disturbed when the test says so.
@MediaActor
package final class FakeDoNotDisturb: DoNotDisturbWatching {
    package var isUndisturbed = false

    package init() {}

    package func start() {}

    package func stop() {}
}
